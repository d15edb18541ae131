"""The cells of new towers, rows and diagonals at their spots."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spot import Spot, Spots
from cq.building.interpretation.shapes.sizes import length_of
from cq.building.interpretation.syntax import New, Place, Unclear
from cq.meaning.geometry import (
    DIAGONALS,
    HORIZONTAL,
    LAST,
    Cell,
    in_zone,
    line_with_ends,
    step,
    varying_axes,
)
from cq.world.directions import OPPOSITE


def straight(spot: Spot, way: str, count: int) -> list[Cell]:
    """The cells of a line from a spot. Raises `Unclear` if its direction is not said, or if it is longer than
    the zone.
    """
    if count > LAST + 1 and way:
        raise Unclear("longer than the zone")
    if not way and count > 1:
        raise Unclear("in which direction")
    return [step(spot.cell, way, i) for i in range(count)] if way else [spot.cell]


def _row(new: New, spot: Spot, place: Place, length: int) -> list[Cell]:
    """A row from a spot, or around it where its middle is meant."""
    way, axis = spot.grow, new.axis
    if new.shape == "diagonal" or way in DIAGONALS:
        if new.shape == "diagonal" and not way and place.kind == "corner" and not place.anchor:
            way = ("south" if place.word.startswith("north") else "north") + (
                "west" if place.word.endswith("east") else "east"
            )
        if way not in DIAGONALS:
            raise Unclear("in which direction")
        return straight(spot, way, length)
    if place.kind == "edge middle" and not axis and not way:
        axis = "east" if place.word in ("north", "south") else "south"
    if way in HORIZONTAL or not axis:
        if axis and way not in (axis, OPPOSITE[axis]):
            raise Unclear("in which direction")
        return straight(spot, way if way in HORIZONTAL else "", length)
    if place.anchor and place.anchor != "middle":
        if place.anchor not in (axis, OPPOSITE[axis]):
            raise Unclear("which of its ends")
        return straight(spot, OPPOSITE[place.anchor], length)
    if place.starts:
        return straight(spot, axis, length)
    if place.kind == "corner":
        _, x, z = spot.cell
        at = x if axis in ("east", "west") else z
        ways = ("east", "west") if axis in ("east", "west") else ("south", "north")
        return straight(spot, ways[0] if at == 0 else ways[1], length)
    if place.kind == "through" and length != LAST + 1:
        raise Unclear("where of it")
    if place.kind not in ("middle", "through", "edge middle") and place.anchor != "middle":
        raise Unclear("where of it")
    if length % 2 == 0:
        raise Unclear("it has no middle block")
    return sorted(straight(Spot(step(spot.cell, axis, -(length // 2))), axis, length))


def _across(new: New, cells: list[Cell], place: Place) -> list[Cell]:
    """The row over or before several things, as long as they reach; none if another length is said."""
    level = min(cell[0] for cell in cells) if place.kind == "dir" else max(cell[0] for cell in cells)
    ends = [cell for cell in cells if cell[0] == level]
    row = line_with_ends(min(ends), max(ends)) or []
    if (
        length_of(new) not in (None, len(row))
        or len(varying_axes(row or ends)) != 1
        or not set(ends) <= set(row)
    ):
        return []
    if length_of(new) is None and len(row) != len(ends) and place.word != "across":
        return []
    return row


def lines(new: New, spots: Spots, place: Place) -> list[list[Cell]]:
    """Towers or rows, one at each spot."""
    length, places = length_of(new), spots.spots
    if spots.filled and len(places) > 1:
        level = [spot for spot in places if spot.cell[0] == places[0].cell[0]]
        if new.shape == "row" and new.count and len(level) == len(places) == length:
            # "Two rows of three on top of it" lie one on the other.
            way = "down" if places[0].grow == "down" else "up"
            return [[step(spot.cell, way, i) for spot in places] for i in range(new.count)]
        if new.count != 1:
            raise Unclear("several lines")
        level = [spot for spot in places if spot.cell[0] == places[0].cell[0]]
        if new.shape != "tower" and len(level) == len(places) and length in (None, len(places)):
            return [[spot.cell for spot in places]]
        column = {spot.cell[1:] for spot in places}
        if new.shape == "tower" and len(column) == 1 and length is not None:
            return [straight(min(places, key=lambda spot: spot.cell), "up", length)]
        if new.shape == "tower" and len(column) == 1 and places[0].grow == "up":
            return [[spot.cell for spot in places]]
        raise Unclear("which of these cells")
    if len(places) > 1 and new.shape == "row" and new.count == 1 and not spots.every:
        across = _across(new, [spot.cell for spot in places], place)
        if across:
            return [across]
    if length is None:
        raise Unclear("how long")
    if len(places) > 1 and not (
        new.count == len(places) or ((spots.each or spots.every) and (new.count == 1 or new.plural))
    ):
        raise Unclear("how many")
    if len(places) == 1 and new.count != 1:
        raise Unclear("several at one place")
    found = []
    for spot in places:
        if new.shape == "tower":
            found.append(straight(spot, "down" if spot.grow == "down" else "up", length))
        else:
            found.append(_row(new, spot, place, length))
    return found


def endless(new: New) -> bool:
    """Whether nothing is said about how long it is."""
    many = (new.shape == "tower" and new.count == 1) or (new.shape == "block" and new.count is None)
    return many and not (new.sizes or new.dims or new.like or new.manner == "identical" or new.then)


def until_blocked(new: New, spots: Spots, upright: bool, scene: Scene) -> New:
    """The new thing as long as it can be: "until it touches the tower", "all the way to the edge"."""
    if len(spots.spots) != 1 or new.count not in (None, 1):
        raise Unclear("from where")
    (spot,) = spots.spots
    way = "up" if upright and spot.grow != "down" else spot.grow
    if not way:
        raise Unclear("in which direction")
    length, cell = 0, spot.cell
    while in_zone(cell) and cell not in scene.cells:
        length, cell = length + 1, step(cell, way)
    if way == "up" and not in_zone(cell):
        raise Unclear("up to where")
    sizes = tuple(one for one in new.sizes if one != ("until", 1))
    if new.shape in ("tower", "row"):
        return replace(new, sizes=(*sizes, ("blocks", length)))
    return replace(new, count=length, sizes=sizes)
