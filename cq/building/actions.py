"""Actions on blocks, and the executor that applies them: `replay(start, actions)` is the built grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.types import Grid
from cq.world import IGLU_2022, RECORDED_GROUND, Palette, Zone
from cq.world.zone import IGLU


@dataclass(frozen=True)
class Action:
    """Place a block of `colour` (an id of the palette) at a cell of a zone, or break the block there (colour
    0).

    `cell` is a grid index (y, x, z). `x` and `z` are the world's coordinates, 0 in the middle of the zone;
    `y` counts from 63, and `level` from 1 on the ground.
    """

    kind: Literal["place", "break"]
    cell: tuple[int, int, int]
    colour: int = 0
    zone: Zone = IGLU
    palette: Palette = IGLU_2022

    @property
    def x(self) -> int:
        """From west to east, in the recordings from -5 to 5."""
        return self.zone.coordinates(self.cell)[0]

    @property
    def y(self) -> int:
        """From 63 on the ground."""
        return self.cell[0] + RECORDED_GROUND

    @property
    def z(self) -> int:
        """From north to south, in the recordings from -5 to 5."""
        return self.zone.coordinates(self.cell)[1]

    @property
    def level(self) -> int:
        """From 1 on the ground."""
        return self.cell[0] + 1

    @property
    def colour_name(self) -> str | None:
        """The colour of a placed block; None for a break."""
        return self.palette.ids[self.colour] if self.kind == "place" else None

    def __str__(self) -> str:
        what = f"place {self.colour_name}" if self.kind == "place" else "break the block"
        return f"{what} at x {self.x}, z {self.z}, level {self.level}"


def replay(start: npt.NDArray[Any], actions: Iterable[Action]) -> Grid:
    """The grid after all actions. Raises `InputError` if an action places on an occupied cell, breaks air, or
    is outside the zone.
    """
    grid = np.array(start, dtype=np.int8)
    zone = Zone.of(grid)
    for action in actions:
        if not zone.holds(action.cell):
            raise InputError(f"{action.kind} at {action.cell} is outside the zone {zone.shape}")
        if (action.kind == "place") == bool(grid[action.cell]):
            state = (
                "already holds a block; break it first" if grid[action.cell] else "holds no block to break"
            )
            raise InputError(f"cannot {action.kind} at {action.cell}: the cell {state}")
        grid[action.cell] = action.colour
    return grid


def actions_between(
    start: npt.NDArray[Any], end: npt.NDArray[Any], palette: Palette = IGLU_2022
) -> list[Action]:
    """Actions that turn the grid `start` into `end`: breaks from the top down, then places from the ground
    up. `palette` names the colours.

    A recoloured cell is broken and then placed again. `replay(start, actions_between(start, end))` is `end`.
    """
    zone = Zone.of(end)
    cells = [(int(y), int(x), int(z)) for y, x, z in np.argwhere(start != end)]
    breaks = [Action("break", cell, 0, zone, palette) for cell in reversed(cells) if start[cell]]
    places = [Action("place", cell, int(end[cell]), zone, palette) for cell in cells if end[cell]]
    return breaks + places
