"""Where a shape goes as a whole: in the middle, in a corner, along an edge, or by one of its own cells."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.execution.making import along_axis, pattern
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spot import Spots
from cq.building.interpretation.shapes.figures import figure, sign, top_of
from cq.building.interpretation.syntax import New, Place, Unclear
from cq.meaning.geometry import LAST, Cell, box
from cq.world.directions import OPPOSITE


def whole(new: New, spots: Spots, place: Place, scene: Scene) -> list[Cell]:
    """The cells of a shape at a place. Raises `Unclear` if its size or its position is not said."""
    if new.count != 1:
        raise Unclear("several shapes at one place")
    offsets = _offsets(new, place, scene)
    return located(offsets, place, spots, new)


def located(offsets: list[Cell], place: Place, spots: Spots, new: New | None = None) -> list[Cell]:
    """The cells of a shape with some offsets at a place. Raises `Unclear` if its position is not said."""
    new = new or New("copy")
    low, high = box(offsets)
    start: Cell
    if new.shape == "staircase":
        if len(spots.spots) != 1 or place.anchor or not (place.starts or place.kind == "corner"):
            raise Unclear("where its first step is")
        start = spots.spots[0].cell
    elif place.anchor or place.kind in ("middle", "around middle", "steps"):
        if len(spots.spots) != 1:
            raise Unclear("where of it")
        base = _anchor(new, place.anchor or "middle", offsets)
        spot = spots.spots[0].cell
        start = (spot[0] - low[0], spot[1] - base[1], spot[2] - base[2])
    elif place.kind == "corner":
        y, x, z = spots.spots[0].cell
        start = (
            y - low[0],
            x - (high if x == LAST else low)[1],
            z - (high if z == LAST else low)[2],
        )
    elif place.kind in ("edge", "edge middle"):
        start = _at_edge(place, spots, low, high)
    elif place.kind == "on" and spots.filled:
        start = _centred([spot.cell for spot in spots.spots], offsets)
    else:
        raise Unclear("where of it")
    cells = [_moved(cell, start) for cell in offsets]
    if place.kind == "at block":
        # The block that is there already is a part of the shape.
        return [cell for cell in cells if cell != spots.spots[0].cell]
    return cells


def _centred(below: list[Cell], offsets: list[Cell]) -> Cell:
    """The start of a shape in the middle of what it stands on. Raises `Unclear` if it stands askew."""
    (y, *near), (_, *far) = box(below)
    low, high = box(offsets)
    spare = [(far[i] - near[i]) - (high[i + 1] - low[i + 1]) for i in range(2)]
    if any(one < 0 or one % 2 for one in spare) or {cell[0] for cell in below} != {y}:
        raise Unclear("it does not fit on it")
    start = (y - low[0], near[0] + spare[0] // 2 - low[1], near[1] + spare[1] // 2 - low[2])
    if not {_moved(cell, start) for cell in offsets if cell[0] == low[0]} <= set(below):
        raise Unclear("it does not fit on it")
    return start


def _offsets(new: New, place: Place, scene: Scene) -> list[Cell]:
    if sign(new):
        if not new.manner and place.level == 0 and not new.seen:
            new = replace(new, manner="flat")  # "A letter T on the ground" lies.
        return figure(new, scene.facing)
    heading = place.word.partition(" ")[2] if place.kind in ("corner", "middle") else ""
    heading = heading or place.heading
    if new.shape in ("wall", "arch") and not new.axis and heading:
        new = along_axis(new, scene.direction(heading))
    if new.shape in ("wall", "arch") and not new.axis and place.kind in ("edge", "edge middle"):
        new = along_axis(new, "east" if place.word in ("north", "south") else "south")
        if (
            place.kind == "edge"
            and not new.dims
            and not any(name in ("long", "wide") for name, _ in new.sizes)
        ):
            new = along_axis(new, new.axis, LAST + 1)
    return pattern(new)


def _anchor(new: New, word: str, offsets: list[Cell]) -> Cell:
    """The cell of a shape that is said to be at a spot: a corner, the middle, the middle of a side."""
    low, high = box(offsets)
    if word == "base":  # Where a standing figure stands, or the foot of a lying one.
        word = "middle" if low[0] != high[0] else OPPOSITE[top_of(new)]
    if word == "corner":
        return _only_corner(offsets)
    at = []
    for axis, (less, more) in ((1, ("west", "east")), (2, ("north", "south"))):
        if less in word or more in word:
            at.append(low[axis] if less in word else high[axis])
        elif (high[axis] - low[axis]) % 2:
            raise Unclear("it has no middle block")
        else:
            at.append((low[axis] + high[axis]) // 2)
    return low[0], at[0], at[1]


def _only_corner(offsets: list[Cell]) -> Cell:
    """Where the two legs of an L meet."""
    cells = set(offsets)
    found = [
        cell
        for cell in offsets
        if sorted(axis for axis in range(3) for way in _NEXT[axis] if _moved(cell, way) in cells)
        in ([0, 1], [0, 2], [1, 2])
    ]
    if len(found) != 1:
        raise Unclear("which corner")
    return found[0]


_NEXT = (((1, 0, 0), (-1, 0, 0)), ((0, 1, 0), (0, -1, 0)), ((0, 0, 1), (0, 0, -1)))


def _at_edge(place: Place, spots: Spots, low: Cell, high: Cell) -> Cell:
    """The start of a shape in the middle of an edge, or along all of it."""
    y, x, z = spots.spots[len(spots.spots) // 2].cell
    if place.kind == "edge" and max(b - a for a, b in zip(low[1:], high[1:], strict=True)) != LAST:
        raise Unclear("where along the edge")
    if place.word in ("north", "south"):
        if (high[1] - low[1]) % 2:
            raise Unclear("it has no middle block")
        return y - low[0], x - (low[1] + high[1]) // 2, z - (low if place.word == "north" else high)[2]
    if (high[2] - low[2]) % 2:
        raise Unclear("it has no middle block")
    return y - low[0], x - (low if place.word == "west" else high)[1], z - (low[2] + high[2]) // 2


def _moved(cell: Cell, by: Cell) -> Cell:
    return cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]
