"""Reading `dialogs.csv`: which utterances led to which recorded world, session by session.

Odd steps are the architect's (`instruction`, or `Answer4ClarifyingQuestion`), even ones the builder's
(`ClarifyingQuestion`, else a world recorded as `builder-data/<session>/step-N`). An answer is also taken
where it stands beside its question.
"""

from __future__ import annotations

import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from cq.data.iglu.report import MultiturnReport
from cq.data.storage.archive import READ_ERRORS, Archive
from cq.data.storage.tables import read_csv
from cq.errors import InputError
from cq.world import SHAPE, World
from cq.world.grid import Grid

if TYPE_CHECKING:
    import pandas as pd

log = logging.getLogger("cq.data")

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
            try:
                said = spoken(row) if qualified(row) else []
                self._steps[row["PartitionKey"]] += [(step_number(row), one) for one in said]
            except InputError as error:
                log.warning("session %s: %s; the step is left out", row["PartitionKey"], error)

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
    """The name of the dialog table in the archive, None where there is none. Raises `InputError` where there
    are several.
    """
    tables = [name for name in archive.names() if name.rpartition("/")[2] in TABLES]
    if len(tables) > 1:
        raise InputError(f"more than one set is here: {', '.join(tables[:3])}; give one's folder")
    return tables[0] if tables else None


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
            rows = _in_order(steps, report)
            session = _session(archive, names, f"{worlds}{name}/", str(name), rows, report)
        except InputError as error:
            report.dropped_sessions[str(name)] = str(error)
            continue
        report.sessions_kept += 1
        report.turns_kept += len(session.turns)
        yield session


def spoken(row: dict[str, str]) -> list[str]:
    """What is said in a step, each with its speaker; `$` runs are line ends."""
    answer = ("Architect", row["Answer4ClarifyingQuestion"])
    if step_number(row) % 2:
        said = [answer, ("Architect", row["instruction"])]
    else:
        said = [("Builder", row["ClarifyingQuestion"]), answer]
    lines = [(speaker, re.sub(r"\$+", "\n", text).strip()) for speaker, text in said]
    return [f"<{speaker}> {text}" for speaker, text in lines if text]


def step_number(row: dict[str, str]) -> int:
    """Raises `InputError` for one that is no whole number."""
    written = row["StepId"].strip().removesuffix(".0")
    if not written.isdecimal():
        raise InputError(f"StepId {row['StepId']!r} is not a whole number")
    return int(written)


def qualified(row: dict[str, str]) -> bool:
    """Whether a step counts. Raises `InputError` for a mark that says neither."""
    mark = QUALIFIED.get(row["IsHITQualified"].strip().lower())
    if mark is None:
        said = row["IsHITQualified"]
        raise InputError(f"step {row['StepId']}: IsHITQualified is {said!r}, neither true nor false")
    return mark


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
    said: list[str] = []
    for row in rows:
        if not qualified(row):
            report.disqualified_steps += 1
            continue
        now = spoken(row)
        said += now
        if not now and step_number(row) % 2 == 0:
            try:
                world = _recorded(archive, names, f"{folder}step-{step_number(row)}")
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
