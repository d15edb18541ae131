"""Reading `dialogs.csv`: which utterances led to which recorded world, session by session.

Odd steps are the architect's (`instruction`, or `Answer4ClarifyingQuestion`), even ones the builder's
(`ClarifyingQuestion`, else a world recorded as `builder-data/<session>/step-N`).
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from cq.data.archive import READ_ERRORS, Archive
from cq.data.report import MultiturnReport
from cq.data.tables import read_csv
from cq.errors import InputError
from cq.world import SHAPE, World
from cq.world.grid import Grid

if TYPE_CHECKING:
    import pandas as pd

TABLES = ("dialogs.csv", "multi_turn_dialogs.csv")
COLUMNS = (
    "PartitionKey",
    "structureId",
    "StepId",
    "instruction",
    "ClarifyingQuestion",
    "Answer4ClarifyingQuestion",
    "IsHITQualified",
)
WORLDS = ("builder-data/", "initial_world_states/builder-data/")
"""Where recordings are, beside the table: of the multi-turn set, and of the first single-turn one."""

QUALIFIED = {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False}


@dataclass
class Turn:
    """What was said since the turn before, and the world that came of it."""

    utterances: list[str]
    world: Grid


@dataclass
class Session:
    """A session as recorded: the world before the first instruction, and the turns."""

    name: str
    structure: str
    initial: Grid
    turns: list[Turn] = field(default_factory=list)


class Dialogs:
    """What was said in sessions, to be asked for what came before one of their recordings."""

    def __init__(self, rows: Sequence[dict[str, str]]) -> None:
        self._steps: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for row in rows:
            utterance = spoken(row) if row["StepId"].strip().isdigit() and qualified(row) else None
            if utterance:
                self._steps[row["PartitionKey"]].append((int(row["StepId"]), utterance))

    @classmethod
    def find(cls, archive: Archive) -> Dialogs:
        """Those of an archive; none where it has no dialog table."""
        table = find_table(archive)
        return cls([] if table is None else read_csv(archive, table, COLUMNS).to_dict("records"))

    def before(self, world_path: str) -> str | None:
        """The utterances before the recording `…/<session>/step-N`, a line each; None where none is known."""
        match = re.search(r"([^/]+)/step-(\d+)$", world_path)
        if not match or match[1] not in self._steps:
            return None
        steps = sorted(self._steps[match[1]], key=lambda step: step[0])
        return "\n".join(utterance for number, utterance in steps if number < int(match[2]))


def find_table(archive: Archive) -> str | None:
    """The name of the dialog table in the archive, None where there is none."""
    tables = [name for name in archive.names() if name.rpartition("/")[2] in TABLES]
    return min(tables, key=len) if tables else None


def sessions(archive: Archive, report: MultiturnReport) -> Iterator[Session]:
    """The sessions of an archive that have a turn, in the table's order; the account goes to `report`."""
    table = find_table(archive)
    if table is None:
        raise InputError("no dialogs.csv in the data set; give upstream's multi-turn folder or its zip")
    root = table.rpartition("/")[0]
    names = set(archive.names())
    prefix = f"{root}/" if root else ""
    worlds = next(
        (prefix + one for one in WORLDS if any(name.startswith(prefix + one) for name in names)), prefix
    )
    for name, steps in read_csv(archive, table, COLUMNS).groupby("PartitionKey", sort=False):
        report.sessions_read += 1
        try:
            session = _session(archive, names, f"{worlds}{name}/", str(name), _in_order(steps), report)
        except InputError as error:
            report.dropped_sessions[str(name)] = str(error)
            continue
        report.sessions_kept += 1
        report.turns_kept += len(session.turns)
        yield session


def spoken(row: dict[str, str]) -> str | None:
    """What is said in a step, with its speaker; `$` runs are line ends."""
    if int(row["StepId"]) % 2:
        speaker, text = "Architect", row["instruction"] or row["Answer4ClarifyingQuestion"]
    else:
        speaker, text = "Builder", row["ClarifyingQuestion"]
    return "<{}> {}".format(speaker, re.sub(r"\$+", "\n", text).strip()) if text.strip() else None


def qualified(row: dict[str, str]) -> bool:
    """Whether a step counts. Raises `InputError` for a mark that says neither."""
    mark = QUALIFIED.get(row["IsHITQualified"].strip().lower())
    if mark is None:
        said = row["IsHITQualified"]
        raise InputError(f"step {row['StepId']}: IsHITQualified is {said!r}, neither true nor false")
    return mark


def _in_order(steps: pd.DataFrame) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = steps.to_dict("records")
    for row in rows:
        if not row["StepId"].strip().isdigit():
            raise InputError(f"StepId {row['StepId']!r} is not a whole number")
    structures = {row["structureId"] for row in rows}
    if len(structures) > 1:
        raise InputError(f"has more than one structure: {', '.join(sorted(structures))}")
    return sorted(rows, key=lambda row: int(row["StepId"]))


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
    said: list[str] = []
    for row in rows:
        if not qualified(row):
            report.disqualified_steps += 1
            continue
        utterance = spoken(row)
        if utterance:
            said.append(utterance)
        elif int(row["StepId"]) % 2 == 0:
            try:
                world = _recorded(archive, names, f"{folder}step-{int(row['StepId'])}")
            except InputError as error:
                # What comes later was built on a world that we have not seen.
                report.cut_sessions[name] = str(error)
                break
            said = _add(session, said, world, report)
    report.utterances_left_over += len(said)
    if not session.turns:
        raise InputError(report.cut_sessions.pop(name, "no instruction changed the world"))
    return session


def _add(session: Session, said: list[str], world: Grid, report: MultiturnReport) -> list[str]:
    """Add a recorded world to the session. Returns what was said and has not led to a change yet."""
    before = session.turns[-1].world if session.turns else session.initial
    if np.array_equal(world, before):
        report.collapsed_steps += 1
        return said
    if said:
        session.turns.append(Turn(said, world))
    elif session.turns:
        # Nothing new was asked for: the builder went on with the instruction before.
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
        return World.parse(json.loads(archive.read(name))).grid
    except READ_ERRORS as error:
        raise InputError(f"{step} cannot be read ({error}); the steps from there on are left out") from None
