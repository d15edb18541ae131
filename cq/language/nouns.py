"""The nouns of building instructions, for things that stand and for things to make."""

from __future__ import annotations

_NOUNS = {
    "block": "block cube box brick",
    "tower": "tower column pillar stack pile post pole",
    "row": "row line beam bar strip chain string",
    "wall": "wall",
    "square": "square rectangle platform floor plate slab sheet carpet",
    "ring": "ring frame",
    "layer": "layer level storey",
    "structure": "structure shape figure object thing building construction arch bridge staircase pyramid "
    "plus cross",
    "diagonal": "diagonal",
    "gap": "gap hole space",
}
NOUNS = {
    word + ending: (kind, bool(ending))
    for kind, words in _NOUNS.items()
    for word in words.split()
    for ending in ("", "s")
} | {
    "one": ("one", False),
    "stairs": ("structure", False),
    "ones": ("one", True),
    "boxes": ("block", True),
    "arches": ("structure", True),
}
"""The kind of each noun, and whether it is plural."""

NEW_NOUNS = {
    word: kind for word, (kind, plural) in NOUNS.items() if kind in ("tower", "row", "wall", "square")
}
NEW_NOUNS |= {
    "ring": "ring",
    "frame": "ring",
    "outline": "ring",
    "border": "ring",
    "cuboid": "cube",
    "bridge": "bridge",
    "chain": "chain",
    **dict.fromkeys(
        """structure shape building thing figure table chair bench stool bed house hut gable tree
        monument door""".split(),
        "structure",
    ),
    **dict.fromkeys(("base", "top", "tabletop", "panel"), "square"),
    "x": "x",
    "arch": "arch",
    **dict.fromkeys(("gate", "archway", "gateway", "doorway", "portal"), "arch"),
    "diamond": "diamond",
    "rhombus": "diamond",
    "stairway": "staircase",
    "steps": "staircase",
    "cube": "cube",
    "plus": "plus",
    "plus sign": "plus",
    "cross": "plus",
    "pyramid": "pyramid",
    "staircase": "staircase",
    "stairs": "staircase",
    "diagonal": "diagonal",
}
"""The shape of each noun for a new thing."""


def names_structure(word: str) -> bool:
    """Whether a word is a noun for a thing made of blocks, not for single blocks."""
    return word in NEW_NOUNS or NOUNS.get(word, ("block", False))[0] not in ("block", "one")
