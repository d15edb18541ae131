"""Directions as offsets between cells: compass points, above and below, and directions relative to a look."""

from __future__ import annotations

Offset = tuple[int, int, int]
"""A difference (y, x, z) between two cells."""

UP: Offset = (1, 0, 0)

DIRECTION_OFFSETS: dict[str, Offset] = {
    "east": (0, 1, 0),
    "west": (0, -1, 0),
    "south": (0, 0, 1),
    "north": (0, 0, -1),
    "top": UP,
    "above": UP,
    "over": UP,
    "on": UP,
    "below": (-1, 0, 0),
    "under": (-1, 0, 0),
    "underneath": (-1, 0, 0),
}
"""The offset of one cell in the direction of each word."""

COMPASS_CLOCKWISE = ("north", "east", "south", "west")
"""The compass points, clockwise from above."""

RELATIVE_TURNS = {"behind": 0, "right": 1, "front": 2, "left": 3}
"""Quarter turns clockwise from the direction in which the builder looks. Behind a block is on its far side,
in front of it is on the builder's side."""


def turned(direction: str, quarter_turns: int) -> str:
    """The compass point some quarter turns clockwise from another."""
    return COMPASS_CLOCKWISE[(COMPASS_CLOCKWISE.index(direction) + quarter_turns) % len(COMPASS_CLOCKWISE)]
