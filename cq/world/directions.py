"""Directions of the voxel world: the compass, up and down, and the builder's own sides.

A step to the next cell is an offset (dy, dx, dz), in the order of a grid's axes: east is towards larger x,
south towards larger z. Quarter turns are clockwise as seen from above, as in `cq.world.rotate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cq.errors import InputError, excerpt

Offset = tuple[int, int, int]

COMPASS = ("north", "east", "south", "west")
"""The four compass directions, clockwise from above."""

OFFSETS: Mapping[str, Offset] = MappingProxyType(
    {
        "north": (0, 0, -1),
        "east": (0, 1, 0),
        "south": (0, 0, 1),
        "west": (0, -1, 0),
        "up": (1, 0, 0),
        "down": (-1, 0, 0),
    }
)
"""Unit vector [y, x, z] of each direction."""

OPPOSITE: Mapping[str, str] = MappingProxyType(
    {"north": "south", "east": "west", "south": "north", "west": "east", "up": "down", "down": "up"}
)

SIDES: Mapping[str, int] = MappingProxyType({"front": 0, "right": 1, "back": 2, "left": 3})
"""Quarter turns from where the builder looks to each of the builder's sides."""


def turn(direction: str, quarter_turns: int) -> str:
    """The compass direction after some quarter turns, clockwise from above; negative counts turn back.

    Raises `InputError` for a word that is not in `COMPASS`.
    """
    if direction not in COMPASS:
        raise InputError(f"direction {excerpt(direction)} is not one of {', '.join(COMPASS)}")
    return COMPASS[(COMPASS.index(direction) + quarter_turns) % len(COMPASS)]


AXIS_ENDS = {1: ("west", "east"), 2: ("north", "south")}
"""The directions in which a horizontal grid axis begins and ends."""


def axis_and_sign(direction: str) -> tuple[int, int]:
    """The grid axis (0 y, 1 x, 2 z) that a direction follows, and its sign, 1 or -1.

    Raises `InputError` for a word that is not in `OFFSETS`.
    """
    if direction not in OFFSETS:
        raise InputError(f"direction {excerpt(direction)} is not one of {', '.join(OFFSETS)}")
    offset = OFFSETS[direction]
    axis = next(i for i, step in enumerate(offset) if step)
    return axis, offset[axis]
