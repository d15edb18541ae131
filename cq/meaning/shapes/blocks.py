"""Single blocks at spots: in lines from them, one at each, or as many as fill them."""

from __future__ import annotations

from cq.language.program import Between, OnTop, Place, Sides
from cq.language.program import Thing as NewThing
from cq.meaning.choices import Failure, Hole
from cq.meaning.geometry import HORIZONTAL, Cell
from cq.meaning.scene import Scene
from cq.meaning.shapes.lines import line_from
from cq.meaning.spots import Spot, Spots


def blocks(new: NewThing, where: Spots, upright: bool, place: Place | None, scene: Scene) -> list[list[Cell]]:
    """The cells of blocks, one list for each spot."""
    places = where.spots
    open_number = new.count is None
    if where.filled and len(places) > 1:
        if new.count == len(places) or open_number or (new.each and new.count == 1):
            if upright and len({spot.cell[1:] for spot in places}) > 1 and {spot.grow for spot in places} != {"up"}:
                raise Failure("impossible", "they would not be on top of each other", new)
            return [[spot.cell] for spot in places]
        places = _some(new, where, upright, place)
    if len(places) > 1:
        number = per_place(new, where, upright, place)
    elif new.count is None:
        raise Failure("open", "how many is not said", new, Hole("count", new, "count"))
    else:
        number = new.count
    return [_line(new, spot, number, upright, scene) for spot in places]


def _some(new: NewThing, where: Spots, upright: bool, place: Place | None) -> tuple[Spot, ...]:
    """Some of the spots that are to be filled, for a number that is not theirs."""
    places = where.spots
    one_column = len({spot.cell[1:] for spot in places}) == 1
    if new.count == 1 and isinstance(place, Between):
        if one_column and places[0].grow == "up":
            return (min(places, key=lambda spot: spot.cell),)
        if len(places) % 2:
            return (places[len(places) // 2],)
    highest = max(spot.cell[0] for spot in places)
    top = [spot for spot in places if spot.cell[0] == highest]
    if isinstance(place, OnTop) and len(top) == 1:
        return tuple(top)
    if upright and one_column:
        return places[:1]
    raise Failure("impossible", f"{new.count} blocks do not fill {len(places)} cells", new)


def _line(new: NewThing, spot: Spot, number: int, upright: bool, scene: Scene) -> list[Cell]:
    ways: str | tuple[str, ...] = spot.grow
    if new.heading:
        ways = scene.direction(new.heading)
    elif upright and spot.grow != "down":
        ways = "up"
    elif new.posture == "flat" and spot.grow not in HORIZONTAL:
        ways = HORIZONTAL
    elif not spot.grow:
        ways = (*HORIZONTAL, "up")
    return line_from(spot, ways, number, new, scene)


def per_place(new: NewThing, where: Spots, upright: bool, place: Place | None) -> int:
    """How many blocks go to each of several spots."""
    number = len(where.spots)
    if new.count is None:
        return 1
    if isinstance(place, Sides) and place.number is not None and new.count != number and not new.total:
        return new.count
    if new.total or not (where.every or new.each or (where.each and (upright or new.count == 1))):
        if new.count in (1, number) and not (new.total and new.count == 1):
            return 1  # "A block on the two towers" is one on each.
        if new.count % number == 0:
            return new.count // number
        raise Failure("impossible", f"{new.count} blocks do not go to {number} places", new)
    return new.count
