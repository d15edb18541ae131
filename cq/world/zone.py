"""The building zone: its numbers of cells, and their positions.

A grid of a zone has its shape, (height, width, depth), so that a grid tells its zone (`Zone.of`). In
coordinates the middle is x 0, z 0: of an even number of cells one more lies to the west, or to the north, so
11 cells are -5 to 5, and 20 cells -10 to 9. Levels are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from cq.arrays import is_integer
from cq.errors import InputError, excerpt
from cq.types import Cell, Grid

MOST_WIDE, MOST_HIGH = 64, 32
"""The greatest width and depth, and the greatest height, in cells."""

_NAMES = ("width", "depth", "height")


@dataclass(frozen=True)
class Zone:
    """A building zone: `width` cells from west to east, `depth` from north to south, `height` levels.

    Raises `InputError` for a width or depth outside 1…64, and a height outside 1…32.
    """

    width: int = 11
    depth: int = 11
    height: int = 9

    def __post_init__(self) -> None:
        for name, most in zip(_NAMES, (MOST_WIDE, MOST_WIDE, MOST_HIGH), strict=True):
            value = getattr(self, name)
            if not is_integer(value) or not 1 <= int(value) <= most:
                raise InputError(
                    f"the {name} of a zone is {excerpt(value)}; give a whole number from 1 to {most}"
                )
            object.__setattr__(self, name, int(value))

    @classmethod
    def of(cls, grid: Grid) -> Zone:
        """The zone of a grid (height, width, depth). Raises `InputError` for another number of axes."""
        if grid.ndim != 3:
            raise InputError(f"a grid has the axes [y, x, z]; got the shape {grid.shape}")
        return _of_shape(grid.shape)

    @classmethod
    def parse(cls, x: Any) -> Zone:
        """A zone; or one as a dict of width, depth and height, where missing ones are 11, 11 and 9; or as
        these three numbers. Raises `InputError` for anything else.
        """
        if isinstance(x, Zone):
            return x
        if isinstance(x, Mapping) and set(x) <= set(_NAMES):
            return cls(**x)
        if isinstance(x, (list, tuple)) and len(x) == len(_NAMES):
            return cls(*x)
        raise InputError(f"zone is {excerpt(x)}; give a cq.Zone(width, depth, height)")

    @cached_property
    def shape(self) -> tuple[int, int, int]:
        """The shape of its grids: (height, width, depth)."""
        return self.height, self.width, self.depth

    @cached_property
    def middle(self) -> Cell:
        """The cell (y, x, z) on the ground at x 0, z 0."""
        return 0, self.width // 2, self.depth // 2

    @cached_property
    def last(self) -> Cell:
        """The greatest index along each axis, (y, x, z): the highest cell in the south-east corner."""
        return self.height - 1, self.width - 1, self.depth - 1

    @cached_property
    def floor(self) -> tuple[Cell, ...]:
        """The cells on the ground, from west to east, then from north to south."""
        return tuple((0, x, z) for x in range(self.width) for z in range(self.depth))

    @property
    def xs(self) -> range:
        """The x coordinates, from west to east."""
        return range(-self.middle[1], self.width - self.middle[1])

    @property
    def zs(self) -> range:
        """The z coordinates, from north to south."""
        return range(-self.middle[2], self.depth - self.middle[2])

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.depth * self.height

    def holds(self, cell: Cell) -> bool:
        """Whether a cell (y, x, z) is inside."""
        y, x, z = cell
        return 0 <= y < self.height and 0 <= x < self.width and 0 <= z < self.depth

    def cell(self, x: int, z: int, level: int = 1) -> Cell:
        """The cell (y, x, z) at coordinates; it may be outside."""
        return level - 1, x + self.middle[1], z + self.middle[2]

    def coordinates(self, cell: Cell) -> tuple[int, int, int]:
        """The coordinates (x, z, level) of a cell (y, x, z)."""
        return cell[1] - self.middle[1], cell[2] - self.middle[2], cell[0] + 1

    def cells(self) -> Iterator[Cell]:
        """All cells, level by level."""
        return ((y, x, z) for y in range(self.height) for _, x, z in self.floor)

    def is_corner(self, cell: Cell) -> bool:
        """Whether a cell is at a corner, at any level."""
        return cell[1] in (0, self.last[1]) and cell[2] in (0, self.last[2])

    def to_dict(self) -> dict[str, int]:
        """The numbers of cells by name, which `parse` reads."""
        return {name: getattr(self, name) for name in _NAMES}

    def __str__(self) -> str:
        return f"{self.width} × {self.depth} cells, {self.height} levels"


@lru_cache(maxsize=64)
def _of_shape(shape: tuple[int, int, int]) -> Zone:
    """The one zone of a shape: its floor is listed once."""
    height, width, depth = shape
    return Zone(width, depth, height)


IGLU = Zone()
"""The zone of the IGLU recordings, and the default zone of worlds."""
