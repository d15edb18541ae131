"""Puts new things at a place."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.execution.copies import copied, sized
from cq.building.interpretation.execution.lines import endless, lines, straight, until_blocked
from cq.building.interpretation.execution.making import PATTERNS
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.execution.spot import Spot, Spots
from cq.building.interpretation.execution.spots import find_spots, levelled
from cq.building.interpretation.execution.substitutes import meant
from cq.building.interpretation.execution.surroundings import surrounding
from cq.building.interpretation.execution.whole_shapes import whole
from cq.building.interpretation.shapes.traits import check_traits
from cq.building.interpretation.syntax import IT, Filter, New, Place, Ref, Unclear
from cq.meaning.geometry import HORIZONTAL, STEPS, Cell, step

Group = list[tuple[Cell, int]]
"""The cells of one new thing with their colours."""


def put(new: New, place: Place | None, stacked: bool, scene: Scene) -> None:
    """Carry out "put new things at a place". `stacked` tells that the verb is "stack".

    Raises `Unclear` if there is not exactly one way.
    """
    colour, where = scene.announced
    if new.colour is None and new.shape not in ("one", "same") and colour is not None:
        new = replace(new, colour=colour)
    if where is not None and where.kind != "level" and (place is None or place.kind == "level"):
        place = where if place is None else replace(where, level=place.level)
    if place is None:
        raise Unclear("where")
    place = levelled(place, scene)
    new = meant(new, place, scene)
    scene.model = replace(new, then=()) if new.colour and not new.then else None
    if place.kind == "instead" and new.manner == "identical" and new.colour and len(scene.removed) == 1:
        # "Remove the tower and put up a blue one of the same height in its place."
        scene.place((cell, new.colour) for cell in sorted(scene.removed[0]))
        scene.mention(scene.removed)
        return
    if place.ref == IT and new.like is not None and new.like.noun != "it":
        # "A tower like the red one, east of it"
        named = (
            new.like if new.like.noun != "one" or new.shape == "copy" else replace(new.like, noun=new.shape)
        )
        place = replace(place, ref=named)
    if new.each and place.ref is not None:
        place = replace(place, ref=replace(place.ref, quantifier="each"))
    if (
        place.ref is not None
        and place.ref.noun == "one"
        and not place.ref.colours
        and Filter("part", "existing") in place.ref.filters
        and new.colour
    ):
        # "Three red blocks on the existing one" stand on the red one.
        place = replace(place, ref=replace(place.ref, noun="block", colours=(new.colour,)))
    if place.ref is not None and place.ref.noun == "one" and new.shape in ("tower", "row"):
        place = replace(place, ref=replace(place.ref, noun=new.shape))
    if new.manner == "identical" and place.ref == IT:
        place = replace(place, ref=Ref("it"))
    if new.manner == "identical" and new.like is None and new.shape not in ("tower", "row", "block", "one"):
        new = replace(new, shape="copy", like=place.ref)
    if new.shape == "copy" and not new.then:
        scene.place(copied(new, place, scene))
        scene.mention([frozenset(scene.last)])
        return
    if new.shape == "diagonal" and place.kind == "between":
        place = replace(place, word="diagonal")
    if place.kind == "around":
        if new.colour is None or new.then:
            raise Unclear("which colour")
        cells = surrounding(new, place, scene)
        scene.place((cell, new.colour) for cell in cells)
        scene.mention([frozenset(cells)])
        return
    if (
        new.shape == "square"
        and new.count is not None
        and not (new.sizes or new.dims or new.hollow or new.manner)
    ):
        new = replace(new, shape="block")  # A square of no size is a block.
    if stacked and new.shape == "block" and (new.heading or place.heading):
        stacked = False  # "Stack three blocks going west" is a row, in folds 0 to 2 of the recordings.
    upright = new.shape == "tower" or stacked or new.manner == "upright"
    if (
        upright
        and place.kind in ("dir", "sides", "each side", "both sides", "between")
        and place.level is None
    ):
        # In folds 0 to 2 of the recordings a tower beside a floating block stands on the ground.
        place = replace(place, stands=True)
    if place.kind == "leaving" and (way := new.heading or place.heading):
        place, new = replace(place, kind="dir", word=way, heading=""), replace(new, heading="")
    if place.kind == "border" and new.shape in ("ring", "row", "wall") and not (new.sizes or new.dims):
        new = replace(new, shape="block", count=None, plural=True)
    spots = find_spots(place, scene)
    if new.heading and place.heading:
        raise Unclear("in which direction")
    place = replace(place, heading=new.heading or place.heading)
    if place.heading and upright:
        raise Unclear("in which direction")
    if place.heading:
        spots = _heading(spots, scene.direction(place.heading))
    if place.kind == "under" and len(spots.spots) == 1 and endless(new):
        new = replace(new, sizes=(("until", 1),))  # What is built under something stands on the ground.
    if ("until", 1) in new.sizes:
        new = until_blocked(new, spots, upright, scene)
    if not new.then:
        groups = _arranged(sized(new, place, scene), spots, place, stacked, scene)
    else:
        groups = _in_sequence([replace(new, then=()), *new.then], spots, place, stacked, scene)
    scene.place(block for group in groups for block in group)
    scene.mention([frozenset(cell for cell, _ in group) for group in groups])
    if new.shape in ("tower", "row"):
        scene.nouns |= {new.shape}


def _heading(spots: Spots, way: str) -> Spots:
    """The one spot, with a line from it in the direction that is said."""
    if len(spots.spots) != 1:
        raise Unclear("which of them is the start")
    return replace(spots, spots=(replace(spots.spots[0], grow=way),), filled=False)


def _in_sequence(things: list[New], spots: Spots, place: Place, stacked: bool, scene: Scene) -> list[Group]:
    """ "One orange and then one yellow block on the tower": one behind the other."""
    upright = stacked or all(one.shape == "tower" or one.manner == "upright" for one in things)
    standing = upright and place.kind in ("middle", "corner", "edge middle", "steps")
    if len(spots.spots) != 1 or (place.kind not in ("on", "under", "dir", "end") and not standing):
        raise Unclear("several things at one place")
    (spot,) = spots.spots
    spot = replace(spot, grow="up") if standing else spot
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


def _arranged(new: New, spots: Spots, place: Place, stacked: bool, scene: Scene) -> list[Group]:
    """The groups of cells of new things of one kind."""
    if new.colour is None:
        raise Unclear("which colour")
    if new.manner in ("identical", "diagonal"):
        raise Unclear("how")
    check_traits(new)
    colour = new.colour
    if new.shape in ("block", "one") and new.axis:
        if new.count is None:
            raise Unclear("how many")
        new = replace(new, shape="row", count=1, sizes=(*new.sizes, ("blocks", new.count)), plural=False)
    if new.shape.startswith("letter") or new.shape in PATTERNS or _is_thick(new):
        cells = whole(new, spots, place, scene)
        return [[(cell, colour) for cell in cells]]
    if new.shape in ("bridge", "chain"):
        upright = new.shape == "chain" and {spot.grow for spot in spots.spots} <= {"up", "down"}
        if not (spots.filled or upright):
            raise Unclear("in which direction")
        new = replace(new, shape="tower" if upright else "row")
    if new.shape in ("tower", "row", "diagonal"):
        found = lines(new, spots, place)
    elif new.shape in ("block", "one"):
        found = _blocks(new, spots, place, stacked)
    else:
        raise Unclear(f"no way to make a {new.shape}")
    return [[(cell, colour) for cell in line] for line in found]


def _is_thick(new: New) -> bool:
    """Whether it is a tower on a base of several blocks."""
    return new.shape == "tower" and len([n for n in new.dims if n > 1]) > 1


def _blocks(new: New, spots: Spots, place: Place, stacked: bool) -> list[list[Cell]]:
    """Single blocks, in lines from the spots or one at each."""
    count, places = new.count, spots.spots
    any_number = count is None and new.plural
    upright = stacked or new.manner == "upright"
    if spots.filled and len(places) > 1:
        if count == len(places) or any_number or (new.each and count == 1):
            if upright and {spot.grow for spot in places} != {"up"}:
                raise Unclear("stacked where")
            if new.manner == "flat" and len({spot.cell[0] for spot in places}) > 1:
                raise Unclear("in which direction")
            return [[spot.cell] for spot in places]
        one_column = len({spot.cell[1:] for spot in places}) == 1
        if count == 1 and place.kind == "between" and one_column and places[0].grow == "up":
            return [[min(spot.cell for spot in places)]]
        if count == 1 and place.kind == "between" and len(places) % 2:
            return [[places[len(places) // 2].cell]]
        highest = max(spot.cell[0] for spot in places)
        top = [spot for spot in places if spot.cell[0] == highest]
        if place.kind == "on" and len(top) == 1 and count:
            places = tuple(top)
        elif upright and place.kind in ("instead", "between") and one_column and count:
            places = places[:1]
        else:
            raise Unclear("which of these cells")
    if len(places) > 1 and place.kind in ("four sides", "both sides") and count not in (None, len(places)):
        per = count
    elif len(places) > 1:
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
        found += [[cell] for cell in straight(spot, way, per)]
    return found


def _per_place(count: int | None, any_number: bool, spots: Spots, stacked: bool) -> int:
    """How many blocks go to each of several spots."""
    if any_number:
        return 1
    if spots.every or (spots.each and (stacked or count == 1)):
        return count or 1
    if count in (1, len(spots.spots)):
        return 1  # "A block on the two towers" is one on each.
    if count and count % len(spots.spots) == 0:
        return count // len(spots.spots)
    raise Unclear("how many at each")
