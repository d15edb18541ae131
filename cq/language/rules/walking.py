"""How people walk from cell to cell and build there, and put things on several sides one by one."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Make, Ref, Sides, Thing


def _neighbours(colour: str, landmark: Ref) -> Make:
    return Make(Thing(plural=True, colours=(colour,)), Sides(landmark, number=4))


def _one_by_one(thing: Thing, place: Sides) -> Make | None:
    if thing.shape != "block" or thing.count != 1 or thing.then:
        return None
    return Make(thing, place)


rules("""
# Directions by a thing: "toward the tower", "at the end nearest to it", "on the side away from the wall".
@togoal: towards|toward|going towards|closer to|nearer to
@fromit: away from
Toward: @togoal ({landmark:Ref}|{landmark:PointOf})
Toward(away=True): @fromit ({landmark:Ref}|{landmark:PointOf})
@nearside: facing|towards
hear SideToward = Toward: @nearside {landmark:Ref} | that faces {landmark:Ref}
hear Walk = Step: [by] {number} [@paces] {direction:Toward} | {direction:Toward} [by] {number}
hear Beside(landmark=Ref("it")): on the side [of {landmark}] {side:SideToward}
hear Span, 0.1: from ({start:Ref}|{start:PointOf}) [@going] {direction:Toward}
# Walks: "from the red block go three cells south and put a blue one there".
hear Look = Look(Offset(start, (replace(steps, unit="cells"),))), 0.1: from {start:Ref} @walk {steps:Walk}
    from {start:PointOf} @walk {steps:Walk}
hear Look = Look(Offset(start, (replace(first, unit="cells"), replace(second, unit="cells")))), 0.1: @walk \
{first:Walk} and {second:Walk} from {start:PointOf}
# Neighbours on several sides.
@neighbours: neighbours
hear NeighbourMake = _neighbours: {landmark:Ref} @gets {colour:Colour} @neighbours
hear Make, 0.1: {self:NeighbourMake}
hear NeighbourMake: {self:NeighbourMake} on all four sides
# "One left, one right, one in front and one behind the red block".
@oneat: one|and one|, one|and another
@onto: on the|to its|at the|on
OneSide = Sides(landmark=Ref("it")): [@onto] {sides+:SideItem}
OneSides = Sides: [@onto] {sides+:SideItem} @oneat {self:OneSide}
OneSides = Sides, 0.1: [@onto] {sides+:SideItem} @oneat [@onto] {sides+:SideItem} [of] {landmark}
hear SideItem = "front": (in front|front)
hear Make = _one_by_one, 0.3: @make {thing:PlainThing} {place:OneSides} | {thing:PlainThing} {place:OneSides}
""")
