"""Spots given by lines: the crossing of two, through an opening, in from the border of the zone."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Aligned, Offset, Place, Ref
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import Thing, step, varying_axes, whole_box
from cq.semantics.places.landmarks import centre, named, only, possible
from cq.semantics.scene import Scene
from cq.semantics.spots import Spot, Spots, spots


@spots.register
def _(place: Aligned, scene: Scene) -> Spots:
    """In line with two rows: at their crossing, or its extension. For one thing the distance is open."""
    things = named(_rows(place.landmark, scene), scene)
    if len(things) != 2:
        raise unsaid("place", "how far away is not said", place, "place")
    runs = {_runs_along(thing): thing for thing in things}
    if runs.keys() != {1, 2}:
        raise Failure("impossible", "they do not cross", place)
    cell = (min(min(thing)[0] for thing in things), min(runs[2])[1], min(runs[1])[2])
    while cell in scene.cells:
        cell = step(cell, "up")
    return Spots((Spot(cell, "up"),))


def _rows(ref: Ref, scene: Scene) -> Ref:
    """ "The row and the column" are two rows if no tower stands."""
    if "tower" not in {conjunct.noun for conjunct in (ref, *ref.others)} or possible(Ref("tower"), scene):
        return ref
    rows = [replace(conjunct, noun="row", others=()) for conjunct in (ref, *ref.others)]
    if rows[0] in rows[1:]:
        return Ref("row", True, "both")
    return replace(rows[0], others=tuple(rows[1:]))


def _runs_along(thing: Thing) -> int:
    """The axis (1 x, 2 z) along which a row runs; 0 for other things."""
    axes = [axis for axis in varying_axes(thing) if axis]
    return axes[0] if len(axes) == 1 else 0


def through(landmark: Ref, place: Place, scene: Scene) -> Spots:
    """Through the opening of an upright thing: across it, on the ground, in its middle."""
    thing = only(landmark, scene)
    axis = _runs_along(thing)
    foot = min(thing)[0]
    inside = [cell for cell in whole_box(thing) if cell[0] == foot and cell not in thing] if axis else []
    if not inside:
        raise Failure("impossible", "it has no opening", place)
    middles = [cell for cell in centre(frozenset(inside), foot) if scene.is_free(cell)]
    chosen = scene.choices.choose(Hole("place", place, "middle"), equally(middles))
    return Spots((Spot(chosen),), anchor="middle", axis="south" if axis == 1 else "east")


def inwards(place: Offset, number: int, scene: Scene) -> Spots:
    """A number of cells in from a corner or an edge of the zone, from both sides of a corner."""
    if isinstance(place.start, Ref):
        raise Failure("open", "in which direction is not said", place)
    start = spots(place.start, scene)
    _, *last = scene.zone.last
    found = []
    for spot in start.spots:
        y, *sides = spot.cell
        x, z = (
            number if side == 0 else end - number if side == end else side
            for side, end in zip(sides, last, strict=True)
        )
        found.append(Spot((y, x, z)))
    return Spots(tuple(found), each=start.each, every=start.every, filled=start.filled, axis=start.axis)
