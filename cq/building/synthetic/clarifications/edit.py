"""What a task changes, as the parts that answers speak of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cq.building.synthetic.scene import Cell
from cq.world.components import label_components
from cq.world.grid import Grid


@dataclass(frozen=True)
class Part:
    """Blocks of one colour that are placed or removed together; `cells` (y, x, z), in order."""

    colour: int
    cells: tuple[Cell, ...]
    removed: bool

    @cached_property
    def extent(self) -> Cell:
        """How many cells it covers upwards, from west to east, and from north to south."""
        height, width, depth = np.ptp(np.array(self.cells), axis=0) + 1
        return int(height), int(width), int(depth)

    @property
    def axis(self) -> int | None:
        """The only axis along which it has more than one cell: 0 up, 1 west to east, 2 north to south."""
        long = [axis for axis, length in enumerate(self.extent) if length > 1]
        return long[0] if len(long) == 1 else None


@dataclass(frozen=True)
class Edit:
    """A start grid and a target grid, both (9, 11, 11)."""

    start: Grid
    target: Grid

    @cached_property
    def kept(self) -> Grid:
        """The blocks that stay as they are: (9, 11, 11), 0 elsewhere."""
        return np.where(self.start == self.target, self.start, 0).astype(np.int8)

    @cached_property
    def placed(self) -> list[Part]:
        """The parts that the target has and the start has not, the largest first."""
        return _parts(self.target, self.start, removed=False)

    @cached_property
    def removed(self) -> list[Part]:
        """The parts that the start has and the target has not, the largest first."""
        return _parts(self.start, self.target, removed=True)


def _parts(grid: Grid, other: Grid, removed: bool) -> list[Part]:
    parts = []
    for colour in np.unique(grid[(grid != other) & (grid > 0)]):
        labels = label_components((grid == colour) & (other != colour))
        for label in range(1, int(labels.max()) + 1):
            cells = tuple((int(y), int(x), int(z)) for y, x, z in np.argwhere(labels == label))
            parts.append(Part(int(colour), cells, removed))
    return sorted(parts, key=lambda part: -len(part.cells))
