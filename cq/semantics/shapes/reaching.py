"""Lines that reach a goal: "until it touches the tower", "all the way to the edge"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Size
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, Hole, equally
from cq.semantics.geometry import HORIZONTAL, step
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene, cells_of
from cq.semantics.spots import Spots
from cq.types import Cell


def until_blocked(new: NewThing, where: Spots, upright: bool, scene: Scene) -> NewThing:
    """The thing at its greatest length: "until it touches the tower", "all the way to the edge".

    Raises `Failure` if something else blocks it.
    """
    (until,) = (size for size in new.sizes if size.dimension == "until")
    loose = new.shape in ("block", "one")
    if len(where.spots) != 1 or (not loose and new.count not in (None, 1)):
        raise Failure("impossible", "a line goes from one place", new)
    (spot,) = where.spots
    way = (
        "up"
        if upright and spot.grow != "down"
        else scene.direction(new.heading or new.axis or "") or spot.grow
    )
    aim: set[Cell] = set()
    if until.like is not None and until.like.noun not in ("edge", "ground"):
        aim = cells_of(resolve_reference(until.like, scene))
    ways = (
        [way]
        if way
        else [
            direction
            for direction in (*HORIZONTAL, "up", "down")
            if not aim or _blocked(spot.cell, direction, scene)[1] in aim
        ]
    )
    if until.like is not None and until.like.noun == "ground":
        ways = ["down"]
    if not ways:
        raise Failure("impossible", "it never gets there", new)
    way = scene.choices.choose(Hole("direction", new, "heading"), equally(ways))
    length, end = _blocked(spot.cell, way, scene)
    there = not aim or end in aim or (way == "down" and step(spot.cell, "up") in aim)
    high = upright and until.like is None  # "As high as possible".
    if not there or (way == "up" and not scene.zone.holds(end) and not high) or not length:
        raise Failure("impossible", "it never gets there", new)
    if loose and new.count not in (None, length):
        raise Failure("contradiction", f"{length} blocks lead there", new)
    sizes = tuple(size for size in new.sizes if size is not until)
    if loose:
        heading = way if way not in ("up", "down") else None
        return replace(new, count=length, sizes=sizes, heading=heading)
    return replace(
        new, sizes=(*sizes, Size("blocks", length)), heading=way if way in HORIZONTAL else new.heading
    )


def _blocked(cell: Cell, way: str, scene: Scene) -> tuple[int, Cell]:
    """The number of free cells from a cell on in a direction, and the cell that ends them."""
    length = 0
    while scene.is_free(cell):
        length, cell = length + 1, step(cell, way)
    return length, cell
