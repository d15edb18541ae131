"""Does a text name something of the world of blocks?"""

from __future__ import annotations

from cq.world.palette import COLOURS

_NOUNS = "block brick cube tower column row wall stack pillar pile structure".split()
_BLOCKS = frozenset(
    [*COLOURS, *_NOUNS, *(f"{noun}s" for noun in _NOUNS), "grid", "north", "south", "east", "west"]
)
_MARKS = str.maketrans(dict.fromkeys(".,;:!?()/-'’\"", " "))


def names_blocks(text: str) -> bool:
    """Whether a text names blocks, colours, structures or compass directions."""
    return not _BLOCKS.isdisjoint(text.casefold().translate(_MARKS).split())
