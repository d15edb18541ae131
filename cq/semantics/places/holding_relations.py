"""Whether something that stands is at a place by what stands: on it, beside it, between, inside."""

from __future__ import annotations

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
    """Whether a thing lies next to another in one of some directions, with so many cells between."""
    ways = (ways,) if isinstance(ways, str) else ways
    return any({step(cell, way, 1 + (gap or 0)) for cell in other} & thing for way in ways)


def _towards(way: str, gap: int | None) -> Rank:
    """How well a thing lies in a direction of another: next to it, in line with it, or somewhere beyond."""
    parts = [one for one in HORIZONTAL if one in way] if way in DIAGONALS else [way]

    def rank(thing: Thing, landmark: Thing) -> int | None:
        if thing < landmark:
            return there(len(parts) == 1 and not gap and extent(thing, way) == extent(landmark, way))
        thing, rest = thing - landmark, landmark - thing or landmark
        if _touch(thing, rest, way, gap):
            return 0
        beyond = all(-extent(thing, OPPOSITE.get(one, one)) > extent(rest, one) for one in parts)
        if not beyond or (gap is not None and len(parts) == 1):
            return None
        return 1 if len(parts) == 1 and _in_line(thing, rest, way) else 2

    return rank


def _in_line(thing: Thing, other: Thing, way: str) -> bool:
    """Whether a line in a direction meets both."""
    axis = axis_along(way)
    shadows = [{(*cell[:axis], *cell[axis + 1 :]) for cell in one} for one in (thing, other)]
    return bool(shadows[0] & shadows[1])


def _beside(gap: int | None) -> Rank:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        if thing & landmark:
            return None
        if _touch(thing, landmark, HORIZONTAL, gap) or gap is not None:
            return there(_touch(thing, landmark, HORIZONTAL, gap))
        levels = {cell[0] for cell in landmark} & {cell[0] for cell in thing}
        apart = _touch(thing, landmark, HORIZONTAL, 1) and levels
        return 1 if _touch(thing, landmark, (*DIAGONALS,)) else 2 if apart else None

    return rank


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
        # What is flat has sides where it ends.
        axes = [axis for axis in (1, 2) if low[axis] != high[axis]]
        ways = HORIZONTAL if len(axes) != 1 else AXIS_ENDS[axes[0]]
        tests += [of_any([landmark], _towards(way, place.gap)) for way in ways]
    return any_of(tests)


@relation(p.Touching)
def _(place: p.Touching, scene: Scene) -> Rank:
    return lambda thing, landmark: there(_touch(thing, landmark - thing, (*OFFSETS,)))


@relation(p.Aligned)
def _(place: p.Aligned, scene: Scene) -> Rank:
    return lambda thing, other: there(
        any({c[i] for c in thing} & {c[i] for c in other - thing} for i in (1, 2))
    )


def _within(reach: int, axes: tuple[int, ...]) -> Rank:
    """In the box around a landmark, or so far from it, along some axes."""

    def rank(thing: Thing, landmark: Thing) -> int | None:
        low, high = box(landmark)
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
    pairs = [(one, other) for i, one in enumerate(landmarks) for other in landmarks[i + 1 :]]
    return lambda thing: least(
        _lies_between(thing, one - thing, other - thing)
        for one, other in pairs
        if one - thing and other - thing
    )


def _lies_between(thing: Thing, one: Thing, other: Thing) -> int | None:
    """Whether a thing lies between two others along an axis, within what both cover (0) or about there
    (1)."""
    (low, high), ends = box(thing), (box(one), box(other))
    for axis in range(3):
        (_, a), (b, _) = sorted(ends, key=lambda end: end[0][axis])
        if a[axis] < low[axis] and high[axis] < b[axis]:
            (first, last), rest = box(one | other), [i for i in range(3) if i != axis]
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
