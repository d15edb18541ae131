"""Actions on blocks, and the executor that applies them: `replay(start, actions)` is the built grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.types import Grid
from cq.world import COLOURS, SHAPE
from cq.world.grid import HALF, RECORDED_GROUND


@dataclass(frozen=True)
class Action:
    """Place a block of `colour` (IGLU 2022 id) at a cell, or break the block there (colour 0).

    `cell` is a grid index (y, x, z). `x` and `z` are the world's coordinates, -5…5; `y` counts from 63, and
    `level` from 1 on the ground.
    """

    kind: Literal["place", "break"]
    cell: tuple[int, int, int]
    colour: int = 0

    @property
    def x(self) -> int:
        """From -5 in the west to 5 in the east."""
        return self.cell[1] - HALF

    @property
    def y(self) -> int:
        """From 63 on the ground to 71."""
        return self.cell[0] + RECORDED_GROUND

    @property
    def z(self) -> int:
        """From -5 in the north to 5 in the south."""
        return self.cell[2] - HALF

    @property
    def level(self) -> int:
        """From 1 on the ground to 9."""
        return self.cell[0] + 1

    def __str__(self) -> str:
        what = f"place {COLOURS[self.colour - 1]}" if self.kind == "place" else "break the block"
        return f"{what} at x {self.x}, z {self.z}, level {self.level}"


def replay(start: npt.NDArray[Any], actions: Iterable[Action]) -> Grid:
    """The grid after all actions. Raises `InputError` if an action places on an occupied cell, breaks air, or
    is outside the zone.
    """
    grid = np.array(start, dtype=np.int8)
    for action in actions:
        if not all(0 <= i < n for i, n in zip(action.cell, SHAPE, strict=True)):
            raise InputError(f"{action.kind} at {action.cell} is outside the zone {SHAPE}")
        if (action.kind == "place") == bool(grid[action.cell]):
            state = (
                "already holds a block; break it first" if grid[action.cell] else "holds no block to break"
            )
            raise InputError(f"cannot {action.kind} at {action.cell}: the cell {state}")
        grid[action.cell] = action.colour
    return grid


def actions_between(start: npt.NDArray[Any], end: npt.NDArray[Any]) -> list[Action]:
    """Actions that turn `start` into `end`: breaks from the top down, then places from the ground up.

    A recoloured cell is broken and then placed again. `replay(start, actions_between(start, end))` is `end`.
    """
    cells = [(int(y), int(x), int(z)) for y, x, z in np.argwhere(start != end)]
    breaks = [Action("break", cell) for cell in reversed(cells) if start[cell]]
    places = [Action("place", cell, int(end[cell])) for cell in cells if end[cell]]
    return breaks + places
