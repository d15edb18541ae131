"""Whether a present thing is at a place of the zone, or in the same part of a thing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cq.language import program as p
from cq.semantics.geometry import HORIZONTAL, Thing, box, face, step
from cq.semantics.places.coordinates import Region, regions
from cq.semantics.places.holding import Rank, Test, of_any, relation, test, there
from cq.semantics.places.landmarks import possible
from cq.semantics.places.zone import corner_directions, corner_of_zone
from cq.semantics.scene import Scene
from cq.types import Cell


def _nearest(cells: Sequence[Cell], reach: Sequence[int]) -> Test:
    """At one of some columns of the zone, or less near: `reach` are the distances that count as 1, 2, …

    Without columns nothing matches: the zone has no upper or lower corner.
    """

    def ranked(thing: Thing) -> int | None:
        distances = (max(abs(a[1] - b[1]), abs(a[2] - b[2])) for a in thing for b in cells)
        distance = min(distances, default=math.inf)
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
    return lambda thing: there(bool(thing & found))


@test.register
def _(place: p.Corner, scene: Scene) -> Test:
    names = corner_directions(place.direction, scene)
    if place.landmark is not None:
        return _of_faces(possible(place.landmark, scene), names)
    return _nearest([corner_of_zone(name, scene.zone) for name in names], (1, 2, 4))


@test.register
def _(place: p.Edge, scene: Scene) -> Test:
    ways = [scene.direction(place.direction)] if place.direction else list(HORIZONTAL)
    if place.landmark is not None:
        return _of_faces(possible(place.landmark, scene), [(way,) for way in ways])
    edges = [face(scene.zone.floor, way) for way in ways]
    if place.middle:
        return _nearest([cells[len(cells) // 2] for cells in edges], (1, 2))
    return _nearest([cell for cells in edges for cell in cells], (1, 2, 4))


@test.register
def _(place: p.Middle, scene: Scene) -> Test:
    if place.landmark is None:
        return _nearest([scene.zone.middle], (1, 2))

    def rank(thing: Thing, landmark: Thing) -> int | None:
        low, high = box(landmark)
        off = max(abs(2 * cell[i] - low[i] - high[i]) for cell in thing for i in range(3))
        return off if off <= 1 else None

    return of_any(possible(place.landmark, scene), rank)


@test.register
def _(place: p.At, scene: Scene) -> Test:
    (region,) = regions(place, scene.zone) or [Region()]
    if region.axes == {0}:
        return lambda thing: there(region.holds(min(thing)))
    return lambda thing: there(any(map(region.holds, thing)))


@test.register
def _(place: p.Air, scene: Scene) -> Test:
    def is_free_below(thing: Thing) -> bool:
        below = {step(cell, "down") for cell in thing} - thing
        return all(cell[0] >= 0 and cell not in scene.cells for cell in below)

    return lambda thing: there(is_free_below(thing))


@relation(p.LevelOf)
def _(place: p.LevelOf, scene: Scene) -> Rank:
    return lambda thing, landmark: there(bool({c[0] for c in landmark - thing} & {c[0] for c in thing}))
