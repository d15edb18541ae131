"""`RandomTasks`: small random goals."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cq.data.tasks.task import Rng, Task
from cq.data.tasks.task_sets import Tasks
from cq.errors import InputError, excerpt
from cq.types import Grid
from cq.world import COLOURS, SHAPE
from cq.world.grid import HEIGHT, WIDTH


class RandomTasks(Tasks):
    """Goals of 1 to `max_blocks` blocks without dialog; fewer if the other bounds leave no room.

    - `height_levels`: number of levels, from the ground, that may hold blocks, 1 to 9;
    - `allow_float`: whether a block may have air below it;
    - `max_dist`: the largest Chebyshev distance between any two blocks, (x, y, z);
    - `num_colors`: colours have the ids 1 to this number, which is 1 to 6;
    - `max_cache`: 0 samples a new goal each time; otherwise that many goals are sampled once and kept.

    `rng` seeds all sampling. (The public code places `max_blocks` on each level, floating, and bounds only
    the distance to the first block of a level.) Raises `InputError` for a bound out of its range.
    """

    def __init__(
        self,
        max_blocks: int = 4,
        height_levels: int = 1,
        allow_float: bool = False,
        max_dist: int = 2,
        num_colors: int = 1,
        max_cache: int = 0,
        *,
        rng: Rng = None,
    ) -> None:
        _check("max_blocks", max_blocks, 1, int(np.prod(SHAPE)))
        _check("height_levels", height_levels, 1, HEIGHT)
        _check("max_dist", max_dist, 0, WIDTH - 1)
        _check("num_colors", num_colors, 1, len(COLOURS))
        _check("max_cache", max_cache, 0, 1_000_000)
        self.max_blocks, self.height_levels, self.allow_float = max_blocks, height_levels, allow_float
        self.max_dist, self.num_colors, self.max_cache = max_dist, num_colors, max_cache
        self._rng = np.random.default_rng(rng)
        super().__init__({str(i): self.sample_task() for i in range(max(1, max_cache))})

    def sample_task(self, rng: Rng = None) -> Task:
        """A new goal, which is not added to the set."""
        return Task("", self._goal(self._rng if rng is None else np.random.default_rng(rng)))

    def sample(self, rng: Rng = None) -> Task:
        """One of the kept goals, or a new one if none are kept. It becomes the current task."""
        if self.max_cache:
            return super().sample(self._rng if rng is None else rng)
        self.current = self.sample_task(rng)
        self.tasks = {"0": self.current}
        return self.current

    def __len__(self) -> int:
        """The number of kept goals."""
        return self.max_cache

    def __bool__(self) -> bool:
        """Always true: there is always a goal to sample."""
        return True

    def __iter__(self) -> Iterator[Task]:
        """The kept goals; if none are kept, an endless stream of new ones."""
        if self.max_cache:
            yield from super().__iter__()
            return
        while True:
            yield self.sample()

    def __repr__(self) -> str:
        return (
            f"RandomTasks(max_blocks={self.max_blocks}, height_levels={self.height_levels}, "
            f"allow_float={self.allow_float}, max_dist={self.max_dist}, num_colors={self.num_colors}, "
            f"max_cache={self.max_cache})"
        )

    def _goal(self, rng: np.random.Generator) -> Grid:
        """A goal built block by block, each in a random allowed cell."""
        grid = np.zeros(SHAPE, dtype=np.int8)
        free = self._within(rng)
        for _ in range(int(rng.integers(1, self.max_blocks + 1))):
            allowed = free & (grid == 0)
            if not self.allow_float:
                allowed[1:] &= grid[:-1] != 0
            cells = np.argwhere(allowed)
            if not len(cells):
                break
            y, x, z = cells[int(rng.integers(len(cells)))]
            grid[y, x, z] = rng.integers(1, self.num_colors + 1)
        return grid

    def _within(self, rng: np.random.Generator) -> np.ndarray:
        """A random box of cells, no two of which are farther apart than `max_dist`."""
        side = self.max_dist + 1
        levels = min(self.height_levels, side)
        lowest = int(rng.integers(self.height_levels - levels + 1)) if self.allow_float else 0
        x, z = (int(rng.integers(WIDTH - side + 1)) for _ in range(2))
        box = np.zeros(SHAPE, dtype=bool)
        box[lowest : lowest + levels, x : x + side, z : z + side] = True
        return box


def _check(name: str, value: int, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
        raise InputError(f"{name} is {excerpt(value)}; give a whole number from {least} to {most}")
