"""Positions of a shape as a whole: all that fit its place, the usual ones with more weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cq.language.program import Around, Beside, Edge, OnTop, Place, Size, Span, Under
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, Hole
from cq.semantics.geometry import HORIZONTAL, at_ends, box, face, spans, step, varying_axes
from cq.semantics.places.landmarks import named
from cq.semantics.scene import Scene, cells_of
from cq.semantics.shapes.anchors import USUAL, Positions, at_cell, middles, positions_anchored, very_middle
from cq.semantics.shapes.figures import figures, sign
from cq.semantics.shapes.measures import said
from cq.semantics.shapes.outlines import SHAPES, outlines
from cq.semantics.spots import Spots
from cq.types import Cell
from cq.world.zone import Zone


def is_whole(new: NewThing) -> bool:
    """Whether a thing has a place as a whole, not a first cell."""
    thick = new.shape == "tower" and len([n for n in new.dims if n > 1]) > 1
    return new.shape in SHAPES or bool(sign(new)) or thick


def whole(new: NewThing, where: Spots, place: Place | None, scene: Scene) -> list[Cell]:
    """The cells of a shape at a place, a choice if several positions fit; a ring that is open to a side has
    no cells there. Raises `Failure` if none fits.
    """
    cells = _closed(new, where, place, scene)
    if new.shape == "ring" and new.opens and (way := scene.direction(new.opens)) in HORIZONTAL:
        outermost = face(cells, way)
        return [cell for cell in cells if cell not in outermost]
    return cells


def _closed(new: NewThing, where: Spots, place: Place | None, scene: Scene) -> list[Cell]:
    if where.ends is not None or where.exact:
        return _in_area(new, where, isinstance(place, Around) and place.corners is not None)
    covers = new.shape in ("layer", "square") and new.count == 1 and not new.dims
    high = (new.shape == "layer" and said(new, "high")) or 1
    covers = covers and set(new.sizes) <= {Size("blocks", len(where.spots)), Size("high", high)}
    if covers and isinstance(place, OnTop | Under) and len(where.spots) > 1 and not where.each:
        cells = _cover(new, [spot.cell for spot in where.spots])
        return [step(cell, "up", i) for i in range(high) for cell in cells]
    if isinstance(place, Span) and place.end is None and place.direction is not None:
        way = scene.direction(place.direction)
        if new.shape not in ("wall", "staircase", "arch") or new.axis not in (None, way):
            raise Failure("impossible", f"a {new.shape} does not run in a direction", new)
        new = replace(new, axis=way)
    if new.shape == "wall" and where.axis and not new.axis:
        new = replace(new, axis=where.axis)
        if where.filled and not new.dims and said(new, "long", "wide", "side", "any") is None:
            new = replace(new, sizes=(*new.sizes, Size("long", len(where.spots))))
    if new.shape == "square" and not new.posture and isinstance(place, Beside):
        new = _as_it_stands(new, cells_of(named(place.landmark, scene)), scene)
    return located(_turned(new, scene), new, where, place, scene)


def _cover(new: NewThing, cells: list[Cell]) -> list[Cell]:
    """A layer as large as the thing below; a lid also closes a hollow thing."""
    low, high = box(cells)
    if new.shape == "layer":
        return cells
    return [(high[0], x, z) for x in range(low[1], high[1] + 1) for z in range(low[2], high[2] + 1)]


def _turned(new: NewThing, scene: Scene) -> list[tuple[Cell, ...]]:
    """The cells of a shape, in each possible turn, with the given extents."""
    x, z = said(new, "x"), said(new, "z")
    if x is None or z is None:
        return figures(new, scene.facing) if sign(new) else outlines(new)
    rest = tuple(size for size in new.sizes if size.dimension not in ("x", "z"))
    ways = [_turned(replace(new, sizes=rest, dims=dims), scene) for dims in {(x, z), (z, x)}]
    found = [offsets for some in ways for offsets in some if spans(offsets)[1:] == (x, z)]
    if not found:
        raise Failure("impossible", "it has no such size", new)
    return found


def _as_it_stands(new: NewThing, beside: set[Cell], scene: Scene) -> NewThing:
    """A square beside an upright plane, upright like that or flat."""
    axes = varying_axes(beside)
    if len(axes) != 2 or 0 not in axes:
        return new
    hole = Hole("axis", new, "posture", "square beside")
    if scene.choices.choose(hole, [(True, 4.0), (False, 1.0)]):
        return replace(new, posture="upright", axis="east" if axes[1] == 1 else "south")
    return new


def _in_area(new: NewThing, where: Spots, is_round: bool) -> list[Cell]:
    """A rectangle, a wall or a cube in the area that its place names; with `is_round` it goes
    around something of any outline. Raises `Failure` if it has another size.
    """
    cells = [spot.cell for spot in where.spots]
    levels = said(new, "high") or 1
    if levels > 1 and len(varying_axes(cells)) == 1 and 0 not in varying_axes(cells):
        cells = [step(cell, "up", i) for i in range(levels) for cell in cells]  # It stands.
    if where.ends is not None and (new.hollow or new.shape == "ring"):
        at_end = at_ends(cells)
        cells = [cell for cell in cells if any(at_end(cell))]
    if where.exact and new.shape in ("ring", "square") and not (is_round and new.shape == "ring"):
        (y, west, north), (_, east, south) = box(cells)
        if not {(y, x, z) for x in (west, east) for z in (north, south)} <= set(cells):
            raise Failure("impossible", "it has no corners", new)
    wide = said(new, "wide", "deep", "side")
    if new.shape == "square" and wide not in (None, 1) and len(varying_axes(cells)) == 1:
        cells = _widened(new, cells, wide or 1)  # "A carpet 3 wide from edge to edge."
    blocks = said(new, "blocks")
    if (
        sign(new)
        or new.shape in ("staircase", "pyramid", "arch", "table")
        or blocks not in (None, len(cells))
    ):
        raise Failure("impossible", f"a {new.shape} does not fill it", new)
    if new.dims and (
        where.ends is None or sorted(n for n in spans(cells) if n > 1) != sorted(n for n in new.dims if n > 1)
    ):
        raise Failure("contradiction", "it has another size than its place", new)
    if levels > 1 and len({cell[0] for cell in cells}) == 1:
        cells = [step(cell, "up", i) for i in range(levels) for cell in cells]
    return cells


def _widened(new: NewThing, cells: list[Cell], wide: int) -> list[Cell]:
    """A line, widened on both sides."""
    if wide % 2 == 0:
        raise Failure("open", "on which side it is wider is not said", new)
    axis = 3 - varying_axes(cells)[0] if 0 not in varying_axes(cells) else 1
    way = "east" if axis == 1 else "south"
    return [step(cell, way, by) for by in range(-(wide // 2), wide // 2 + 1) for cell in cells]


def located(
    shapes: Sequence[tuple[Cell, ...]], new: NewThing, where: Spots, place: Place | None, scene: Scene
) -> list[Cell]:
    """The cells of one of some shapes (offsets) at a place."""
    found: dict[frozenset[Cell], tuple[tuple[Cell, ...], float]] = {}
    taken: list[Cell] = []
    standing = {spot.cell for spot in where.spots if where.standing}
    for offsets in shapes:
        for cells, weight in _positions(offsets, new, where, place, scene.zone):
            taken += [cell for cell in cells if cell in scene.cells and cell not in standing]
            if all(cell in standing or scene.is_free(cell) for cell in cells):
                key = frozenset(cells)
                found[key] = (cells, max(weight, found[key][1] if key in found else 0.0))
    if not found:
        why = scene.taken_by(taken[0]) if taken else "it does not fit there"
        raise Failure("impossible", why, new)
    options = list(found.values())
    kind = "place" if len(shapes) == 1 else "axis"
    return list(scene.choices.choose(Hole(kind, new, "axis" if kind == "axis" else "place"), options))


def _positions(
    offsets: tuple[Cell, ...], new: NewThing, where: Spots, place: Place | None, zone: Zone
) -> Positions:
    cells = [spot.cell for spot in where.spots]
    low, high = box(offsets)
    if new.shape == "staircase" and len(cells) == 1 and not where.anchor:
        return at_cell(offsets, (0, 0, 0), cells[0], 1.0)
    if isinstance(place, Edge) and place.landmark is None and where.filled:
        return _along_edge(offsets, cells, zone)
    if where.anchor == "middle" and len(cells) == 1 and where.spots[0].grow in HORIZONTAL:
        beside = _beside(offsets, cells[0], where.spots[0].grow)
        return [position for position in beside if position[1] != 1.0]
    if where.anchor:
        found = [position for cell in cells for position in positions_anchored(offsets, where.anchor, cell)]
        return very_middle(found, cells[0], zone) if where.anchor == "middle" else found
    if len(cells) > 1:
        return _within(offsets, cells)
    (spot,) = where.spots
    if spot.grow in HORIZONTAL:
        return _beside(offsets, spot.cell, spot.grow)
    base = low[0] if spot.grow != "down" else high[0]
    corners = {(base, x, z) for x in (low[1], high[1]) for z in (low[2], high[2])}
    usual = {(base, x, z) for _, x, z in middles(low, high)}
    found = [position for at in usual for position in at_cell(offsets, at, spot.cell, USUAL / len(usual))]
    return found + [
        position for at in corners - usual for position in at_cell(offsets, at, spot.cell, 1.0 / len(corners))
    ]


def _along_edge(offsets: tuple[Cell, ...], cells: list[Cell], zone: Zone) -> Positions:
    """The positions at an edge: its middle is usual; a shape as long as the edge has one position."""
    low, high = box(offsets)
    foot = min(cell[0] for cell in cells)
    found: Positions = []
    for axis, side in ((1, 0), (1, zone.last[1]), (2, 0), (2, zone.last[2])):
        other = 3 - axis
        if sum(cell[axis] == side for cell in cells) < max(1, len(cells) - 1):
            continue
        at = (high if side else low)[axis]
        span, last = high[other] - low[other], zone.last[other]
        for start in range(last - span + 1):
            middle = 2 * start + span in (last, last - 1, last + 1)
            base, cell = [low[0], 0, 0], [foot, 0, 0]
            base[axis], cell[axis], base[other], cell[other] = at, side, low[other], start
            found += at_cell(
                offsets, (base[0], base[1], base[2]), (cell[0], cell[1], cell[2]), USUAL if middle else 0.5
            )
    return found


def _within(offsets: tuple[Cell, ...], cells: list[Cell]) -> Positions:
    """The positions on cells to fill: all of them, or in their middle."""
    low, high = box(offsets)
    foot = {(x, z) for y, x, z in offsets if y == low[0]}
    given = {(x, z) for _, x, z in cells}
    level = min(cell[0] for cell in cells)
    (_, west, north), (_, east, south) = box(cells)
    found: Positions = []
    for dx in range(west - low[1], east - high[1] + 1):
        for dz in range(north - low[2], south - high[2] + 1):
            if {(x + dx, z + dz) for x, z in foot} <= given:
                spare = abs((west - low[1] - dx) + (east - high[1] - dx)) + abs(
                    (north - low[2] - dz) + (south - high[2] - dz)
                )
                weight = USUAL if spare == 0 else 1.0
                found += at_cell(offsets, (low[0], 0, 0), (level, dx, dz), weight)
    spans = (high[1] - low[1], high[2] - low[2])
    if not found and spans == (east - west, south - north):
        return at_cell(offsets, low, (level, west, north), 1.0)  # On legs, with nothing between.
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
        found += at_cell(offsets, (base[0], base[1], base[2]), cell, weight)
    return found
