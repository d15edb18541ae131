"""The remaining changes of the blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.types import Cell
from cq.world.grid import HALF, TASK_GROUND

ANGLE = 5.0
"""Degrees of a turn of the look."""


@dataclass(frozen=True)
class Change:
    """A block to place (`colour` 1 to 6) or to break (0), at world coordinates (x, y, z)."""

    cell: Cell
    colour: int


def index(cell: Cell) -> Cell:
    """The grid index (y, x, z) of world coordinates (x, y, z)."""
    x, y, z = cell
    return y - TASK_GROUND, x + HALF, z + HALF


def cell_of(index: Cell) -> Cell:
    """The world coordinates (x, y, z) of a grid index (y, x, z)."""
    y, x, z = index
    return x - HALF, y + TASK_GROUND, z - HALF


def add(cell: Cell, other: Cell) -> Cell:
    """The sum of two cells, by coordinate."""
    return cell[0] + other[0], cell[1] + other[1], cell[2] + other[2]


def changes(grid: npt.NDArray[np.integer], target: npt.NDArray[np.integer]) -> list[Change]:
    """Blocks to break and, where the cell is free, to place, from the ground up."""
    found = []
    for y, x, z in np.argwhere(grid != target).tolist():
        colour = 0 if grid[y, x, z] else int(target[y, x, z])
        found.append(Change(cell_of((y, x, z)), colour))
    return found
