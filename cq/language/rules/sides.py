"""How people place things on several sides of a thing: each, either, all four, all around."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Beside, OnTop, Place, Ref, Sides

IT = Ref("it")
DIAGONALS = ("northeast", "southeast", "southwest", "northwest")


def _all_four(places: Sides) -> Sides | None:
    if places.number not in (None, 4, 6) or places.sides:
        return None
    return replace(places, number=4)


def _each_face(side: str, landmark: Ref) -> Place:
    each = replace(landmark, quantifier="each", number=None)
    return OnTop(each) if side == "up" else Beside(each, side)


rules("""
@eachside: each side|each of the sides|each face|each direction|each of its faces
Sides(number=None): (on|at|to|in|against|around) @eachside (of|surrounding) {landmark}
    on @eachside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=None, landmark=IT), 0.2: (on|to|in) @eachside
@everyside: every side|all sides|every available side|each available side|every free side
Sides(number=6): (on|at|to|against|around) @everyside of {landmark}
Sides(number=6, landmark=IT), 0.2: (on|to) @everyside
@bothside: both sides|either side|opposite sides
Sides(number=2): (on|at|to|along) @bothside (of|from) {landmark}
Sides(number=2, landmark=IT), 0.2: (on|at|to) @bothside
@fourside: all four sides|all 4 sides|each of the four sides|the four sides|all four directions
    each of the four directions|each cardinal direction
@itsfourside: each of its four sides|its four sides
Sides(number=4): (on|against) @fourside of {landmark}
Sides(number=4, landmark=IT): (on|at|to) @itsfourside
Sides(number=4, landmark=IT), 0.2: (on|in) @fourside
@diagonals: all four diagonal|the four diagonal|all diagonal|each of the four diagonal|the diagonal
Sides(sides=DIAGONALS): on @diagonals (neighbours|sides) of {landmark}
hear Sides(sides=DIAGONALS): (at|to) @diagonals (neighbours|cells) of {landmark}
@sixside: each of the six faces|each of the six sides
Sides(number=6): (on|against) @sixside of {landmark}
@threeside: all three available sides
Sides(number=3): on @threeside of {landmark}
@toside: to the|on the|to its|on its|to|on both the|on both|to both the|both to the|on|at|against the|in
@andside: and|and to the|and on the|and the|and on its|and one to the|and one on the
SideItem: {self:Side} [@sidenoun]
SideItem = "up": top | above | top of | on top
SideItem = "down": bottom | below | underneath
Sides(landmark=IT), 0.2: @toside {sides+:SideItem} @andside {sides+:SideItem}
Sides: [@toside] {sides+:SideItem} @andside {sides+:SideItem} of {landmark}
Sides: {sides+:SideItem} {sides+:SideItem} {sides+:SideItem} @andside {sides+:SideItem} of {landmark}
Sides: {self} {sides+:Side} and {sides+:Side} | {self} to the {sides+:Side} and {sides+:Side}
FourWays = True if len({a, b, c, d}) == 4 else None: {a:Compass} {b:Compass} {c:Compass} and {d:Compass}
@thatistosay: i . e .
hear Sides = _all_four: {places:Sides} [@thatistosay] {:FourWays} [of it]
hear Sides(number=4): (to|on) the {:FourWays} [side|sides] of {landmark} | {:FourWays} of {landmark}
hear Sides(number=4, landmark=IT), 0.2: to the {:FourWays}
hear Place = _each_face, 0.3: on (every|the) {side:Direction} face of {landmark:Ref}
@aboveword: above|on top of|on top|at the top
@belowword: below|under|at the bottom of
Sides(sides=("up", "down")): @aboveword and @belowword {landmark} | @belowword and @aboveword {landmark}
Sides(sides=("front", "back")): (before|in front of) and behind {landmark}
Around: @around {landmark:Ref} | @around {landmark:PointOf} | @around the cell {landmark:PointOf}
""")
