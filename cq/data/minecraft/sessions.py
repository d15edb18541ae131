"""The games of the Minecraft dialogues as sessions: for cascaded evaluation, and as tasks by goal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cq.data.minecraft.games import Utterance
from cq.data.schema import check_columns, stack_grids
from cq.data.tasks.subtasks import Subtasks
from cq.metrics import SessionStep
from cq.types import Grid
from cq.utterances import write_utterance
from cq.world import Pose

if TYPE_CHECKING:
    import datasets


class SpokenInstruction(NamedTuple):
    """An instruction in a game: its text, the utterances before (oldest first), and the builder's pose."""

    text: str
    dialogue: tuple[Utterance, ...]
    pose: Pose


def minecraft_sessions(dataset: datasets.Dataset) -> list[list[SessionStep]]:
    """The games of `load_minecraft` (or some of its rows) as sessions for `cq.metrics.cascaded`.

    Each `SessionStep.instruction` is a `SpokenInstruction`. Segments without a net change are dropped: there
    is nothing to follow. A game with a missing segment gives one session before it and one after it, so that
    each step starts where the one before ended. Raises `InputError` for other rows.
    """
    starts, targets, rows = _grids_and_rows(dataset)
    sessions = []
    for run in _runs(rows):
        changed = [i for i in run if (starts[i] != targets[i]).any()]
        if changed:
            sessions.append([SessionStep(_spoken(rows[i]), starts[i], targets[i]) for i in changed])
    return sessions


def minecraft_tasks(dataset: datasets.Dataset) -> dict[str, list[Subtasks]]:
    """The games that built each goal: goal id, as in `TaskSet`, → sessions, `session_id` being the game.

    A turn of a session is a segment, its dialog the utterances since the segment before. A game with a
    missing segment gives several sessions, as in `minecraft_sessions`. Raises `InputError` for other rows.
    """
    starts, targets, rows = _grids_and_rows(dataset)
    tasks: dict[str, list[Subtasks]] = defaultdict(list)
    for run in _runs(rows):
        said = [[], *(_said(rows[i]) for i in run)]
        turns = [after[len(before) :] for before, after in pairwise(said)]
        game, goal = rows[run[0]]["game"], rows[run[0]]["goal"]
        worlds = [np.array(targets[i]) for i in run]
        tasks[goal].append(Subtasks(turns, worlds, session_id=game, initial=starts[run[0]]))
    return dict(tasks)


def _grids_and_rows(dataset: datasets.Dataset) -> tuple[Grid, Grid, list[dict[str, Any]]]:
    """Starts and targets, each (n, 9, 11, 11), and the columns of words and poses."""
    grids = ["start", "target"]
    columns = ["game", "goal", "number", "instruction", "dialogue", "said_since", "position", "look"]
    check_columns(dataset, grids + columns, "load_minecraft")
    starts, targets = (stack_grids(dataset, name) for name in grids)
    return starts, targets, dataset.select_columns(columns).to_list()


def _runs(rows: list[dict[str, Any]]) -> Iterator[list[int]]:
    """Indices of rows that follow each other in one game."""
    run: list[int] = []
    for i, row in enumerate(rows):
        if run and (row["game"], row["number"]) != (rows[i - 1]["game"], rows[i - 1]["number"] + 1):
            yield run
            run = []
        run.append(i)
    if run:
        yield run


def _spoken(row: dict[str, Any]) -> SpokenInstruction:
    x, y, z = row["position"]
    dialogue = tuple((turn["speaker"], turn["text"]) for turn in row["dialogue"])
    return SpokenInstruction(row["instruction"], dialogue, Pose((x, y, z), *row["look"]))


def _said(row: dict[str, Any]) -> list[str]:
    """All utterances of the game before the actions, each after its speaker's mark."""
    instruction = {"speaker": "architect", "text": row["instruction"]}
    turns = [*row["dialogue"], instruction, *row["said_since"]]
    return [write_utterance(turn["speaker"], turn["text"]) for turn in turns]
