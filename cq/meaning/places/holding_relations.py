"""Whether something that stands is at a place by what stands: on it, beside it, between, inside."""

from __future__ import annotations

from collections.abc import Callable

from cq.language import program as p
from cq.meaning.choices import unsaid
from cq.meaning.geometry import (
    DIAGONALS,
    HORIZONTAL,
    STEPS,
    Thing,
    box,
    components,
    extent,
    step,
)
from cq.meaning.places.holding import Test, any_of, of_any, test
from cq.meaning.places.landmarks import possible
from cq.meaning.places.spots import spots
from cq.meaning.scene import Scene
from cq.world.directions import AXIS_ENDS, OPPOSITE


def _towards(way: str, gap: int | None) -> Callable[[Thing, Thing], int | None]:
    """How well a thing lies in a direction of another: next to it, in line with it, or somewhere beyond."""

    def rank(thing: Thing, landmark: Thing) -> int | None:
        if thing < landmark:
            return 0 if not gap and extent(thing, way) == extent(landmark, way) else None
        thing, rest = thing - landmark, landmark - thing or landmark
        if {step(cell, way, 1 + (gap or 0)) for cell in rest} & thing:
            return 0
        if gap is not None or -extent(thing, OPPOSITE.get(way, way)) <= extent(rest, way):
            return None
        return 1 if _in_line(thing, rest, way) else 2

    return rank


def _in_line(thing: Thing, other: Thing, way: str) -> bool:
    """Whether a line in a direction meets both."""
    axis = next(i for i, part in enumerate(step((0, 0, 0), way)) if part)
    shadows = [{(*cell[:axis], *cell[axis + 1 :]) for cell in one} for one in (thing, other)]
    return bool(shadows[0] & shadows[1])


def _diagonally(way: str, gap: int | None) -> Callable[[Thing, Thing], int | None]:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        thing, rest = thing - landmark, landmark - thing or landmark
        if not thing:
            return None
        if {step(cell, way, 1 + (gap or 0)) for cell in rest} & thing:
            return 0
        parts = [one for one in HORIZONTAL if one in way]
        beyond = all(-extent(thing, OPPOSITE[one]) > extent(rest, one) for one in parts)
        return 2 if beyond else None

    return rank


def _beside(gap: int | None) -> Callable[[Thing, Thing], int | None]:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        if thing & landmark:
            return None
        if any({step(cell, way, 1 + (gap or 0)) for cell in landmark} & thing for way in HORIZONTAL):
            return 0
        if gap is not None:
            return None
        near = any({step(cell, way) for cell in landmark} & thing for way in DIAGONALS)
        levels = {cell[0] for cell in landmark} & {cell[0] for cell in thing}
        apart = any({step(cell, way, 2) for cell in landmark} & thing for way in HORIZONTAL)
        return 1 if near else 2 if apart and levels else None

    return rank


@test.register
def _(place: p.OnTop, scene: Scene) -> Test:
    return of_any(possible(place.landmark, scene), _towards("up", place.gap))


@test.register
def _(place: p.Under, scene: Scene) -> Test:
    return of_any(possible(place.landmark, scene), _towards("down", place.gap))


@test.register
def _(place: p.Beside, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)
    if place.side is None:
        return of_any(landmarks, _beside(place.gap))
    if place.side == "diagonal":
        return any_of([of_any(landmarks, _diagonally(way, place.gap)) for way in DIAGONALS])
    way = scene.direction(place.side)
    if way not in STEPS:
        raise unsaid("direction", "which side it is on is not said", place, "side")
    rank = _diagonally(way, place.gap) if way in DIAGONALS else _towards(way, place.gap)
    return of_any(landmarks, rank)


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


@test.register
def _(place: p.Touching, scene: Scene) -> Test:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        rest = landmark - thing
        return (
            0
            if any({step(cell, way) for cell in rest} & thing for way in (*HORIZONTAL, "up", "down"))
            else None
        )

    return of_any(possible(place.landmark, scene), rank)


@test.register
def _(place: p.Aligned, scene: Scene) -> Test:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        return 0 if any({c[i] for c in thing} & {c[i] for c in landmark - thing} for i in (1, 2)) else None

    return of_any(possible(place.landmark, scene), rank)


@test.register
def _(place: p.Around, scene: Scene) -> Test:
    if isinstance(place.landmark, p.Place):
        cells = frozenset(spot.cell for spot in spots(place.landmark, scene).spots)
        landmarks = [cells]
    else:
        landmarks = possible(place.landmark, scene)

    def rank(thing: Thing, landmark: Thing) -> int | None:
        if thing & landmark:
            return None
        low, high = box(landmark)
        reach = 1 + (place.gap or 0)
        inside = all(low[i] - reach <= cell[i] <= high[i] + reach for cell in thing for i in (1, 2))
        return 0 if inside else None

    return of_any(landmarks, rank)


@test.register
def _(place: p.Between, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)
    if len(landmarks) > 2:
        landmarks = components({cell for thing in landmarks for cell in thing})

    def rank(thing: Thing) -> int | None:
        found = [
            _lies_between(thing, one - thing, other - thing)
            for i, one in enumerate(landmarks)
            for other in landmarks[i + 1 :]
            if one - thing and other - thing
        ]
        return min((one for one in found if one is not None), default=None)

    return rank


def _lies_between(thing: Thing, one: Thing, other: Thing) -> int | None:
    """Whether a thing lies between two others along an axis, within what both cover (0) or about there
    (1)."""
    (low, high), ends = box(thing), (box(one), box(other))
    for axis in range(3):
        (_, a), (b, _) = sorted(ends, key=lambda end: end[0][axis])
        if a[axis] < low[axis] and high[axis] < b[axis]:
            rest = [i for i in range(3) if i != axis]
            if all(
                min(end[0][i] for end in ends) <= low[i] and high[i] <= max(end[1][i] for end in ends)
                for i in rest
            ):
                return 0
            return 1
    return None


@test.register
def _(place: p.Inside, scene: Scene) -> Test:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        if thing & landmark:
            return None
        low, high = box(landmark)
        return 0 if all(low[i] <= cell[i] <= high[i] for cell in thing for i in range(3)) else None

    return of_any(possible(place.landmark, scene), rank)


@test.register
def _(place: p.OfPart, scene: Scene) -> Test:
    cells = {cell for thing in possible(place.landmark, scene) for cell in thing}
    return lambda thing: 0 if thing & cells else None


@test.register
def _(place: p.End, scene: Scene) -> Test:
    ways = [scene.direction(place.direction)] if place.direction else [*HORIZONTAL, "up", "down"]
    landmarks = possible(place.landmark, scene)
    tests = []
    for landmark in landmarks:
        low, high = box(landmark)
        for way in ways:
            axis = next(i for i, part in enumerate(step((0, 0, 0), way)) if part)
            if low[axis] != high[axis] or place.direction:
                tests.append(of_any([landmark], _towards(way, 0)))
    return any_of(tests)
