"""Flipped bits in every kind of file that is kept: the answer stays the same, or an error says why not."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from cq.clarity import ClarityClassifier
from cq.data import SOURCES, fetch
from cq.data.storage import download
from cq.data.storage.archive import open_archive
from cq.data.storage.cache import cached_table
from cq.data.storage.download import Source
from cq.defaults import default_pipeline
from cq.digests import is_intact, keep, kept_content
from cq.jobs.answer_log import AnswerLog
from cq.meaning.grounded import ground
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.manifest import PARTS, Manifest
from cq.ranking import QuestionBank
from cq.ranking.ranker import QuestionRanker
from cq.settings import cache_root
from cq.world import World
from eval.faults.sections import Prepare
from eval.faults.tally import check


class KeptFiles(NamedTuple):
    """A kind of kept file: what writes some into a folder, what answers from them, comparable, and its weight
    among all faults.
    """

    name: str
    write: Callable[[Path], list[Path]]
    answer: Callable[[Path], Any]
    weight: int


def kinds() -> list[KeptFiles]:
    """All kinds of kept files."""
    return [
        KeptFiles("cached data sets", _write_table, _table, 24),
        KeptFiles("indexes of banks", _write_index, _rank, 3),
        KeptFiles("checkpoints", _write_checkpoint, _checkpoint, 20),
        KeptFiles("answer logs", _write_log, _log, 24),
        KeptFiles("batches of a job", _write_batches, _batches, 10),
        KeptFiles("saved pipelines", _write_pipeline, _pipeline, 14),
        KeptFiles("configurations of parts", _write_configurations, _configurations, 6),
        KeptFiles("bundled parts", _write_part, _part, 6),
        KeptFiles("partial downloads", _write_download, _download, 6),
    ]


def damage(kind: KeptFiles) -> Prepare:
    """Faults of a kind of file: one is damaged (a bit, the end, all of it, or exchanged for another), and the
    answer compared.
    """

    def prepare(folder: Path, rng: random.Random) -> Callable[[int], None]:
        files = kind.write(folder)
        whole = {path: path.read_bytes() for path in files}
        expected = kind.answer(folder)

        def once(_: int) -> None:
            path = rng.choice(files)
            try:
                path.write_bytes(_damaged(whole[path], rng.choice(list(whole.values())), rng))
                check(
                    kind.answer(folder) == expected,
                    f"{kind.name}: another answer after damage of {path.name}",
                )
            finally:
                for each, content in whole.items():
                    if not each.exists() or each.read_bytes() != content:
                        each.parent.mkdir(parents=True, exist_ok=True)
                        each.write_bytes(content)

        return once

    return prepare


def _damaged(content: bytes, other: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(content))
    flipped = content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]
    return rng.choice([flipped] * 8 + [content[:place], b"", other, content + content[:place]])


def _write_table(folder: Path) -> list[Path]:
    (folder / "set").mkdir()
    (folder / "set" / "a").write_text("x")
    _table(folder)
    return list((cache_root() / "faults").iterdir())


def _table(folder: Path) -> Any:
    with open_archive(folder / "set") as archive:
        rows = pa.table({"a": np.arange(3000), "b": [str(i) for i in range(3000)]})
        return cached_table("faults", archive, lambda: rows, enabled=True).to_pylist()


BANK = QuestionBank.parse(
    ["How wide is the wall?", "Which block?", "What colour is it?", "Where does it begin?"]
)


def _write_index(folder: Path) -> list[Path]:
    _rank(folder)
    return sorted((cache_root() / "questions").glob("*.sqlite"))


def _rank(_: Path) -> Any:
    pipeline = default_pipeline()
    assert isinstance(pipeline.ranker, QuestionRanker)
    # The same ranker without the indexes in its memory.
    fresh = pipeline.ranker.with_cross_encoder(None)
    (ranked,) = fresh.rank(BANK, ground(["Build a wall"], [World.parse()], pipeline.backbone))
    return [(one.qid, round(one.score, 4)) for one in ranked]


def _write_checkpoint(folder: Path) -> list[Path]:
    _checkpoint(folder)
    return list((folder / "checkpoints").iterdir())


def _checkpoint(folder: Path) -> Any:
    import torch

    store = CheckpointStore(folder / "checkpoints")
    state = store.get_or_create("a", lambda: {"weights": torch.arange(4000).float(), "epoch": 3})
    return state["weights"].tolist(), state["epoch"]


def _write_log(folder: Path) -> list[Path]:
    _log(folder)
    return list(folder.glob(".job.cq-answers-*"))


def _log(folder: Path) -> Any:
    return list(AnswerLog(folder, "job", "inputs").map(lambda n: [n, str(n)], range(200)))[:200]


def _write_batches(folder: Path) -> list[Path]:
    _batches(folder)
    return sorted((folder / "batches").iterdir())


def _batches(folder: Path) -> Any:
    """What a batch job does with its finished batches: those that are intact are read, others made anew."""
    (folder / "batches").mkdir(exist_ok=True)
    rows = []
    for number in range(3):
        path = folder / "batches" / f"{number}.parquet"
        if not is_intact(path):
            table = pa.table({"p": [number / 7] * 50, "q": [f"question {i}" for i in range(50)]})
            keep(path, partial(pq.write_table, table, compression="zstd"))
        content = kept_content(path)
        assert content is not None
        rows += pq.read_table(pa.BufferReader(content)).to_pylist()
    return rows


def _write_pipeline(folder: Path) -> list[Path]:
    shutil.copytree(WEIGHTS, folder / "weights")
    return [path for path in (folder / "weights").rglob("*") if path.is_file() and path.suffix != ".md"]


def _pipeline(folder: Path) -> Any:
    """What is checked before a pipeline answers: that every file is the one that was saved."""
    manifest = Manifest.read(folder / "weights")
    for part in PARTS:
        manifest.check(folder / "weights", part)
    return manifest.backbone, sorted(manifest.files.items())


def _write_configurations(folder: Path) -> list[Path]:
    """Parts without digests, as older ones are: then their settings alone tell."""
    shutil.copytree(WEIGHTS / "clarity", folder / "weights" / "clarity")
    return [folder / "weights" / "clarity" / "config.json"]


def _configurations(folder: Path) -> Any:
    """A damaged setting is refused, or changes no type: the probability stays one."""
    pipeline = default_pipeline()
    classifier = ClarityClassifier.from_pretrained(folder / "weights" / "clarity", pipeline.backbone)
    (clarity,) = classifier.classify(ground(["Build a wall"], [World.parse()], pipeline.backbone))
    check(0 <= clarity.p_unclear <= 1, "no probability")
    return True


def _write_part(folder: Path) -> list[Path]:
    shutil.copytree(WEIGHTS / "clarity", folder / "weights" / "clarity")
    shutil.copy(WEIGHTS / "pipeline.json", folder / "weights")
    return [path for path in (folder / "weights" / "clarity").iterdir() if path.suffix != ".md"]


def _part(folder: Path) -> Any:
    """A part with its digests answers as before, or is refused."""
    pipeline = default_pipeline()
    classifier = ClarityClassifier.from_pretrained(folder / "weights" / "clarity", pipeline.backbone)
    (clarity,) = classifier.classify(ground(["Build a wall"], [World.parse()], pipeline.backbone))
    return clarity.p_unclear


def _write_download(folder: Path) -> list[Path]:
    content = bytes(range(256)) * 40
    (folder / "a.bin").write_bytes(content)
    (folder / "digest").write_text(hashlib.sha256(content).hexdigest())
    return [folder / "a.bin"]


def _download(folder: Path) -> Any:
    """A file that was downloaded and is damaged is downloaded again: here, no server answers."""
    source = Source("sets/a.bin", "c0ffee", (folder / "digest").read_text(), 10_240, "a set")
    known, tries = dict(SOURCES), download.TRIES
    SOURCES["faults"], download.TRIES = source, 1
    try:
        return fetch("faults", folder, base="http://127.0.0.1:9/", progress=False).read_bytes()
    finally:
        SOURCES.clear()
        SOURCES.update(known)
        download.TRIES = tries
