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
@eachside: each side|each of the sides|each face|each direction|every direction|each of its faces
Sides(number=None): (on|at|to|in|against|along|from|around) @eachside (of|from|around|surrounding) {landmark}
    (on|at|to) @eachside @paren {sides+:Side} and {sides+:Side} @shut of {landmark}
Sides(number=None, landmark=IT), 0.2: (on|at|to|in|against|around) @eachside
@everyside: every side|all sides|every available side|every face|each available side|every free side|all faces
Sides(number=6): (on|at|to|in|against|along|from|around) @everyside (of|from|around|surrounding) {landmark}
Sides(number=6, landmark=IT), 0.2: (on|at|to|in|against|around) @everyside
@bothside: both sides|either side|opposite sides|both faces
Sides(number=2): (on|at|to|in|against|along|from|around) @bothside (of|from|around|surrounding) {landmark}
Sides(number=2, landmark=IT), 0.2: (on|at|to|in|against|around) @bothside
@fourside: all four sides|all 4 sides|each of the four sides|the four sides|four sides|4 sides|four directions
    4 directions|all four directions|each of the four directions|all directions|each cardinal direction
@itsfourside: all 4 of its sides|each of its four sides|its four sides
Sides(number=4): (on|at|to|in|against|along|from|around) @fourside (of|from|around|surrounding) {landmark}
Sides(number=4, landmark=IT): (on|at|to|against|around) @itsfourside
Sides(number=4, landmark=IT), 0.2: (on|at|to|in|against|around) @fourside
@sixside: each of the six faces|each of the six sides
Sides(number=6): (on|at|to|in|against|along|from|around) @sixside (of|from|around|surrounding) {landmark}
@threeside: all three sides|all three available sides|three sides
Sides(number=3): (on|at|to|in|against|along|from|around) @threeside (of|from|around|surrounding) {landmark}
@everyway: in each direction
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
    both to the|both to|from the|towards the|on|at|to both|off the|against the|along the|in the|in
@andside: and|and to the|and on the|and the|and its|and on its|and one to the|and one on the
SideItem: {self:Side} [@sidenoun]
SideItem = "up": top | above | top of | on top
SideItem = "down": bottom | below | underneath
Sides(landmark=IT), 0.2: @toside {sides+:SideItem} @andside {sides+:SideItem}
Sides: [@toside] {sides+:SideItem} @andside {sides+:SideItem} of {landmark}
Sides:
    [@toside] {sides+:SideItem} {sides+:SideItem} {sides+:SideItem} @andside {sides+:SideItem} of {landmark}
Sides(landmark=IT), 0.2:
    @toside {sides+:SideItem} {sides+:SideItem} {sides+:SideItem} @andside {sides+:SideItem}
Sides: {self} {sides+:Side} and {sides+:Side} | {self} to the {sides+:Side} and {sides+:Side}
FourWays = True if len({a, b, c, d}) == 4 else None:
    {a:Compass} [,|and] {b:Compass} [,|and] {c:Compass} [,] and {d:Compass}
@thatistosay: i . e .|that is|namely|, namely
hear Sides = _all_four: {places:Sides} [,|:|@thatistosay] {:FourWays} [of it]
hear Sides(number=4): (to|on|at|in) [the] {:FourWays} [side|sides] of {landmark} | {:FourWays} of {landmark}
hear Sides(number=4, landmark=IT), 0.2: (to|on|at|in) [the] {:FourWays}
hear Place = _each_face, 0.3:
    (on|at) (each|every|all|all the|the) {side:Direction} [facing] (face|faces) of {landmark:Ref}
@aboveword: above|on top of|over|on|atop|on top|at the top
@belowword: below|under|underneath|beneath|at the bottom of
Sides(sides=("up", "down")): @aboveword and @belowword {landmark} | @belowword and @aboveword {landmark}
Sides(sides=("front", "back")): (before|in front of) and behind {landmark}
Around: @around {landmark:Ref} | @around {landmark:PointOf}
    @around the (cell|square|point|spot) {landmark:PointOf}
""")
