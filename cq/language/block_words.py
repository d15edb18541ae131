"""Tests whether a text names something of the world of blocks, or orders it."""

from __future__ import annotations

from cq.world.palette import COLOURS

_NOUNS = "block brick cube tower column row wall stack pillar pile structure".split()
_BLOCKS = frozenset(
    [*COLOURS, *_NOUNS, *(f"{noun}s" for noun in _NOUNS), "grid", "north", "south", "east", "west"]
)
_MARKS = str.maketrans(dict.fromkeys(".,;:!?()/-'’\"", " "))

_VERBS = frozenset("build place stack".split())


def orders_blocks(text: str) -> bool:
    """Whether a text begins with a verb that orders hardly anything but blocks."""
    return not _VERBS.isdisjoint(text.casefold().split()[:1])


def names_blocks(text: str) -> bool:
    """Whether a text names blocks, colours, structures or compass directions."""
    return not _BLOCKS.isdisjoint(text.casefold().translate(_MARKS).split())
