"""The difference between two worlds, as parts: blocks of one colour that are placed or removed together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.types import Cell, Grid
from cq.world.components import label_components
from cq.world.state import World
from cq.world.zone import Zone


@dataclass(frozen=True)
class Part:
    """Blocks of one colour, an id of the grid, that are placed or removed together.

    `cells` are (y, x, z), in order.
    """

    colour: int
    cells: tuple[Cell, ...]
    removed: bool = False

    @cached_property
    def extent(self) -> tuple[int, int, int]:
        """The number of cells that it covers upwards, from west to east, and from north to south."""
        spans = np.ptp(np.array(self.cells), axis=0) + 1
        return int(spans[0]), int(spans[1]), int(spans[2])

    @property
    def axis(self) -> int | None:
        """The only axis along which it has more than one cell: 0 up, 1 west to east, 2 north to south."""
        long = [axis for axis, length in enumerate(self.extent) if length > 1]
        return long[0] if len(long) == 1 else None

    @property
    def is_line(self) -> bool:
        """Whether it is two or more blocks in a line along one axis."""
        return len(self.cells) > 1 and sorted(self.extent)[:2] == [1, 1]

    @property
    def is_diagonal(self) -> bool:
        """Whether it is two or more blocks that touch by edges or corners, all in one direction."""
        steps = np.diff(np.array(self.cells), axis=0)
        if not len(steps) or (steps != steps[0]).any():
            return False
        return bool(np.abs(steps[0]).max() == 1 and np.abs(steps[0]).sum() > 1)

    @property
    def is_filled(self) -> bool:
        """Whether it fills the box that it covers."""
        return len(self.cells) == int(np.prod(self.extent))


@dataclass(frozen=True)
class Difference:
    """The changes from `start` to `target`, int8 grids of one zone, [y, x, z].

    `placed` are the parts of the target that are not in the start, `removed` the reverse; the largest part
    comes first. A block that changes its colour is in both.
    """

    start: Grid
    target: Grid
    placed: tuple[Part, ...]
    removed: tuple[Part, ...]

    @classmethod
    def between(cls, start: Any, target: Any, *, diagonals: bool = False) -> Difference:
        """The difference of two worlds in any form that `World.parse` reads, or of two int8 grids of a zone.

        The blocks of a part are joined face to face; with `diagonals`, also all blocks of a colour that lie
        on one diagonal. Raises `InputError` for a world that cannot be read, and for two zones.
        """
        before, after = _grid_of(start), _grid_of(target)
        if before.shape != after.shape:
            raise InputError(
                f"the worlds have the zones {Zone.of(before)} and {Zone.of(after)}; give two of one zone"
            )
        changed = before != after
        placed = _parts(after, changed, removed=False, diagonals=diagonals)
        return cls(before, after, placed, _parts(before, changed, removed=True, diagonals=diagonals))

    @cached_property
    def kept(self) -> Grid:
        """The unchanged blocks: int8, of the shape of the grids, 0 elsewhere."""
        return np.where(self.start == self.target, self.start, 0).astype(np.int8)


def _grid_of(x: Any) -> Grid:
    is_grid = isinstance(x, np.ndarray) and x.ndim == 3 and x.dtype == np.int8
    return x if is_grid else World.parse(x).grid


def _parts(grid: Grid, changed: npt.NDArray[Any], *, removed: bool, diagonals: bool) -> tuple[Part, ...]:
    parts: list[Part] = []
    for colour in np.unique(grid[changed & (grid > 0)]).tolist():
        mask = changed & (grid == colour)
        whole = Part(colour, _cells(mask), removed) if mask.any() else None
        if whole and diagonals and whole.is_diagonal:
            parts.append(whole)
        elif whole:
            labels = label_components(mask)
            joined = [_cells(labels == label) for label in range(1, int(labels.max()) + 1)]
            parts += [Part(colour, cells, removed) for cells in joined]
    return tuple(sorted(parts, key=lambda part: (-len(part.cells), part.colour, part.cells)))


def _cells(mask: npt.NDArray[Any]) -> tuple[Cell, ...]:
    return tuple((int(y), int(x), int(z)) for y, x, z in np.argwhere(mask))
