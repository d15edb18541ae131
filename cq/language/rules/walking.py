"""How people walk from cell to cell and build there, and put things on several sides one by one."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Make, Offset, Ref, Sides, Step, Thing


def _from_here(steps: Step, thing: Thing) -> Make:
    """Something some steps away from where the walk is."""
    return Make(thing, Offset(Ref("here"), (steps,)))


def _from_it(steps: Step, thing: Thing) -> Make:
    """Something some steps away from what was spoken of or made last."""
    return Make(thing, Offset(Ref("it"), (steps,)))


def _neighbours(colour: str, landmark: Ref) -> Make:
    return Make(Thing(plural=True, colours=(colour,)), Sides(landmark, number=4))


def _listed_sides(make: Make, sides: Sides) -> Make | None:
    place = make.place
    if not isinstance(place, Sides) or place.sides or place.number not in (None, len(sides.sides)):
        return None
    return replace(make, place=replace(place, sides=sides.sides, number=None))


def _one_by_one(thing: Thing, place: Sides) -> Make | None:
    if thing.shape != "block" or thing.count != 1 or thing.then:
        return None
    return Make(thing, place)


rules("""
# Directions by a thing: "toward the tower", "at the end nearest to it", "on the side away from the wall".
@togoal: towards|toward|in the direction of|over towards|going towards|closer to|nearer to|heading for
    heading towards|heading toward|and heading for|and going towards
@fromit: away from|further away from|in the direction away from|pointing away from|leading away from
Toward: @togoal ({landmark:Ref}|{landmark:PointOf})
Toward(away=True): @fromit ({landmark:Ref}|{landmark:PointOf})
@nearside: facing|closest to|nearest to|nearest|closer to|nearer to|pointing to|pointing at|towards
@farside: farthest from|furthest from|most distant from|facing away from|away from|opposite
hear SideToward = Toward: [that|which] [is|faces|points] @nearside {landmark:Ref}
    (that|which) faces {landmark:Ref}
hear SideToward = Toward(away=True): [that|which] [is|faces|points] @farside {landmark:Ref}
hear Walk = Step: [by] {number} [@paces] {direction:Toward} | {direction:Toward} [by] {number} [@paces]
hear End(landmark=Ref("it")): (at|on|to|onto|from) (the|its) @endnoun [of {landmark}] {direction:SideToward}
hear Beside(landmark=Ref("it")): (at|on|to|against) (the|its) side [of {landmark}] {side:SideToward}
hear Span, 0.1: (from|@starting @beginat) ({start:Ref}|{start:PointOf}) [,] [@going] {direction:Toward}
# Walks: "from the red block go three cells south and put a blue one there".
hear Look = Look(Offset(start, (replace(steps, unit="cells"),))), 0.1: from {start:Ref} @walk {steps:Walk}
    @walk {steps:Walk} from {start:Ref} | from {start:PointOf} @walk {steps:Walk}
hear Look = Look(Offset(start, (replace(first, unit="cells"), replace(second, unit="cells")))), 0.1:
    from {start:Ref} @walk {first:Walk} and [then] {second:Walk}
    @walk {first:Walk} and [then] {second:Walk} from {start:Ref}
    from {start:PointOf} @walk {first:Walk} and [then] {second:Walk}
    @walk {first:Walk} and [then] {second:Walk} from {start:PointOf}
@cursorat: once more|and once more|from there|from here|then|and then|next|and|further on
hear Make = _from_it, 0.1: [@cursorat] {steps:Walk} (:|comes|goes|another|is|place|put) {thing:Thing}
hear Make = _from_here, 0.5: [@cursorat] {steps:Walk} (:|comes|goes|another|is) {thing:Thing}
hear Make, 0.1: {self:Make} again
# Neighbours on several sides.
@neighbours: neighbours|neighbors|neighbour blocks|neighbouring blocks
NeighbourList = Sides(landmark=Ref("it")):
    [to the|in the|on the|on its|to its] {sides+:SideItem} [,] and [to the|in|on the] {sides+:SideItem}
NeighbourList = Sides: [to the|in the|on the|on its|to its] {sides+:SideItem} [,] {self:NeighbourList}
hear NeighbourMake = _neighbours: {colour:Colour} @neighbours (for|of|to|around) {landmark:Ref}
    [@want] (give|@make) {landmark:Ref} {colour:Colour} @neighbours
    {landmark:Ref} @gets {colour:Colour} @neighbours
    @make {colour:Colour} @neighbours (for|of|to|around) {landmark:Ref}
hear Make, 0.1: {self:NeighbourMake}
hear Make = _listed_sides, 0.1: {make:NeighbourMake} (:|,|to the|on the|in the) {sides:NeighbourList}
    {make:NeighbourMake} (:|,|to the|on the|in the) {sides:NeighbourList} [,] @uncornered
hear NeighbourMake:
    {self:NeighbourMake} [,] (on all four sides|on all sides|on each side|on every side|on all 4 sides)
# "One left, one right, one in front and one behind the red block".
@oneat: one|another|another one|and one|, one|, and one|and another|, another|, then one|and another one
    , another one
@onto: to the|on the|on its|to its|at the|on
OneSide = Sides(landmark=Ref("it")): [@onto] {sides+:SideItem}
OneSides = Sides: [@onto] {sides+:SideItem} @oneat {self:OneSides}
OneSides = Sides: [@onto] {sides+:SideItem} @oneat {self:OneSide}
OneSides = Sides, 0.1: [@onto] {sides+:SideItem} @oneat [@onto] {sides+:SideItem} [@sidenoun] [of] {landmark}
hear SideItem = "front": (in front|front)
hear Make = _one_by_one, 0.3: [@want] @make {thing:PlainThing} {place:OneSides}
    {thing:PlainThing} {place:OneSides}
""")
