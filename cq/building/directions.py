"""Words for directions, as offsets between cells and as turns of the builder's look."""

from __future__ import annotations

from cq.world.directions import OFFSETS, Offset

UP = OFFSETS["up"]

DIRECTION_OFFSETS: dict[str, Offset] = {
    **{word: OFFSETS[word] for word in ("east", "west", "south", "north")},
    **dict.fromkeys(("top", "above", "over", "on"), UP),
    **dict.fromkeys(("below", "under", "underneath"), OFFSETS["down"]),
}
"""The offset of one cell in the direction of each word."""

RELATIVE_TURNS = {"behind": 0, "right": 1, "front": 2, "left": 3}
"""Quarter turns clockwise from the direction in which the builder looks. Behind a block is on its far side,
in front of it is on the builder's side."""
