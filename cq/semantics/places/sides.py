"""Spots beside things: on a side, on several, all around."""

from __future__ import annotations

from cq.language.program import Around, Beside, Ref, Sides, Touching
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import (
    DIAGONALS,
    HORIZONTAL,
    STEPS,
    Thing,
    along,
    at_ends,
    box,
    components,
    face,
    step,
    varying_axes,
    whole_box,
)
from cq.semantics.places.landmarks import is_each, is_every, joined, named
from cq.semantics.scene import Scene, cells_of
from cq.semantics.spots import Spot, Spots, spots
from cq.types import Cell
from cq.world.directions import OPPOSITE


@spots.register
def _(place: Beside, scene: Scene) -> Spots:
    ref = place.landmark
    if ref.noun in ("one", "layer") and ref == Ref(ref.noun, ref.plural, number=ref.number):
        raise Failure("absent", "what it is beside is not said", place)  # "By one" is a distance.
    things = joined(place.landmark, named(place.landmark, scene), scene)
    side = place.side
    if side is None:
        # The side of "beside" is open: a free one, rather right or left than in front or behind.
        free = [way for way in HORIZONTAL if all(_reach(thing, way, place.gap, scene) for thing in things)]
        sides = {scene.direction(word) for word in ("left", "right")} if scene.facing is not None else set()
        weights = [(way, 6.0 if way in sides else 1.0) for way in free]
        side = scene.choices.choose(Hole("direction", place, "side", "beside"), weights)
    if side == "opposite":
        side = _opposite(things, scene) or scene.choices.choose(
            Hole("direction", place, "side"), equally(HORIZONTAL)
        )
    if side == "diagonal":
        options = equally(DIAGONALS)
        side = scene.choices.choose(Hole("direction", place, "side"), options)
    way = scene.direction(side)
    if way not in STEPS:
        raise unsaid("direction", "which side it is on is not said", place, "side")
    return _side(place.landmark, things, way, place.gap, scene)


def _opposite(things: list[Thing], scene: Scene) -> str | None:
    """The side of a thing across from the thing made or named last; None if there is none."""
    near = set(scene.last) or cells_of(scene.focus)
    cells = cells_of(things)
    near -= cells
    if not near:
        return None
    beyond = {way: min(map(along(way), near)) - max(map(along(way), cells)) for way in HORIZONTAL}
    way = max(beyond, key=lambda side: beyond[side])
    return OPPOSITE[way] if beyond[way] > 0 else None


def _reach(thing: Thing, way: str, gap: int | None, scene: Scene) -> bool:
    """Whether there is room on a side of a thing."""
    return any(scene.is_free(cell) for cell in _cells(thing, way, gap, scene))


def _cells(thing: Thing, way: str, gap: int | None, scene: Scene) -> list[Cell]:
    """The cells on a side of a thing, at its foot: the lowest of each of its columns there."""
    lowest: dict[tuple[int, int], Cell] = {}
    if way in DIAGONALS:
        low, high = box(thing)
        lowest = {
            (0, 0): (low[0], high[1] if "east" in way else low[1], high[2] if "south" in way else low[2])
        }
    elif way in ("up", "down"):
        lowest = {cell[1:]: cell for cell in face(thing, way)}
    else:
        outside = face(thing, way)
        # Where something is beside the foot of a tower, people mean the lowest place that is free.
        free = [cell for cell in outside if scene.is_free(step(cell, way, 1 + (gap or 0)))]
        for cell in free if len({position[1:] for position in outside}) == 1 and free else outside:
            lowest[cell[1:]] = min(cell, lowest.get(cell[1:], cell))
    return [step(cell, way, 1 + (gap or 0)) for cell in lowest.values()]


def _side(ref: Ref, things: list[Thing], way: str, gap: int | None, scene: Scene) -> Spots:
    found = [_cells(thing, way, gap, scene) for thing in things]
    wide = any(len(cells) > 1 for cells in found)
    axis = "" if not wide else "east" if way in ("north", "south") else "south"
    if is_each(ref) and len(found) > 1:
        # Taken cells are skipped.
        found = [cells for cells in found if all(map(scene.is_free, cells))] or found
    return Spots(
        tuple(Spot(cell, way) for cells in found for cell in cells),
        each=is_each(ref),
        every=is_every(ref) and not wide,
        filled=wide,
        axis=axis,
        grounded=way not in ("up", "down"),
    )


@spots.register
def _(place: Sides, scene: Scene) -> Spots:
    things = named(place.landmark, scene)
    sides, each, some = _sides(place, things, scene)
    found: list[Spots] = []
    together = components(cells_of(things))
    if (
        len(together) == 1 < len(things)
        and not (some or is_each(place.landmark))
        and not _free(things, sides, place, scene)
    ):
        things = together  # For things side by side, these are the sides of their union.
    for thing in things:
        for side in sides:
            beside = _side(place.landmark, [thing], scene.direction(side), place.gap, scene)
            free = all(scene.is_free(spot.cell) for spot in beside.spots)
            if free:
                found.append(beside)
            elif not some:
                raise Failure("impossible", "a side is not free", place)
    if not found:
        raise Failure("impossible", "no side is free", place)
    wide = any(beside.filled for beside in found)
    return Spots(
        tuple(spot for beside in found for spot in beside.spots),
        each=True,
        every=each,
        filled=wide,
        grounded=True,
    )


def _free(things: list[Thing], sides: tuple[str, ...], place: Sides, scene: Scene) -> bool:
    """Whether all sides of some things are free at their foot."""
    ways = [scene.direction(side) for side in sides]
    return all(
        scene.is_free(cell)
        for thing in things
        for way in ways
        for cell in _cells(thing, way, place.gap, scene)
    )


_SIX = (*HORIZONTAL, "up", "down")


def _sides(place: Sides, things: list[Thing], scene: Scene) -> tuple[tuple[str, ...], bool, bool]:
    """The sides that are meant, whether a number counts for each of them, and whether taken ones are skipped.

    "Each side" is left and right if the text sets the facing, else all four, as in folds 0 to 2 of the
    recordings. "Either side" is left and right, or the two ends of the whole.
    """
    if place.sides:
        return place.sides, True, False
    if place.number == 6:
        options = [(_SIX, 40.0), (tuple(HORIZONTAL), 1.0)]
        return scene.choices.choose(Hole("direction", place, "sides", "every side"), options), False, True
    if place.number == 4:
        return HORIZONTAL, False, False
    if place.number == 3:
        for ways in (HORIZONTAL, _SIX):
            free = [way for way in ways if all(_reach(thing, way, place.gap, scene) for thing in things)]
            if len(free) == 3:
                return tuple(free), False, False
        raise Failure("impossible", "three sides are not free", place)
    two = ("left", "right")
    if place.number == 2:
        near = cells_of(things)
        axes = {
            axis for body in components(scene.cells) if body & near for axis in varying_axes(body) if axis
        }
        ends = [("west", "east"), ("north", "south")]
        both_free = [
            both
            for both in ends
            if all(_reach(thing, way, place.gap, scene) for thing in things for way in both)
        ]
        if scene.told_facing or (len(axes) != 1 and len(both_free) != 1):
            return two, False, False
        return (ends[0] if axes == {1} else ends[1]) if len(axes) == 1 else both_free[0], False, False
    shares = (12.0, 1.0) if scene.told_facing else (1.0, 9.0)
    options = [(two, shares[0]), (tuple(HORIZONTAL), shares[1])]
    return scene.choices.choose(Hole("direction", place, "sides", "each side"), options), True, False


@spots.register
def _(place: Around, scene: Scene) -> Spots:
    """A ring at the height of its lowest blocks, with or without the corners."""
    if isinstance(place.landmark, Ref):
        cells = cells_of(named(place.landmark, scene))
        if place.landmark == Ref("it"):
            cells = _whole_tower(cells, scene)
    else:
        cells = {spot.cell for spot in spots(place.landmark, scene).spots}
    gap = place.gap or 0
    y = min(cell[0] for cell in cells)
    columns = {cell[1:] for cell in cells}
    foot = {(y, *column) for column in columns}
    reach = 1 + gap
    area = whole_box(foot, reach)
    at_end = at_ends(area, (1, 2))
    ring = sorted(cell for cell in area if any(at_end(cell)))
    outside = components(area - foot)[0]  # Not the inside of a ring.
    if not gap:
        ring = sorted({step(cell, way) for cell in foot for way in (*HORIZONTAL, *DIAGONALS)} & outside)
    beside = sorted({step(cell, way, reach) for cell in foot for way in HORIZONTAL} & outside)
    # Around a tower is without the corners, in folds 0 to 2 of the recordings.
    tower = len(foot) == 1 and len(cells) > 1
    weights = (1.0, 2.0) if tower else (4.0, 1.0)
    options = [(ring, weights[0]), (beside, weights[1])] if not gap else [(ring, 1.0)]
    if place.corners is not None:
        options = [(ring if place.corners else beside, 1.0)]
    chosen = scene.choices.choose(Hole("place", place, "corners", "around"), options)
    free = [cell for cell in chosen if scene.is_free(cell)]
    if not free:
        raise Failure("impossible", "nothing is free around it", place)
    return Spots.of(free, filled=True, exact=True)


def _whole_tower(cells: set[Cell], scene: Scene) -> set[Cell]:
    """The tower with some cells as its upper part: "around" a thing on a tower is around its foot."""
    bodies = [body for body in components(scene.cells) if cells <= body]
    return {*bodies[0]} if bodies and varying_axes(bodies[0]) == [0] else cells


@spots.register
def _(place: Touching, scene: Scene) -> Spots:
    return spots(Beside(place.landmark), scene)
