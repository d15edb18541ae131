"""Copies from one corner of the zone into others: they are mirrored so that they fit there."""

from __future__ import annotations

from collections.abc import Iterable

from cq.language.program import Corner, State
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure
from cq.semantics.geometry import components
from cq.semantics.places import spots
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene
from cq.semantics.shapes.colouring import Group
from cq.semantics.shapes.measures import SAME
from cq.types import Cell
from cq.world.zone import Zone


def corner_copies(new: NewThing, place: Corner, scene: Scene) -> Group | None:
    """The blocks of copies of a thing in a corner, at other corners; None if the new thing is no such copy.

    If no original is named, all things in corners must look alike. Raises `Failure` if they do not.
    """
    any_other = new.like is not None and State("other") in new.like.limits
    named = new.like is not None and new.like != SAME and not any_other
    things = resolve_reference(new.like, scene) if named and new.like is not None else components(scene.cells)
    things = [thing for thing in things if len(corners_of(thing, scene.zone)) == 1]
    if not things:
        return None
    blocks: dict[Cell, str] = {}
    for spot in spots(place, scene).spots:
        models = [thing for thing in things if spot.cell[1:] not in corners_of(thing, scene.zone)]
        images = {frozenset(image(thing, spot.cell, scene.zone)) for thing in models}
        if any(thing not in models for thing in things) and (
            place.every or not any(scene.cells.keys() & copied for copied in images)
        ):
            continue
        if len(images) != 1 or (not new.colours and len(models) > 1):
            raise Failure("open", "which of the corners to copy is not said", new)
        made = image(models[0], spot.cell, scene.zone)
        blocks |= {cell: new.colours[0] if new.colours else scene.cells[old] for cell, old in made.items()}
    return sorted(blocks.items())


def corners_of(thing: Iterable[Cell], zone: Zone) -> set[tuple[int, int]]:
    """The corner columns of the zone that a thing occupies."""
    return {cell[1:] for cell in thing if zone.is_corner(cell)}


def image(thing: Iterable[Cell], corner: Cell, zone: Zone) -> dict[Cell, Cell]:
    """The cells of a thing mirrored into another corner, each with the cell that it copies."""
    (x, z) = next(iter(corners_of(thing, zone)))
    _, east, south = zone.last
    return {
        (
            cell[0],
            east - cell[1] if x != corner[1] else cell[1],
            south - cell[2] if z != corner[2] else cell[2],
        ): cell
        for cell in thing
    }
