"""The things of each kind that some cells form: blocks, towers, rows, walls, arches, gaps, structures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise, product

from cq.deadlines import watched
from cq.semantics.enclosures import flat_things, houses, rings
from cq.semantics.geometry import (
    HORIZONTAL,
    Thing,
    along,
    box,
    components,
    extent,
    layers,
    runs,
    spans,
    step,
    varying_axes,
    whole_box,
)
from cq.semantics.letterforms import is_drawn
from cq.semantics.seen import seen_once
from cq.semantics.strokes import SIGNS
from cq.types import Cell


def blocks(cells: Collection[Cell]) -> list[Thing]:
    """Single blocks."""
    return [frozenset({cell}) for cell in sorted(cells)]


def towers(cells: Collection[Cell]) -> list[Thing]:
    """Upright runs of two or more."""
    return runs(cells, "up")


def steps(cells: Collection[Cell]) -> list[Thing]:
    """The columns of stairs."""
    found: list[Thing] = []
    for stairs in staircases(cells):
        columns: dict[tuple[int, ...], list[Cell]] = {}
        for cell in stairs:
            columns.setdefault(cell[1:], []).append(cell)
        found += [frozenset(columns[column]) for column in sorted(columns)]
    return found


def rows(cells: Collection[Cell]) -> list[Thing]:
    """Horizontal runs of two or more."""
    return [*runs(cells, "east"), *runs(cells, "south")]


def diagonals(cells: Collection[Cell]) -> list[Thing]:
    """Diagonal runs of two or more, level or rising."""
    found = [*runs(cells, "southeast"), *runs(cells, "southwest")]
    for way in ("east", "west", "north", "south"):
        found += _rising(set(cells), way)
    return found


def _rising(cells: set[Cell], way: str) -> list[Thing]:
    found = []
    for cell in watched(sorted(cells)):
        if step(step(cell, way, -1), "down") not in cells:
            run = [cell]
            while (following := step(step(run[-1], way), "up")) in cells:
                run.append(following)
            if len(run) > 1:
                found.append(frozenset(run))
    return found


def structures(cells: Collection[Cell]) -> list[Thing]:
    """Groups of blocks joined face to face, single blocks too."""
    return components(cells)


def walls(cells: Collection[Cell]) -> list[Thing]:
    """Upright flat structures that are at least two wide and high."""
    return [body for body in components(cells) if varying_axes(body) in ([0, 1], [0, 2]) and len(body) > 3]


def squares(cells: Collection[Cell]) -> list[Thing]:
    """Rectangular structures, flat or upright, filled or hollow; where none stands, those in the layers of
    larger things."""
    return _rectangles(components(cells)) or _rectangles(
        part for layer in layers(cells) for part in components(layer)
    )


def _rectangles(things: Collection[Thing] | Iterator[Thing]) -> list[Thing]:
    return [
        thing
        for thing, (a, b) in flat_things(things)
        if len(thing) in (a * b, a * b - max(0, a - 2) * max(0, b - 2))
    ]


def crosses(cells: Collection[Cell]) -> list[Thing]:
    """Flat structures of a middle cell and straight arms to all four sides."""
    return [thing for thing, _ in flat_things(components(cells)) if _centre_of_cross(thing) is not None]


def _centre_of_cross(thing: Thing) -> Cell | None:
    axes = varying_axes(thing)
    low, high = box(thing)
    a, b = (Counter(cell[axis] for cell in thing) for axis in axes)
    for centre in thing:
        on_lines = a[centre[axes[0]]] + b[centre[axes[1]]] - 1
        if on_lines == len(thing) and all(low[axis] < centre[axis] < high[axis] for axis in axes):
            return centre
    return None


def arches(cells: Collection[Cell]) -> list[Thing]:
    """Structures with an opening below a block and between two others."""
    return [body for body in components(cells) if _spanned(body)]


def _spanned(thing: Thing) -> set[Cell]:
    """The empty cells of a structure that have blocks of it above and on two opposite sides."""
    top = max(thing)[0]
    farthest = max(spans(thing))

    def is_between(cell: Cell, way: str) -> bool:
        return all(any(step(cell, way, sign * i) in thing for i in range(1, farthest)) for sign in (1, -1))

    return {
        (y, x, z)
        for y, x, z in watched(whole_box(thing) - thing)
        if any((level, x, z) in thing for level in range(y + 1, top + 1))
        and (is_between((y, x, z), "east") or is_between((y, x, z), "south"))
    }


def tables(cells: Collection[Cell]) -> list[Thing]:
    """Structures whose top layer is wider than its support."""
    found = []
    for thing in components(cells):
        top, *below = reversed(layers(thing))
        if below and all(len(body) < len(top) for body in below) and len(components(top)) == 1:
            found.append(thing)
    return found


def staircases(cells: Collection[Cell]) -> list[Thing]:
    """Structures whose height rises evenly along an axis, solid or as steps alone, joined at edges too."""
    return [thing for thing in joined(cells) if rising(thing)]


def rising(thing: Thing) -> str:
    """The direction in which stairs rise by one a step; "" for other things."""
    for way in HORIZONTAL:
        reach, tops = along(way), dict[int, int]()
        for cell in sorted(thing):
            tops[reach(cell)] = cell[0]
        heights = [tops[i] for i in sorted(tops)]
        if len(heights) > 1 and all(b - a == 1 for a, b in pairwise(heights)):
            return way
    return ""


def pyramids(cells: Collection[Cell]) -> list[Thing]:
    """Structures whose layers become smaller towards the top, each within the one below."""
    found = []
    for thing in components(cells):
        shadows = [{cell[1:] for cell in layer} for layer in layers(thing)]
        if len(shadows) > 1 and all(b < a for a, b in pairwise(shadows)):
            found.append(thing)
    return found


def letters(cells: Collection[Cell]) -> list[Thing]:
    """Flat structures that bend: no line and no filled rectangle."""
    return [thing for thing, (a, b) in flat_things(joined(cells)) if len(thing) < a * b]


def joined(cells: Collection[Cell]) -> list[Thing]:
    """Groups of blocks joined at faces, edges or corners."""
    things = components(cells)
    if len(things) < 2:
        return things
    number_of = {cell: number for number, thing in enumerate(things) for cell in thing}
    into = list(range(len(things)))  # For each group, a later group that it is a part of, else itself.

    def last(group: int) -> int:
        while into[group] != group:
            into[group] = group = into[into[group]]
        return group

    for number, thing in enumerate(watched(things)):
        for y, x, z in thing:
            for a, b, c in _CORNERWISE:
                other = number_of.get((y + a, x + b, z + c), number)
                if other != number:
                    low, high = sorted((last(other), last(number)))
                    into[low] = high
    merged: dict[int, list[Thing]] = {}
    for number, thing in enumerate(things):
        merged.setdefault(last(number), []).append(thing)
    return [frozenset().union(*merged[number]) for number in sorted(merged)]


_CORNERWISE = [way for way in product((-1, 0, 1), repeat=3) if way > (0, 0, 0) and sum(map(abs, way)) > 1]
"""Half of the steps to a cell that shares only an edge or a corner: the other half leads back."""


def gaps(cells: Collection[Cell]) -> list[Thing]:
    """The empty cells between two of the cells at one height, as far as they are joined; if there are none,
    those between two above each other."""
    return components(between(cells, "east", "south")) or components(between(cells, "up"))


def gapped_rows(cells: Collection[Cell]) -> list[Thing]:
    """Three or more blocks in one line, none next to another and all as far apart."""
    found: list[Thing] = []
    for axis in (1, 2):
        lines: dict[Cell, list[Cell]] = {}
        for cell in sorted(cells):
            lines.setdefault((cell[0], axis, cell[3 - axis]), []).append(cell)
        for line in lines.values():
            apart = {after[axis] - before[axis] for before, after in pairwise(line)}
            if len(line) > 2 and len(apart) == 1 and apart != {1}:
                found.append(frozenset(line))
    return found


def between(cells: Collection[Cell], *ways: str) -> set[Cell]:
    """The empty cells on straight lines in some directions between two of some cells."""
    cells = set(cells)
    found: set[Cell] = set()
    for way in ways if cells else ():
        farthest = extent(cells, way)
        for cell in watched(cells):
            run, following = [], step(cell, way)
            while following not in cells and along(way)(following) <= farthest:
                run.append(following)
                following = step(following, way)
            if run and following in cells:
                found.update(run)
    return found


def cubes(cells: Collection[Cell]) -> list[Thing]:
    """Structures that fill a box of at least two blocks along each axis."""
    return [
        body for body in components(cells) if min(spans(body)) > 1 and len(body) == math.prod(spans(body))
    ]


def signs(name: str) -> Callable[[Collection[Cell]], list[Thing]]:
    """A function that finds the flat structures in the shape of a sign."""
    return lambda cells: [thing for thing in letters(cells) if is_drawn(thing, name)]


_KINDS: dict[str, Callable[[Collection[Cell]], list[Thing]]] = {
    "block": blocks,
    "part": blocks,
    "corner": blocks,
    "edge": blocks,
    "tower": towers,
    "row": rows,
    "diagonal": diagonals,
    "layer": layers,
    "wall": walls,
    "square": squares,
    "house": houses,
    "ring": rings,
    "arch": arches,
    "bridge": lambda cells: arches(cells) or tables(cells),
    "table": tables,
    "bench": tables,
    "staircase": staircases,
    "step": steps,
    "pyramid": pyramids,
    "plus": crosses,
    "cube": cubes,
    **{name: signs(name) for name in sorted(SIGNS - {"plus", "x"})},
    "letter": letters,
    "structure": structures,
    "gap": gaps,
}
KINDS: dict[str, Callable[[Collection[Cell]], list[Thing]]] = {
    name: seen_once(find) for name, find in _KINDS.items()
}
"""The function that finds the things of each kind among cells."""
