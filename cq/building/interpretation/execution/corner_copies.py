"""Copies from one corner of the zone into others: they are turned so that they fit there."""

from __future__ import annotations

from cq.building.interpretation.execution.referents import resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spots import find_spots
from cq.building.interpretation.syntax import New, Place, Unclear
from cq.meaning.geometry import LAST, Cell, Thing, components

_CORNERS = {(x, z) for x in (0, LAST) for z in (0, LAST)}


def corner_copies(new: New, place: Place, scene: Scene) -> list[tuple[Cell, int]] | None:
    """The blocks of copies of what stands in a corner, at corners; None if it is no such copy.

    Where no original is named, all that stand in corners must look alike. Raises `Unclear` if they do not.
    """
    if place.kind not in ("corner", "all corners") or place.anchor:
        return None
    if new.like is None and new.colour is None:
        return None
    things = components(scene.cells) if new.like is None else resolve(new.like, scene)
    things = [thing for thing in things if len(_standing(thing)) == 1]
    if not things:
        return None
    blocks: dict[Cell, int] = {}
    for spot in find_spots(place, scene).spots:
        if any(spot.cell[1:] in _standing(thing) for thing in things):
            if place.kind == "all corners":
                continue
            raise Unclear("something stands in this corner")
        images = {frozenset(_image(thing, spot.cell)) for thing in things}
        if len(images) != 1 or (new.colour is None and len(things) > 1):
            raise Unclear("a copy of which")
        blocks |= {cell: new.colour or scene.cells[old] for cell, old in _image(things[0], spot.cell).items()}
    return sorted(blocks.items())


def _standing(thing: Thing) -> set[tuple[int, int]]:
    """The corners of the zone in which a thing stands."""
    return {(x, z) for _, x, z in thing} & _CORNERS


def _image(thing: Thing, corner: Cell) -> dict[Cell, Cell]:
    """The cells of a thing in another corner, each with the one whose image it is."""
    ((x, z),) = _standing(thing)
    return {
        (
            cell[0],
            LAST - cell[1] if x != corner[1] else cell[1],
            LAST - cell[2] if z != corner[2] else cell[2],
        ): cell
        for cell in thing
    }
