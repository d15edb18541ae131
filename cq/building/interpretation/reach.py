"""How far a line reaches where no length is said: until something is in its way."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.geometry import in_zone, step
from cq.building.interpretation.scene import Scene
from cq.building.interpretation.spot import Spots
from cq.building.interpretation.syntax import New, Unclear


def endless(new: New) -> bool:
    """Whether nothing is said about how long it is."""
    many = (new.shape == "tower" and new.count == 1) or (new.shape == "block" and new.count is None)
    return many and not (new.sizes or new.dims or new.like or new.manner == "identical" or new.then)


def until_blocked(new: New, spots: Spots, upright: bool, scene: Scene) -> New:
    """The new thing as long as it can be: "until it touches the tower", "all the way to the edge"."""
    if len(spots.spots) != 1 or new.count not in (None, 1):
        raise Unclear("from where")
    (spot,) = spots.spots
    way = "up" if upright and spot.grow != "down" else spot.grow
    if not way:
        raise Unclear("in which direction")
    length, cell = 0, spot.cell
    while in_zone(cell) and cell not in scene.cells:
        length, cell = length + 1, step(cell, way)
    if way == "up" and not in_zone(cell):
        raise Unclear("up to where")
    sizes = tuple(one for one in new.sizes if one != ("until", 1))
    if new.shape in ("tower", "row"):
        return replace(new, sizes=(*sizes, ("blocks", length)))
    return replace(new, count=length, sizes=sizes)
