"""Whether something that stands is at a place of the zone, or in such a part of a thing."""

from __future__ import annotations

from collections.abc import Sequence

from cq.language import program as p
from cq.meaning.geometry import (
    CENTRE,
    HORIZONTAL,
    LAST,
    Cell,
    Thing,
    box,
    face,
    step,
)
from cq.meaning.places.holding import Test, of_any, test
from cq.meaning.places.landmarks import possible
from cq.meaning.places.zone import corner_directions, corner_of_zone
from cq.meaning.scene import Scene


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

    return of_any(landmarks, rank)


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
