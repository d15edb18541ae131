"""Sessions of the multi-turn set: which utterances led to which recorded world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from cq.data.iglu.dialogs import COLUMNS, find_table, qualified, spoken, step_number
from cq.data.report import MultiturnReport
from cq.data.storage.archive import READ_ERRORS, Archive
from cq.data.storage.tables import read_csv
from cq.errors import InputError
from cq.types import Grid
from cq.world import SHAPE, World

if TYPE_CHECKING:
    import pandas as pd

WORLDS = ("builder-data/", "initial_world_states/builder-data/")
"""Folders of the recordings, beside the table: of the multi-turn set, and of the first single-turn one."""


@dataclass
class Turn:
    """The utterances since the last turn, and the world that the builder made of them."""

    utterances: list[str]
    world: Grid


@dataclass
class Session:
    """A recorded session: the world before the first instruction, and the turns."""

    name: str
    structure: str
    initial: Grid
    turns: list[Turn] = field(default_factory=list)


def sessions(archive: Archive, report: MultiturnReport) -> Iterator[Session]:
    """The sessions of an archive that have a turn, in the table's order; `report` counts the rest."""
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
            rows = _in_order(steps, report)
            session = _session(archive, names, f"{worlds}{name}/", str(name), rows, report)
        except InputError as error:
            report.dropped_sessions[str(name)] = str(error)
            continue
        report.sessions_kept += 1
        report.turns_kept += len(session.turns)
        yield session


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


def _session(
    archive: Archive,
    names: set[str],
    folder: str,
    name: str,
    rows: list[dict[str, str]],
    report: MultiturnReport,
) -> Session:
    if not any(one.startswith(folder) for one in names):
        raise InputError(f"no recordings in {folder!r}")
    session = Session(name, rows[0]["structureId"], np.zeros(SHAPE, dtype=np.int8))
    pending: list[str] = []
    for row in rows:
        if not qualified(row):
            report.disqualified_steps += 1
            continue
        utterances = spoken(row)
        pending += utterances
        if not utterances and step_number(row) % 2 == 0:
            try:
                world = _recorded(archive, names, f"{folder}step-{step_number(row)}")
            except InputError as error:
                # Later steps were built on a world that we do not have.
                report.cut_sessions[name] = str(error)
                break
            pending = _add_world(session, pending, world, report)
    report.utterances_left_over += len(pending)
    if not session.turns:
        raise InputError(report.cut_sessions.pop(name, "no instruction changed the world"))
    return session


def _add_world(session: Session, pending: list[str], world: Grid, report: MultiturnReport) -> list[str]:
    """Add a recorded world to the session. Returns the utterances that have not led to a change yet."""
    before = session.turns[-1].world if session.turns else session.initial
    if np.array_equal(world, before):
        report.collapsed_steps += 1
        return pending
    if pending:
        session.turns.append(Turn(pending, world))
    elif session.turns:
        # No new instruction: the builder continued with the last one.
        report.steps_without_instruction += 1
        session.turns[-1].world = world
    else:
        session.initial = world
    return []


def _recorded(archive: Archive, names: set[str], name: str) -> Grid:
    step = name.rpartition("/")[2]
    if name not in names:
        raise InputError(f"{step} is missing; the steps from there on are left out")
    try:
        return World.from_json(archive.read(name), step).grid
    except READ_ERRORS as error:
        raise InputError(f"{step} cannot be read ({error}); the steps from there on are left out") from None
