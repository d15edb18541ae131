"""Whether a present thing is at a place of the zone, or in the same part of a thing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np

from cq.language import program as p
from cq.semantics.geometry import HORIZONTAL, Thing, face, step
from cq.semantics.places.coordinates import Region, regions
from cq.semantics.places.holding import Test, relation, test, there
from cq.semantics.places.holding_relations import in_line
from cq.semantics.places.landmarks import possible
from cq.semantics.places.near import Boxes
from cq.semantics.places.zone import corner_directions, corner_of_zone
from cq.semantics.scene import Scene
from cq.types import Cell


def _nearest(cells: Sequence[Cell], reach: Sequence[int]) -> Test:
    """At one of some columns of the zone, or less near: `reach` are the distances that count as 1, 2, …

    Without columns nothing matches: the zone has no upper or lower corner.
    """

    @cache
    def away(x: int, z: int) -> float:
        return min((max(abs(x - cell[1]), abs(z - cell[2])) for cell in cells), default=math.inf)

    def ranked(thing: Thing) -> int | None:
        distance = min((away(x, z) for _, x, z in thing), default=math.inf)
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

    landmarks = possible(place.landmark, scene)
    number_of = {landmark: i for i, landmark in enumerate(landmarks)}
    boxes = Boxes(landmarks)

    def ranked(thing: Thing) -> int | None:
        off = boxes.off_middle(thing)
        if (own := number_of.get(thing)) is not None:
            off = np.delete(off, own)
        least_off = int(off.min(initial=2))
        return least_off if least_off <= 1 else None

    return ranked


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


relation(p.LevelOf)(lambda place, scene: in_line((0,)))
