"""Whether a present thing is at a place relative to others: on them, beside, between, inside."""

from __future__ import annotations

from functools import cache
from itertools import combinations

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
from cq.semantics.places.holding import Rank, Test, any_of, least, of_any, relation, test, there
from cq.semantics.places.landmarks import possible
from cq.semantics.scene import Scene, cells_of
from cq.semantics.spots import spots
from cq.world.directions import AXIS_ENDS, OFFSETS, OPPOSITE


def _touch(thing: Thing, other: Thing, ways: tuple[str, ...] | str, gap: int | None = 0) -> bool:
    """Whether a thing lies next to another in one of some directions, with `gap` cells between."""
    ways, apart = (ways,) if isinstance(ways, str) else ways, 1 + (gap or 0)
    if len(thing) > len(other):
        thing, other, apart = other, thing, -apart
    return any(step(cell, way, -apart) in other for way in ways for cell in thing)


def _towards(way: str, gap: int | None) -> Rank:
    """How well a thing lies in a direction of another: next to it, in line with it, or somewhere beyond."""
    parts = [side for side in HORIZONTAL if side in way] if way in DIAGONALS else [way]
    # A landmark is compared with all things: its reach and its shadow, those of all of it, are cached.
    reach, shadow = cache(extent), cache(_shadow)

    def rank(thing: Thing, landmark: Thing) -> int | None:
        if thing < landmark:
            return there(len(parts) == 1 and not gap and extent(thing, way) == reach(landmark, way))
        rest = landmark
        if shared := thing & landmark:
            thing, rest = thing - shared, landmark - shared or landmark
        if _touch(thing, rest, way, gap):
            return 0
        known = rest is landmark
        beyond = all(
            -extent(thing, OPPOSITE.get(side, side)) > (reach if known else extent)(rest, side)
            for side in parts
        )
        if not beyond or (gap is not None and len(parts) == 1):
            return None
        if len(parts) > 1:
            return 2
        axis = axis_along(way)
        of_rest = (shadow if known else _shadow)(rest, axis)
        return 2 if of_rest.isdisjoint(_shadow(thing, axis)) else 1

    return rank


def _shadow(thing: Thing, axis: int) -> set[tuple[int, ...]]:
    """The lines along an axis that meet a thing, by their other coordinates."""
    return {(*cell[:axis], *cell[axis + 1 :]) for cell in thing}


def _beside(gap: int | None) -> Rank:
    levels = cache(_levels)

    def rank(thing: Thing, landmark: Thing) -> int | None:
        if not thing.isdisjoint(landmark):
            return None
        if _touch(thing, landmark, HORIZONTAL, gap) or gap is not None:
            return there(_touch(thing, landmark, HORIZONTAL, gap))
        apart = _touch(thing, landmark, HORIZONTAL, 1) and levels(landmark) & _levels(thing)
        return 1 if _touch(thing, landmark, (*DIAGONALS,)) else 2 if apart else None

    return rank


def _levels(thing: Thing) -> set[int]:
    return {cell[0] for cell in thing}


relation(p.OnTop)(lambda place, scene: _towards("up", place.gap))
relation(p.Under)(lambda place, scene: _towards("down", place.gap))


@test.register
def _(place: p.Beside, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)
    if place.side is None:
        return of_any(landmarks, _beside(place.gap))
    if place.side == "diagonal":
        return any_of([of_any(landmarks, _towards(way, place.gap)) for way in DIAGONALS])
    way = scene.direction(place.side)
    if way not in STEPS:
        raise unsaid("direction", "which side it is on is not said", place, "side")
    return of_any(landmarks, _towards(way, place.gap))


@test.register
def _(place: p.Sides, scene: Scene) -> Test:
    if place.sides:
        return any_of([test(p.Beside(place.landmark, side, place.gap), scene) for side in place.sides])
    tests = []
    for landmark in possible(place.landmark, scene):
        low, high = box(landmark)
        # A flat thing has its sides at its ends.
        axes = [axis for axis in (1, 2) if low[axis] != high[axis]]
        ways = HORIZONTAL if len(axes) != 1 else AXIS_ENDS[axes[0]]
        tests += [of_any([landmark], _towards(way, place.gap)) for way in ways]
    return any_of(tests)


@relation(p.Touching)
def _(place: p.Touching, scene: Scene) -> Rank:
    return lambda thing, landmark: there(_touch(thing, _without(landmark, thing), (*OFFSETS,)))


def _without(landmark: Thing, thing: Thing) -> Thing:
    return landmark if landmark.isdisjoint(thing) else landmark - thing


@relation(p.Aligned)
def _(place: p.Aligned, scene: Scene) -> Rank:
    return lambda thing, other: there(
        any({c[i] for c in thing} & {c[i] for c in other - thing} for i in (1, 2))
    )


def _within(reach: int, axes: tuple[int, ...]) -> Rank:
    """In the box around a landmark, or within `reach` of it, along some axes."""

    box_of = cache(box)

    def rank(thing: Thing, landmark: Thing) -> int | None:
        low, high = box_of(landmark)
        inside = all(low[i] - reach <= cell[i] <= high[i] + reach for cell in thing for i in axes)
        return there(inside and not thing & landmark)

    return rank


@test.register
def _(place: p.Around, scene: Scene) -> Test:
    if isinstance(place.landmark, p.Place):
        landmarks = [frozenset(spot.cell for spot in spots(place.landmark, scene).spots)]
    else:
        landmarks = possible(place.landmark, scene)
    return of_any(landmarks, _within(1 + (place.gap or 0), (1, 2)))


relation(p.Inside)(lambda place, scene: _within(0, (0, 1, 2)))


@test.register
def _(place: p.Between, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)
    if len(landmarks) > 2:
        landmarks = components(cells_of(landmarks))
    return lambda thing: least(
        _lies_between(thing, _without(landmark, thing), _without(other, thing))
        for landmark, other in combinations(landmarks, 2)
        if not (landmark <= thing or other <= thing)
    )


def _lies_between(thing: Thing, landmark: Thing, other: Thing) -> int | None:
    """Whether a thing lies between two others along an axis, within what both cover (0) or about there
    (1)."""
    (low, high), ends = box(thing), (box(landmark), box(other))
    for axis in range(3):
        (_, a), (b, _) = sorted(ends, key=lambda end: end[0][axis])
        if a[axis] < low[axis] and high[axis] < b[axis]:
            (first, last), rest = box(landmark | other), [i for i in range(3) if i != axis]
            return 0 if all(first[i] <= low[i] and high[i] <= last[i] for i in rest) else 1
    return None


@test.register
def _(place: p.OfPart, scene: Scene) -> Test:
    cells = cells_of(possible(place.landmark, scene))
    return lambda thing: there(bool(thing & cells))


@test.register
def _(place: p.End, scene: Scene) -> Test:
    ways = [scene.direction(place.direction)] if place.direction else [*HORIZONTAL, "up", "down"]
    tests = []
    for landmark in possible(place.landmark, scene):
        low, high = box(landmark)
        for way in ways:
            if low[axis_along(way)] != high[axis_along(way)] or place.direction:
                tests.append(of_any([landmark], _towards(way, 0)))
    return any_of(tests)
