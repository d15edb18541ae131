"""The compact notation of blocks in case files: `red 0,0..2,0; blue 3,0,-1`.

Each part is a colour and one or more cells `x,y,z`, separated by spaces: x from -5 (west) to 5 (east), y
from 0 (the ground) to 8, z from -5 (north) to 5 (south). `a..b` in place of a number means all numbers from a
to b, so `red 0,0..2,0` is a tower of three.
"""

from __future__ import annotations

import itertools
import math
import re

import numpy as np

from cq import InputError, World
from cq.types import Grid
from cq.world.directions import COMPASS

Blocks = list[tuple[int, int, int, str]]

_RANGE = re.compile(r"(-?\d+)(?:\.\.(-?\d+))?")
_DISTANCE = 6.0
"""How many blocks from the middle of the zone a builder with a facing stands."""


def parse_blocks(text: str) -> Blocks:
    """The blocks (x, y, z, colour) of a text in this notation; none for an empty text.

    Raises `InputError` for a part that cannot be read.
    """
    return [block for part in text.split(";") if part.strip() for block in _part(part)]


def parse_world(text: str, facing: str | None = None) -> World:
    """The world of a text in this notation. With a facing, the builder stands outside the zone and looks at
    its middle.

    Raises `InputError` for a part that cannot be read, a block outside the zone, two blocks in one cell, and
    a facing that is not a compass direction.
    """
    blocks = parse_blocks(text)
    if facing is None:
        return World.parse(blocks, ground=0)
    if facing not in COMPASS:
        raise InputError(f"facing {facing!r} is not one of {', '.join(COMPASS)}")
    yaw = -COMPASS.index(facing) * math.pi / 2
    position = [_DISTANCE * math.sin(yaw), 63.0, _DISTANCE * math.cos(yaw)]
    state = {"worldEndingState": {"blocks": blocks}, "avatarInfo": {"pos": position, "look": [0.0, yaw]}}
    return World.parse(state, ground=0)


def changed(start: Grid, remove: str, add: str) -> Grid:
    """The grid after removing and then adding blocks, both in this notation: int8 (9, 11, 11), [y, x, z].

    Raises `InputError` if a block to remove does not stand there in that colour, a cell to fill is taken, or
    nothing changes.
    """
    removed, added = parse_world(remove).grid, parse_world(add).grid
    if np.any((removed > 0) & (start != removed)):
        raise InputError(f"remove {remove!r}: not all of these blocks stand in the world; correct the case")
    left = np.where(removed > 0, 0, start)
    if np.any((added > 0) & (left > 0)):
        raise InputError(f"add {add!r}: not all of these cells are empty; remove their blocks first")
    target: Grid = np.where(added > 0, added, left).astype(np.int8)
    if np.array_equal(target, start):
        raise InputError(f"remove {remove!r} and add {add!r} change nothing; give another target")
    return target


def _part(part: str) -> Blocks:
    colour, *cells = part.split()
    if not cells:
        raise InputError(f"{part.strip()!r} is not a colour with cells, such as 'red 0,0..2,0 3,0,0'")
    return [(x, y, z, colour) for cell in cells for x, y, z in _cells(cell)]


def _cells(text: str) -> list[tuple[int, int, int]]:
    ranges = [_RANGE.fullmatch(number) for number in text.split(",")]
    if len(ranges) != 3 or None in ranges:
        raise InputError(f"{text!r} is not a cell x,y,z, such as '0,0,0' or '-2..2,0,5'")
    numbers = [range(int(r[1]), int(r[2] or r[1]) + 1) for r in ranges if r is not None]
    if not all(numbers):
        raise InputError(f"{text!r} holds an empty range; write the smaller number first")
    return [(x, y, z) for x, y, z in itertools.product(*numbers)]
