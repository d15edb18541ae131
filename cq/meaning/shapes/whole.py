"""Where a shape goes as a whole: every position that fits its place, the usual ones with more weight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cq.language.program import Corner, Edge, Middle, Place
from cq.language.program import Thing as NewThing
from cq.meaning.choices import Failure, Hole
from cq.meaning.geometry import HORIZONTAL, LAST, Cell, Thing, box, step
from cq.meaning.scene import Scene
from cq.meaning.shapes.figures import figures, sign
from cq.meaning.shapes.outlines import SHAPES, outlines
from cq.meaning.spots import Spots

Positions = list[tuple[tuple[Cell, ...], float]]
USUAL = 4.0
"""How much likelier the middle of a shape is meant than one of its corners."""


def is_whole(new: NewThing) -> bool:
    """Whether a thing has a place as a whole, not a first cell."""
    thick = new.shape == "tower" and len([n for n in new.dims if n > 1]) > 1
    return new.shape in SHAPES or bool(sign(new)) or thick


def whole(new: NewThing, where: Spots, place: Place | None, scene: Scene) -> list[Cell]:
    """The cells of a shape at a place, a choice where several fit. Raises `Failure` if none does."""
    shapes = figures(new, scene.facing) if sign(new) else outlines(new)
    return located(shapes, new, where, place, scene)


def located(
    shapes: Sequence[tuple[Cell, ...]], new: NewThing, where: Spots, place: Place | None, scene: Scene
) -> list[Cell]:
    """The cells of one of some shapes (offsets) at a place."""
    found: dict[frozenset[Cell], tuple[tuple[Cell, ...], float]] = {}
    reasons = 0
    for offsets in shapes:
        for cells, weight in _positions(offsets, new, where, place):
            reasons += 1
            if all(map(scene.is_free, cells)):
                key = frozenset(cells)
                found[key] = (cells, max(weight, found[key][1] if key in found else 0.0))
    if not found:
        why = "something stands there" if reasons else "it does not fit there"
        raise Failure("impossible", why, new)
    options = list(found.values())
    kind = "place" if len(shapes) == 1 else "axis"
    return list(scene.choices.choose(Hole(kind, new, "axis" if kind == "axis" else "place"), options))


def _positions(offsets: tuple[Cell, ...], new: NewThing, where: Spots, place: Place | None) -> Positions:
    cells = [spot.cell for spot in where.spots]
    low, high = box(offsets)
    if new.shape == "staircase" and len(cells) == 1 and not where.anchor:
        return _at(offsets, (0, 0, 0), cells[0], 1.0)
    if isinstance(place, Corner) and place.landmark is None:
        return [one for cell in cells for one in _inward(offsets, cell)][: 1 if len(cells) == 1 else None]
    if isinstance(place, Edge) and place.landmark is None:
        return _along_edge(offsets, cells, place)
    if where.anchor:
        return [one for cell in cells for one in _anchored(offsets, where.anchor, cell)]
    if isinstance(place, Middle):
        return [one for base in _middles(low, high) for cell in cells for one in _at(offsets, base, cell, 1.0)]
    if len(cells) > 1:
        return _within(offsets, cells)
    (spot,) = where.spots
    if spot.grow in HORIZONTAL:
        return _beside(offsets, spot.cell, spot.grow)
    base = low[0] if spot.grow != "down" else high[0]
    corners = {(base, x, z) for x in (low[1], high[1]) for z in (low[2], high[2])}
    usual = {(base, x, z) for _, x, z in _middles(low, high)}
    found = [one for at in usual for one in _at(offsets, at, spot.cell, USUAL / len(usual))]
    return found + [one for at in corners - usual for one in _at(offsets, at, spot.cell, 1.0 / len(corners))]


def _at(offsets: Iterable[Cell], base: Cell, cell: Cell, weight: float) -> Positions:
    """The one position in which an offset is at a cell."""
    y, x, z = (cell[i] - base[i] for i in range(3))
    return [(tuple((p + y, q + x, r + z) for p, q, r in offsets), weight)]


def _middles(low: Cell, high: Cell) -> set[Cell]:
    """The middle cells at the foot of a box: one, two or four."""
    return {
        (low[0], x, z)
        for x in ((low[1] + high[1]) // 2, (low[1] + high[1] + 1) // 2)
        for z in ((low[2] + high[2]) // 2, (low[2] + high[2] + 1) // 2)
    }


def _inward(offsets: tuple[Cell, ...], cell: Cell) -> Positions:
    """The position in a corner of the zone."""
    low, high = box(offsets)
    _, x, z = cell
    return _at(offsets, (low[0], (high if x == LAST else low)[1], (high if z == LAST else low)[2]), cell, 1.0)


def _along_edge(offsets: tuple[Cell, ...], cells: list[Cell], place: Edge) -> Positions:
    """The positions at an edge: its middle is usual; a shape as long as the edge has one position."""
    low, high = box(offsets)
    foot = min(cell[0] for cell in cells)
    found: Positions = []
    for axis, side in ((1, 0), (1, LAST), (2, 0), (2, LAST)):
        other = 3 - axis
        if sum(cell[axis] == side for cell in cells) < max(1, len(cells) - 1):
            continue
        at = (high if side else low)[axis]
        span = high[other] - low[other]
        for start in range(LAST - span + 1):
            middle = 2 * start + span in (LAST, LAST - 1, LAST + 1)
            if place.middle and not middle:
                continue
            base, cell = [low[0], 0, 0], [foot, 0, 0]
            base[axis], cell[axis], base[other], cell[other] = at, side, low[other], start
            found += _at(offsets, (base[0], base[1], base[2]), (cell[0], cell[1], cell[2]), USUAL if middle else 0.5)
    return found


def _anchored(offsets: tuple[Cell, ...], anchor: str, cell: Cell) -> Positions:
    """The positions in which a part of the shape is at a cell."""
    low, high = box(offsets)
    if anchor == "middle":
        return [one for base in _middles(low, high) for one in _at(offsets, base, cell, 1.0)]
    if anchor == "start":
        return _at(offsets, offsets[0], cell, 1.0)
    if anchor == "corner":
        return [one for base in _own_corners(offsets) for one in _at(offsets, base, cell, 1.0)]
    feet = [one for one in offsets if one[0] == low[0]]
    spans: list[tuple[int, ...]] = []
    for axis, (less, more) in ((1, ("west", "east")), (2, ("north", "south"))):
        if less in anchor or more in anchor:
            spans.append(((low if less in anchor else high)[axis],))
        else:
            spans.append(tuple({(low[axis] + high[axis]) // 2, (low[axis] + high[axis] + 1) // 2}))
    bases = [(low[0], x, z) for x in spans[0] for z in spans[1]]
    return [one for base in bases if base in feet or len(feet) > 0 for one in _at(offsets, base, cell, 1.0)]


def _own_corners(offsets: tuple[Cell, ...]) -> list[Cell]:
    """Where the legs of an L meet, or else the corners at the foot of the shape's box that belong to it."""
    cells = set(offsets)

    def axes(cell: Cell) -> set[int]:
        return {
            axis
            for axis, ways in enumerate((("up", "down"), ("east", "west"), ("south", "north")))
            for way in ways
            if step(cell, way) in cells
        }

    bends = [cell for cell in offsets if len(axes(cell)) == 2]
    if len(bends) == 1:
        return bends
    low, high = box(offsets)
    return [cell for cell in offsets if cell[0] == low[0] and cell[1] in (low[1], high[1]) and cell[2] in (low[2], high[2])]


def _within(offsets: tuple[Cell, ...], cells: list[Cell]) -> Positions:
    """The positions on cells that are to be filled: all of them, or in their middle."""
    low, high = box(offsets)
    foot = {(x, z) for y, x, z in offsets if y == low[0]}
    given = {(x, z) for _, x, z in cells}
    level = min(cell[0] for cell in cells)
    (_, west, north), (_, east, south) = box(cells)
    found: Positions = []
    for dx in range(west - low[1], east - high[1] + 1):
        for dz in range(north - low[2], south - high[2] + 1):
            if {(x + dx, z + dz) for x, z in foot} <= given:
                spare = abs((west - low[1] - dx) + (east - high[1] - dx)) + abs((north - low[2] - dz) + (south - high[2] - dz))
                weight = USUAL if spare == 0 else 1.0
                found += _at(offsets, (low[0], 0, 0), (level, dx, dz), weight)
    return found


def _beside(offsets: tuple[Cell, ...], cell: Cell, way: str) -> Positions:
    """The positions in which the shape's near face touches the landmark."""
    low, high = box(offsets)
    axis = 1 if way in ("east", "west") else 2
    other = 3 - axis
    near = (low if way in ("east", "south") else high)[axis]
    found: Positions = []
    middles = {(low[other] + high[other]) // 2, (low[other] + high[other] + 1) // 2}
    for at in range(low[other], high[other] + 1):
        base = [low[0], 0, 0]
        base[axis], base[other] = near, at
        weight = USUAL / len(middles) if at in middles else 1.0
        found += _at(offsets, (base[0], base[1], base[2]), cell, weight)
    return found


def moved_onto(thing: Thing, where: Spots, place: Place | None, scene: Scene) -> Callable[[Cell], Cell]:
    """The shift that takes a thing to a place, as a function of cells."""
    start = min(thing)
    cells = located([tuple(sorted(thing))], NewThing(), where, place, scene)
    shift = tuple(b - a for a, b in zip(start, min(cells), strict=True))
    return lambda cell: (cell[0] + shift[0], cell[1] + shift[1], cell[2] + shift[2])
