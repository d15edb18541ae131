"""Demonstrations: the actions from a start grid to a target grid, in the order for training."""

from __future__ import annotations

import random

import numpy as np

from cq.building.model.trajectory import BREAK, FrameAction
from cq.types import Cell, Grid, Mask
from cq.world import COLOURS


def demonstration(start: Grid, target: Grid, rng: random.Random | None = None) -> tuple[FrameAction, ...]:
    """The actions that turn `start` into `target`: breaks from the top down, then placements, colour by
    colour, from the ground up.

    Among blocks of one colour, the nearest to the last one comes next. With `rng`, distances get a little
    noise, so that training sees several orders.
    """
    breaks = _nearest_first(_cells((start > 0) & (start != target)), None, -1, rng)
    actions = [FrameAction(BREAK, cell) for cell in breaks]
    last = None
    for colour in range(1, len(COLOURS) + 1):
        for cell in _nearest_first(_cells((target == colour) & (start != colour)), last, 1, rng):
            actions.append(FrameAction(colour, cell))
            last = cell
    return tuple(actions)


def _cells(mask: Mask) -> list[Cell]:
    return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(mask)]


def _nearest_first(
    cells: list[Cell], last: Cell | None, upward: int, rng: random.Random | None
) -> list[Cell]:
    """Each cell followed by the nearest of the rest. Without a `last` cell, the lowest comes first if
    `upward` is 1, the highest if it is −1.
    """
    remaining, ordered = list(cells), []

    def distance(cell: Cell) -> float:
        y, x, z = cell
        if last is None:
            return upward * y + (rng.random() if rng else 0.011 * x + 0.001 * z)
        away = 0.9 * abs(y - last[0]) + abs(x - last[1]) + abs(z - last[2])
        return away + (0.1 * rng.random() if rng else 0.0011 * x + 0.0001 * z)

    while remaining:
        last = min(remaining, key=distance)
        remaining.remove(last)
        ordered.append(last)
    return ordered
