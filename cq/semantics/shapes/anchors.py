"""Positions of a shape given as offsets: with one of them, or their middle, at a cell of the zone."""

from __future__ import annotations

from collections.abc import Iterable

from cq.semantics.choices import Failure
from cq.semantics.geometry import STEPS, box, step
from cq.types import Cell
from cq.world.zone import Zone

Positions = list[tuple[tuple[Cell, ...], float]]
"""Cells with their weights."""
USUAL = 4.0
"""The weight of the middle of a shape against one of its corners."""


def at_cell(offsets: Iterable[Cell], base: Cell, cell: Cell, weight: float) -> Positions:
    """The one position in which an offset is at a cell."""
    y, x, z = (cell[i] - base[i] for i in range(3))
    return [(tuple((p + y, q + x, r + z) for p, q, r in offsets), weight)]


def middles(low: Cell, high: Cell) -> set[Cell]:
    """The middle cells at the foot of a box: one, two or four."""
    return {
        (low[0], x, z)
        for x in ((low[1] + high[1]) // 2, (low[1] + high[1] + 1) // 2)
        for z in ((low[2] + high[2]) // 2, (low[2] + high[2] + 1) // 2)
    }


def very_middle(found: Positions, cell: Cell, zone: Zone) -> Positions:
    """The positions around a cell that are in the exact middle of the zone, if it has an even number of cells
    and the cell is its middle: two blocks fit there, though one does not.
    """
    even = [axis for axis in (1, 2) if zone.shape[axis] % 2 == 0]
    if not even or cell[1:] != zone.middle[1:]:
        return found

    def is_exact(cells: tuple[Cell, ...]) -> bool:
        low, high = box(cells)
        return all((high[i] - low[i]) % 2 == 0 or low[i] + high[i] == zone.last[i] for i in even)

    return [position for position in found if is_exact(position[0])] or found


def positions_anchored(offsets: tuple[Cell, ...], anchor: str, cell: Cell) -> Positions:
    """The positions in which a part of the shape is at a cell."""
    low, high = box(offsets)
    if anchor == "middle":
        return [position for base in middles(low, high) for position in at_cell(offsets, base, cell, 1.0)]
    if anchor == "start":
        return at_cell(offsets, offsets[0], cell, 1.0)
    if anchor == "corner":
        return [position for base in _own_corners(offsets) for position in at_cell(offsets, base, cell, 1.0)]
    if anchor == "end":
        return at_cell(offsets, offsets[-1], cell, 1.0)
    if anchor not in STEPS:
        raise Failure("impossible", f"where its {anchor} is nobody can tell")
    spans: list[tuple[int, ...]] = []
    for axis, (less, more) in ((1, ("west", "east")), (2, ("north", "south"))):
        if less in anchor or more in anchor:
            spans.append(((low if less in anchor else high)[axis],))
        else:
            spans.append(tuple({(low[axis] + high[axis]) // 2, (low[axis] + high[axis] + 1) // 2}))
    bases = [(low[0], x, z) for x in spans[0] for z in spans[1]]
    return [position for base in bases for position in at_cell(offsets, base, cell, 1.0)]


def _own_corners(offsets: tuple[Cell, ...]) -> list[Cell]:
    """The corner where the legs of an L meet, or else the occupied corners at the foot of the shape's box."""
    cells = set(offsets)

    def axes(cell: Cell) -> set[int]:
        return {
            axis
            for axis, ways in enumerate((("up", "down"), ("east", "west"), ("south", "north")))
            for way in ways
            if step(cell, way) in cells
        }

    bends = [cell for cell in offsets if len(axes(cell)) == 2]
    if len(bends) == 1:
        return bends
    low, high = box(offsets)
    return [
        cell
        for cell in offsets
        if cell[0] == low[0] and cell[1] in (low[1], high[1]) and cell[2] in (low[2], high[2])
    ]
