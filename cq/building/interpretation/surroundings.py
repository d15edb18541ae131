"""What goes around a thing: a ring, or a block against each of its sides."""

from __future__ import annotations

from cq.building.interpretation.geometry import Cell, box, in_zone
from cq.building.interpretation.making import size
from cq.building.interpretation.referents import resolve
from cq.building.interpretation.scene import Scene
from cq.building.interpretation.syntax import New, Place, Unclear


def surrounding(new: New, place: Place, scene: Scene) -> list[Cell]:
    """The cells of new things around what stands, at the height of its lowest blocks.

    A ring has its corners. Of single blocks, their number tells whether they have. Raises `Unclear` if
    nothing does, or if they do not fit.
    """
    if place.ref is None:
        raise Unclear("around what")
    things = resolve(place.ref, scene)
    if len(things) != 1:
        raise Unclear("around which of them")
    low, high = box(things[0])
    y = low[0] if place.level is None else place.level
    ring = [
        (y, x, z)
        for x in range(low[1] - 1, high[1] + 2)
        for z in range(low[2] - 1, high[2] + 2)
        if x in (low[1] - 1, high[1] + 1) or z in (low[2] - 1, high[2] + 1)
    ]
    if not all(map(in_zone, ring)):
        raise Unclear("it does not fit into the zone")
    sides = [cell for cell in ring if low[1] <= cell[1] <= high[1] or low[2] <= cell[2] <= high[2]]
    if new.shape == "ring" or (new.shape == "square" and new.hollow):
        spans = (high[1] - low[1] + 3, high[2] - low[2] + 3)
        wide = size(new, "wide", "side")
        if (new.dims and new.dims[:2] != spans) or wide not in (
            None,
            1,
            spans[0] if len(set(spans)) == 1 else 1,
        ):
            raise Unclear("a ring of another size")
        if size(new, "high", "deep") not in (None, 1) or size(new, "blocks") not in (None, len(ring)):
            raise Unclear("a ring of another size")
        return ring
    if new.shape not in ("block", "one"):
        raise Unclear(f"a {new.shape} around it")
    choices = [cells for cells in (ring, sides) if new.count == len(cells)]
    if new.count is None and place.word:
        choices = [ring if place.word == "corners" else sides]
    if len(choices) != 1:
        raise Unclear("with or without the corners")
    return choices[0]
