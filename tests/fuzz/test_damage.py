"""Flipped bits in files that are kept: the answer stays the same, or an error says why not."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from fuzz.values import answered
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cq.data.storage.archive import open_archive
from cq.data.storage.cache import cached_table
from cq.jobs.answer_log import AnswerLog
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.manifest import Manifest
from cq.settings import cache_root


def _faults() -> str:
    """A kind of table that no other process of the run damages meanwhile."""
    return f"faults-{os.getpid()}"


def _table(folder: Path) -> Any:
    if not (folder / "set").exists():
        (folder / "set").mkdir()
        (folder / "set" / "a").write_text("x")
    with open_archive(folder / "set") as archive:
        rows = pa.table({"a": np.arange(3000), "b": [str(i) for i in range(3000)]})
        return cached_table(_faults(), archive, lambda: rows, enabled=True).to_pylist()


def _checkpoint(folder: Path) -> Any:
    import torch

    create = lambda: {"weights": torch.arange(4000).float(), "epoch": 3}  # noqa: E731
    state = CheckpointStore(folder / "checkpoints").get_or_create("a", create)
    return state["weights"].tolist(), state["epoch"]


def _log(folder: Path) -> Any:
    return list(AnswerLog(folder, "job", "inputs").map(lambda n: [n, str(n)], range(200)))[:200]


def _pipeline(folder: Path) -> Any:
    """What is checked before a pipeline answers: that every file is the one that was saved."""
    if not (folder / "weights").exists():
        shutil.copytree(WEIGHTS, folder / "weights")
    manifest = Manifest.read(folder / "weights")
    manifest.check_all(folder / "weights")
    return manifest.backbone, sorted(manifest.files.items())


KEPT: dict[str, tuple[Callable[[Path], Any], Callable[[Path], list[Path]]]] = {
    "cached data set": (_table, lambda _: list((cache_root() / _faults()).iterdir())),
    "checkpoint": (_checkpoint, lambda folder: list((folder / "checkpoints").iterdir())),
    "answer log": (_log, lambda folder: list(folder.glob(".job.cq-answers-*"))),
    "pipeline": (
        _pipeline,
        lambda folder: [one for one in (folder / "weights").glob("*/**/*") if one.is_file()],
    ),
}


@pytest.mark.parametrize("kind", KEPT)
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(number=st.integers(0, 99), damage=st.integers(0))
def test_damage_changes_no_answer(tmp_path, kind, number, damage):
    changes_no_answer(tmp_path, kind, number, damage)


def changes_no_answer(folder: Path, kind: str, number: int, damage: int) -> None:
    """What a damaged file would change is refused or made anew."""
    answer, files = KEPT[kind]
    expected = answer(folder)
    paths = sorted(files(folder))
    path = paths[number % len(paths)]
    whole = path.read_bytes()
    try:
        path.write_bytes(damaged(whole, damage))
        answered(lambda folder: _check(answer(folder), expected), folder)
    finally:
        path.write_bytes(whole)


def _check(found: Any, expected: Any) -> None:
    assert found == expected


def damaged(content: bytes, damage: int) -> bytes:
    """The content with a bit flipped, its end cut off, nothing left, or doubled in part."""
    place, bit = damage // 8 % len(content), damage % 8
    flipped = content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]
    return [flipped, flipped, flipped, content[:place], b"", content + content[:place]][damage // 3 % 6]
