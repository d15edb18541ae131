"""Single blocks at spots: in lines from them, one at each, or enough to fill them."""

from __future__ import annotations

from dataclasses import replace

from cq.language.program import OnTop, Place, Several, Sides, Under
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, Hole, equally, unsaid
from cq.semantics.geometry import HORIZONTAL, line_with_ends
from cq.semantics.scene import Scene
from cq.semantics.shapes.lines import line_from, unfilled, windowed
from cq.semantics.spots import Spot, Spots
from cq.types import Cell
from cq.world.directions import OPPOSITE


def blocks(new: NewThing, where: Spots, upright: bool, place: Place | None, scene: Scene) -> list[list[Cell]]:
    """The cells of blocks, one list for each spot or for a line along some of them."""
    places = where.spots
    if new.each and new.total:
        if new.count not in (None, len(places)):
            raise Failure("impossible", f"{new.count} blocks are not one for each of {len(places)}", new)
        new = replace(new, count=1, total=False)
    if where.filled and len(places) > 1:
        cells = [spot.cell for spot in places]
        if new.count in (None, len(places)) or (
            new.count == 1 and (new.each or where.each or on_several(place))
        ):
            if upright and len(set(columns(cells))) > 1 and {spot.grow for spot in places} != {"up"}:
                raise Failure("impossible", "they would not be on top of each other", new)
            return [[cell] for cell in cells]
        if upright and where.every and new.count is not None:
            return [_line(new, spot, new.count, upright, where.axis, scene) for spot in places]
        top = _one_top(places, place)
        if upright and len(set(columns(cells))) == 1:
            places = (min(places, key=lambda spot: spot.cell),)
        elif new.count == 1 and top is not None:
            places = (top,)
        else:
            return [_some(new, where, upright, scene)]
    if (
        len(places) == 2
        and isinstance(place, OnTop)
        and not (where.filled or upright or where.every)
        and (new.count or 0) > 2
    ):
        bridge = line_with_ends(places[0].cell, places[1].cell)
        if bridge is not None and len(bridge) == new.count and all(map(scene.is_free, bridge)):
            return [bridge]  # "Three blocks across them."
    if len(places) > 1:
        number = per_place(new, where, upright, place, scene)
    elif new.count is None:
        raise unsaid("count", "how many is not said", new, "count")
    else:
        number = new.count
    made = [_line(new, spot, number, upright, where.axis, scene) for spot in places]
    # If a number goes to each of several spots, spots without room for all are skipped.
    fits = [
        line for line in made if line and (not scene.is_free(line[0]) or not set(line) & scene.cells.keys())
    ]
    return fits if where.every and fits else made


def on_several(place: Place | None) -> bool:
    """Whether a place is on several things: "a block on the three highest blocks" is one on each."""
    return isinstance(place, OnTop | Under) and (place.landmark.plural or bool(place.landmark.others))


def columns(cells: list[Cell]) -> list[tuple[int, int]]:
    """The (x, z) of some cells."""
    return [cell[1:] for cell in cells]


def _one_top(places: tuple[Spot, ...], place: Place | None) -> Spot | None:
    """The only highest of the spots on something; None if there are several."""
    highest = max(spot.cell[0] for spot in places)
    top = [spot for spot in places if spot.cell[0] == highest]
    return top[0] if isinstance(place, OnTop) and len(top) == 1 else None


def _some(new: NewThing, where: Spots, upright: bool, scene: Scene) -> list[Cell]:
    """Some of the cells to fill, side by side, or a tower on one of them."""
    cells, number = [spot.cell for spot in where.spots], new.count or 1
    line = line_with_ends(min(cells), max(cells))
    if where.exact and number == 1 == len(cells) % 2 and not upright and line is not None:
        return [sorted(cells)[len(cells) // 2]]  # "Between the row and the edge".
    if where.exact or (number > len(cells) and not upright):
        raise unfilled(number, cells, new)
    if upright:
        (foot,) = windowed(cells, 1, where, new, scene)
        return line_from(Spot(foot), "up", number, new, scene)
    if len(set(columns(cells))) == 1 and where.spots[0].grow == "up" and where.anchor != "middle":
        return sorted(cells)[:number]
    if number == 1 and line is None:
        options = equally([cell] for cell in cells if scene.is_free(cell))
        return scene.choices.choose(Hole("place", new, "place"), options)
    return windowed(cells, number, where, new, scene)


def _line(new: NewThing, spot: Spot, number: int, upright: bool, axis: str, scene: Scene) -> list[Cell]:
    ways: str | tuple[str, ...] = spot.grow
    if new.heading and number == 1 and spot.grow and new.heading != spot.grow:
        raise Failure("impossible", "one block runs in no direction", new)
    if new.heading:
        ways = scene.direction(new.heading)
    elif upright and spot.grow != "down":
        ways = "up"
    elif new.posture == "flat" and spot.grow not in HORIZONTAL:
        ways = HORIZONTAL
    elif not spot.grow:
        ways = (axis, OPPOSITE[axis]) if axis in OPPOSITE else (*HORIZONTAL, "up")
    return line_from(spot, ways, number, new, scene)


def per_place(new: NewThing, where: Spots, upright: bool, place: Place | None, scene: Scene) -> int:
    """The number of blocks for each of several spots."""
    number = len(where.spots)
    if new.count is None:
        return 1
    if isinstance(place, Several) and new.count == number:
        return 1  # "Two blocks, one in front of it and one behind it."
    if isinstance(place, Sides) and place.number is not None and new.count != number and not new.total:
        return new.count
    if new.total or not (where.every or new.each or (where.each and (upright or new.count == 1))):
        landmark = getattr(place, "landmark", None)
        if new.count == number > 1 and landmark and not new.total and not isinstance(place, Sides):
            # "Two blocks on the two towers" are one or two on each.
            hole = Hole("count", new, "count", default="as many as places")
            return scene.choices.choose(hole, [(1, 1.0), (new.count, 1.0)])
        if new.count in (1, number) and not (new.total and new.count == 1):
            return 1  # "A block on the two towers" is one on each.
        if new.count % number == 0:
            return new.count // number
        # "Three blocks north of the first and the fourth" are three at each.
        if not ((upright and on_several(place)) or (new.count > number and landmark and not new.total)):
            raise Failure("impossible", f"{new.count} blocks do not go to {number} places", new)
    return new.count
