"""What a build changes: the blocks it places and those it removes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cq.world.directions import OFFSETS, Offset
from cq.world.grid import SHAPE, Grid

Cell = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Change:
    """The difference between two grids, int8 (9, 11, 11), [y, x, z]. With `colour`, an IGLU 2022 id, only
    blocks of that colour count.
    """

    start: Grid
    built: Grid
    colour: int | None = None

    @cached_property
    def placed(self) -> dict[Cell, int]:
        """The cells that get a block, with its colour, from the ground up."""
        return self._blocks(self.built)

    @cached_property
    def removed(self) -> dict[Cell, int]:
        """The cells that lose a block, with its colour. A block that changes its colour is in both."""
        return self._blocks(self.start)

    @cached_property
    def extent(self) -> tuple[int, int, int]:
        """How many cells the placed blocks cover upwards, from west to east, and from north to south."""
        if not self.placed:
            return 0, 0, 0
        spans = [max(axis) - min(axis) + 1 for axis in zip(*self.placed, strict=True)]
        return spans[0], spans[1], spans[2]

    @cached_property
    def is_line(self) -> bool:
        """Whether the placed blocks are two or more without a gap along one axis."""
        low, middle, high = sorted(self.extent)
        return (low, middle) == (1, 1) and high == len(self.placed) > 1

    @cached_property
    def is_diagonal(self) -> bool:
        """Whether the placed blocks are two or more that touch by edges or corners in one direction."""
        if len(self.placed) < 2:
            return False
        steps = np.diff(np.array(list(self.placed)), axis=0)
        return bool((steps == steps[0]).all() and np.abs(steps[0]).max() == 1 and np.abs(steps[0]).sum() > 1)

    @cached_property
    def touching(self) -> list[tuple[str, Cell, Cell]]:
        """Pairs of a placed cell and a block of the start that shares a face with it, as (side of the block,
        block, cell): blocks below come first, then the sides, then blocks above.
        """
        return [
            (side, block, cell)
            for side in ("up", "north", "east", "south", "west", "down")
            for cell in self.placed
            if (block := neighbour(cell, OFFSETS[side], -1)) and self.start[block] and self.built[block]
        ]

    def _blocks(self, grid: Grid) -> dict[Cell, int]:
        changed: npt.NDArray[np.bool_] = (self.start != self.built) & (grid != 0)
        if self.colour is not None:
            changed &= grid == self.colour
        return {(y, x, z): int(grid[y, x, z]) for y, x, z in np.argwhere(changed).tolist()}


def neighbour(cell: Cell, offset: Offset, steps: int = 1) -> Cell | None:
    """The cell some steps away, None outside the zone."""
    y, x, z = (i + steps * step for i, step in zip(cell, offset, strict=True))
    inside = 0 <= y < SHAPE[0] and 0 <= x < SHAPE[1] and 0 <= z < SHAPE[2]
    return (y, x, z) if inside else None
