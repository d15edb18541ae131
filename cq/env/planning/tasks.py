"""What is left to do to the blocks, and from which looks it can be done."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.env.physics import REACH, TOP, Cell, Physics, Point
from cq.world.grid import HALF, TASK_GROUND

SIDES: tuple[Cell, ...] = ((0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0))
ANGLE = 5.0
SPOTS = ((0.0, 0.0), (0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3))


@dataclass(frozen=True)
class Change:
    """A block to place (`colour` 1 to 6) or to break (0), at world coordinates (x, y, z)."""

    cell: Cell
    colour: int


def index(cell: Cell) -> Cell:
    """The grid index (y, x, z) of world coordinates (x, y, z)."""
    x, y, z = cell
    return y - TASK_GROUND, x + HALF, z + HALF


def add(one: Cell, other: Cell) -> Cell:
    """The sum of two cells, by coordinate."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def changes(grid: npt.NDArray[np.integer], target: npt.NDArray[np.integer]) -> list[Change]:
    """Blocks to break and, where the cell is free, to place, from the ground up."""
    found = []
    for y, x, z in np.argwhere(grid != target).tolist():
        colour = 0 if grid[y, x, z] else int(target[y, x, z])
        found.append(Change((x - HALF, y + TASK_GROUND, z - HALF), colour))
    return found


def looks(body: Physics, change: Change) -> Iterator[tuple[float, float]]:
    """Looks (yaw, pitch), a whole number of turns of 5° away, from which the body would make the change.

    The nearest ones to the middle of a side come first. The body's own look is changed in the search.
    """
    yaw, pitch = body.yaw % ANGLE, body.pitch % ANGLE
    tried = set()
    for aim in _points(body, change):
        distance, turn, tilt = _direction(body.position, aim)
        if distance > REACH:
            continue
        for one in _around(turn, yaw):
            for other in _around(tilt, pitch):
                look = (one % 360, other)
                if abs(other) > 90 or look in tried:
                    continue
                tried.add(look)
                body.yaw, body.pitch = look
                hit, before = body.aim()
                if (before if change.colour else hit) == change.cell and hit is not None:
                    yield look


def bridge(body: Physics, cell: Cell, target: npt.NDArray[np.integer]) -> list[Cell]:
    """The shortest chain of free cells from one beside a block or the floor to one beside `cell`; cells that
    the target fills count as nothing. Empty if `cell` itself has a neighbour.
    """
    queue: deque[tuple[Cell, tuple[Cell, ...]]] = deque([(cell, ())])
    seen = {cell}
    while queue:
        at, chain = queue.popleft()
        if any(body.is_solid(add(at, side)) for side in SIDES):
            return list(reversed(chain))
        for side in SIDES:
            after = add(at, side)
            if after in seen or not _is_inside(after) or body.is_solid(after):
                continue
            seen.add(after)
            step = (after, (*chain, after))
            if target[index(after)]:
                queue.appendleft(step)
            else:
                queue.append(step)
    return []


def _is_inside(cell: Cell) -> bool:
    x, y, z = cell
    return abs(x) <= HALF and abs(z) <= HALF and TASK_GROUND <= y < TOP


def _points(body: Physics, change: Change) -> Iterator[Point]:
    """Points on the sides that can be seen: of the block to break, or of those around the free cell."""
    eye = body.position
    sides = []
    for side in SIDES:
        if change.colour:
            if not body.is_solid(add(change.cell, side)):
                continue
            outward = (-side[0], -side[1], -side[2])
        else:
            if body.is_solid(add(change.cell, side)):
                continue
            outward = side
        centre = tuple(c + 0.5 * s for c, s in zip(change.cell, side, strict=True))
        if sum((e - c) * o for e, c, o in zip(eye, centre, outward, strict=True)) > 0:
            sides.append((side, centre))
    for spot in SPOTS:
        for side, (x, y, z) in sides:
            if side[0]:
                yield x, y + spot[0], z + spot[1]
            elif side[1]:
                yield x + spot[0], y, z + spot[1]
            else:
                yield x + spot[0], y + spot[1], z


def _direction(eye: Point, to: Point) -> tuple[float, float, float]:
    """Distance, yaw and pitch of a point from the eyes."""
    x, y, z = (t - e for t, e in zip(to, eye, strict=True))
    flat = math.hypot(x, z)
    return math.hypot(flat, y), math.degrees(math.atan2(x, -z)), math.degrees(math.atan2(y, flat))


def _around(angle: float, offset: float) -> tuple[float, float]:
    """The two angles around `angle` that are `offset` plus a multiple of 5°."""
    below = math.floor((angle - offset) / ANGLE) * ANGLE + offset
    return (below, below + ANGLE) if angle - below < ANGLE / 2 else (below + ANGLE, below)
