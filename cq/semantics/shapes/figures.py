"""Flat figures in space: letters, digits and signs, lying or standing, of any size."""

from __future__ import annotations

from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, unsaid
from cq.semantics.geometry import HORIZONTAL, STEPS, step
from cq.semantics.shapes.measures import said
from cq.semantics.strokes import SIGNS, SQUARE, Drawing, draw, height_of
from cq.types import Cell
from cq.world.directions import OPPOSITE, turn

MOST_WIDE = 64
"""The greatest width in the search for a sign by its number of blocks."""


def sign(new: NewThing) -> str:
    """The sign that a new thing is: a letter, a digit, or one of `SIGNS`; "" for another shape."""
    if new.shape in SIGNS:
        return new.shape
    return new.shape.removeprefix("letter ") if new.shape.startswith("letter ") else ""


def figures(new: NewThing, facing: str | None) -> list[tuple[Cell, ...]]:
    """The cells of a sign as offsets, in each possible turn, for the direction in which the builder looks
    (None if unknown). Raises `Failure` "open" if its size is missing."""
    if legs := [(size.dimension, size.number or 0) for size in new.sizes if size.dimension in STEPS]:
        return [_bent(new, legs)]
    found = []
    lies = _lies(new)
    if lies is not False:
        drawn = _drawing(new)
        for top in _tops(new):
            down, right = STEPS[OPPOSITE[top]], STEPS[turn(top, 1)]
            found.append(tuple((0, c * right[1] + r * down[1], c * right[2] + r * down[2]) for c, r in drawn))
    if lies is not True:
        drawn = _drawing(new)
        bottom = max(r for _, r in drawn)
        for way in _to_the_right(new, drawn, facing):
            _, dx, dz = STEPS[way]
            found.append(tuple((bottom - r, c * dx, c * dz) for c, r in drawn))
    return found


def _bent(new: NewThing, legs: list[tuple[str, int]]) -> tuple[Cell, ...]:
    """An L with a length for each leg, from its corner, which counts for both."""
    if sign(new) != "l" or len(legs) != 2:
        raise Failure("impossible", f"a {new.shape} has no such legs", new)
    return ((0, 0, 0), *(step((0, 0, 0), way, i) for way, number in legs for i in range(1, number)))


def _lies(new: NewThing) -> bool | None:
    """Whether a figure lies; None if that is open."""
    if new.posture in ("flat", "upright"):
        return new.posture == "flat"
    if new.faces in HORIZONTAL:
        return False
    # By default a sign lies; a letter may also stand.
    return True if new.opens in HORIZONTAL or new.top or sign(new) in SIGNS else None


def _tops(new: NewThing) -> tuple[str, ...]:
    """The direction of the upper side of a lying figure, by default north."""
    name, found = sign(new), set()
    if new.top:
        found.add(new.top)
    if new.opens and name in ("u", "v"):
        found.add(new.opens)
    elif new.opens and name == "c":
        found.add(turn(new.opens, -1))
    elif new.opens:
        raise Failure("impossible", f"a {name} has no open side", new)
    if new.faces in HORIZONTAL:
        found.add(OPPOSITE[new.faces])
    if len(found) > 1 or not found <= set(HORIZONTAL):
        raise Failure("contradiction", "it is turned in two ways", new)
    return tuple(found) or ("north",)


def _to_the_right(new: NewThing, drawn: Drawing, facing: str | None) -> tuple[str, ...]:
    """The possible directions of the columns of a standing figure."""
    if new.faces in HORIZONTAL:
        return (turn(OPPOSITE[new.faces], 1),)
    right = max(c for c, _ in drawn)
    even = {(right - c, r) for c, r in drawn} == set(drawn)
    if right == 0:
        return ("east",)
    if new.axis in HORIZONTAL and even:
        return ("east",) if new.axis in ("east", "west") else ("south",)
    if facing in HORIZONTAL and not new.axis:
        return (turn(facing, 1),)
    return ("east", "south") if even else HORIZONTAL


def _drawing(new: NewThing) -> Drawing:
    name, blocks = sign(new), said(new, "blocks")
    wide, high = said(new, "wide"), said(new, "high", "long", "deep")
    if len(new.dims) == 2 and (wide, high) == (None, None):
        wide, high = new.dims
    if name in SIGNS:
        wide = wide or high or _width_of_sign(new, name, blocks)
        high = None if wide is None else height_of(name, wide)
    elif name == "t":
        bar, stem = said(new, "bar"), said(new, "stem", "arm")
        if stem and not (wide or bar or high):
            raise unsaid("size", "how wide it is is not said", new, "sizes")
        wide, high = wide or bar, high or (stem + 1 if stem else None)
    elif name == "u":
        base, arm = said(new, "base", "bar"), said(new, "arm")
        wide, high = wide or base, high or arm
    elif name == "l":
        base, arm = said(new, "base", "bar"), said(new, "arm", "stem")
        wide, high = wide or base, high or arm
    if wide is None and high is None and blocks is not None:
        fitting = [size for size in ((3, 5), (3, 3), (2, 3)) if _count(name, *size) == blocks]
        wide, high = fitting[0] if len(fitting) == 1 else (None, None)
    elif name in ("1", "i") and wide is None and high is not None and new.posture == "upright":
        wide = 1
    elif high is not None and wide is None and name not in SIGNS:
        wide = 5 if name in ("m", "n") else 3
    elif wide is not None and high is None and name in SQUARE:
        high = wide
    if wide is None or high is None:
        raise unsaid("size", f"the size of the {new.shape} is not said", new, "sizes")
    drawn = draw(name, wide, high, otherwise=new.hollow is (name == "triangle"))
    if blocks not in (None, len(drawn)):
        raise Failure("contradiction", f"it does not have {blocks} blocks", new)
    return drawn


def _width_of_sign(new: NewThing, name: str, blocks: int | None) -> int | None:
    """The width given by a side, an arm or a number of blocks; by default a plus is small."""
    arm = said(new, "arm")
    wide = said(new, "any", "side") or (2 * arm + 1 if arm else None)
    if wide is None and blocks is not None:
        sizes = range(3, MOST_WIDE)
        return next(
            (width for width in sizes if _count(name, width, height_of(name, width)) == blocks), blocks
        )
    return 3 if wide is None and name == "plus" else wide


def _count(name: str, wide: int, high: int) -> int:
    try:
        return len(draw(name, wide, high))
    except Failure:
        return 0
