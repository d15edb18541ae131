"""How people say that something is on several sides of what stands: each, either, all four, all around."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear
from cq.language.notation import rules
from cq.language.program import Beside, OnTop, Place, Ref, Sides

IT = Ref("it")


def _all_four(places: Sides) -> Sides | None:
    if places.number not in (None, 4, 6) or places.sides:
        return None
    return replace(places, number=4)


def _each_face(side: str, landmark: Ref) -> Place:
    each = replace(landmark, quantifier="each", number=None)
    return OnTop(each) if side == "up" else Beside(each, side)


rules("""
@eachside: each side|each of the sides|each one of the sides|each face|each direction|every direction
    each of its faces
@itseachside: each of its sides|each one of its sides
Sides(number=None): (on|at|to|in|against|along|from|around) @eachside (of|from|around|surrounding) {landmark}
    (on|at|to) @eachside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=None, landmark=IT): (on|at|to|against|around) @itseachside
Sides(number=None, landmark=IT), 0.2: (on|at|to|in|against|around) @eachside
@everyside: every side|all sides|all of the sides|all the sides|each and every side|every available side
    every face|each available side|every free side|all available sides|all free sides|all open sides
    every open side|all faces
@itseveryside: all its sides|all of its sides|every of its sides
Sides(number=6): (on|at|to|in|against|along|from|around) @everyside (of|from|around|surrounding) {landmark}
    (on|at|to) @everyside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=6, landmark=IT): (on|at|to|against|around) @itseveryside
Sides(number=6, landmark=IT), 0.2: (on|at|to|in|against|around) @everyside
@bothside: both sides|either side|both of the sides|the two sides|opposite sides|both faces|two opposite sides
@itsbothside: both of its sides|its two sides
Sides(number=2): (on|at|to|in|against|along|from|around) @bothside (of|from|around|surrounding) {landmark}
    (on|at|to) @bothside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=2, landmark=IT): (on|at|to|against|around) @itsbothside
Sides(number=2, landmark=IT), 0.2: (on|at|to|in|against|around) @bothside
@fourside: all four sides|all 4 sides|each of the four sides|each of the 4 sides|the four sides|the 4 sides
    four sides|4 sides|every one of the four sides|every one of the 4 sides|all four of the sides
    all 4 of the sides|four directions|4 directions|all four directions|all 4 directions
    each of the four directions|each of the 4 directions|the four directions|the 4 directions|all directions
    each cardinal direction|all cardinal directions|every cardinal direction|the four cardinal directions
    the 4 cardinal directions|all four horizontal sides|all 4 horizontal sides|the four horizontal sides
    the 4 horizontal sides|each of the four horizontal sides|each of the 4 horizontal sides
@itsfourside: all 4 of its sides|all four of its sides|all its four sides|all of its sides|each of its 4 sides
    each of its four directions|each of its four horizontal sides|each of its four sides
    every one of its four sides|its 4 sides|its four cardinal directions|its four directions
    its four horizontal sides|its four sides
Sides(number=4): (on|at|to|in|against|along|from|around) @fourside (of|from|around|surrounding) {landmark}
    (on|at|to) @fourside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=4, landmark=IT): (on|at|to|against|around) @itsfourside
Sides(number=4, landmark=IT), 0.2: (on|at|to|in|against|around) @fourside
@sixside: each of the six faces|each of the six sides|all six sides|all six faces|its six sides
@itssixside: each of its sides|each of its six faces|each of its six sides
Sides(number=6): (on|at|to|in|against|along|from|around) @sixside (of|from|around|surrounding) {landmark}
    (on|at|to) @sixside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=6, landmark=IT): (on|at|to|against|around) @itssixside
Sides(number=6, landmark=IT), 0.2: (on|at|to|in|against|around) @sixside
@threeside: all three sides|all three available sides|the three free sides|all three free sides|three sides
@itsthreeside: all of its sides|its three free sides
Sides(number=3): (on|at|to|in|against|along|from|around) @threeside (of|from|around|surrounding) {landmark}
    (on|at|to) @threeside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=3, landmark=IT): (on|at|to|against|around) @itsthreeside
Sides(number=3, landmark=IT), 0.2: (on|at|to|in|against|around) @threeside
@everyway: in each direction|in each side|in every direction|in every side|in all directions|in all sides
    in all four directions|in all four sides|in all 4 directions|in all 4 sides|in each of the four directions
    in each of the four sides|in each of its four directions|in each of its four sides|in all its directions
    in all its sides|on each direction|on each side|on every direction|on every side|on all directions
    on all sides|on all four directions|on all four sides|on all 4 directions|on all 4 sides
    on each of the four directions|on each of the four sides|on each of its four directions
    on each of its four sides|on all its directions|on all its sides|to each direction|to each side
    to every direction|to every side|to all directions|to all sides|to all four directions|to all four sides
    to all 4 directions|to all 4 sides|to each of the four directions|to each of the four sides
    to each of its four directions|to each of its four sides|to all its directions|to all its sides
    at each direction|at each side|at every direction|at every side|at all directions|at all sides
    at all four directions|at all four sides|at all 4 directions|at all 4 sides|at each of the four directions
    at each of the four sides|at each of its four directions|at each of its four sides|at all its directions
    at all its sides|towards each direction|towards each side|towards every direction|towards every side
    towards all directions|towards all sides|towards all four directions|towards all four sides
    towards all 4 directions|towards all 4 sides|towards each of the four directions
    towards each of the four sides|towards each of its four directions|towards each of its four sides
    towards all its directions|towards all its sides
""")
for _unit, _near in (("cellwords", 1), ("spaces", 0)):  # "Two cells away" is the second cell.
    hear(
        Sides,
        f"{{number:Number}} @{_unit} [away] from {{landmark:Ref}} @everyway",
        f"@everyway {{number:Number}} @{_unit} [away] from {{landmark:Ref}}",
        makes=lambda number, landmark, near=_near: Sides(landmark, number=4, gap=number - near),
    )

rules("""
@toside: to the|on the|at the|to its|on its|at its|on their|to their|to|on both the|on both|to both the
    on both its|at both the|both on the|both at the|both to the|both on its|both to|from the|towards the
    to both its|on|at|to both|off the|against the|along the|against both the|in the|in
@andside: and|and to the|and on the|and the|and its|and on its|and at the|and one to the|and one on the
SideItem: {self:Side} [@sidenoun]
SideItem = "up": top|above|top of|on top of|on top
SideItem = "down": bottom|below|under|underneath|beneath
Sides(landmark=IT), 0.2: @toside {sides+:SideItem} @andside {sides+:SideItem}
Sides: [@toside] {sides+:SideItem} @andside {sides+:SideItem} of {landmark}
Sides:
    [@toside] {sides+:SideItem} {sides+:SideItem} {sides+:SideItem} @andside {sides+:SideItem} of {landmark}
Sides(landmark=IT), 0.2:
    @toside {sides+:SideItem} {sides+:SideItem} {sides+:SideItem} @andside {sides+:SideItem}
Sides: {self} {sides+:Side} and {sides+:Side} | {self} to the {sides+:Side} and {sides+:Side}
Sides: {self} @paren {sides+:Side} and {sides+:Side} @shut
FourWays = True if len({a, b, c, d}) == 4 else None:
    {a:Compass} [,|and] {b:Compass} [,|and] {c:Compass} [,] and {d:Compass}
@thatistosay: i . e .|i . e . ,|, i . e .|, i . e . ,|that is|, that is|namely|, namely
hear Sides = _all_four: {places:Sides} [,|:|@thatistosay] {:FourWays} [of it]
    {places:Sides} @paren {:FourWays} @shut
hear Sides(number=4): (to|on|at|in) [the] {:FourWays} [side|sides] of {landmark} | {:FourWays} of {landmark}
hear Sides(number=4, landmark=IT), 0.2: (to|on|at|in) [the] {:FourWays}
hear Place = _each_face, 0.3:
    (on|at) (each|every|all|all the|the) {side:Direction} [facing] (face|faces) of {landmark:Ref}
    (on|at) (each|every) {side:Side} side of {landmark:Ref}
@aboveword: above|on top of|over|on|atop|on top|at the top
@belowword: below|under|underneath|beneath|at the bottom of
Sides(sides=("up", "down")): @aboveword and @belowword {landmark} | @belowword and @aboveword {landmark}
    both @aboveword and @belowword [of] {landmark} | @aboveword and @belowword of {landmark}
Sides(sides=("front", "back")): (before|in front of) and behind {landmark}
Around: @around {landmark:Ref} | @around {landmark:PointOf}
    @around the (cell|square|point|spot) {landmark:PointOf}
""")
