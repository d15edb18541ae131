"""Which sizes and manners mean something for which shape."""

from __future__ import annotations

from cq.building.interpretation.syntax import New, Unclear

_FIGURE = frozenset({"arm", "wide", "any", "blocks", "side", "long", "high"})
_SEEN = frozenset({"plus", "x", "diamond", "wall", "arch"})
"""Shapes that can stand, and be looked at from a side."""


def check_traits(new: New) -> None:
    """Raise `Unclear` if something is said of a shape that means nothing for it."""
    lettered = new.shape.startswith("letter")
    allowed = {
        "row": {"high", "long", "wide", "any", "blocks", "deep"},
        "diagonal": {"long", "any", "blocks"},
        "plus": _FIGURE,
        "x": _FIGURE,
        "diamond": _FIGURE,
        "staircase": {"steps", "high", "any", "long", "blocks"},
        "pyramid": {"high", "wide", "side", "base", "long", "blocks"},
        "arch": {"high", "long", "wide", "east", "south", "arm", "bar", "base", "blocks"},
    }.get(new.shape, {"high", "long", "wide", "deep", "any", "blocks", "side", "east", "south"})
    if lettered:
        allowed |= {"arm", "bar", "base", "stem"}
    if new.shape in ("block", "one", "tower"):
        allowed -= {"side", "east", "south"}
    if (
        any(name not in allowed for name, _ in new.sizes)
        or (not lettered and (new.opens or new.top or new.legs))
        or (not lettered and new.seen and new.shape not in _SEEN)
        or new.scale != (1, 1)
        or new.more
    ):
        raise Unclear(f"what that means for a {new.shape}")
