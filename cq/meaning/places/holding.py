"""Whether something that stands is at a place.

A place is met exactly, or less so: people call a block two cells away "to the left of the tower" if none is nearer.
So a test tells how far a thing is from what the words say: 0 is exactly so, None not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch

from cq.language import program as p
from cq.meaning.choices import Failure, Hole
from cq.meaning.geometry import (
    CENTRE,
    DIAGONALS,
    HORIZONTAL,
    LAST,
    STEPS,
    Cell,
    Thing,
    box,
    components,
    extent,
    face,
    step,
)
from cq.meaning.places.landmarks import direction_of, possible
from cq.meaning.places.spots import spots
from cq.meaning.places.zone import corner_directions, corner_of_zone
from cq.meaning.scene import Scene
from cq.world.directions import AXIS_ENDS, OPPOSITE

Test = Callable[[Thing], "int | None"]
"""How far a thing is from being at a place: 0 is there, None is not."""


def holds(place: p.Place, thing: Thing, scene: Scene) -> bool:
    """Whether a thing is exactly at a place ("the block on the tower"). Raises `Failure` if nobody can tell."""
    return test(place, scene)(thing) == 0


def located(
    found: Sequence[Thing], place: p.Place, scene: Scene, plural: bool = False, every: bool = False
) -> list[Thing]:
    """The things among some that are at a place, or the nearest to being there. Of a plural, a choice decides
    whether only those exactly there are meant, or all that lie so; `every` tells that all are asked for."""
    rank_of = test(place, scene)
    ranked = [(rank, thing) for thing in found if (rank := rank_of(thing)) is not None]
    if not ranked:
        return []
    best = min(rank for rank, _ in ranked)
    near = [thing for rank, thing in ranked if rank == best]
    wide = [thing for _, thing in ranked]
    if not plural or len(near) == len(wide):
        return near
    if every:
        return scene.choices.choose(Hole("which", place, "reach", "reach of all"), [(wide, 4.0), (near, 1.0)])
    return scene.choices.choose(Hole("which", place, "reach", "reach"), [(near, 2.0), (wide, 1.0)])


@singledispatch
def test(place: p.Place, scene: Scene) -> Test:
    """The test of a place. Of a place that knows no better, what is at its spots is there."""
    cells = {spot.cell for spot in spots(place, scene).spots}
    return lambda thing: 0 if thing & cells else None


# --- relations to what stands -------------------------------------------------------------------------------


def _of_any(landmarks: Iterable[Thing], rank: Callable[[Thing, Thing], int | None]) -> Test:
    """The test of a relation to any of some landmarks; `rank` is told the thing and the landmark."""
    landmarks = list(landmarks)

    def ranked(thing: Thing) -> int | None:
        found = [rank(thing, one) for one in landmarks if one != thing]
        return min((one for one in found if one is not None), default=None)

    return ranked


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
    return _of_any(possible(place.landmark, scene), _towards("up", place.gap))


@test.register
def _(place: p.Under, scene: Scene) -> Test:
    return _of_any(possible(place.landmark, scene), _towards("down", place.gap))


@test.register
def _(place: p.Beside, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)
    if place.side is None:
        return _of_any(landmarks, _beside(place.gap))
    if place.side == "diagonal":
        return _any_of([_of_any(landmarks, _diagonally(way, place.gap)) for way in DIAGONALS])
    way = direction_of(place.side, scene)
    if way not in STEPS:
        raise Failure("open", "which side it is on is not said", place, Hole("direction", place, "side"))
    rank = _diagonally(way, place.gap) if way in DIAGONALS else _towards(way, place.gap)
    return _of_any(landmarks, rank)


@test.register
def _(place: p.Sides, scene: Scene) -> Test:
    if place.sides:
        return _any_of([test(p.Beside(place.landmark, side, place.gap), scene) for side in place.sides])
    tests = []
    for landmark in possible(place.landmark, scene):
        low, high = box(landmark)
        # What is flat has sides where it ends.
        axes = [axis for axis in (1, 2) if low[axis] != high[axis]]
        ways = HORIZONTAL if len(axes) != 1 else AXIS_ENDS[axes[0]]
        tests += [_of_any([landmark], _towards(way, place.gap)) for way in ways]
    return _any_of(tests)


@test.register
def _(place: p.Touching, scene: Scene) -> Test:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        rest = landmark - thing
        return (
            0
            if any({step(cell, way) for cell in rest} & thing for way in (*HORIZONTAL, "up", "down"))
            else None
        )

    return _of_any(possible(place.landmark, scene), rank)


@test.register
def _(place: p.Aligned, scene: Scene) -> Test:
    def rank(thing: Thing, landmark: Thing) -> int | None:
        return 0 if any({c[i] for c in thing} & {c[i] for c in landmark - thing} for i in (1, 2)) else None

    return _of_any(possible(place.landmark, scene), rank)


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

    return _of_any(landmarks, rank)


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
    """Whether a thing lies between two others along an axis, within what both cover (0) or about there (1)."""
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

    return _of_any(possible(place.landmark, scene), rank)


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
                tests.append(_of_any([landmark], _towards(way, 0)))
    return _any_of(tests)


# --- places of the zone, and of a thing -------------------------------------------------------------------------


def _nearest(cells: Sequence[Cell], reach: Sequence[int]) -> Test:
    """At one of some columns of the zone, or less near: `reach` are the distances that count as 1, 2, …"""

    def ranked(thing: Thing) -> int | None:
        distance = min(max(abs(a[1] - b[1]), abs(a[2] - b[2])) for a in thing for b in cells)
        if distance == 0:
            return 0
        return next((i for i, limit in enumerate(reach, start=1) if distance <= limit), None)

    return ranked


def _of_faces(landmarks: Sequence[Thing], ways: Sequence[tuple[str, ...]]) -> Test:
    """In the outermost cells of a landmark in all directions of one of several combinations."""
    found: set[Cell] = set()
    for landmark in landmarks:
        for combination in ways:
            cells = set(landmark)
            for way in combination:
                cells &= set(face(landmark, way))
            found |= cells
    return lambda thing: 0 if thing & found else None


@test.register
def _(place: p.Corner, scene: Scene) -> Test:
    names = corner_directions(place.direction, scene)
    if place.landmark is not None:
        return _of_faces(possible(place.landmark, scene), names)
    return _nearest([corner_of_zone(name, 0) for name in names], (1, 2, 4))


@test.register
def _(place: p.Edge, scene: Scene) -> Test:
    ways = [scene.direction(place.direction)] if place.direction else list(HORIZONTAL)
    if place.landmark is not None:
        return _of_faces(possible(place.landmark, scene), [(way,) for way in ways])
    cells = [cell for way in ways for cell in face(_FLOOR, way)]
    if place.middle:
        return _nearest([cell for cell in cells if CENTRE[1] in cell[1:]], (1, 2))
    return _nearest(cells, (1, 2, 4))


_FLOOR = [(0, x, z) for x in range(LAST + 1) for z in range(LAST + 1)]


@test.register
def _(place: p.Middle, scene: Scene) -> Test:
    if place.landmark is None:
        return _nearest([CENTRE], (1, 2))
    landmarks = possible(place.landmark, scene)

    def rank(thing: Thing, landmark: Thing) -> int | None:
        low, high = box(landmark)
        off = max(abs(2 * cell[i] - low[i] - high[i]) for cell in thing for i in range(3))
        return off if off <= 1 else None

    return _of_any(landmarks, rank)


@test.register
def _(place: p.At, scene: Scene) -> Test:
    wanted = {
        axis: value
        for axis, value in enumerate(
            (
                None if place.level is None else place.level - 1,
                None if place.x is None else place.x + CENTRE[1],
                None if place.z is None else place.z + CENTRE[2],
            )
        )
        if value is not None
    }

    def ranked(thing: Thing) -> int | None:
        if wanted.keys() == {0}:
            return 0 if min(cell[0] for cell in thing) == wanted[0] else None
        return (
            0 if any(all(cell[axis] == value for axis, value in wanted.items()) for cell in thing) else None
        )

    return ranked


@test.register
def _(place: p.Air, scene: Scene) -> Test:
    def ranked(thing: Thing) -> int | None:
        below = {step(cell, "down") for cell in thing} - thing
        return 0 if all(cell[0] >= 0 and cell not in scene.cells for cell in below) else None

    return ranked


@test.register
def _(place: p.LevelOf, scene: Scene) -> Test:
    landmarks = possible(place.landmark, scene)

    def ranked(thing: Thing) -> int | None:
        levels = {cell[0] for one in landmarks for cell in one - thing}
        return 0 if levels & {cell[0] for cell in thing} else None

    return ranked


# --- combinations -----------------------------------------------------------------------------------------------


def _any_of(tests: Sequence[Test]) -> Test:
    def ranked(thing: Thing) -> int | None:
        return min((rank for one in tests if (rank := one(thing)) is not None), default=None)

    return ranked


@test.register
def _(place: p.Joined, scene: Scene) -> Test:
    tests = [test(one, scene) for one in place.places]

    def ranked(thing: Thing) -> int | None:
        ranks = [one(thing) for one in tests]
        return (
            None if any(rank is None for rank in ranks) else max(rank for rank in ranks if rank is not None)
        )

    return ranked


@test.register
def _(place: p.Several, scene: Scene) -> Test:
    return _any_of([test(one, scene) for one in place.places])
