"""What a builder has done so far, step by step, and what can be seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cq.building.model.cells import Cells, Floats, cell_features, cell_names
from cq.building.token_embedder import Vectors
from cq.world import COLOURS
from cq.world.grid import Grid

STOP, BREAK = 0, len(COLOURS) + 1
"""Kinds of action besides 1…6, to place a block of that colour."""

KINDS = len(COLOURS) + 2
MOST_ACTIONS = 40
DISTANCES = 12
"""From the last action along one axis: −5…5, cut, and that there is no last one."""


class Step(NamedTuple):
    """One action in an example's frame: what (see `KINDS`) and where."""

    kind: int
    cell: tuple[int, int, int]

    @property
    def colour(self) -> int:
        """What the cell holds afterwards; 0 is air."""
        return 0 if self.kind == BREAK else self.kind


@dataclass(frozen=True)
class Example:
    """An instruction in its frame: vectors of its word pieces (w, …), the grid, how many colours it names;
    and, where they are known, the steps that it asks for.
    """

    words: Vectors
    grid: Grid
    named: int
    steps: tuple[Step, ...] = ()

    @property
    def blocks(self) -> Cells:
        """Cells (n, 3) of the blocks that stand."""
        return np.argwhere(self.grid)


class Course:
    """The steps taken from a grid: the grid after them, and for each number of steps, from 0, what was done
    last and which cells were taken. A course is never changed; `after` leads on to another.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.steps: tuple[Step, ...] = ()
        self.kinds, self.cells = [0], [(0, 0, 0)]
        self.features: list[Floats] = [np.zeros(len(cell_names()), dtype=np.float32)]
        self.moves: list[npt.NDArray[np.int64]] = [np.full(3, DISTANCES - 1)]
        self.taken: list[npt.NDArray[np.bool_]] = [grid.ravel() > 0]
        self._next: dict[Step, Course] = {}

    def after(self, step: Step) -> Course:
        """This course and one step more; the same object whenever it is asked for."""
        if step not in self._next:
            self._next[step] = self._led_on(step)
        return self._next[step]

    def through(self, steps: Sequence[Step]) -> Course:
        """This course and some steps more."""
        course = self
        for step in steps:
            course = course.after(step)
        return course

    def _led_on(self, step: Step) -> Course:
        new = Course.__new__(Course)
        new.grid = np.array(self.grid)
        new.grid[step.cell] = step.colour
        new.steps = (*self.steps, step)
        new.kinds, new.cells = [*self.kinds, step.kind], [*self.cells, step.cell]
        new.features = [*self.features, cell_features(new.grid, np.array([step.cell]))[0]]
        new.moves = [*self.moves, self._move_to(step)]
        new.taken = [*self.taken, new.grid.ravel() > 0]
        new._next = {}
        return new

    def _move_to(self, step: Step) -> npt.NDArray[np.int64]:
        """How far along y, x, z from the last action."""
        if not self.steps:
            return self.moves[0]
        half = (DISTANCES - 1) // 2
        return np.clip(np.subtract(step.cell, self.cells[-1]), -half, half) + half
