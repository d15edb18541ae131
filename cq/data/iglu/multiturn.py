"""The IGLU multi-turn set: sessions of an architect and a builder, as turns of an instruction and a world.

Upstream's layout, as a folder or as a zip of it:

    dialogs.csv                         one row per step: see `cq.data.iglu.dialogs`
    builder-data/<session>/step-N       the world after the builder's step N
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.folds import fold, normalise
from cq.data.iglu.dialogs import TABLES
from cq.data.iglu.sessions import sessions
from cq.data.report import MultiturnReport
from cq.data.schema import data_set
from cq.data.storage.archive import Archive, open_archive
from cq.data.storage.cache import cached_table
from cq.data.storage.download import SOURCES
from cq.data.storage.locate import locate
from cq.world import SHAPE

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

log = logging.getLogger("cq.data")


def turn_features() -> datasets.Features:
    """The columns of the multi-turn set, one row per turn.

    `utterances` are those of the turn, each with its speaker: an instruction, and if it was clarified, the
    question and the answer. Grids are int8 (9, 11, 11), [y, x, z], IGLU 2022 colours. `fold` is the fold of
    the utterances' words.
    """
    from datasets import Array3D, Features, List, Value

    grid = Array3D(SHAPE, "int8")
    return Features(
        {
            "session": Value("string"),
            "structure": Value("string"),
            "turn": Value("int16"),
            "utterances": List(Value("string")),
            "fold": Value("int8"),
            "start": grid,
            "target": grid,
        }
    )


def load_multiturn(
    path: str | os.PathLike[str] | None = None, *, cache: bool = True, download: bool = False
) -> datasets.Dataset:
    """Load the multi-turn set as a `datasets.Dataset` of turns (see `turn_features`), session by session.

    `path` is upstream's folder or zip. None means the data folders (`CQ_DATA`, `IGLU_DATA_PATH`); if they do
    not have the set, `download` fetches upstream's pinned file. `cache` works as for `load_singleturn`.

    Raises `MissingFileError` or `InputError` if the set itself cannot be read.
    """
    from datasets import Dataset

    return Dataset(_table(path, cache, download))


def multiturn_report(
    path: str | os.PathLike[str] | None = None, *, cache: bool = True, download: bool = False
) -> MultiturnReport:
    """The `MultiturnReport` of `load_multiturn(path)`."""
    return MultiturnReport.of(_table(path, cache, download))


def locate_multiturn(path: str | os.PathLike[str] | None, download: bool = False) -> Path:
    """The folder or file of the set: see `cq.data.storage.locate`."""
    return locate("multiturn", [SOURCES["multiturn"].file], TABLES, path, download)


def _table(path: str | os.PathLike[str] | None, cache: bool, download: bool) -> pa.Table:
    location = locate_multiturn(path, download)
    with open_archive(location) as archive:
        return cached_table("multiturn", archive, lambda: _parse(archive, location.name), enabled=cache)


def _parse(archive: Archive, source: str) -> pa.Table:
    report = MultiturnReport(source=source)
    rows: list[dict[str, Any]] = []
    for session in sessions(archive, report):
        start = session.initial
        for number, turn in enumerate(session.turns):
            words = "\n".join(turn.utterances)
            row: dict[str, Any] = {
                "session": session.name,
                "structure": session.structure,
                "turn": number,
                "utterances": turn.utterances,
                "fold": fold(words) if normalise(words) else None,
                "start": start,
                "target": turn.world,
            }
            rows.append(row)
            start = turn.world
    left_out = report.dropped_sessions or report.cut_sessions
    log.log(logging.WARNING if left_out else logging.INFO, "%s: %s", source, report.summary())
    return report.attach(data_set(rows, turn_features()).data.table)
