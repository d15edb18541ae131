"""The IGLU multi-turn set: sessions of an architect and a builder, as turns of an instruction and a world.

Upstream's layout, as a folder or as a zip of it:

    dialogs.csv                         one row per step: see `cq.data.iglu.dialogs`
    builder-data/<session>/step-N       the world after the builder's step N
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.data.folds import fold, normalise
from cq.data.iglu.dialogs import COLUMNS, TABLES, find_table, qualified, spoken, step_number
from cq.data.report import MultiturnReport, read_set
from cq.data.schema import grid_feature
from cq.data.storage.archive import Archive
from cq.data.storage.sources import SOURCES, locate
from cq.data.storage.tables import read_csv
from cq.errors import InputError
from cq.types import Grid, PathLike
from cq.world import SHAPE, World

if TYPE_CHECKING:
    import datasets
    import pandas as pd
    import pyarrow as pa

WORLDS = ("builder-data/", "initial_world_states/builder-data/")
"""Folders of the recordings, beside the table: of the multi-turn set, and of the first single-turn one."""

Row = dict[str, Any]


def turn_features() -> datasets.Features:
    """The columns of the multi-turn set, one row per turn.

    `utterances` are those of the turn, each with its speaker: an instruction, and if it was clarified, the
    question and the answer. Grids are int8 (9, 11, 11), [y, x, z], IGLU 2022 colours. `fold` is the fold of
    the utterances' words.
    """
    from datasets import Features, List, Value

    grid = grid_feature()
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
    path: PathLike | None = None, *, cache: bool = True, download: bool = False
) -> datasets.Dataset:
    """Load the multi-turn set as a `datasets.Dataset` of turns (see `turn_features`), session by session.

    `path` is upstream's folder or zip. None means the data folders (`CQ_DATA`, `IGLU_DATA_PATH`); if they do
    not have the set, `download` fetches upstream's pinned file. `cache` works as for `load_singleturn`.

    Raises `MissingFileError` or `InputError` if the set itself cannot be read.
    """
    from datasets import Dataset

    return Dataset(_table(path, cache, download))


def multiturn_report(
    path: PathLike | None = None, *, cache: bool = True, download: bool = False
) -> MultiturnReport:
    """The `MultiturnReport` of `load_multiturn(path)`."""
    return MultiturnReport.of(_table(path, cache, download))


def locate_multiturn(path: PathLike | None, download: bool = False) -> Path:
    """The folder or file of the set: see `cq.data.storage.sources`."""
    return locate("multiturn", [SOURCES["multiturn"].file], TABLES, path, download)


def _table(path: PathLike | None, cache: bool, download: bool) -> pa.Table:
    location = locate_multiturn(path, download)
    return read_set("multiturn", location, MultiturnReport, _all_turns, turn_features, cache)


def _all_turns(archive: Archive, report: MultiturnReport) -> Iterator[Row]:
    """The turns of an archive's sessions, in the table's order and the columns of `turn_features`; `report`
    counts the rest.
    """
    table = find_table(archive)
    if table is None:
        raise InputError("no dialogs.csv in the data set; give upstream's multi-turn folder or its zip")
    root = table.rpartition("/")[0]
    names = set(archive.names())
    prefix = f"{root}/" if root else ""
    folders = [prefix + folder for folder in WORLDS]
    worlds = next((f for f in folders if any(name.startswith(f) for name in names)), prefix)
    for name, steps in read_csv(archive, table, COLUMNS).groupby("PartitionKey", sort=False):
        report.sessions_read += 1
        try:
            of_session = _turns(archive, names, f"{worlds}{name}/", str(name), steps, report)
        except InputError as error:
            report.dropped_sessions[str(name)] = str(error)
            continue
        report.sessions_kept += 1
        report.turns_kept += len(of_session)
        for number, turn in enumerate(of_session):
            words = "\n".join(turn["utterances"])
            folded = fold(words) if normalise(words) else None
            yield {**turn, "session": str(name), "turn": number, "fold": folded}


def _in_order(steps: pd.DataFrame, report: MultiturnReport) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = steps.drop_duplicates().to_dict("records")
    numbers = [step_number(row) for row in rows if qualified(row)]
    report.repeated_steps += len(numbers) - len(set(numbers))
    structures = {row["structureId"] for row in rows}
    if len(structures) > 1:
        raise InputError(f"has more than one structure: {', '.join(sorted(structures))}")
    if not rows[0]["structureId"].strip():
        raise InputError("has no structureId")
    return sorted(rows, key=step_number)


def _turns(
    archive: Archive, names: set[str], folder: str, name: str, steps: pd.DataFrame, report: MultiturnReport
) -> list[Row]:
    """The turns of one session. Raises `InputError` if it has none, saying why."""
    rows = _in_order(steps, report)
    if not any(file.startswith(folder) for file in names):
        raise InputError(f"no recordings in {folder!r}")
    done: list[Row] = []
    pending: list[str] = []
    world = np.zeros(SHAPE, dtype=np.int8)
    for row in rows:
        if not qualified(row):
            report.disqualified_steps += 1
            continue
        utterances = spoken(row)
        pending += utterances
        if utterances or step_number(row) % 2:
            continue
        before = world
        try:
            world = _recorded(archive, names, f"{folder}step-{step_number(row)}")
        except InputError as error:
            # Later steps were built on a missing world.
            report.cut_sessions[name] = str(error)
            break
        if np.array_equal(world, before):
            report.collapsed_steps += 1
            continue
        if pending:
            turn = {"utterances": pending, "start": before, "target": world}
            done.append({**turn, "structure": row["structureId"]})
        elif done:
            # No new instruction: the builder continued with the last one.
            report.steps_without_instruction += 1
            done[-1]["target"] = world
        pending = []
    report.utterances_left_over += len(pending)
    if not done:
        raise InputError(report.cut_sessions.pop(name, "no instruction changed the world"))
    return done


def _recorded(archive: Archive, names: set[str], name: str) -> Grid:
    step = name.rpartition("/")[2]
    if name not in names:
        raise InputError(f"{step} is missing; the steps from there on are left out")
    try:
        return World.from_json(archive.read(name), step).grid
    except InputError as error:
        raise InputError(f"{step} cannot be read ({error}); the steps from there on are left out") from None
