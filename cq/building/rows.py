"""The single-turn set as rows to train and judge the builder on."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cq.building.batch import Example
from cq.building.frame import Frame
from cq.building.steps import steps_between
from cq.building.words import WordReader
from cq.data import rows_with, stack_grids
from cq.world.grid import Grid

if TYPE_CHECKING:
    import datasets


@dataclass(frozen=True)
class BuildRow:
    """One instruction, the grid it was given in, the one its architect had in mind, and the one that a second
    person built from the same words, where there is one.
    """

    instruction: str
    start: Grid
    target: Grid
    built: Grid | None
    clear: bool
    fold: int


def build_rows(dataset: datasets.Dataset) -> list[BuildRow]:
    """The rows of the single-turn set that have a target, in order."""
    rows = rows_with(dataset, "target")
    starts, targets = stack_grids(rows, "start"), stack_grids(rows, "target")
    has = np.array([grid is not None for grid in rows["built"]])
    second = iter(stack_grids(rows.select(np.flatnonzero(has)), "built") if has.any() else ())
    columns = zip(
        rows["instruction"][:], starts, targets, has, rows["label"][:], rows["fold"][:], strict=True
    )
    return [
        BuildRow(text, start, target, next(second) if built else None, label == 0, fold)
        for text, start, target, built, label, fold in columns
    ]


def example_of(
    instruction: str,
    start: Grid,
    reader: WordReader,
    target: Grid | None = None,
    rng: random.Random | None = None,
) -> tuple[Example, Frame]:
    """An instruction in its frame, and that frame; with `rng` in one drawn at random (see `Frame.of`)."""
    frame = Frame.of(instruction, start, rng)
    words, grid = reader.read(frame.text(instruction)), frame.grid(start)
    follow = None if target is None else steps_between(grid, frame.grid(target), rng)
    return Example(words, grid, frame.named, to_follow=follow), frame
