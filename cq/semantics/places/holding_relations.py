"""Whether a present thing is at a place relative to others: on them, beside, between, inside.

A world has thousands of things: each is compared with the landmarks near it, found by their cells, and with
what is the least of all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from cq.language import program as p
from cq.semantics.choices import unsaid
from cq.semantics.geometry import (
    DIAGONALS,
    HORIZONTAL,
    STEPS,
    Thing,
    axis_along,
    box,
    components,
    extent,
    step,
)
from cq.semantics.places.holding import Relation, Test, any_of, least, ranked_once, relation, test, there
from cq.semantics.places.landmarks import possible
from cq.semantics.places.line_spots import so_far_beside
from cq.semantics.places.near import Boxes, Gaps, Landmarks
from cq.semantics.scene import Scene, cells_of
from cq.semantics.spots import spots
from cq.types import Cell
from cq.world.directions import AXIS_ENDS, OFFSETS, OPPOSITE

Line = tuple[int, ...]
"""A line along an axis, by the other coordinates of its cells."""


def _neighbours(thing: Thing, ways: Iterable[str], gap: int | None = 0) -> set[Cell]:
    """The cells of which a thing lies in some directions, with `gap` cells between."""
    apart = -1 - (gap or 0)
    return {step(cell, way, apart) for way in ways for cell in thing}


def _touch(thing: Thing, other: Thing, way: str, gap: int | None) -> bool:
    """Whether a thing lies next to another in a direction, with `gap` cells between."""
    apart = 1 + (gap or 0)
    if len(thing) > len(other):
        thing, other, apart = other, thing, -apart
    return any(step(cell, way, -apart) in other for cell in thing)


@ranked_once
def _towards(way: str, gap: int | None) -> Relation:
    """How well a thing lies in a direction of others: next to one, in line with it, or somewhere beyond."""
    parts = [side for side in HORIZONTAL if side in way] if way in DIAGONALS else [way]
    touches_only = gap is not None and len(parts) == 1
    beyond = _in_line_beyond(way) if len(parts) == 1 else _beyond_both(parts)
    reach = cache(extent)

    def cut(thing: Thing, landmark: Thing) -> int | None:
        """The rank of a thing that has cells of the landmark."""
        if thing < landmark:
            return there(len(parts) == 1 and not gap and extent(thing, way) == reach(landmark, way))
        shared = thing & landmark
        thing, rest = thing - shared, landmark - shared or landmark
        if _touch(thing, rest, way, gap):
            return 0
        return None if touches_only else beyond([rest])(thing)

    def related(things: Sequence[Thing]) -> Test:
        landmarks = Landmarks(things)
        far = beyond(() if touches_only else things)

        def ranked(thing: Thing) -> int | None:
            met = landmarks.meeting(thing)
            if not landmarks.meeting(_neighbours(thing, (way,), gap)) <= met:
                return 0
            others = (other for i in met if (other := things[i]) != thing)
            near = least(cut(thing, other) for other in others)
            # What a thing meets reaches as far as the thing, so it is not beyond that.
            return near if near == 0 else least((near, far(thing)))

        return ranked

    return related


def _in_line_beyond(way: str) -> Relation:
    """Farther in a direction than all of another, in line with it (1) or not (2)."""
    axis = axis_along(way)

    def related(things: Sequence[Thing]) -> Test:
        nearest: dict[Line, int] = {}
        for thing in things:
            reach = extent(thing, way)
            for line in _shadow(thing, axis):
                nearest[line] = min(reach, nearest.get(line, reach))
        least_reach = min(nearest.values(), default=None)

        def ranked(thing: Thing) -> int | None:
            begins = -extent(thing, OPPOSITE[way])
            if least_reach is None or begins <= least_reach:
                return None
            lines = _shadow(thing, axis) & nearest.keys()
            return 1 if any(nearest[line] < begins for line in lines) else 2

        return ranked

    return related


def _beyond_both(ways: Sequence[str]) -> Relation:
    """Farther in two directions than all of another (2)."""

    def related(things: Sequence[Thing]) -> Test:
        reaches = np.array([[extent(thing, way) for way in ways] for thing in things]).reshape(-1, len(ways))

        def ranked(thing: Thing) -> int | None:
            begins = [-extent(thing, OPPOSITE[way]) for way in ways]
            return 2 if (reaches < begins).all(axis=1).any() else None

        return ranked

    return related


def _shadow(thing: Thing, axis: int) -> set[Line]:
    """The lines along an axis that meet a thing."""
    return {(*cell[:axis], *cell[axis + 1 :]) for cell in thing}


@ranked_once
def _beside(gap: int | None) -> Relation:
    def related(things: Sequence[Thing]) -> Test:
        landmarks = Landmarks(things)

        def ranked(thing: Thing) -> int | None:
            met = landmarks.meeting(thing)

            def lies(ways: Iterable[str], gap: int | None) -> bool:
                return not landmarks.meeting(_neighbours(thing, ways, gap)) <= met

            if lies(HORIZONTAL, gap) or gap is not None:
                return there(lies(HORIZONTAL, gap))
            return 1 if lies(DIAGONALS, 0) else 2 if lies(HORIZONTAL, 1) else None

        return ranked

    return related


relation(p.OnTop)(lambda place, scene: _towards("up", place.gap))
relation(p.Under)(lambda place, scene: _towards("down", place.gap))


@test.register
def _(place: p.Beside, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)
    if place.side is None:
        return _beside(place.gap)(landmarks)
    if place.side == "diagonal":
        return any_of([_towards(way, place.gap)(landmarks) for way in DIAGONALS])
    way = scene.direction(place.side)
    if way not in STEPS:
        raise unsaid("direction", "which side it is on is not said", place, "side")
    return _towards(way, place.gap)(landmarks)


@test.register
def _(place: p.Sides, scene: Scene) -> Test:
    if place.sides:
        return any_of([test(p.Beside(place.landmark, side, place.gap), scene) for side in place.sides])
    at_sides: dict[str, list[Thing]] = {}
    for landmark in possible(place.landmark, scene):
        low, high = box(landmark)
        # A flat thing has its sides at its ends.
        axes = [axis for axis in (1, 2) if low[axis] != high[axis]]
        for way in HORIZONTAL if len(axes) != 1 else AXIS_ENDS[axes[0]]:
            at_sides.setdefault(way, []).append(landmark)
    return any_of([_towards(way, place.gap)(landmarks) for way, landmarks in at_sides.items()])


@ranked_once
def _touching() -> Relation:
    def related(things: Sequence[Thing]) -> Test:
        cells = cells_of(things)
        return lambda thing: there(not cells.isdisjoint(_neighbours(thing, OFFSETS) - thing))

    return related


relation(p.Touching)(lambda place, scene: _touching())


@ranked_once
def in_line(axes: Sequence[int]) -> Relation:
    """With the same index along one of some axes as a cell of another."""

    def related(things: Sequence[Thing]) -> Test:
        cells = cells_of(things)
        counts = {axis: Counter(cell[axis] for cell in cells) for axis in axes}

        def ranked(thing: Thing) -> int | None:
            own = thing & cells
            return there(
                any(
                    counts[axis][index] > sum(cell[axis] == index for cell in own)
                    for axis in axes
                    for index in {cell[axis] for cell in thing}
                )
            )

        return ranked

    return related


relation(p.Aligned)(lambda place, scene: in_line((1, 2)))


@ranked_once
def _within(reach: int, axes: Sequence[int]) -> Relation:
    """In the box around another, or within `reach` of it, along some axes."""

    def related(things: Sequence[Thing]) -> Test:
        landmarks, boxes = Landmarks(things), Boxes(things)

        def ranked(thing: Thing) -> int | None:
            inside = boxes.around(thing, reach, axes)
            inside[list(landmarks.meeting(thing))] = False
            return there(bool(inside.any()))

        return ranked

    return related


@test.register
def _(place: p.Around, scene: Scene) -> Test:
    if isinstance(place.landmark, p.Place):
        landmarks = [frozenset(spot.cell for spot in spots(place.landmark, scene).spots)]
    else:
        landmarks = possible(place.landmark, scene)
    return _within(1 + (place.gap or 0), (1, 2))(landmarks)


relation(p.Inside)(lambda place, scene: _within(0, (0, 1, 2)))


@test.register
def _(place: p.Between, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)
    if len(landmarks) > 2:
        landmarks = components(cells_of(landmarks))
    return _between()(landmarks)


@ranked_once
def _between() -> Relation:
    return lambda things: Gaps(things).rank


@test.register
def _(place: p.OfPart, scene: Scene) -> Test:
    cells = cells_of(possible(place.landmark, scene))
    return lambda thing: there(bool(thing & cells))


@test.register
def _(place: p.End, scene: Scene) -> Test:
    ways = [scene.direction(place.direction)] if place.direction else [*HORIZONTAL, "up", "down"]
    at_ends: dict[str, list[Thing]] = {}
    for landmark in possible(place.landmark, scene):
        low, high = box(landmark)
        for way in ways:
            if low[axis_along(way)] != high[axis_along(way)] or place.direction:
                at_ends.setdefault(way, []).append(landmark)
    return any_of([_towards(way, 0)(landmarks) for way, landmarks in at_ends.items()])


@test.register
def _(place: p.Offset, scene: Scene) -> Test:
    direction = place.steps[0].direction
    is_beside = isinstance(direction, str) and scene.direction(direction) in HORIZONTAL
    if isinstance(place.start, p.Ref) and len(place.steps) == 1 and is_beside:
        return test(so_far_beside(place, place.start, scene), scene)
    return test.dispatch(p.Place)(place, scene)
