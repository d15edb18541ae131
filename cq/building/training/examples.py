"""The single-turn set as rows to train and judge the builder on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cq.building.task import Task
from cq.data import rows_with, stack_grids
from cq.errors import InputError
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

    @property
    def task(self) -> Task:
        """The task as its architect meant it."""
        return Task(self.instruction, self.start, self.target)


def build_rows(dataset: datasets.Dataset) -> list[BuildRow]:
    """The rows of the single-turn set that have a target, in order.

    Raises `InputError` where they are too few to learn from and be judged on: all of one fold, or none clear.
    """
    rows = rows_with(dataset, "target")
    if len(set(rows["fold"])) < 2 or 0 not in rows["label"]:
        raise InputError(
            f"{len(rows)} rows have a target world, which is what the builder learns from; it needs them in "
            "two folds at the least (`cq.data.fold`), and a clear one among them"
        )
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
