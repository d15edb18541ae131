"""The rows of the single-turn set that the builder is trained and evaluated on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cq.building.example import BuildingExample
from cq.data import rows_with, stack_grids
from cq.errors import InputError
from cq.types import Grid
from cq.world import Pose, World
from cq.world.directions import COMPASS

if TYPE_CHECKING:
    import datasets


@dataclass(frozen=True)
class RecordedBuild:
    """One recorded instruction with its grids (9, 11, 11).

    `start` is the world before it, `target` what its architect meant, `built` what a second person built
    from the same instruction, if anyone did. `fold` is its cross-validation fold. `facing` is the compass
    direction of the recorded look, `question` a person's question about an unclear instruction.
    """

    instruction: str
    start: Grid
    target: Grid
    built: Grid | None
    clear: bool
    fold: int
    facing: str | None = None
    question: str | None = None

    @property
    def world(self) -> World:
        """The start world, with the recorded look."""
        if self.facing is None:
            return World(self.start)
        return World(self.start, Pose((0, 0, 0), yaw=-COMPASS.index(self.facing) * math.pi / 2))

    @property
    def example(self) -> BuildingExample:
        """The example with the architect's target."""
        return BuildingExample(self.instruction, self.start, self.target, facing=self.facing)


def recorded_builds(dataset: datasets.Dataset) -> list[RecordedBuild]:
    """The rows of the single-turn set that have a target, in order.

    Raises `InputError` if they are too few to train and evaluate on: all in one fold, or none clear.
    """
    rows = rows_with(dataset, "target")
    if len(set(rows["fold"])) < 2 or 0 not in rows["label"]:
        raise InputError(
            f"{len(rows)} rows have a target world, from which the builder learns; it needs rows of at least "
            "two folds (`cq.data.fold`), and at least one clear row"
        )
    starts, targets = stack_grids(rows, "start"), stack_grids(rows, "target")
    has_built = rows.select_columns(["built"]).with_format("arrow")[:]["built"].is_valid().to_numpy()
    built_rows = rows.select(np.flatnonzero(has_built))
    built = iter(stack_grids(built_rows, "built") if has_built.any() else ())
    facings = [None if look is None else Pose((0, 0, 0), *look).facing for look in rows["look"][:]]
    named = [rows[name][:] for name in ("instruction", "label", "fold", "question")]
    return [
        RecordedBuild(text, start, target, next(built) if has else None, label == 0, fold, facing, question)
        for text, label, fold, question, start, target, has, facing in zip(
            *named, starts, targets, has_built, facings, strict=True
        )
    ]
