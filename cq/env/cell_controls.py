"""Actions on cells, for agents that think in blocks and not in steps and looks, such as language models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from cq.building.actions import Action, actions_between
from cq.env.controls import Controls
from cq.env.physics import Physics
from cq.errors import InputError, excerpt
from cq.types import Cell, Grid
from cq.world import COLOURS, SHAPE

BREAK, STOP = 0, 7
"""The first number of an action; 1 to 6 place a block of that colour."""


class Cells(Controls):
    """`MultiDiscrete([8, 9, 11, 11])`: the action, then the grid index y, x, z. 0 breaks the block there, 1
    to 6 place one of that colour, 7 ends the episode wherever the cell is. An `Action` of `cq.build` and the
    word "stop" are taken as well.

    Placing needs a free cell and a block of the colour in the inventory, breaking a block; otherwise nothing
    happens, and `info["refused"]` says why. The body stays where it is. Options of other spaces do nothing.
    """

    def __init__(self, **_: bool) -> None:
        self.space: spaces.Space[Any] = spaces.MultiDiscrete([STOP + 1, *SHAPE])

    def apply(self, body: Physics, action: Any) -> tuple[Cell | None, bool, str]:
        what, cell = self._read(action)
        if what == STOP:
            return None, True, ""
        if what == BREAK:
            if not body.grid[cell]:
                return None, False, f"there is no block at {cell} to break"
        elif body.grid[cell]:
            return None, False, f"there is a block at {cell}; break it first"
        elif body.inventory[what - 1] <= 0:
            return None, False, f"no {COLOURS[what - 1]} block is left"
        body.set_cell(cell, what)
        return cell, False, ""

    def _read(self, action: Any) -> tuple[int, Cell]:
        if isinstance(action, Action):
            action = (BREAK if action.kind == "break" else action.colour, *action.cell)
        elif isinstance(action, str) and action == "stop":
            return STOP, (0, 0, 0)
        given = action.tolist() if isinstance(action, np.ndarray) else action
        if isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 4:
            numbers = [int(n) for n in given if isinstance(n, int | np.integer)]
            if len(numbers) == 4 and all(
                0 <= n < most for n, most in zip(numbers, (STOP + 1, *SHAPE), strict=True)
            ):
                return numbers[0], (numbers[1], numbers[2], numbers[3])
        raise InputError(
            f"action {excerpt(action)} is not (what, y, x, z) with what 0 (break), 1 to 6 (place) or 7 "
            f"(stop), y 0 to 8, x and z 0 to 10; an Action of cq.build or 'stop' will do as well"
        )


def cell_actions(start: Grid, end: Grid) -> list[tuple[int, int, int, int]]:
    """The actions of this space that turn `start` into `end`, and stop."""
    steps = [(action.colour, *action.cell) for action in actions_between(start, end)]
    return [*steps, (STOP, 0, 0, 0)]
