"""Spots on and under things: one for each upright thing, all of the face of a wide one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from cq.language.program import OnTop, Ref, Under
from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, box, face, step
from cq.semantics.places.landmarks import is_each, is_every, joined, named
from cq.semantics.scene import Scene, cells_of
from cq.semantics.spots import Spot, Spots, spots


@spots.register
def _(place: OnTop, scene: Scene) -> Spots:
    things = named(place.landmark, scene)
    taken = cells_of(things)
    if taken and not taken & scene.cells.keys() and len({cell[1:] for cell in taken}) == 1:
        return Spots((Spot(min(taken), "up"),))  # "On it", after a block was removed from the top.
    return _against(place.landmark, things, "up", place.gap, scene)


@spots.register
def _(place: Under, scene: Scene) -> Spots:
    return _against(place.landmark, named(place.landmark, scene), "down", place.gap, scene)


def _against(ref: Ref, things: list[Thing], way: str, gap: int | None, scene: Scene) -> Spots:
    together = cells_of(things)
    single = all(len(thing) == 1 for thing in things)
    if not single:
        things = joined(replace(ref, number=None), things, scene)
    found: list[Spot] = []
    wide = any(len({cell[1:] for cell in thing}) > 1 for thing in things)
    for thing in things:
        surface = [cell for cell in sorted(thing) if step(cell, way) not in thing]
        if len({cell[1:] for cell in thing}) == 1:
            surface = [face(thing, way)[0]]
        for cell in surface:
            if single and len(things) > 1 and step(cell, way) in together:
                continue  # Blocks of a pile: only the outermost counts.
            spot = step(cell, way, 1 + (gap or 0))
            found.append(Spot(spot, way))
    if len(found) > 1:
        # People skip taken spots and those outside the zone.
        found = [spot for spot in found if scene.is_free(spot.cell)]
    if not found:
        raise Failure("impossible", "something is there already", ref)
    low, high = box([spot.cell for spot in found])
    spans = (high[1] - low[1], high[2] - low[2])
    return Spots(
        tuple(found),
        each=is_each(ref),
        every=is_every(ref) and not wide,
        axis="" if 0 not in spans or spans == (0, 0) else "east" if spans[0] else "south",
        filled=wide or (single and len(found) > 1 and not is_each(ref) and _in_line(found)),
    )


def _in_line(found: list[Spot]) -> bool:
    """Whether spots are next to each other in one line, as on the blocks of a row."""
    cells = sorted(spot.cell for spot in found)
    return all(
        tuple(b - a for a, b in zip(cell, other, strict=True)) in ((0, 0, 1), (0, 1, 0))
        for cell, other in pairwise(cells)
    )
