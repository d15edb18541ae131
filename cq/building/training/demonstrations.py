"""From a start and a target grid to the steps between them, in the order they are learned in."""

from __future__ import annotations

import random

import numpy as np

from cq.building.model.trajectory import BREAK, Step
from cq.world import COLOURS
from cq.world.grid import Grid

Cell = tuple[int, int, int]


def steps_between(start: Grid, target: Grid, rng: random.Random | None = None) -> tuple[Step, ...]:
    """What is to be broken, from the top, then what is to be placed, colour by colour, from the ground.

    Of equal blocks the nearest to the last one comes next; with `rng`, nearness is blurred a little.
    Replayed on `start` the steps give `target`.
    """
    steps = [Step(BREAK, cell) for cell in _chain(_cells((start > 0) & (start != target)), None, -1, rng)]
    last = None
    for colour in range(1, len(COLOURS) + 1):
        for cell in _chain(_cells((target == colour) & (start != colour)), last, 1, rng):
            steps.append(Step(colour, cell))
            last = cell
    return tuple(steps)


def _cells(held: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[Cell]:
    return [(int(y), int(x), int(z)) for y, x, z in np.argwhere(held)]


def _chain(cells: list[Cell], last: Cell | None, upward: int, rng: random.Random | None) -> list[Cell]:
    """Each cell followed by the nearest of the rest; the first is the lowest (the highest: `upward` −1)."""
    left, chain = list(cells), []

    def far(cell: Cell) -> float:
        y, x, z = cell
        if last is None:
            return upward * y + (rng.random() if rng else 0.011 * x + 0.001 * z)
        away = 0.9 * abs(y - last[0]) + abs(x - last[1]) + abs(z - last[2])
        return away + (0.1 * rng.random() if rng else 0.0011 * x + 0.0001 * z)

    while left:
        last = min(left, key=far)
        left.remove(last)
        chain.append(last)
    return chain
