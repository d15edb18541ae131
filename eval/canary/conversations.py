"""The conversations of `blind_dev.json`: what is said, turn by turn, each with a book of answers.

A case has `world` (x, z, level from 1, colour), `turns` (`say`, and `answers`: an answer book) and `final`,
the ends that are right: the cells that differ from the start (x, z, level, and a colour or null).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import cq
from cq.arena.answering import BookAnswers
from cq.files.json_input import read_json
from cq.settings import data_file
from cq.types import Grid
from cq.world import COLOUR_IDS
from cq.world.grid import HALF, RECORDED_GROUND

FILE = "blind_dev.json"
MOST_ANSWERS = 4
"""Answers to what is asked about one turn, at most."""


def load_conversations(path: Path | None = None) -> list[dict[str, Any]]:
    """The conversations of a file; by default of the data folder. Raises `MissingFileError`."""
    path = data_file(FILE) if path is None else path
    found: list[dict[str, Any]] = read_json(path, "file of conversations")
    return found


def ends_right(case: Mapping[str, Any]) -> bool:
    """Whether the world at the end of a conversation with `cq.Dialogue` is one of the right ends. It is
    not if something that is said is refused as bad input.
    """
    blocks = [(x, RECORDED_GROUND + level - 1, z, colour) for x, z, level, colour in case["world"]]
    dialogue = cq.Dialogue(blocks)
    try:
        for turn in case["turns"]:
            _take(dialogue, turn["say"], BookAnswers(turn["answers"]))
    except cq.InputError:
        return False
    start, end = dialogue.start.grid, dialogue.world.grid
    return any(np.array_equal(end, _changed(start, cells)) for cells in case["final"])


def _take(dialogue: cq.Dialogue, said: str, book: BookAnswers) -> None:
    """Say something, and answer what is asked about it."""
    turn = dialogue.say(said)
    for _ in range(MOST_ANSWERS):
        if turn.question is None:
            return
        turn = dialogue.answer(book.answer(turn.question))


def _changed(start: Grid, cells: Sequence[Sequence[Any]]) -> Grid:
    """The start with some cells (x, z, level, colour or None) as they are at an end."""
    grid = start.copy()
    for x, z, level, colour in cells:
        grid[level - 1, x + HALF, z + HALF] = 0 if colour is None else COLOUR_IDS[colour]
    return grid
