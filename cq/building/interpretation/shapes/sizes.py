"""The sizes that are said of a new thing."""

from __future__ import annotations

from cq.building.interpretation.syntax import New, Unclear
from cq.meaning.geometry import LAST


def size(new: New, *names: str) -> int | None:
    """The size that is said under one of the names; None if none is. Raises `Unclear` if two differ."""
    found = {value for name, value in new.sizes if name in names}
    if len(found) > 1:
        raise Unclear("two sizes")
    return next(iter(found), None)


def length_of(new: New) -> int | None:
    """How many blocks a row or tower has, None if that is not said."""
    if any(name == "wide" and value != 1 for name, value in new.sizes):
        raise Unclear("a wide line")
    names = ("high", "any", "blocks") if new.shape == "tower" else ("long", "any", "blocks")
    if new.dims:
        if sorted(new.dims)[:-1] != [1] * (len(new.dims) - 1):
            raise Unclear("a wide line")
        return max(new.dims)
    return size(new, *names)


def check_fits(new: New) -> None:
    """Raise `Unclear` if a side of a shape is longer than the zone: its cells are too many to list."""
    sides = [*new.dims, *(value for name, value in new.sizes if name != "blocks")]
    if max([*sides, *(number for number, _, _ in new.legs)], default=0) > LAST + 1:
        raise Unclear("larger than the zone")
