"""Short names for what stands in a world and for the places of a change, as people type them.

Each is a `Said`: words, and the cells that make them true. Left, right, front and back are as on a map with
north up, and are said only where the builder does not look another way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from cq.types import Cell
from cq.world import World
from cq.world.difference import Difference, Part
from cq.world.directions import COMPASS, OFFSETS, OPPOSITE
from cq.world.grid import HALF
from eval.loop.brief_words import (
    EDGES,
    bounds,
    box,
    colour_of,
    coordinates,
    heading,
    is_upright,
    lines,
    number,
    spots,
)

HANDS = {"west": "left", "east": "right", "north": "back", "south": "front"}
FARTHEST = 4
"""Nobody counts more cells than this from a block."""


class Said(NamedTuple):
    """Words that are true of `cells`, (y, x, z), which change, and of `landmarks`, blocks of the start."""

    text: str
    cells: frozenset[Cell] = frozenset()
    landmarks: frozenset[Cell] = frozenset()

    @classmethod
    def of(cls, parts: Iterable[Part], text: str, things: Iterable[Part] = ()) -> Said:
        """Words about all of some parts of the change and all of some things of the start."""
        return cls(text, _cells(parts), _cells(things))

    @classmethod
    def joined(cls, said: Sequence[Said]) -> Said:
        """One after the other."""
        cells = frozenset(cell for one in said for cell in one.cells)
        landmarks = frozenset(cell for one in said for cell in one.landmarks)
        return cls(" and ".join(one.text for one in said), cells, landmarks)


class Places:
    """Names the things of a start, which are blocks of one colour that touch, and the places of a change."""

    def __init__(self, start: Any, target: Any) -> None:
        world = World.parse(start)
        self.change = Difference.between(world, target, diagonals=True)
        self.things = Difference.between(None, world).placed
        self._gone = frozenset(cell for part in self.change.removed for cell in part.cells)
        self.changed = [thing for thing in self.things if self._gone & set(thing.cells)]
        self._by_hand = world.pose is None or world.pose.facing == "north"

    def thing_at(self, cell: Cell) -> Part:
        """The thing of the start to which a block belongs."""
        return next(thing for thing in self.things if cell in thing.cells)

    def is_cut(self, thing: Part) -> bool:
        """Whether some of its blocks go, but not all."""
        return bool(self._gone & set(thing.cells)) and not self._gone >= set(thing.cells)

    def replaced_by(self, part: Part) -> Part | None:
        """The thing of the start that has the same cells as a placed part, if there is one."""
        return next((thing for thing in self.changed if set(thing.cells) == set(part.cells)), None)

    def names(self, thing: Part, *, short: bool = False) -> list[Said]:
        """Names that fit this thing of the start alone, or its blocks that go if others of it stay. `short`
        ones fit it alone among the things of its colour.
        """
        if self.is_cut(thing):
            return self._pieces(thing)
        return [Said.of((), text, [thing]) for text in self._names(thing, short)]

    def _names(self, thing: Part, short: bool = False) -> list[str]:
        others = [one for one in self.things if one.colour == thing.colour and one != thing]
        colour = "" if short else f"{colour_of(thing)} "
        if not others:
            return ["the only one there is"] if short else [f"the {colour}one", f"the {colour}{_noun(thing)}"]
        texts = [f"the {mark} {colour}one" for mark in self._marks(thing, others)]
        texts += [f"the {colour}one by the {edge} edge" for edge in _own_edges(thing, others)]
        columns = {cell[1:] for one in others for cell in one.cells}
        if is_upright(thing) and thing.cells[0][1:] not in columns:
            at = coordinates(thing.cells[0])
            texts += at if short else [f"the {colour}one at {one}" for one in at]
        return texts

    def _pieces(self, thing: Part) -> list[Said]:
        """Names for the blocks of a thing that go, if they are few."""
        cells = sorted(self._gone & set(thing.cells))
        if len(cells) > FARTHEST:
            return []
        texts = [" ".join(f"{coordinates(cell)[0]} level {cell[0] + 1}" for cell in cells)]
        if len(cells) == 1 and is_upright(thing) and cells[0] in (thing.cells[0], thing.cells[-1]):
            end = "top" if cells[0] == thing.cells[-1] else "bottom"
            texts += [f"the {end} block of {name}" for name in self._names(thing)] * 2
        return [Said(one, frozenset(cells), frozenset(thing.cells)) for one in texts]

    def of(self, part: Part) -> list[Said]:
        """Where a placed part is to be."""
        cells = frozenset(part.cells)
        said, texts = self._instead(part), list[str]()
        if is_upright(part):
            said += self._beside(part.cells[0])
            texts += spots(part.cells[0])
        elif part.is_line:
            texts += lines(part)
            for end, other in ((part.cells[0], part.cells[-1]), (part.cells[-1], part.cells[0])):
                way = heading(end, other)
                said += [
                    one._replace(text=f"it starts {one.text} and goes {way}") for one in self._beside(end)
                ]
        else:
            texts += [box(part.cells)]
        lowest = part.cells[0][0]
        level = f", level {lowest + 1}" if lowest else ""
        return [one._replace(cells=cells) for one in said] + [Said(text + level, cells) for text in texts]

    def side_of(self, part: Part, thing: Part) -> str | None:
        """The compass direction, or "up", in which a part lies from a thing; None if in none or several."""
        sides = sorted(_sides(part, thing))
        return sides[0] if len(sides) == 1 else None

    def anchors(self) -> list[Part]:
        """The things that stay and are below the placed blocks, or else beside them."""
        placed = [cell for part in self.change.placed for cell in part.cells]
        for ways in (("down",), COMPASS):
            steps = [np.add(cell, OFFSETS[way]) for cell in placed for way in ways]
            inside = [step for step in steps if step.min() >= 0 and step[1:].max() <= 2 * HALF]
            cells = [(int(y), int(x), int(z)) for y, x, z in inside]
            if found := {self.thing_at(cell): None for cell in cells if self.change.kept[cell]}:
                return list(found)
        return []

    def _instead(self, part: Part) -> list[Said]:
        """The place of a part that takes the place of a whole thing."""
        thing = self.replaced_by(part)
        names = [] if thing is None else self.names(thing)
        return [name._replace(text=f"where {name.text} is now") for name in names]

    def _beside(self, cell: Cell) -> list[Said]:
        """A cell by an upright thing below it, beside it or in line with it, of which that block stays."""
        y, x, z = cell
        found = []
        if y and not self.change.start[cell]:
            found += [(words, (y - 1, x, z)) for words in ("on {}", "on top of {}")]
        for side in COMPASS:
            _, dx, dz = OFFSETS[OPPOSITE[side]]
            line = [(y, x + n * dx, z + n * dz) for n in range(1, FARTHEST + 1)]
            inside = [at for at in line if 0 <= at[1] <= 2 * HALF and 0 <= at[2] <= 2 * HALF]
            at = next((at for at in inside if self.change.start[at]), cell)
            n = abs(at[1] - x) + abs(at[2] - z)  # What stands farther away is hidden.
            near = (
                f"next to {{}}, on its {side} side",
                f"just {side} of {{}}",
                f"{side} of {{}}, touching it",
            )
            far = (f"{n} {side} of {{}}", f"{number(n)} cells {side} of {{}}")
            found += [(words, at) for words in (near if n == 1 else far) if n]
        said = []
        for words, at in found:
            thing = self.thing_at(at) if self.change.kept[at] else None
            if thing is not None and is_upright(thing) and (at[0] < y or thing.cells[0][0] == y):
                said += [Said.of((), words.format(name), [thing]) for name in self._names(thing)]
        return said

    def _marks(self, thing: Part, others: Sequence[Part]) -> list[str]:
        """Adjectives that tell a thing from the others."""
        if not others:
            return []
        ern, er = ("ernmost", "est") if len(others) > 1 else ("ern", "er")
        sides = [_sides(thing, one) for one in others]
        marks = []
        for side, hand in HANDS.items():
            if all(side in some for some in sides):
                marks += [side + ern] + [hand] * self._by_hand
        marks += [f"tall{er}"] if all(thing.extent[0] > one.extent[0] for one in others) else []
        marks += [f"short{er}"] if all(thing.extent[0] < one.extent[0] for one in others) else []
        return marks


def _sides(thing: Part, other: Part) -> set[str]:
    """The sides on which all of a thing is of all of another, "up" among them."""
    (lows, highs), (low, high) = bounds(thing.cells), bounds(other.cells)
    up = {"up"} if lows[0] > high[0] else set()
    before = {side for side, (axis, end) in EDGES.items() if end == 0 and highs[axis] < low[axis]}
    return up | before | {side for side, (axis, end) in EDGES.items() if end > 0 and lows[axis] > high[axis]}


def _own_edges(thing: Part, others: Sequence[Part]) -> list[str]:
    """The edges that a thing touches and no other does."""
    touching = {
        edge: [any(cell[axis] == index for cell in one.cells) for one in (thing, *others)]
        for edge, (axis, index) in EDGES.items()
    }
    return [edge for edge, touched in touching.items() if touched[0] and not any(touched[1:])]


def _noun(part: Part) -> str:
    if len(part.cells) == 1:
        return "block"
    return "tower" if is_upright(part) else "row" if part.is_line else "thing"


def _cells(parts: Iterable[Part]) -> frozenset[Cell]:
    return frozenset(cell for part in parts for cell in part.cells)
