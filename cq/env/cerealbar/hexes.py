"""The grid of 25 × 25 hexagons, as tables of integers.

A cell is y × 25 + x; x grows to the east and y to the north, and each odd row is shifted half a cell to the
east. A pose is cell × 6 + heading. The geometry is that of the public game (lil-lab/cerealbar).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

SIZE = 25
CELLS = SIZE * SIZE
HEADINGS = ("northeast", "east", "southeast", "southwest", "west", "northwest")
"""Headings clockwise. Heading i is 30° + 60° × i clockwise from north."""

_OFFSETS = (
    ((0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    ((1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1)),
)
"""By y % 2 and heading: the step (x, y) to the neighbour."""


def _neighbour(cell: int, heading: int) -> int:
    y, x = divmod(cell, SIZE)
    right, up = _OFFSETS[y % 2][heading]
    inside = 0 <= x + right < SIZE and 0 <= y + up < SIZE
    return (y + up) * SIZE + x + right if inside else -1


NEIGHBOURS = tuple(_neighbour(cell, heading) for cell in range(CELLS) for heading in range(6))
"""By pose: the cell ahead, or −1 outside the grid."""


def _moved(pose: int, back: int, turned: int) -> int:
    """The pose after a step in the direction heading + `back`, or after turning; −1 outside the grid."""
    cell, heading = divmod(pose, 6)
    if turned:
        return cell * 6 + (heading + turned) % 6
    ahead = NEIGHBOURS[cell * 6 + (heading + back) % 6]
    return -1 if ahead < 0 else ahead * 6 + heading


MOVES = tuple(
    tuple(_moved(pose, back, turned) for pose in range(CELLS * 6))
    for back, turned in ((0, 0), (3, 0), (0, 1), (0, -1))
)
"""By action (forward, back, right, left) and pose: the pose after it, or −1 outside the grid."""


def neighbours(cell: int) -> tuple[int, ...]:
    """The two to six cells beside a cell."""
    return tuple(other for other in NEIGHBOURS[cell * 6 : cell * 6 + 6] if other >= 0)


def centre(cell: int) -> tuple[float, float]:
    """The centre of a cell, (x, y), where neighbours are 1 apart."""
    y, x = divmod(cell, SIZE)
    return x + 0.5 * (y % 2), y * math.sqrt(3) / 2


def bearing(start: int, cell: int) -> float:
    """The direction of a cell, in degrees clockwise from north."""
    (x, y), (right, up) = centre(start), centre(cell)
    return math.degrees(math.atan2(right - x, up - y))


def turn_to(pose: int, cell: int) -> float:
    """The direction of a cell, in degrees clockwise from the heading of a pose."""
    return bearing(pose // 6, cell) - 30 - 60 * (pose % 6)


def distance(first: int, second: int) -> int:
    """Steps between two cells on an empty grid without edges."""
    (y, x), (v, u) = divmod(first, SIZE), divmod(second, SIZE)
    down = abs(y - v)
    along = abs((x - (y - y % 2) // 2 + y) - (u - (v - v % 2) // 2 + v))
    across = abs((x - (y - y % 2) // 2) - (u - (v - v % 2) // 2))
    return max(down, along, across)


def component(start: int, allowed: Iterable[int]) -> set[int]:
    """The cells of `allowed` that can be reached from `start` over its cells."""
    allowed, found, edge = set(allowed), {start}, [start]
    while edge:
        for cell in neighbours(edge.pop()):
            if cell in allowed and cell not in found:
                found.add(cell)
                edge.append(cell)
    return found
