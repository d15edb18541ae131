"""How people say that something is to be put around what stands."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Air, Around, Edge, Joined, Make, Place, Ref, Sides, Thing


def surrounded(landmark: Ref | Place, thing: Thing) -> Make:
    """ "Surround the block with yellow": as many blocks as there is room for, unless a number is said."""
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


def _with_middle(around: Around, colour: str) -> Around | None:
    """ "Around the orange block, with orange in the middle"."""
    landmark = around.landmark
    return around if isinstance(landmark, Ref) and landmark.colours == (colour,) else None


def _one_each(make: Make) -> Make | None:
    """ "Surround it by four blocks, one on each side"."""
    place, count = make.place, make.thing.count
    if isinstance(place, Around) and isinstance(place.landmark, Ref):
        place = Sides(place.landmark, number=4)
    if not isinstance(place, Sides) or count not in (None, place.number) or place.sides:
        return None
    return Make(replace(make.thing, count=1, plural=False, each=True), place)


def _one_wide(make: Make) -> Make | None:
    """A ring is one block wide."""
    return make if isinstance(make.place, Around) else None


rules("""
@surroundwith: with|by|using|in|with a border of|with a frame of|with a fence of|with a ring of
    with a square of|in a ring of|with a circle of
@ringed: should be flanked by|should be flanked on the ground by|should be surrounded by
    should be hemmed in by|is to be surrounded by|should be enclosed by|should be encircled by
    must be surrounded by|should be surrounded with|should be hemmed in with
@corneredtoo: incl . diagonals|diagonal ones too|with the diagonals|with diagonals|with the diagonal cells
    corners as well|also the corners|and also the corners|including the diagonal ones
    including the diagonal cells|the diagonals too|the corners too|diagonals included|including diagonals
    including diagonal directions|including the diagonals|including corners|including the corners
    diagonal cells too|diagonals too|corners too|also at the corners|and also at the corners
    and at the corners|with the corners|with corners|and the corners|and corners|corners included
    and the diagonals|and diagonally|diagonal cells included|also diagonally|also on the diagonals
    on all sides and corners|so that it is closed on all sides and at the corners
    so that it is closed all round|the corners as well|the diagonal squares too|diagonal squares too
    diagonal squares included|and be closed at the corners|closed at the corners|and closed at the corners
    and corners included|and the corners included|and diagonals included
    and the corners need to be filled in as well|and the corners too|and the corners as well
@uncornered: with nothing on the diagonals|nothing on the diagonals|the diagonal cells stay empty
    leave the diagonals empty|corners free , top free|corners and top free|no corner blocks|corners stay open
    corners left open|leaving the corners free|leaving the corners open|leave the corners empty
    the corners stay empty|the corners are free|skip the corners|not on the diagonals|without the corners
    without corners|no corners|no diagonals|corners free|corners empty|but not the corners|not at the corners
    not the corners|but not diagonally|not diagonally|except the corners|but no corners|leave the corners free
    the corners stay free|corners stay empty|without diagonals|but without the corners|not the diagonals
@allround: on the ground , on all sides|on the ground on all sides
    on all sides|from all sides|on every side|all around|completely|fully|entirely|on the ground|all round
hear Make = surrounded: [@want] @surround {landmark:Ref} @surroundwith {thing:Thing}
    [@want] @surround {landmark:Ref} @allround @surroundwith {thing:Thing}
    [@want] @surround {landmark:Ref} @surroundwith {thing:Thing} @allround
    [@want] @surround {landmark:PointOf} @surroundwith {thing:Thing}
    [@want] @surround {landmark:PointOf} @allround @surroundwith {thing:Thing}
    [@want] @surround {landmark:PointOf} @surroundwith {thing:Thing} @allround
    [@want] (@allround) @surround {landmark:Ref} @surroundwith {thing:Thing}
    {landmark:Ref} @ringed {thing:Thing} | {landmark:Ref} @ringed {thing:Thing} @allround
hear Make = at_sides: [@want] @surround {landmark:Ref} on {number:Number} sides @surroundwith {thing:Thing}
    [@want] @surround {landmark:Ref} on all {number:Number} sides @surroundwith {thing:Thing}
    [@want] @surround {landmark:Ref} @surroundwith {thing:Thing} (on|from|at) all {number:Number} sides
    [@want] @surround all {number:Number} sides of {landmark:Ref} @surroundwith {thing:Thing}
    {landmark:Ref} @ringed {thing:Thing} on all {number:Number} sides
hear Make = with_corners: {make:Make} @corneredtoo | {make:Make} @paren @corneredtoo @shut
hear Make = without_corners: {make:Make} @uncornered | {make:Make} @paren @uncornered @shut
hear Make = Make(Thing(plural=True, colours=(colour,)), place), 0.4: {colour:Colour} {place:Around}
Around(corners=True): {self} @corneredtoo
hear Around(corners=False): {self} [,] (on|from) [all] [its|the] (four|4) sides
hear Around = _sides_and_corners: {sides:Sides} [,] @corneredtoo
@incentre: in the middle|in the centre|in the center|in its middle|in its centre|in its center|at the centre
    at the center|inside|in the middle of it
hear Around = _with_middle: {around:Around} [,] (with|and) [the] {colour:Colour} [one|block] @incentre
Around(corners=False): {self} @uncornered
hear Make = lined: [@want] (line|border|edge|trim|frame) {edge:EdgeNoun} @surroundwith {thing:Thing}
    [@want] (line|border|edge|trim|frame) {edge:EdgeNoun} @surroundwith {thing:Coloured}
hear Make = Make(_all_round(thing), Beside(landmark, side)): [@want] (line|border|edge|trim|frame|flank) \
the {side:Side} (side|edge|end) of {landmark:Ref} @surroundwith {thing:Thing} [@allround]
hear Make = floating:
    [@want] @make (a|one|another) (floating|hovering|hanging) {thing:ShapeNominal} {place:Place}
hear Make = floating, 0.6: (a|one|another) (floating|hovering|hanging) {thing:ShapeNominal} {place:Place}
@oneeach: one north , one south , one east and one west of it
    one north , one south , one east , and one west of it|one north , one south , one west and one east of it
    one north , one south , one west , and one east of it|one north , one east , one south and one west of it
    one north , one east , one south , and one west of it|one north , one east , one west and one south of it
    one north , one east , one west , and one south of it|one north , one west , one south and one east of it
    one north , one west , one south , and one east of it|one north , one west , one east and one south of it
    one north , one west , one east , and one south of it|one south , one north , one east and one west of it
    one south , one north , one east , and one west of it|one south , one north , one west and one east of it
    one south , one north , one west , and one east of it|one south , one east , one north and one west of it
    one south , one east , one north , and one west of it|one south , one east , one west and one north of it
    one south , one east , one west , and one north of it|one south , one west , one north and one east of it
    one south , one west , one north , and one east of it|one south , one west , one east and one north of it
    one south , one west , one east , and one north of it|one east , one north , one south and one west of it
    one east , one north , one south , and one west of it|one east , one north , one west and one south of it
    one east , one north , one west , and one south of it|one east , one south , one north and one west of it
    one east , one south , one north , and one west of it|one east , one south , one west and one north of it
    one east , one south , one west , and one north of it|one east , one west , one north and one south of it
    one east , one west , one north , and one south of it|one east , one west , one south and one north of it
    one east , one west , one south , and one north of it|one west , one north , one south and one east of it
    one west , one north , one south , and one east of it|one west , one north , one east and one south of it
    one west , one north , one east , and one south of it|one west , one south , one north and one east of it
    one west , one south , one north , and one east of it|one west , one south , one east and one north of it
    one west , one south , one east , and one north of it|one west , one east , one north and one south of it
    one west , one east , one north , and one south of it|one west , one east , one south and one north of it
    one west , one east , one south , and one north of it|one on each side|one per side|one on every side
    one at each side|one on each of its sides
hear Make = _one_each: {make:Make} [,|:] @oneeach
hear Make = _one_wide: {make:Make} [,] one block (wide|thick)
""")
