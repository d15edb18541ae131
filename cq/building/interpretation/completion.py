"""Completed interpretation: what an instruction asks for if what it leaves open is as people mostly mean it.

"Build a red tower" names no place and no height, and a row in the middle may run two ways. Such a build is
only a candidate, but it is whole: a tower stands on the ground, and three blocks in a row are three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import islice, product
from math import isqrt

import numpy as np

from cq.building.interpretation.budget import attempt, spend
from cq.building.interpretation.interpret import leaves_out_a_denial, outcomes
from cq.building.interpretation.syntax import Clause, New, Place
from cq.building.interpretation.wording.tokens import sentences
from cq.language.length import is_too_long
from cq.meaning.geometry import Cell
from cq.world.directions import OPPOSITE, turn
from cq.world.grid import SHAPE, Grid
from cq.world.palette import COLOURS

MOST_COMPLETIONS = 40
"""Ways to complete a reading that are tried."""
MOST_FILLED = 7
"""Open ends of a sentence that are filled in."""
MOST_TOKENS = 60
MOST_STEPS = 400_000
"""Steps of work; no recorded instruction takes 268,000."""
SIDE = 3
"""Blocks along a thing of which no size is said."""

LENGTH = SHAPE[1]

_DIMS = {"ring": (SIDE, SIDE), "square": (SIDE, SIDE)}
_SIZES = {
    "wall": (("long", SIDE), ("high", SIDE)),
    "tower": (("high", SIDE),),
    "row": (("blocks", SIDE),),
    "staircase": (("steps", SIDE),),
    "pyramid": (("base", SIDE),),
}
"""The usual size of each shape, as its `dims` or its `sizes`."""
_LINES = ("row", "wall", "block")
_SIDES = ("east", "south", "west", "north")
_CORNERS = ("northwest", "southwest", "northeast", "southeast")
_LIKE_ANOTHER = ("one", "same", "copy")


def completed_interpretation(
    text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()
) -> tuple[Grid, int] | None:
    """The grid, int8 (9, 11, 11), that a text asks for with its open ends filled in, and how many were; None
    if it is not understood even so.

    The arguments are those of `cq.building.interpretation.interpret`. None if finding it takes more than
    `MOST_STEPS` of work.
    """
    if is_too_long(text):
        return None
    found, steps = attempt(MOST_STEPS, partial(_completed, text, start, facing, recent))
    spend(steps)
    return found


def _completed(text: str, start: Grid, facing: str | None, recent: Sequence[Cell]) -> tuple[Grid, int] | None:
    parts = sentences(text)
    if not parts or sum(map(len, parts)) > MOST_TOKENS or leaves_out_a_denial(text, parts):
        return None
    colour = _commonest_colour(start)

    for most in range(MOST_FILLED + 1):

        def completed(way: list[Clause], most: int = most) -> Iterator[list[Clause]]:
            ways = product(*(_completions(clause, colour, facing) for clause in way))
            for whole in islice(ways, MOST_COMPLETIONS):
                if sum(map(_differences, way, whole)) <= most:
                    yield list(whole)

        for grid in outcomes(parts, start, facing, recent, completed):
            if (grid != start).any():
                return grid, most
    return None


def _differences(clause: Clause, completed: Clause) -> int:
    """How many ends were open: the place, and each field of the new thing."""
    new, whole = clause.new, completed.new
    names = [] if new is None else [field.name for field in fields(new)]
    changed = sum(bool(getattr(new, name) != getattr(whole, name)) for name in names)
    return changed + (clause.place != completed.place)


def _commonest_colour(grid: Grid) -> int:
    """The colour of most blocks; that of the lowest id in an empty world."""
    return int(np.bincount(grid[grid > 0], minlength=len(COLOURS) + 1)[1:].argmax()) + 1


def _completions(clause: Clause, colour: int, facing: str | None) -> list[Clause]:
    """The clause with its open ends filled in, the likeliest first; the clause alone if it makes nothing
    new.
    """
    if clause.verb != "place" or clause.new is None:
        return [clause]
    new = clause.new
    if new.colour is None and new.shape not in _LIKE_ANOTHER and new.like is None:
        new = replace(new, colour=colour)
    return [
        replace(clause, new=turned, place=place)
        for place in _places(clause.place)
        for turned in _turned(_sized(new), facing)
    ]


def _sized(new: New) -> New:
    if new.dims or new.like is not None:
        return new
    counted = dict(new.sizes).get("blocks")
    if new.shape == "wall" and [name for name, _ in new.sizes] == ["high"]:
        return replace(new, sizes=(("long", SIDE), *new.sizes))
    if new.shape == "wall" and counted is not None and len(new.sizes) == 1:
        high = next((n for n in (3, 2) if counted % n == 0 and counted // n >= n), 1)
        return replace(new, sizes=(("long", counted // high), ("high", high)))
    if new.sizes:
        return new
    axis = "east" if new.shape == "staircase" and not new.axis else new.axis
    return replace(new, dims=_DIMS.get(new.shape, ()), sizes=_SIZES.get(new.shape, ()), axis=axis)


def _turned(new: New, facing: str | None) -> list[New]:
    """As it is, and along both axes, across the builder's view first; a letter is read from the builder's
    side.
    """
    if new.shape.startswith("letter") and not new.seen and facing is None:
        return [new, replace(new, seen="south")]
    if new.shape == "block" and (new.count or 1) > LENGTH:
        return [new, *_laid_out(new)]
    if new.axis or new.shape not in _LINES or (new.shape == "block" and (new.count or 1) < 2):
        return [new]
    across = turn(facing or "north", 1)
    return [new, replace(new, axis=across), replace(new, axis=turn(across, 1))]


def _laid_out(new: New) -> list[New]:
    """More blocks than a row can have, as the rectangle that is most like a square."""
    count = new.count or 1
    wide = next(n for n in range(isqrt(count), 0, -1) if count % n == 0)
    if count // wide > LENGTH:
        return []
    return [replace(new, shape="square", count=1, plural=False, dims=(count // wide, wide), axis="east")]


def _places(place: Place | None) -> list[Place]:
    """The place; the middle if there is none; a side of what it is beside; and what of a thing is there."""
    if place is None or place.kind == "level":
        place = Place("middle", level=None if place is None else place.level)
    if place.kind == "beside":
        return [one for side in _SIDES for one in _places(replace(place, kind="dir", word=side))]
    if place.kind == "edge":
        return [place, replace(place, kind="edge middle")]
    if place.kind == "middle":
        # Of what has an even size, a corner is there.
        corners = (replace(place, anchor=corner) for corner in _CORNERS)
        return [place, replace(place, starts=True), *corners]
    if place.kind == "dir" and place.word in OPPOSITE and not place.anchor:
        return [place, *(replace(place, anchor=part) for part in ("middle", OPPOSITE[place.word]))]
    return [place]
