"""How people put blocks around things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Air, Around, Edge, Joined, Make, Place, Ref, Sides, Thing


def surrounded(landmark: Ref | Place, thing: Thing) -> Make:
    """ "Surround the block with yellow": as many blocks as fit, unless a number is given."""
    return Make(_all_round(thing), Around(landmark))


def lined(edge: Edge, thing: Thing) -> Make:
    """ "Line the north edge with blocks"."""
    return Make(_all_round(thing), replace(edge, along=True))


def floating(thing: Thing, place: Place) -> Make:
    """ "A floating block above the tower"."""
    return Make(thing if thing.count is not None else replace(thing, count=1), Joined((Air(), place)))


def at_sides(landmark: Ref, thing: Thing, number: int) -> Make | None:
    """ "Surround the block on four sides with yellow"."""
    return Make(thing, Sides(landmark, number=number)) if number in (2, 3, 4, 6) else None


def _all_round(thing: Thing) -> Thing:
    if thing.shape in ("block", "one") and thing.count == 1 and not thing.sizes:
        return replace(thing, count=None, plural=True)
    return thing


def with_corners(make: Make) -> Make | None:
    """The same with the corners."""
    return _cornered(make, True)


def without_corners(make: Make) -> Make | None:
    """The same without the corners."""
    return _cornered(make, False)


def _cornered(make: Make, corners: bool) -> Make | None:
    if isinstance(make.place, Sides) and not corners:
        return make  # "On each of its four sides, no diagonals".
    if not isinstance(make.place, Around) or make.place.corners is not None:
        return None
    return replace(make, place=replace(make.place, corners=corners))


def _sides_and_corners(sides: Sides) -> Around | None:
    """ "On all sides, including diagonals"."""
    return (
        Around(sides.landmark, sides.gap, True) if sides.number in (None, 4, 6) and not sides.sides else None
    )


def _one_each(make: Make) -> Make | None:
    """ "Surround it by four blocks, one on each side"."""
    place, count = make.place, make.thing.count
    if isinstance(place, Around) and isinstance(place.landmark, Ref):
        place = Sides(place.landmark, number=4)
    if not isinstance(place, Sides) or count not in (None, place.number) or place.sides:
        return None
    return Make(replace(make.thing, count=1, plural=False, each=True), place)


rules("""
@surroundwith: with|by|in
@corneredtoo: diagonals included|including diagonals|including diagonal directions|including the corners
    corners too|with the corners|corners included
@uncornered: without the corners|no corners|corners free|but no corners|not the diagonals
@allround: on all sides|on every side|all around|on the ground|all round
hear Make = surrounded: @surround {landmark:Ref} @surroundwith {thing:Thing}
    @surround {landmark:Ref} @allround @surroundwith {thing:Thing}
    @surround {landmark:Ref} @surroundwith {thing:Thing} @allround
    @surround {landmark:PointOf} @surroundwith {thing:Thing}
hear Make = at_sides: @surround {landmark:Ref} on {number:Number} sides @surroundwith {thing:Thing}
hear Make = with_corners: {make:Make} @corneredtoo
hear Make = without_corners: {make:Make} @uncornered | {make:Make} @paren @uncornered @shut
hear Make = Make(Thing(plural=True, colours=(colour,)), place), 0.4: {colour:Colour} {place:Around}
Around(corners=True): {self} @corneredtoo
hear Around = _sides_and_corners: {sides:Sides} @corneredtoo
Around(corners=False): {self} @uncornered
hear Make = lined: line {edge:EdgeNoun} @surroundwith {thing:Thing}
hear Make = floating: @make a floating {thing:ShapeNominal} {place:Place}
@oneeach: one on each side
hear Make = _one_each: {make:Make} @oneeach
""")
