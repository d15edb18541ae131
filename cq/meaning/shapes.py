"""The cells of a new thing at its spots, with their colours."""

from __future__ import annotations

from cq.language.program import Thing as NewThing
from cq.meaning.choices import Failure, Hole
from cq.meaning.geometry import Cell, step
from cq.meaning.scene import Scene
from cq.meaning.spots import Spots
from cq.world.palette import COLOURS

Group = list[tuple[Cell, str]]
"""The cells of one new thing with their colours."""


def groups(new: NewThing, where: Spots, stacked: bool, scene: Scene) -> list[Group]:
    """The cells of new things at the spots of a place, one group for each thing.

    What is not said is chosen (`Choices`): colour, number, size, direction. Raises `Failure` if that cannot be made.
    """
    if new.colours:
        colour = new.colours[0]
    else:
        colour = scene.choices.choose(Hole("colour", new, "colours"), [(one, 1.0) for one in COLOURS])
    if new.shape not in ("block", "one", "tower", "row"):
        raise Failure("impossible", f"no way to make a {new.shape}", new)
    found = []
    length = new.sizes[0].number if new.sizes else None
    for spot in where.spots:
        number = length or _per_spot(new, where)
        way = "up" if stacked or new.shape == "tower" else spot.grow or "up"
        if len(where.spots) > 1 and where.filled:
            number, way = 1, ""
        found.append([(step(spot.cell, way, i) if i else spot.cell, colour) for i in range(number)])
    return found


def _per_spot(new: NewThing, where: Spots) -> int:
    """How many blocks go to each spot."""
    places, count = len(where.spots), new.count
    if places == 1 or (where.every and not where.filled):
        return count or 1
    if count in (places, None) or (count == 1 and not where.filled):
        return 1
    if where.each and count % places == 0:
        return count // places
    raise Failure("open", "at which of the places is not said", new, Hole("which", new, "count"))
