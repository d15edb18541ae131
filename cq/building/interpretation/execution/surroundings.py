"""What goes around a thing: a ring, or a block against each of its sides."""

from __future__ import annotations

from cq.building.interpretation.execution.referents import resolve
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.shapes.sizes import size
from cq.building.interpretation.syntax import New, Place, Unclear
from cq.meaning.geometry import DIAGONALS, HORIZONTAL, Cell, box, in_zone, step


def surrounding(new: New, place: Place, scene: Scene) -> list[Cell]:
    """The cells of new things around what stands, at the height of its lowest blocks.

    A ring has its corners. Of single blocks, their number tells whether they have. Raises `Unclear` if
    nothing does, or if they do not fit.
    """
    if place.ref is None:
        raise Unclear("around what")
    things = resolve(place.ref, scene)
    if len(things) != 1 and not (place.ref.plural and place.ref.noun == "block"):
        raise Unclear("around which of them")
    cells = {cell for thing in things for cell in thing}
    low, high = box(cells)
    y = low[0] if place.level is None else place.level
    foot = {(y, *cell[1:]) for cell in cells}
    beside = {step(cell, way) for cell in foot for way in HORIZONTAL} - foot
    ring = sorted(beside | {step(cell, way) for cell in foot for way in DIAGONALS} - foot)
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
        if not all(map(in_zone, ring)):
            raise Unclear("it does not fit into the zone")
        return ring
    if new.shape not in ("block", "one"):
        raise Unclear(f"a {new.shape} around it")
    both = (ring, sorted(beside))
    free = [[cell for cell in one if in_zone(cell) and cell not in scene.cells] for one in both]
    choices = [one for one in free if new.count == len(one)]
    if new.count is None and place.word:
        choices = [free[0] if place.word == "corners" else free[1]]
    elif new.count is None and len(foot) == 1 and len(cells) > 1:
        choices = free[1:]  # Around a tower is without the corners, in folds 0 to 2 of the recordings.
    if len(choices) != 1:
        raise Unclear("with or without the corners")
    return choices[0]
