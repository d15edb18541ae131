"""Puts new things at a place."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.geometry import HORIZONTAL, LAST, STEPS, Cell, box, step
from cq.building.interpretation.making import PATTERNS, glyph, length_of, pattern
from cq.building.interpretation.referents import resolve
from cq.building.interpretation.scene import Scene
from cq.building.interpretation.spot import Spot, Spots
from cq.building.interpretation.spots import find_spots
from cq.building.interpretation.syntax import New, Place, Unclear
from cq.world.directions import turn

Group = list[tuple[Cell, int]]
"""The cells of one new thing with their colours."""


def put(new: New, place: Place | None, stacked: bool, scene: Scene) -> None:
    """Carry out "put new things at a place". `stacked` tells that the verb is "stack".

    Raises `Unclear` if there is not exactly one way.
    """
    if place is None:
        raise Unclear("where")
    if place.kind == "instead" and new.manner == "identical" and new.colour and len(scene.removed) == 1:
        # "Remove the tower and put up a blue one of the same height in its place."
        scene.place((cell, new.colour) for cell in sorted(scene.removed[0]))
        scene.mention(scene.removed)
        return
    if place.ref is not None and place.ref.noun == "one" and new.shape in ("tower", "row"):
        place = replace(place, ref=replace(place.ref, noun=new.shape))
    spots = find_spots(place, scene)
    if not new.then:
        groups = _arranged(_sized(new, place, scene), spots, place, stacked, scene)
    else:
        groups = _in_sequence([replace(new, then=()), *new.then], spots, place, stacked, scene)
    scene.place(block for group in groups for block in group)
    scene.mention([frozenset(cell for cell, _ in group) for group in groups])
    if new.shape in ("tower", "row"):
        scene.nouns |= {new.shape}


def _in_sequence(things: list[New], spots: Spots, place: Place, stacked: bool, scene: Scene) -> list[Group]:
    """ "One orange and then one yellow block on the tower": one behind the other."""
    if len(spots.spots) != 1 or place.kind not in ("on", "under", "dir", "end"):
        raise Unclear("several things at one place")
    (spot,) = spots.spots
    way = "up" if stacked and spot.grow in HORIZONTAL else spot.grow
    groups: list[Group] = []
    noun = next((one.shape for one in things if one.shape != "one"), "block")
    for one in things:
        groups += _arranged(replace(one, shape=noun), Spots((spot,)), place, stacked, scene)
        last = max((cell for cell, _ in groups[-1]), key=lambda cell: _along(cell, way))
        spot = Spot(step(last, way), spot.grow)
    return groups


def _along(cell: Cell, way: str) -> int:
    return sum(a * b for a, b in zip(cell, STEPS[way], strict=True))


def _sized(new: New, place: Place, scene: Scene) -> New:
    """The new thing with the height of the thing that it is said to equal."""
    like = new.like or (place.ref if new.manner == "identical" else None)
    if like is None:
        return new
    things = resolve(like, scene)
    if len(things) != 1:
        raise Unclear("equal to which")
    low, high = box(things[0])
    if new.shape == "tower" and low[1:] == high[1:]:
        sizes = (*new.sizes, ("high", high[0] - low[0] + 1))
    elif new.shape == "row" and low[0] == high[0] and new.manner == "identical":
        sizes = (*new.sizes, ("long", len(things[0])))
    else:
        raise Unclear("equal in what")
    colours = {scene.cells[cell] for cell in things[0]}
    if new.colour is None and len(colours) > 1:
        raise Unclear("in which colours")
    return replace(new, sizes=sizes, manner="", like=None, colour=new.colour or min(colours))


def _arranged(new: New, spots: Spots, place: Place, stacked: bool, scene: Scene) -> list[Group]:
    """The groups of cells of new things of one kind."""
    if new.colour is None:
        raise Unclear("which colour")
    if new.manner in ("identical", "diagonal"):
        raise Unclear("how")
    if new.shape.startswith("glyph") or new.shape in PATTERNS:
        cells = _whole(new, spots, place, scene)
        return [[(cell, new.colour) for cell in cells]]
    if new.shape in ("tower", "row"):
        lines = _long(new, spots)
    elif new.shape in ("block", "one"):
        lines = _blocks(new, spots, place, stacked)
    else:
        raise Unclear(f"no way to make a {new.shape}")
    return [[(cell, new.colour) for cell in line] for line in lines]


def _whole(new: New, spots: Spots, place: Place, scene: Scene) -> list[Cell]:
    """The cells of a shape that is put in the middle, in a corner, or on an equal one."""
    if new.count != 1:
        raise Unclear("several shapes at one place")
    if new.shape.startswith("glyph"):
        if scene.facing is None or place.kind != "middle":
            raise Unclear("turned how")
        right = STEPS[turn(scene.facing, 1)]
        offsets = glyph(new.shape.removeprefix("glyph "), right)
    else:
        offsets = pattern(new)
    low, high = box(offsets)
    wide = [b - a for a, b in zip(low, high, strict=True)]
    if place.kind in ("middle", "around middle", "steps"):
        if wide[1] % 2 or wide[2] % 2:
            raise Unclear("it has no middle block")
        (spot,) = spots.spots
        start = (spot.cell[0], spot.cell[1] - low[1] - wide[1] // 2, spot.cell[2] - low[2] - wide[2] // 2)
    elif place.kind == "corner":
        y, x, z = spots.spots[0].cell
        start = (y, x - wide[1] if x == LAST else x, z - wide[2] if z == LAST else z)
    elif place.kind == "on" and spots.filled:
        start = min(spot.cell for spot in spots.spots)
        if {spot.cell for spot in spots.spots} != {_moved(cell, start) for cell in offsets}:
            raise Unclear("it does not fit on it")
    else:
        raise Unclear("where of it")
    return [_moved(cell, start) for cell in offsets]


def _moved(cell: Cell, by: Cell) -> Cell:
    return cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]


def _line(spot: Spot, way: str, count: int) -> list[Cell]:
    if not way and count > 1:
        raise Unclear("in which direction")
    return [step(spot.cell, way, i) for i in range(count)] if way else [spot.cell]


def _long(new: New, spots: Spots) -> list[list[Cell]]:
    """Towers or rows, one at each spot."""
    length, places = length_of(new), spots.spots
    if spots.filled and len(places) > 1:
        if new.count != 1:
            raise Unclear("several lines")
        level = [spot for spot in places if spot.cell[0] == places[0].cell[0]]
        if new.shape == "row" and len(level) == len(places) and length in (None, len(places)):
            return [[spot.cell for spot in places]]
        column = {spot.cell[1:] for spot in places}
        if new.shape == "tower" and len(column) == 1 and length is not None:
            return [_line(min(places, key=lambda spot: spot.cell), "up", length)]
        if new.shape == "tower" and len(column) == 1 and places[0].grow == "up":
            return [[spot.cell for spot in places]]
        raise Unclear("which of these cells")
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
            way = "down" if spot.grow == "down" else "up"
        else:
            way = spot.grow if spot.grow in HORIZONTAL else ""
        found.append(_line(spot, way, length))
    return found


def _blocks(new: New, spots: Spots, place: Place, stacked: bool) -> list[list[Cell]]:
    """Single blocks, in lines from the spots or one at each."""
    count, places = new.count, spots.spots
    any_number = count is None and new.plural
    upright = stacked or new.manner == "upright"
    if spots.filled and len(places) > 1:
        if count == len(places) or any_number:
            if upright and {spot.grow for spot in places} != {"up"}:
                raise Unclear("stacked where")
            return [[spot.cell] for spot in places]
        if count == 1 and place.kind == "between" and len(places) % 2:
            return [[places[len(places) // 2].cell]]
        highest = max(spot.cell[0] for spot in places)
        top = [spot for spot in places if spot.cell[0] == highest]
        if place.kind == "on" and len(top) == 1 and count:
            places = tuple(top)
        elif upright and place.kind == "instead" and len({spot.cell[1:] for spot in places}) == 1 and count:
            places = places[:1]
        else:
            raise Unclear("which of these cells")
    if len(places) > 1:
        per = _per_place(count, any_number, spots, stacked)
    elif count is None:
        raise Unclear("how many")
    else:
        per = count
    found = []
    for spot in places:
        way = spot.grow
        if upright and way not in ("up", "down"):
            way = "up"
        if new.manner == "flat" and way not in HORIZONTAL and per > 1:
            raise Unclear("in which direction")
        found += [[cell] for cell in _line(spot, way, per)]
    return found


def _per_place(count: int | None, any_number: bool, spots: Spots, stacked: bool) -> int:
    """How many blocks go to each of several spots."""
    if any_number:
        return 1
    if spots.every or (spots.each and (stacked or count == 1)):
        return count or 1
    if count == len(spots.spots):
        return 1
    raise Unclear("how many at each")
