"""Flipped bits in every kind of file that is kept: the answer stays the same, or an error says why not."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from cq.data.storage.archive import open_archive
from cq.data.storage.cache import cached_table
from cq.defaults import default_pipeline
from cq.jobs.answer_log import AnswerLog
from cq.language import ground
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.manifest import PARTS, Manifest
from cq.ranking import QuestionBank
from cq.ranking.ranker import QuestionRanker
from cq.settings import cache_root
from cq.world import World
from eval.faults.tally import check


class KeptFiles(NamedTuple):
    """A kind of kept file: what writes some into a folder, and what answers from them, comparable."""

    name: str
    write: Callable[[Path], list[Path]]
    answer: Callable[[Path], Any]


def kinds() -> list[KeptFiles]:
    """All kinds of kept files."""
    return [
        KeptFiles("cached data sets", _write_table, _table),
        KeptFiles("indexes of banks", _write_index, _rank),
        KeptFiles("checkpoints", _write_checkpoint, _checkpoint),
        KeptFiles("answer logs", _write_log, _log),
        KeptFiles("saved pipelines", _write_pipeline, _pipeline),
    ]


def damage(kind: KeptFiles, folder: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that damages one of the files (a bit, or the end, or all of it) and compares the answer."""
    files = kind.write(folder)
    whole = {path: path.read_bytes() for path in files}
    expected = kind.answer(folder)

    def once(_: int) -> None:
        path = rng.choice(files)
        content = whole[path]
        place = rng.randrange(len(content))
        flipped = content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]
        path.write_bytes(rng.choice([flipped] * 8 + [content[:place], b""]))
        try:
            check(kind.answer(folder) == expected, f"{kind.name}: another answer after damage of {path.name}")
        finally:
            path.write_bytes(content)

    return once


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
    return list(folder.glob(".job-*"))


def _log(folder: Path) -> Any:
    return list(AnswerLog(folder, "job", "inputs").map(lambda n: [n, str(n)], range(200)))[:200]


def _write_pipeline(folder: Path) -> list[Path]:
    shutil.copytree(WEIGHTS, folder / "weights")
    return [path for path in (folder / "weights").rglob("*") if path.is_file() and path.suffix != ".md"]


def _pipeline(folder: Path) -> Any:
    """What is checked before a pipeline answers: that every file is the one that was saved."""
    manifest = Manifest.read(folder / "weights")
    for part in PARTS:
        manifest.check(folder / "weights", part)
    return manifest.backbone, sorted(manifest.files.items())
