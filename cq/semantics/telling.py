"""Describes the changes between two worlds piece by piece, in words that the grammar reads back.

Every description is true: a name is used only if it means exactly these blocks, a place only if it is
exactly this cell.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from cq.language.program import (
    At,
    Beside,
    Corner,
    Make,
    Meaning,
    Middle,
    Offset,
    OnTop,
    Place,
    Recolour,
    Ref,
    Remove,
    Several,
    Size,
    Span,
    Step,
    Under,
)
from cq.language.program import Thing as NewThing
from cq.language.say import say
from cq.semantics.choices import Choices, Failure
from cq.semantics.describe import corner_name, names
from cq.semantics.geometry import Thing, step, varying_axes
from cq.semantics.places import spots
from cq.semantics.reference import candidates
from cq.semantics.scene import Scene
from cq.types import Cell
from cq.world.difference import Difference, Part
from cq.world.directions import COMPASS, OFFSETS

FARTHEST = 3
"""Most cells between a place and its landmark."""
MOST_PARTS = 3
"""Most parts that are described one by one."""
LANDMARKS = ("block", "tower", "row", "structure")
_WAYS = (("down", "up"), ("west", "east"), ("north", "south"))
"""The ends of each axis of a cell."""


class Telling:
    """Describes the changes. `rng` chooses among words; None takes the first ones.

    `placed` and `removed` are the parts of one colour that come and go, the largest first.
    """

    def __init__(self, start: Any, target: Any, rng: random.Random | None = None) -> None:
        difference = Difference.between(start, target, diagonals=True)
        self.start, self.placed, self.removed = difference.start, difference.placed, difference.removed
        self.scene = Scene.of(difference.start, Choices(), "north")
        self.stays = {cell for cell in self.scene.cells if difference.kept[cell]}
        self.rng = rng

    def words(self, value: Any, category: str | None = None) -> str | None:
        """A value in words."""
        return say(value, category, self.rng)

    def colour(self, part: Part) -> str:
        """The colour of a part."""
        return self.scene.palette.ids[part.colour]

    def about(self, kind: str, parts: Sequence[Part]) -> str | None:
        """The true answer about parts for a kind of hole; None if there are no words for it."""
        told = {
            "colour": self.colours,
            "count": self.count,
            "size": self.size,
            "place": self.place,
            "direction": self.way,
        }
        return told[kind](parts)

    # --- what ---

    def colours(self, parts: Sequence[Part]) -> str | None:
        """The colours of parts: "red", "two red blocks and a blue block"."""
        counts: dict[str, int] = {}
        for part in parts:
            counts[self.colour(part)] = counts.get(self.colour(part), 0) + len(part.cells)
        if len(counts) == 1:
            return self.words(next(iter(counts)), "Colour")
        things = [NewThing("block", n > 1, n, (colour,)) for colour, n in counts.items()]
        first, *others = things
        return self.words(
            NewThing("block", first.plural, first.count, first.colours, then=(*others,)), "Answer"
        )

    def count(self, parts: Sequence[Part]) -> str | None:
        """The number of blocks of the parts."""
        return self.words(sum(len(part.cells) for part in parts), "Number")

    def size(self, parts: Sequence[Part]) -> str | None:
        """The height or length of the only part; else the number of blocks."""
        cells = {cell for part in parts for cell in part.cells}
        axes = varying_axes(cells)
        if len(axes) == 1:
            dimension = "high" if axes == [0] else "long"
            return self.words(Size(dimension, len(cells)), "Sized") or self.count(parts)
        extents = [1 + max(c[i] for c in cells) - min(c[i] for c in cells) for i in (1, 2, 0)]
        dims = tuple(extent for extent in extents if extent > 1)
        return (
            self.words(NewThing(dims=dims), "Answer") or self.count(parts)
            if len(dims) > 1
            else self.count(parts)
        )

    def way(self, parts: Sequence[Part]) -> str | None:
        """The direction of a line."""
        cells = {cell for part in parts for cell in part.cells}
        axes = varying_axes(cells)
        if len(axes) != 1:
            return None
        if axes == [0]:
            return self.words(NewThing(posture="upright"), "Answer")
        first, last = _WAYS[axes[0]]
        return self.words(NewThing(start=first, axis=last), "Answer")

    # --- where ---

    def place(self, parts: Sequence[Part]) -> str | None:
        """The places of a few parts."""
        places = [self.place_of(part) for part in parts[:MOST_PARTS]]
        if len(parts) > MOST_PARTS or None in places:
            return None
        found = [place for place in places if place is not None]
        return self.words(found[0] if len(found) == 1 else Several((*found,)), "Place")

    def place_of(self, part: Part) -> Place | None:
        """The place of a part: the start and direction of its line, or its lowest block."""
        axes = varying_axes(part.cells)
        if len(axes) == 1 and axes != [0] and part.is_line:
            ways = _WAYS[axes[0]]
            starts = [
                (self.place_at(cell), way)
                for cell, way in zip((part.cells[-1], part.cells[0]), ways, strict=True)
            ]
            place, way = min(starts, key=lambda start: _rank(start[0]))
            return place and Span(place, None, way)
        return self.place_at(min(part.cells))

    def place_at(self, cell: Cell) -> Place | None:
        """The place of a cell, relative to a near landmark, else to the zone."""
        return next((place for place in self._places(cell) if self._is(place, cell) and say(place)), None)

    def _places(self, cell: Cell) -> Iterator[Place]:
        zone = self.scene.zone
        x, z, level = zone.coordinates(cell)
        below = step(cell, "down")
        if below in self.stays:
            yield from (OnTop(ref) for ref in self.refs(below))
        if level == 1 and (corner := corner_name(cell, zone)):
            yield Corner(corner)
        if cell == zone.middle:
            yield Middle()
        for way in COMPASS:
            beside = step(cell, way, -1)
            if beside in self.stays:
                yield from (Beside(ref, way) for ref in self.refs(beside))
        if step(cell, "up") in self.stays:
            yield from (Under(ref) for ref in self.refs(step(cell, "up")))
        for way in COMPASS:
            for distance in range(2, FARTHEST + 1):
                away = step(cell, way, -distance)
                if away in self.stays:
                    yield from (Offset(ref, (Step(way, distance),)) for ref in self.refs(away))
                    break
        if level == 1:
            steps = [
                Step(way, abs(n))
                for n, way in ((z, "south" if z > 0 else "north"), (x, "east" if x > 0 else "west"))
                if n
            ]
            yield Offset(Middle(), (*steps,))
        yield At(x, z, level if level > 1 else None)

    def _is(self, place: Place, cell: Cell) -> bool:
        """Whether a place is exactly a cell."""
        scene = self.scene.unspoken()
        try:
            found = spots(place, scene).spots
        except Failure:
            return False
        return [spot.cell for spot in found] == [cell] and not scene.choices.taken

    # --- which ---

    def refs(self, cell: Cell) -> Iterator[Ref]:
        """References to the block in a cell, or to a thing of which it is a part."""
        for noun in LANDMARKS:
            among = candidates(Ref(noun), self.scene.unspoken())
            for thing in among:
                if cell in thing and (len(thing) > 1) == (noun != "block"):
                    yield from islice(names([thing], among, self.scene, noun), 1)

    def which(self, parts: Sequence[Part]) -> str | None:
        """A reference to the present blocks of parts, as few things as possible."""
        ref = self.ref({cell for part in parts for cell in part.cells})
        return None if ref is None else self.words(ref, "Ref")

    def ref(self, cells: set[Cell]) -> Ref | None:
        """A reference to exactly these cells."""
        shown = {self.scene.cells[cell] for cell in cells}
        if len(shown) == 1 and cells == {
            cell for cell, colour in self.scene.cells.items() if {colour} == shown
        }:
            several = len(cells) > 1
            return Ref("block", several, "all" if several else "the", None, (*shown,))
        for noun in LANDMARKS:
            among = candidates(Ref(noun), self.scene.unspoken())
            some: list[Thing] = [thing for thing in among if thing <= cells]
            if some and sum(map(len, some)) == len(cells) == len(set().union(*some)):
                return next(names(some, among, self.scene, noun), None)
        return None

    # --- all ---

    def order(self, most: int = MOST_PARTS) -> str | None:
        """All changes, as an order of at most `most` sentences; None if it takes more or cannot be said."""
        painted = {cell for part in self.placed for cell in part.cells if cell in self.scene.cells}
        removed = [
            replace(part, cells=tuple(c for c in part.cells if c not in painted)) for part in self.removed
        ]
        repainted = [
            replace(part, cells=tuple(c for c in part.cells if c in painted)) for part in self.placed
        ]
        new = [replace(part, cells=tuple(c for c in part.cells if c not in painted)) for part in self.placed]
        changes = [part for part in (*repainted, *removed, *new) if part.cells]
        if len(changes) > most:
            return None
        said, now = list[str](), self.start
        for part in changes:  # Each is described in the world that the ones before it leave.
            told = self._told(part, now, most - len(said))
            if told is None:
                return None
            words, now = told
            said += words
        return ". ".join(said) if said else None

    def _told(self, part: Part, now: Any, most: int) -> tuple[list[str], Any] | None:
        """The orders for a part in a world, and the world after them: for the whole, else for its lines, else
        for its blocks.
        """
        for pieces in ([part], lines(part), [replace(part, cells=(cell,)) for cell in part.cells]):
            said, after = list[str](), now
            for piece in pieces if len(pieces) <= most else ():
                before, after = after, after.copy()
                after[tuple(np.transpose(piece.cells))] = 0 if part.removed else part.colour
                telling = Telling(before, after, self.rng)
                command = telling._command(piece)
                said += [words] if command and (words := telling.words(command, "Command")) else []
            if len(said) == len(pieces):
                return said, after
        return None

    def _stands(self, part: Part) -> bool:
        return all(cell in self.scene.cells for cell in part.cells)

    def _command(self, part: Part) -> Meaning | None:
        if part.removed or self._stands(part):
            ref = self.ref({*part.cells})
            return ref and (Remove(ref) if part.removed else Recolour(ref, self.colour(part)))
        place, axes = self.place_of(part), varying_axes(part.cells)
        if place is None or len(axes) > 1:
            return None
        number, several = len(part.cells), len(part.cells) > 1
        if axes and axes != [0]:
            return Make(
                NewThing("row", count=1, colours=(self.colour(part),), sizes=(Size("long", number),)), place
            )
        if several and not isinstance(place, OnTop):
            return Make(
                NewThing("tower", count=1, colours=(self.colour(part),), sizes=(Size("high", number),)), place
            )
        return Make(NewThing("block", several, number, (self.colour(part),)), place)

    def landmarks(self) -> list[Ref]:
        """The things that the new blocks touch."""
        cells = {cell for part in self.placed for cell in part.cells}
        beside = {step(cell, way) for cell in cells for way in OFFSETS} - cells
        found = (next(self.refs(cell), None) for cell in sorted(beside & self.stays))
        return list(dict.fromkeys(landmark for landmark in found if landmark is not None))


def lines(part: Part) -> list[Part]:
    """A part cut into lines, the longest first; those on the ground come first."""
    left, found = set(part.cells), list[Part]()
    while left:
        runs = [_run(cell, way, left) for cell in left for way in ("east", "south", "up")]
        longest = max(runs, key=lambda run: (len(run), [-i for i in run[0]]))
        found.append(replace(part, cells=tuple(sorted(longest))))
        left -= set(longest)
    return sorted(found, key=lambda line: line.cells[0][0])


def _run(cell: Cell, way: str, cells: set[Cell]) -> list[Cell]:
    """The cells that follow one another in a direction."""
    run = [cell]
    while (after := step(run[-1], way)) in cells:
        run.append(after)
    return run


def _rank(place: Place | None) -> int:
    """The rank of a place by the length of its wording."""
    order = (OnTop, Corner, Middle, Beside, Under, Offset, At)
    return len(order) if place is None else order.index(type(place))
