"""Words for directions, as offsets between cells."""

from __future__ import annotations

from cq.world.directions import OFFSETS, Offset

UP = OFFSETS["up"]

DIRECTION_OFFSETS: dict[str, Offset] = {
    **{word: OFFSETS[word] for word in ("east", "west", "south", "north")},
    **dict.fromkeys(("top", "above", "over", "on"), UP),
    **dict.fromkeys(("below", "under", "underneath"), OFFSETS["down"]),
}
"""The offset of one cell in the direction of each word."""
