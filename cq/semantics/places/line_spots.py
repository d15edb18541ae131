"""Spots of lines: the ends of things, steps from a place, from one place to another, anchors."""

from __future__ import annotations

from dataclasses import replace

from cq.deadlines import watched
from cq.language.program import (
    Air,
    Anchored,
    Beside,
    Edge,
    End,
    Facing,
    Inside,
    LevelOf,
    Middle,
    Offset,
    OfPart,
    Place,
    Ref,
    Span,
)
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import HORIZONTAL, STEPS, box, face, line_with_ends, step, varying_axes
from cq.semantics.places.coordinates import axis_of, heading, regions, spots_of_regions
from cq.semantics.places.landmarks import is_each, is_every, named, only, steps
from cq.semantics.places.lines_through import inwards, through
from cq.semantics.scene import Scene
from cq.semantics.spots import Spot, Spots, spots
from cq.types import Cell
from cq.world.directions import OPPOSITE

_WAYS = {0: ("up", "down"), 1: ("west", "east"), 2: ("north", "south")}


@spots.register
def _(place: End, scene: Scene) -> Spots:
    found: list[Spot] = []
    things = named(place.landmark, scene)
    for thing in things:
        if place.direction is not None:
            ways = [scene.direction(place.direction)]
        else:
            axes = varying_axes(thing)
            if len(axes) != 1:
                raise unsaid("direction", "it has no ends", place, "direction")
            ways = [way for way in _WAYS[axes[0]] if place.both or scene.is_free(_beyond(thing, way))]
            if not place.both:
                last = scene.end_made_last(thing)
                options = [(way, 12.0 if way == last else 1.0) for way in ways]
                way = scene.direction(scene.choices.choose(Hole("direction", place, "direction"), options))
                ways = [way]
        found += [Spot(_beyond(thing, way), way) for way in ways if way in STEPS]
    each = place.both or is_each(place.landmark)
    return Spots(tuple(found), each=each, every=place.both or is_every(place.landmark))


def _beyond(thing: frozenset[Cell], way: str) -> Cell:
    return step(min(face(thing, way)), way)


_ON_MAP = {"up": "back", "down": "front"}


@spots.register
def _(place: Offset, scene: Scene) -> Spots:
    named = [step.direction for step in place.steps]
    if named == ["inwards"]:
        return inwards(place, place.steps[0].number or 1, scene)
    if not isinstance(place.start, Ref) and {"left", "right"} & set(named):
        named = [_ON_MAP.get(direction or "", direction) for direction in named]  # "Two left and one up."
    moves = [
        (scene.direction(direction), 1 if step.number is None else step.number)
        for direction, step in zip(named, place.steps, strict=True)
    ]
    if any(way not in STEPS for way, _ in moves):
        raise Failure("open", "in which direction is not said", place)
    landmark = place.start.landmark if isinstance(place.start, OfPart) else place.start
    if isinstance(landmark, Ref):
        if len(moves) == 1:
            return spots(so_far_beside(place, landmark, scene), scene)
        low, high = box(only(landmark, scene))
        if low[1:] != high[1:]:
            raise Failure("open", "from which of its blocks is not said", place)
        return Spots((Spot(steps(low, moves), "up"),), grounded=True)
    start = spots(landmark, scene)
    if len(start.spots) != 1 and not start.each:
        raise Failure("open", "from where is not said", place)
    ways = {way for way, _ in moves}
    if ways & {"up", "down"} and ways & set(HORIZONTAL):
        # "Two left and one up from the middle" is as on a map.
        flat = [(_ON_A_MAP.get(way, way), number) for way, number in moves]
        moves = scene.choices.choose(Hole("direction", place, "steps"), [(flat, 3.0), (moves, 1.0)])
    # The anchor "middle" also holds some steps away; a corner is no anchor there.
    anchor = "middle" if start.anchor == "middle" else ""
    found = tuple(Spot(steps(spot.cell, moves)) for spot in start.spots)
    return Spots(found, each=start.each, every=start.every, anchor=anchor)


_ON_A_MAP = {"up": "north", "down": "south"}


def so_far_beside(place: Offset, landmark: Ref, scene: Scene) -> Beside:
    """Some steps from a thing: to the cell at that distance, or with that many free cells between.

    The weights are those of folds 0 to 2 of the recordings.
    """
    step = place.steps[0]
    number = 1 if step.number is None else step.number
    if number < 1:
        raise Failure("impossible", "that is no distance", place)
    if step.unit == "spaces" or scene.direction(step.direction) in ("up", "down"):
        weights = (8.0, 1.0)
    elif number == 1 and step.direction in ("left", "right"):
        weights = (1.0, 2.0)
    elif step.unit == "cells":
        weights = (10.0, 1.0)
    else:
        weights = (3.0, 2.0) if step.direction in ("left", "right") else (3.0, 1.0)
    options = [(number - 1, weights[0]), (number, weights[1])]
    gap = scene.choices.choose(Hole("place", place, "steps", "steps"), options)
    return Beside(landmark, step.direction, gap)


@spots.register
def _(place: Span, scene: Scene) -> Spots:
    found = regions(place, scene.zone)
    if found is not None:
        return spots_of_regions(place, found, scene)
    if place.start is None:
        raise unsaid("place", "where it starts is not said", place, "start")
    start = spots(place.start, scene)
    way = scene.direction(place.direction) if place.direction else ""
    if place.end is None:
        on_top = start.spots[0].cell
        if way in HORIZONTAL and isinstance(place.start, Middle) and step(on_top, "down") in scene.cells:
            start = replace(start, spots=(Spot(step(on_top, "down")),))  # From the block, not from above it.
        return _leaving(place, start, way, scene)
    return ending(place, start, place.end, way, scene)


def _leaving(place: Place, start: Spots, way: str, scene: Scene) -> Spots:
    """From a place in a direction, for the length of the thing; a line from a present thing begins beside
    it."""
    if not way:
        return replace(start, anchor="start" if len(start.spots) == 1 else start.anchor)
    if len(start.spots) > 1 and start.filled:
        ordered = sorted(
            start.spots, key=lambda spot: sum(a * b for a, b in zip(spot.cell, STEPS[way], strict=True))
        )
        start = replace(start, spots=(ordered[-1] if ordered[0].cell in scene.cells else ordered[0],))
    if len(start.spots) != 1:
        raise Failure("open", "where it starts is not said", place)
    cell = start.spots[0].cell
    if cell in scene.cells:
        cell = step(cell, way)
    return Spots((Spot(cell, way),), anchor="start", axis=axis_of(way))


def ending(place: Place, start: Spots, end: Place | Ref, way: str, scene: Scene) -> Spots:
    """From the spots of a start to a place; blocks that stand at its ends are left as they are."""
    if isinstance(end, Edge) and end.landmark is None and end.direction is None:
        way = way or next((spot.grow for spot in start.spots if spot.grow), "")
        if way not in STEPS or len(start.spots) != 1:
            raise Failure("open", "in which direction is not said", place)
        cells = [start.spots[0].cell]
        while scene.zone.holds(step(cells[-1], way)):
            cells.append(step(cells[-1], way))
        return _line(place, [cells], scene)
    box_of_end = regions(end, scene.zone)
    if box_of_end is not None and len(box_of_end) == 1:
        ends = [_nearest(spot.cell, dict(box_of_end[0].ranges)) for spot in start.spots]
        lines = [line_with_ends(a.cell, b) or [a.cell] for a, b in zip(start.spots, ends, strict=True)]
        return _line(place, lines, scene)
    last = spots(end, scene)
    lines = [
        line
        for a in start.spots
        for b in watched(last.spots)
        if (line := line_with_ends(a.cell, b.cell)) is not None
        and (not way or heading(line[0], line[-1]) == way)
    ]
    found = _line(place, lines, scene)
    if len(found.spots) == 1 and Spot(step(found.spots[0].cell, "down")) in last.spots:
        raise Failure("impossible", "it leads nowhere", place)  # On top of something, to the same thing.
    return found


def _nearest(cell: Cell, ranges: dict[int, tuple[int, int]]) -> Cell:
    """The cell of a region that is nearest to a cell."""
    y, x, z = (ranges[axis][0] if axis in ranges else value for axis, value in enumerate(cell))
    return y, x, z


def _line(place: Place, lines: list[list[Cell]], scene: Scene) -> Spots:
    free = []
    for line in lines:
        cells = list(line)
        while cells and cells[0] in scene.cells:
            cells.pop(0)
        while cells and cells[-1] in scene.cells:
            cells.pop()
        if cells and not any(cell in scene.cells for cell in cells):
            free.append(tuple(cells))
    if not free:
        raise Failure("impossible", "no line leads from one to the other", place)
    straight = [path for path in free if len(path) == 1 or heading(path[0], path[-1])]
    free = straight or free
    shortest = min(map(len, free))
    options = equally(way for way in dict.fromkeys(free) if len(way) == shortest)
    chosen = scene.choices.choose(Hole("place", place, "line"), options)
    way = heading(chosen[0], chosen[-1])
    return Spots(
        tuple(Spot(cell, way) for cell in chosen),
        filled=True,
        axis=axis_of(way),
        ends=(chosen[0], chosen[-1]),
        exact=True,
    )


@spots.register
def _(place: Anchored, scene: Scene) -> Spots:
    if place.part == "through" and isinstance(place.place, Inside):
        return through(place.place.landmark, place, scene)
    found = spots(place.place, scene)
    part = place.part
    if part not in ("start", "end", "middle", "corner"):
        part = scene.direction(part)
    if part == "end" and len(found.spots) == 1 and found.spots[0].grow:
        # It ends there: it starts on the other side.
        spot = found.spots[0]
        found = replace(found, spots=(replace(spot, grow=OPPOSITE.get(spot.grow, "")),))
        part = "start"
    axis = axis_of(part) if part in HORIZONTAL else ""
    standing = isinstance(place.place, Ref | OfPart) and all(spot.cell in scene.cells for spot in found.spots)
    if standing and len({spot.cell[1:] for spot in found.spots}) == 1:
        found = replace(found, spots=(min(found.spots, key=lambda spot: spot.cell),), filled=False)
    return replace(found, anchor=part, axis=found.axis or axis, standing=standing)


@spots.register
def _(place: Air, scene: Scene) -> Spots:
    raise unsaid("place", "where it goes is not said", place, "place")


@spots.register
def _(place: LevelOf, scene: Scene) -> Spots:
    raise unsaid("place", "where it goes is not said", place, "place")


@spots.register
def _(place: Facing, scene: Scene) -> Spots:
    raise unsaid("place", "no place is said", place, "place")
