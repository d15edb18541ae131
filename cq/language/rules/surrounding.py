"""How people say that something is to be put around what stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from cq.language.grammar import hear, rule, words
from cq.language.program import Air, Around, Beside, Edge, Joined, Make, Place, Ref, Sides, Thing


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


words(
    "surroundwith",
    "with|by|using|in|with a border of|with a frame of|with a fence of|with a ring of|with a square of|"
    "in a ring of|with a circle of",
)
words(
    "ringed",
    "should be flanked by|should be flanked on the ground by|should be surrounded by|should be hemmed in by|"
    "is to be surrounded by|should be enclosed by|should be encircled by|must be surrounded by|"
    "should be surrounded with|should be hemmed in with",
)
words(
    "corneredtoo",
    "incl . diagonals|diagonal ones too|with the diagonals|with diagonals|with the diagonal cells|"
    "corners as well|also the corners|and also the corners|including the diagonal ones|"
    "including the diagonal cells|the diagonals too|the corners too|diagonals included|including diagonals|"
    "including diagonal directions|including the diagonals|including corners|including the corners|"
    "diagonal cells too|diagonals too|corners too|also at the corners|and also at the corners|"
    "and at the corners|with the corners|with corners|and the corners|and corners|corners included|"
    "and the diagonals|and diagonally|diagonal cells included|also diagonally|also on the diagonals|"
    "on all sides and corners|so that it is closed on all sides and at the corners|"
    "so that it is closed all round|the corners as well|the diagonal squares too|diagonal squares too|"
    "diagonal squares included|and be closed at the corners|closed at the corners|and closed at the corners|"
    "and corners included|and the corners included|and diagonals included|"
    "and the corners need to be filled in as well|and the corners too|and the corners as well",
)
words(
    "uncornered",
    "with nothing on the diagonals|nothing on the diagonals|the diagonal cells stay empty|"
    "leave the diagonals empty|corners free , top free|corners and top free|no corner blocks|"
    "corners stay open|corners left open|leaving the corners free|leaving the corners open|"
    "leave the corners empty|the corners stay empty|the corners are free|skip the corners|"
    "not on the diagonals|without the corners|without corners|no corners|no diagonals|corners free|"
    "corners empty|but not the corners|not at the corners|not the corners|but not diagonally|not diagonally|"
    "except the corners|but no corners|leave the corners free|the corners stay free|corners stay empty|"
    "without diagonals|but without the corners|not the diagonals",
)
words(
    "allround",
    "on the ground , on all sides|on the ground on all sides|on all 4 sides|on all four sides|on all sides|"
    "from all sides|on every side|all around|completely|fully|entirely|on the ground|all round",
)
for _landmark in ("Ref", "PointOf"):
    hear(
        Make,
        f"[@want] @surround {{landmark:{_landmark}}} @surroundwith {{thing:Thing}}",
        f"[@want] @surround {{landmark:{_landmark}}} @allround @surroundwith {{thing:Thing}}",
        f"[@want] @surround {{landmark:{_landmark}}} @surroundwith {{thing:Thing}} @allround",
        makes=surrounded,
    )
hear(
    Make,
    "[@want] (@allround) @surround {landmark:Ref} @surroundwith {thing:Thing}",
    "{landmark:Ref} @ringed {thing:Thing}",
    "{landmark:Ref} @ringed {thing:Thing} @allround",
    makes=surrounded,
)
hear(
    Make,
    "[@want] @surround {landmark:Ref} on {number:Number} sides @surroundwith {thing:Thing}",
    "[@want] @surround {landmark:Ref} on all {number:Number} sides @surroundwith {thing:Thing}",
    "[@want] @surround all {number:Number} sides of {landmark:Ref} @surroundwith {thing:Thing}",
    "{landmark:Ref} @ringed {thing:Thing} on all {number:Number} sides",
    makes=at_sides,
)
hear(Make, "{make:Make} @corneredtoo", "{make:Make} @paren @corneredtoo @shut", makes=with_corners)
hear(Make, "{make:Make} @uncornered", "{make:Make} @paren @uncornered @shut", makes=without_corners)
hear(
    Make,
    "{colour:Colour} {place:Around}",
    makes=lambda colour, place: Make(Thing(plural=True, colours=(colour,)), place),
    cost=0.4,
)
rule(Around, "{self} @corneredtoo", corners=True)
hear(Around, "{self} [,] (on|from) [all] [its|the] (four|4) sides", corners=False)


def _sides_and_corners(sides: Sides) -> Around | None:
    """ "On all sides, including diagonals"."""
    return (
        Around(sides.landmark, sides.gap, True) if sides.number in (None, 4, 6) and not sides.sides else None
    )


hear(Around, "{sides:Sides} [,] @corneredtoo", makes=_sides_and_corners)
words(
    "incentre",
    "in the middle|in the centre|in the center|in its middle|in its centre|in its center|at the centre|"
    "at the center|inside|in the middle of it",
)


def _with_middle(around: Around, colour: str) -> Around | None:
    """ "Around the orange block, with orange in the middle"."""
    landmark = around.landmark
    return around if isinstance(landmark, Ref) and landmark.colours == (colour,) else None


hear(Around, "{around:Around} [,] (with|and) [the] {colour:Colour} [one|block] @incentre", makes=_with_middle)
rule(Around, "{self} @uncornered", corners=False)
hear(
    Make,
    "[@want] (line|border|edge|trim|frame) {edge:EdgeNoun} @surroundwith {thing:Thing}",
    "[@want] (line|border|edge|trim|frame) {edge:EdgeNoun} @surroundwith {thing:Coloured}",
    makes=lined,
)
hear(
    Make,
    "[@want] (line|border|edge|trim|frame|flank) the {side:Side} (side|edge|end) of {landmark:Ref} "
    "@surroundwith {thing:Thing} [@allround]",
    makes=lambda side, landmark, thing: Make(_all_round(thing), Beside(landmark, side)),
)
hear(
    Make,
    "[@want] @make (a|one|another) (floating|hovering|hanging) {thing:ShapeNominal} {place:Place}",
    makes=floating,
)
hear(
    Make,
    "(a|one|another) (floating|hovering|hanging) {thing:ShapeNominal} {place:Place}",
    makes=floating,
    cost=0.6,
)


def _one_each(make: Make) -> Make | None:
    """ "Surround it by four blocks, one on each side"."""
    place, count = make.place, make.thing.count
    if isinstance(place, Around) and isinstance(place.landmark, Ref):
        place = Sides(place.landmark, number=4)
    if not isinstance(place, Sides) or count not in (None, place.number) or place.sides:
        return None
    return Make(replace(make.thing, count=1, plural=False, each=True), place)


words(
    "oneeach",
    *(
        f"one {a} , one {b} , one {c} {and_}one {d} of it"
        for a, b, c, d in permutations(("north", "south", "east", "west"))
        for and_ in ("and ", ", and ")
    ),
)
words("oneeach", "one on each side|one per side|one on every side|one at each side|one on each of its sides")
hear(Make, "{make:Make} [,|:] @oneeach", makes=_one_each)


def _one_wide(make: Make) -> Make | None:
    """A ring is one block wide."""
    return make if isinstance(make.place, Around) else None


hear(Make, "{make:Make} [,] one block (wide|thick)", makes=_one_wide)
