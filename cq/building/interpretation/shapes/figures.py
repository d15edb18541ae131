"""Flat figures in space: letters, digits, crosses and diamonds, lying or standing, of any size."""

from __future__ import annotations

from cq.building.interpretation.shapes.sizes import check_fits, size
from cq.building.interpretation.shapes.strokes import Drawing, draw
from cq.building.interpretation.syntax import New, Unclear
from cq.meaning.geometry import HORIZONTAL, LAST, STEPS, Cell, step
from cq.world.directions import OPPOSITE, turn

_LYING = frozenset({"plus", "x", "diamond"})
"""Figures that lie where nothing is said; a letter may stand as well."""


def sign(new: New) -> str:
    """The sign that a new thing is: a letter, a digit, "plus", "x" or "diamond"; "" for another shape."""
    if new.shape in _LYING:
        return new.shape
    return new.shape.removeprefix("letter ") if new.shape.startswith("letter ") else ""


def figure(new: New, facing: str | None) -> list[Cell]:
    """The cells of a sign as offsets, for a builder who looks in a direction (None if unknown).

    Raises `Unclear` if its size, or how it is turned, is not said.
    """
    check_fits(new)
    if new.legs:
        return _of_legs(new)
    if _lies(new):
        top = top_of(new)
        down, right = STEPS[OPPOSITE[top]], STEPS[turn(top, 1)]
        along = ("east", "south") if top in ("north", "south") else ("south", "east")
        drawn = _drawing(new, ("wide", along[0]), ("high", "long", along[1]))
        return [(0, c * right[1] + r * down[1], c * right[2] + r * down[2]) for c, r in drawn]
    drawn = _drawing(new, ("wide", "east", "south"), ("high", "long"))
    bottom = max(r for _, r in drawn)
    _, dx, dz = STEPS[_to_the_right(new, drawn, facing)]
    return [(bottom - r, c * dx, c * dz) for c, r in drawn]


def _lies(new: New) -> bool:
    if new.manner in ("flat", "upright"):
        return new.manner == "flat"
    if new.seen in HORIZONTAL:
        return False
    across = size(new, "east") is not None and size(new, "south") is not None
    return new.seen == "above" or bool(new.opens or new.top) or across or sign(new) in _LYING


def top_of(new: New) -> str:
    """Where the upper side of a lying figure is: north, unless something else is said."""
    name, found = sign(new), set()
    if new.top:
        found.add(new.top)
    if new.seen in HORIZONTAL:
        found.add(OPPOSITE[new.seen])
    if new.opens and name in ("u", "v"):
        found.add(new.opens)
    elif new.opens and name == "c":
        found.add(turn(new.opens, -1))
    elif new.opens:
        raise Unclear("what is open")
    if len(found) > 1 or not found <= set(HORIZONTAL):
        raise Unclear("turned how")
    return next(iter(found), "north")


def _to_the_right(new: New, drawn: Drawing, facing: str | None) -> str:
    """The direction in which the columns of a standing figure follow each other."""
    if new.seen in HORIZONTAL:
        return turn(OPPOSITE[new.seen], 1)
    right = max(c for c, _ in drawn)
    even = {(right - c, r) for c, r in drawn} == set(drawn)
    axis = new.axis or next((word for word in ("east", "south") if size(new, word)), "")
    if axis and (even or right == 0):
        return "east" if axis in ("east", "west") else "south"
    if right == 0:
        return "east"
    if facing in HORIZONTAL and not axis:
        return turn(facing, 1)
    raise Unclear("turned how")


def _drawing(new: New, wide_names: tuple[str, ...], high_names: tuple[str, ...]) -> Drawing:
    name, blocks = sign(new), size(new, "blocks")
    wide, high = size(new, *wide_names), size(new, *high_names)
    if len(new.dims) == 2 and (wide, high) == (None, None):
        wide, high = new.dims
        if wide > high and name not in ("v", "u", "t"):
            raise Unclear("which of its sides")
    if name in _LYING or name == "x":
        arm = size(new, "arm")
        wide = wide or high or size(new, "any", "side") or (2 * arm + 1 if arm else None)
        if wide is None and blocks is not None:
            wide = (blocks + 1) // 2 if name != "diamond" else blocks // 2 + 1
        if wide is None and not new.sizes and name == "plus":
            wide = 3
        high = wide
    elif name == "t":
        bar, stem = size(new, "bar"), size(new, "stem", "arm")
        wide, high = wide or bar, high or (stem + 1 if stem else None)
    elif name == "u":
        base, arm = size(new, "base", "bar"), size(new, "arm")
        wide, high = wide or base, high or arm
    elif name == "v" and blocks is not None and wide is None:
        wide, high = blocks, (blocks + 1) // 2
    if wide is None and high is None and not new.sizes:
        wide, high = 3, 5
    if wide is None and high is None and blocks is not None:
        fitting = [one for one in ((3, 5), (3, 3), (2, 3)) if _count(name, *one) == blocks]
        wide, high = fitting[0] if len(fitting) == 1 else (None, None)
    if name in ("1", "i") and wide is None and high is not None and new.manner == "upright":
        wide = 1
    if wide is None or high is None:
        raise Unclear("how large")
    if max(wide, high) > LAST + 1:
        raise Unclear("larger than the zone")
    drawn = draw(name, wide, high)
    if name == "diamond" and new.manner == "filled":
        half = wide // 2
        drawn = [(c, r) for c in range(wide) for r in range(high) if abs(c - half) + abs(r - half) <= half]
    if blocks not in (None, len(drawn)):
        raise Unclear("another number of blocks")
    return drawn


def _count(name: str, wide: int, high: int) -> int:
    try:
        return len(draw(name, wide, high))
    except Unclear:
        return 0


def _of_legs(new: New) -> list[Cell]:
    """An L of two legs that leave its corner."""
    (first, one, _), (second, other, _) = new.legs
    if one == other or OPPOSITE.get(one) == other or "down" in (one, other):
        raise Unclear("they form no corner")
    del first, second
    cells = {(0, 0, 0)}
    for number, way, beyond in new.legs:
        cells |= {step((0, 0, 0), way, i) for i in range(1, number + beyond)}
    blocks = size(new, "blocks")
    if blocks not in (None, len(cells)) or len(cells) < 3:
        raise Unclear("another number of blocks")
    return sorted(cells)
