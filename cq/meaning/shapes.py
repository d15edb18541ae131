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
    for spot in where.spots:
        number = new.sizes[0].number if new.sizes else new.count or 1
        way = "up" if stacked or new.shape == "tower" else spot.grow or "up"
        found.append([(step(spot.cell, way, i), colour) for i in range(number or 1)])
    return found
