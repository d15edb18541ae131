"""The spots of the zone's own places, and of the same parts of things: corners, edges, middles."""

from __future__ import annotations

from typing import TypeGuard

from cq.language.program import Beside, Corner, Edge, Extreme, Middle, Ref
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import (
    DIAGONALS,
    HORIZONTAL,
    STEPS,
    Thing,
    axis_along,
    box,
    face,
    step,
    varying_axes,
)
from cq.semantics.places.landmarks import centre, is_each, named, only, possible
from cq.semantics.scene import Scene, cells_of
from cq.semantics.spots import Spot, Spots, spots
from cq.types import Cell
from cq.world.zone import Zone

ON_OR_UNDER = ((True, 0.5), (False, 0.5))
"""The middle of a bench is its seat, that of a gate the space under it."""


def corner_directions(direction: str | None, scene: Scene) -> list[tuple[str, str]]:
    """The corners that a direction names ("northeast", "left", "left front"), each as north or south and
    east or west; all four if it is None."""
    corners = [(a, b) for a in ("north", "south") for b in ("east", "west")]
    if direction is None:
        return corners
    wanted = {scene.direction(word) for word in direction.split()}
    for diagonal in wanted & DIAGONALS.keys():
        wanted = wanted - {diagonal} | {diagonal[:5], diagonal[5:]}
    return [corner for corner in corners if wanted <= set(corner)]


def corner_of_zone(corner: tuple[str, str], zone: Zone) -> Cell:
    """The cell on the ground at a corner of a zone."""
    _, east, south = zone.last
    return 0, east if "east" in corner else 0, south if "south" in corner else 0


def _corner_of(thing: Thing, corner: tuple[str, str]) -> Cell:
    """The cell at a corner of a thing, on top of it, or at its foot if it is hollow there."""
    low, high = box(thing)
    column = (high[1] if "east" in corner else low[1], high[2] if "south" in corner else low[2])
    cells = [cell for cell in thing if cell[1:] == column]
    return step(max(cells), "up") if cells else (low[0], *column)


@spots.register
def _(place: Corner, scene: Scene) -> Spots:
    corners = corner_directions(place.direction, scene)
    if place.but is not None:
        left_out = corner_directions(place.but, scene)
        corners = [corner for corner in corners if corner not in left_out]
    measured = place.near or place.far
    if measured is not None:
        corners = _by_distance(corners, only(measured, scene), place.far is not None, scene.zone)
    if place.landmark is not None:
        things = named(place.landmark, scene)
        by_corner = {corner: [_corner_of(thing, corner) for thing in things] for corner in corners}
    else:
        own = {corner_of_zone(corner, scene.zone): corner for corner in reversed(corners)}
        # In a zone of one row, two corners coincide.
        by_corner = {corner: [cell] for cell, corner in reversed(own.items())}
        if place.empty:
            taken = {cell[1:] for cell in scene.cells}
            by_corner = {corner: cells for corner, cells in by_corner.items() if cells[0][1:] not in taken}
            if not by_corner:
                raise Failure("absent", "no corner is empty", place)
    if place.every:
        cells = [cell for some in by_corner.values() for cell in some]
        return Spots.of(cells, each=True, every=True)
    corner = scene.choices.choose(
        Hole("direction", place, "direction"), equally("".join(corner) for corner in by_corner)
    )
    names = corner_directions(corner, scene)
    if len(names) != 1 or names[0] not in by_corner:
        raise unsaid("direction", "which corner is not said", place, "direction")
    found = by_corner[names[0]]
    anchor = "".join(names[0]) if place.landmark is None else ""
    return Spots.of(found, anchor=anchor)


def _by_distance(
    corners: list[tuple[str, str]], thing: Thing, farthest: bool, zone: Zone
) -> list[tuple[str, str]]:
    """The corners of the zone that are nearest to a thing, or farthest from it."""

    def distance(corner: tuple[str, str]) -> int:
        _, x, z = corner_of_zone(corner, zone)
        return min(abs(cell[1] - x) + abs(cell[2] - z) for cell in thing)

    best = (max if farthest else min)(map(distance, corners))
    return [corner for corner in corners if distance(corner) == best]


@spots.register
def _(place: Edge, scene: Scene) -> Spots:
    if place.landmark is not None:
        return _edge_of_thing(place, scene)
    if place.direction is None and not place.along and _at_corner(scene.cursor, scene.zone):
        return Spots((Spot(scene.cursor),))  # "Go to the corner and stack three blocks on the edge."
    if place.direction is None and scene.edge and not place.along:
        way = scene.edge
    elif place.direction is None:
        if place.along:
            _, east, south = scene.zone.last
            cells = [cell for cell in scene.zone.floor if cell[1] in (0, east) or cell[2] in (0, south)]
            return Spots.of(cells, filled=True)
        options = equally(HORIZONTAL)
        way = scene.direction(scene.choices.choose(Hole("direction", place, "direction"), options))
    else:
        way = scene.direction(place.direction)
    scene.edge = way
    if way in DIAGONALS:
        return spots(Corner(way), scene)
    if way not in HORIZONTAL:
        raise Failure("impossible", f"there is no {way} edge", place)
    cells = face(scene.zone.floor, way)
    axis = "east" if way in ("north", "south") else "south"
    middle = place.middle
    if not (middle or place.along):
        # "At the north edge" is at its middle, or anywhere along it.
        middle = scene.choices.choose(Hole("place", place, "middle", "edge"), [(False, 3.0), (True, 1.0)])
    if middle:
        return Spots((Spot(cells[len(cells) // 2]),), anchor=way, axis=axis)
    return Spots.of(cells, filled=True, anchor=way, axis=axis)


def _at_corner(cell: Cell | None, zone: Zone) -> TypeGuard[Cell]:
    return cell is not None and zone.is_corner(cell)


def _edge_of_thing(place: Edge, scene: Scene) -> Spots:
    """The outermost blocks of a thing: on them, or against them ("against the north side of the wall")."""
    assert place.landmark is not None
    things = named(place.landmark, scene)
    options = equally(HORIZONTAL)
    direction = place.direction or scene.choices.choose(Hole("direction", place, "direction"), options)
    way = scene.direction(direction)
    if way not in STEPS:
        raise unsaid("direction", "which edge is not said", place, "direction")
    found = []
    if way in HORIZONTAL and all(_is_wall_along(thing, way) for thing in things):
        return spots(Beside(place.landmark, place.direction), scene)
    for thing in things:
        cells = [cell for cell in face(thing, way) if step(cell, "up") not in thing]
        if place.middle:
            axis = 2 if way in ("east", "west") else 1
            low, high = box(cells)
            cells = [
                cell
                for cell in cells
                if 2 * cell[axis] in (low[axis] + high[axis], low[axis] + high[axis] + 1)
            ]
        found += [step(cell, "up") for cell in cells]
    return Spots(
        tuple(Spot(cell, "up") for cell in found), filled=len(found) > 1, each=is_each(place.landmark)
    )


def _is_wall_along(thing: Thing, way: str) -> bool:
    """Whether a thing stands in one plane, across the direction: its side is beside it."""
    return varying_axes(thing) == [0, 3 - axis_along(way)]


@spots.register
def _(place: Middle, scene: Scene) -> Spots:
    if place.landmark is None:
        return Spots((Spot(scene.zone.middle),), anchor="middle")
    if (wall := _wall_of_zone(place.landmark, scene)) is not None:
        return spots(wall, scene)
    several = place.landmark == Ref("it") and len(scene.focus) > 1
    if not several and is_each(place.landmark):
        found = [_middle_of(thing, place, scene) for thing in named(place.landmark, scene)]
        return Spots(tuple(spot for middle in found for spot in middle.spots), each=True)
    return _middle_of(
        frozenset(cells_of(scene.focus)) if several else only(place.landmark, scene), place, scene
    )


def _middle_of(thing: Thing, place: Middle, scene: Scene) -> Spots:
    """The middle of a thing: in it where it is free, or on top of it."""
    low, high = box(thing)
    if not thing & scene.cells.keys():
        return _one(place, centre(thing, low[0]), "middle", scene)  # A gap, or a removed thing.
    if low[1:] == high[1:]:
        # No cell beside a tower is its middle.
        raise Failure("impossible", "its middle is not free", place)
    flat = low[1] == high[1] or low[2] == high[2]
    heights = {(low[0] + high[0]) // 2, (low[0] + high[0] + 1) // 2} if flat else {low[0]}
    inside = [cell for y in heights for cell in centre(thing, y) if cell not in scene.cells]
    under = [cell for cell in inside if (high[0], *cell[1:]) in thing]
    on_top = bool(under) and (place.on or scene.choices.choose(Hole("place", place, "on"), ON_OR_UNDER))
    if inside and not on_top:
        return _one(place, inside, "middle", scene)
    above = [_first_free(step(cell, "up"), scene) for cell in centre(thing, high[0])]
    # An even number of blocks has two in the middle: spots for two blocks, or a choice for one.
    return Spots.of(above, "up", filled=len(above) > 1)


def _first_free(cell: Cell, scene: Scene) -> Cell:
    """The lowest free cell of a column, from a cell on: new blocks go on top of earlier ones."""
    while cell in scene.cells:
        cell = step(cell, "up")
    return cell


def _wall_of_zone(ref: Ref, scene: Scene) -> Edge | None:
    """The edge of the zone that "the north wall" means if no wall stands."""
    ways = [limit.direction for limit in ref.limits if isinstance(limit, Extreme)]
    if ref.noun != "wall" or len(ways) != 1 or len(ref.limits) != 1 or possible(Ref("wall"), scene):
        return None
    return Edge(ways[0], middle=True)


def _one(place: Middle, cells: list[Cell], anchor: str, scene: Scene) -> Spots:
    """The only middle cell, or a choice among several."""
    chosen = scene.choices.choose(Hole("place", place, "middle"), equally(cells))
    return Spots((Spot(chosen, "up"),), anchor=anchor)
