"""The spots of places of the zone itself: corners, edges, the middle, steps from it."""

from __future__ import annotations

from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.selection import corner
from cq.building.interpretation.execution.spot import Spot, Spots
from cq.building.interpretation.syntax import Place, Unclear
from cq.meaning.geometry import CENTRE, LAST, step
from cq.world.grid import HALF


def one_corner(place: Place, scene: Scene) -> Spots:
    """A corner of the zone."""
    where, _, heading = place.word.partition(" ")
    grow = scene.direction(heading) if heading else ""
    return Spots((Spot((place.level or 0, *corner(where, scene)), grow),))


def all_corners(place: Place, scene: Scene) -> Spots:
    """All four corners of the zone."""
    names = [a + b for a in ("north", "south") for b in ("east", "west")]
    corners = [corner(name, scene) for name in names if name in place.word or place.word in ("", "free")]
    if place.word == "free":
        taken = {cell[1:] for cell in scene.cells}
        corners = [one for one in corners if one not in taken]
        if not corners:
            raise Unclear("no corner is free")
    return Spots(tuple(Spot((place.level or 0, *one)) for one in corners), each=True, every=True)


def middle(place: Place, scene: Scene) -> Spots:
    """The middle of the zone."""
    grow = scene.direction(place.word.strip()) if place.word else ""
    return Spots((Spot((place.level or 0, *CENTRE[1:]), grow),))


def edge(place: Place, scene: Scene) -> Spots:
    """A whole edge of the zone, or the middle of one."""
    word, _, heading = place.word.partition(" ")
    y = place.level or 0
    cells = [
        (y, i, z)
        if (z := {"north": 0, "south": LAST}.get(word)) is not None
        else (y, 0 if word == "west" else LAST, i)
        for i in range(LAST + 1)
    ]
    if place.kind == "edge middle":
        return Spots((Spot(cells[HALF], scene.direction(heading) if heading else ""),))
    return Spots(tuple(Spot(cell) for cell in cells), filled=True)


def border(place: Place, scene: Scene) -> Spots:
    """All cells along the four edges of the zone."""
    del scene
    y, ends = place.level or 0, (0, LAST)
    cells = [(y, x, z) for x in range(LAST + 1) for z in range(LAST + 1) if x in ends or z in ends]
    return Spots(tuple(Spot(cell) for cell in cells), filled=True)


def steps(place: Place, scene: Scene) -> Spots:
    """Some steps from the middle of the zone."""
    if place.ref is not None:
        # People differ on whether two blocks east leaves a gap of one or of two.
        raise Unclear("with what gap")
    cell = (place.level or 0, *CENTRE[1:])
    for number, word in place.sides:
        cell = step(cell, scene.direction(word), number)
    return Spots((Spot(cell, scene.direction(place.word.strip()) if place.word else ""),))
