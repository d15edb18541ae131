"""`Task`: one instruction, the worlds before and after it, and the scores of a built grid.

Names and meanings are those of the public packages (microsoft/iglu-datasets, iglu-contest/gridworld). The
docstrings name the differences from their code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, excerpt
from cq.metrics.grids import as_grids
from cq.metrics.intersection import argmax_intersection, maximal_intersection
from cq.metrics.reward import step_reward
from cq.metrics.skills import skills
from cq.types import Grid
from cq.world import TASK_GROUND, World
from cq.world.grid import HEIGHT

EXCERPT = 20

Rng: TypeAlias = "np.random.Generator | int | None"
"""A generator, or the seed of one; None is a new random generator."""


class Task:
    """A task: build `target_grid` from `starting_grid`, as `instruction` says after `dialog`.

    Grids are given in any form that `World.parse` reads, and stored as read-only int8 (9, 11, 11), IGLU 2022
    colours; `starting_grid` None is the empty world, `full_grid` None the target. `dialog` holds the
    utterances before the instruction, one per line (in `CustomTasks`, the whole conversation).

    If `invariant`, scores compare grids over rotations and horizontal shifts, otherwise cell by cell in
    place. With `admissible_only` (the public code's rule) a shift counts only if it keeps `full_grid` inside
    the zone; without it every shift counts (the public text's rule). A task is done when the grid has every
    block of the target, whatever else it has (the public rule, by which a removal task is done at its start);
    if `exact`, when it also has no other block.

    `max_int`, `prev_grid_size`, `right_placement` and `wrong_placement` describe the last grid that
    `step_intersection` received.
    """

    def __init__(
        self,
        instruction: str,
        target_grid: Any,
        dialog: str | None = None,
        starting_grid: Any = None,
        full_grid: Any = None,
        invariant: bool = True,
        *,
        admissible_only: bool = True,
        exact: bool = False,
    ) -> None:
        for name, text in (("instruction", instruction), ("dialog", dialog or "")):
            if not isinstance(text, str):
                raise InputError(f"{name} is {type(text).__name__} {excerpt(text, 40)}; it must be text")
        self.instruction, self.dialog = instruction, dialog or ""
        self.target_grid = as_grid(target_grid)
        self.starting_grid = as_grid(starting_grid)
        self.full_grid = self.target_grid if full_grid is None else as_grid(full_grid)
        self.invariant, self.admissible_only, self.exact = invariant, admissible_only, exact
        self._max_int: int | None = None
        self.reset()

    @property
    def target_size(self) -> int:
        """Number of blocks in the target."""
        return int(np.count_nonzero(self.target_grid))

    @property
    def skills(self) -> frozenset[str]:
        """The skills that building the target takes: see `cq.metrics.skills`."""
        return skills(self.target_grid)

    @property
    def max_int(self) -> int:
        """The maximal intersection of the last grid."""
        # Computed on first use: a data set loads thousands of tasks, and few of them are played.
        if self._max_int is None:
            self._max_int = self.maximal_intersection(self.starting_grid)
        return self._max_int

    def reset(self) -> Task:
        """Go back to the starting world. Returns the task itself."""
        self._max_int = None
        self.prev_grid_size = int(np.count_nonzero(self.starting_grid))
        self.right_placement = self.wrong_placement = 0
        return self

    def sample(self, rng: Rng = None) -> Task:
        """The task itself, reset. With it, a task can take the place of a set of tasks."""
        return self.reset()

    def maximal_intersection(self, grid: Any) -> int:
        """Most cells of the target that `grid` can match."""
        if not self.invariant:
            return self.get_intersection(grid, 0, 0, 0)
        return int(maximal_intersection(_checked(grid), self.target_grid, **self._shifts))

    def argmax_intersection(self, grid: Any) -> tuple[int, int, int]:
        """The (dx, dz, quarter turns) of the maximal intersection; (0, 0, 0) if nothing matches."""
        if not self.invariant:
            return 0, 0, 0
        return argmax_intersection(_checked(grid), self.target_grid, **self._shifts)

    def get_intersection(self, grid: Any, dx: int, dz: int, rot: int) -> int:
        """Number of matches of the target, turned by `rot` quarter turns and then moved by (-dx, -dz)."""
        turned = np.rot90(self.target_grid, rot, axes=(-1, -2))
        expected = turned[:, max(dx, 0) : 11 + min(dx, 0), max(dz, 0) : 11 + min(dz, 0)]
        found = _checked(grid)[:, max(-dx, 0) : 11 + min(-dx, 0), max(-dz, 0) : 11 + min(-dz, 0)]
        return int(np.count_nonzero((expected == found) & (expected != 0)))

    def step_intersection(self, grid: Any) -> tuple[int, int, bool]:
        """Go to `grid`. Returns by how much the maximal intersection has grown, by how much the number of
        blocks has shrunk (placing one block gives −1), and whether the task is done.

        A recoloured block counts by its effect on the intersection. The public code computes the intersection
        only if the number of blocks has changed, and so misses it.
        """
        size, found = int(np.count_nonzero(_checked(grid))), self.maximal_intersection(grid)
        self.right_placement, self.wrong_placement = found - self.max_int, self.prev_grid_size - size
        self._max_int, self.prev_grid_size = found, size
        done = found == self.target_size and (not self.exact or size == self.target_size)
        return self.right_placement, self.wrong_placement, done

    def reward(
        self, previous: Any, current: Any, *, right_scale: float = 2.0, wrong_scale: float = 1.0
    ) -> float:
        """The reward of going from one grid to another (see `cq.metrics.reward`), by this task's rule."""
        gained = self.maximal_intersection(current) - self.maximal_intersection(previous)
        added = np.count_nonzero(_checked(current)) - np.count_nonzero(_checked(previous))
        return step_reward(gained, int(added), right_scale=right_scale, wrong_scale=wrong_scale)

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[Task]:
        yield self

    def __repr__(self) -> str:
        text = self.instruction
        return f"Task(instruction={text if len(text) <= EXCERPT else text[:EXCERPT] + '…'!r})"

    @property
    def _shifts(self) -> dict[str, Any]:
        return {"admissible_only": True, "full": self.full_grid} if self.admissible_only else {}


def as_grid(x: Any) -> Grid:
    """The grid of anything that `World.parse` reads, and of a float array of integers, such as `np.zeros`.
    Heights of blocks below the recorded ones count from -1, as in the published goals. Raises `InputError`.
    """
    if isinstance(x, np.ndarray) and np.issubdtype(x.dtype, np.floating) and (x == np.rint(x)).all():
        x = x.astype(np.int64)
    grid: Grid = World.parse(x, ground=ground_of_goal(x)).grid
    return grid


def ground_of_goal(x: Any) -> int | None:
    """The height of the lowest layer of blocks (x, y, z, colour) that are all below the recorded heights, as
    in the published goals. None for other input.
    """
    is_goal = (
        isinstance(x, (list, tuple))
        and bool(x)
        and all(isinstance(b, (list, tuple)) and len(b) == 4 and isinstance(b[1], int) for b in x)
        and max(b[1] for b in x) < TASK_GROUND + HEIGHT
    )
    return TASK_GROUND if is_goal else None


def _checked(grid: Any) -> npt.NDArray[np.int64]:
    """One built grid as int64 (9, 11, 11), from an array, a `World`, a `Build`, or a list of blocks."""
    grids, single = as_grids(as_grid(grid) if isinstance(grid, list) else grid, "grid")
    if not single:
        raise InputError(f"a task scores one grid at a time; got {len(grids)}")
    checked: npt.NDArray[np.int64] = grids[0]
    return checked
