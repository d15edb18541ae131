"""Carries out commands that copy and mirror things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import Beside, Copy, Mirror, OnTop, Place, Step
from cq.semantics.carrying import execute
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import HORIZONTAL, along, box
from cq.semantics.moving import Blocks, carried, fitted, is_itself, place_side, walked
from cq.semantics.places import spots
from cq.semantics.reference import resolve_reference
from cq.semantics.removing import is_gone
from cq.semantics.scene import Scene, cells_of
from cq.semantics.shapes.corner_copies import corners_of, image
from cq.types import Cell
from cq.world.directions import OPPOSITE


@execute.register
def _(command: Copy, scene: Scene) -> None:
    if is_gone(command.ref, scene):
        things, cells = list(scene.removed), scene.taken
    else:
        things, cells = resolve_reference(command.ref, scene), scene.cells
    blocks = {cell: command.colour or cells[cell] for cell in sorted(cells_of(things))}
    if command.steps:
        made = [walked(blocks, command.steps, scene)]
    elif command.place is None:
        raise unsaid("place", "where the copy goes is not said", command, "place")
    else:
        made = copies(blocks, command, scene)
    number = command.count or 1
    for _ in range(1, number if command.steps else 1):
        made.append(walked(made[-1], command.steps, scene))
    for copy in made:
        scene.place(copy.items())
    scene.last = [cell for copy in made for cell in copy]
    scene.mention([frozenset(copy) for copy in made])


def copies(blocks: Blocks, command: Copy, scene: Scene) -> list[Blocks]:
    """The copies at the spots of a place; a corner that is copied into another corner is turned to fit."""
    place = command.place
    assert place is not None
    landmark = getattr(place, "landmark", None)
    if isinstance(place, (Beside, OnTop)) and is_itself(landmark, command.ref):
        # Right beside itself, or `gap` free cells away.
        way = "up" if isinstance(place, OnTop) else place_side(place, scene)
        ways = [(way, 1.0)] if way else equally(HORIZONTAL)
        way = scene.choices.choose(Hole("direction", place, "side", "side of beside"), ways)
        far = max(map(along(way), blocks)) - min(map(along(way), blocks)) + 1 + (place.gap or 0)
        return [walked(blocks, (Step(way, far),), scene)]
    found = spots(place, scene)
    corners = corners_of(blocks, scene.zone)
    if len(corners) == 1 and all(scene.zone.is_corner(spot.cell) for spot in found.spots):
        there = [spot.cell for spot in found.spots if spot.cell[1:] not in corners]
        if there:
            return [
                {to: blocks[old] for to, old in image(blocks, cell, scene.zone).items()} for cell in there
            ]
    if len(found.spots) > 1 and found.each:
        return [fitted(blocks, place, spot, scene) for spot in found.spots]
    return [carried(blocks, place, command.ref, scene)]


@execute.register
def _(command: Mirror, scene: Scene) -> None:
    things = resolve_reference(command.ref, scene)
    cells = cells_of(things)
    if command.across and command.side:
        key = along(scene.direction(command.side))
        cells = {cell for cell in cells if 2 * key(cell) > key(_across(scene))}
    if not cells:
        raise Failure("absent", "nothing stands on that side", command)
    low, high = box(cells)
    if command.across:
        axis = 1 if command.across == "x" else 2
        total = _across(scene)[axis]
    elif command.side is not None:
        way = scene.direction(command.side)
        if way not in HORIZONTAL:
            raise Failure("impossible", "no image lies above or below", command)
        axis = 1 if way in ("east", "west") else 2
        beside = 2 * high[axis] + 1 if way in ("east", "south") else 2 * low[axis] - 1
        across = _across(scene)[axis]
        here = [2 * along(way)(cell) - along(way)(_across(scene)) for cell in cells]
        ways = [(beside, 1.0)]
        if all(offset < 0 for offset in here):
            ways.append((across, 0.3 if beside != across else 0.0))  # On the other side of the zone's middle.
        total = scene.choices.choose(
            Hole("place", command, "side", "mirror"), [option for option in ways if option[1]]
        )
    else:
        raise unsaid("direction", "to which side is not said", command, "side")
    made: Blocks = {}
    for cell in sorted(cells):
        image = list(cell)
        image[axis] = total - cell[axis]
        target = (image[0], image[1], image[2])
        colour = command.colour or scene.cells[cell]
        if scene.cells.get(target, colour) != colour:
            raise Failure("impossible", scene.taken_by(target), command)
        if target not in scene.cells:
            made[target] = colour
    scene.place(made.items())
    scene.mention([frozenset(made)])


def _across(scene: Scene) -> Cell:
    """The sums of the indices of a cell and its image across the middle of the zone."""
    _, east, south = scene.zone.last
    return 0, east, south


_ACROSS = {
    **OPPOSITE,
    "left": "right",
    "right": "left",
    "front": "back",
    "back": "front",
    "northeast": "southwest",
    "southwest": "northeast",
    "northwest": "southeast",
    "southeast": "northwest",
}


def opposite_place(place: Place) -> Place | None:
    """The same place on the other side; None if it has no other side."""
    side = getattr(place, "side", None) or getattr(place, "direction", None)
    other = _ACROSS.get(side or "")
    if other is None:
        return None
    name = "side" if hasattr(place, "side") else "direction"
    return replace(place, **{name: other})  # type: ignore[type-var]
