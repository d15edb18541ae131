"""How people walk from cell to cell and build there, and put things on several sides one by one."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, words
from cq.language.program import Beside, End, Look, Make, Offset, Ref, Sides, Span, Step, Thing, Toward

# Directions by a thing: "toward the tower", "at the end nearest to it", "on the side away from the wall".
words("togoal", "towards|toward|in the direction of|over towards|going towards|closer to|nearer to")
words("fromit", "away from|further away from|in the direction away from|pointing away from|leading away from")
rule(Toward, "@togoal ({landmark:Ref}|{landmark:PointOf})")
rule(Toward, "@fromit ({landmark:Ref}|{landmark:PointOf})", away=True)
words("nearside", "facing|closest to|nearest to|nearest|closer to|nearer to|pointing to|pointing at|towards")
words("farside", "farthest from|furthest from|most distant from|facing away from|away from|opposite")
hear(
    "SideToward",
    "[that|which] [is|faces|points] @nearside {landmark:Ref}",
    "(that|which) faces {landmark:Ref}",
    makes=Toward,
)
hear("SideToward", "[that|which] [is|faces|points] @farside {landmark:Ref}", makes=Toward, away=True)
hear(
    "Walk",
    "[by] {number} [@paces] {direction:Toward}",
    "{direction:Toward} [by] {number} [@paces]",
    makes=Step,
)
hear(
    End, "(at|on|to|onto|from) (the|its) @endnoun [of {landmark}] {direction:SideToward}", landmark=Ref("it")
)
hear(Beside, "(at|on|to|against) (the|its) side [of {landmark}] {side:SideToward}", landmark=Ref("it"))
hear(
    Span, "(from|@starting @beginat) ({start:Ref}|{start:PointOf}) [,] [@going] {direction:Toward}", cost=0.1
)

# Walks: "from the red block go three cells south and put a blue one there".
hear(
    Look,
    "from {start:Ref} @walk {steps:Walk}",
    "@walk {steps:Walk} from {start:Ref}",
    "from {start:PointOf} @walk {steps:Walk}",
    makes=lambda start, steps: Look(Offset(start, (replace(steps, unit="cells"),))),
    cost=0.1,
)
hear(
    Look,
    "from {start:Ref} @walk {first:Walk} and [then] {second:Walk}",
    "@walk {first:Walk} and [then] {second:Walk} from {start:Ref}",
    "from {start:PointOf} @walk {first:Walk} and [then] {second:Walk}",
    "@walk {first:Walk} and [then] {second:Walk} from {start:PointOf}",
    makes=lambda start, first, second: Look(
        Offset(start, (replace(first, unit="cells"), replace(second, unit="cells")))
    ),
    cost=0.1,
)
words("cursorat", "once more|and once more|from there|from here|then|and then|next|and|further on")


def _from_here(steps: Step, thing: Thing) -> Make:
    """Something some steps away from where the walk is."""
    return Make(thing, Offset(Ref("here"), (steps,)))


def _from_it(steps: Step, thing: Thing) -> Make:
    """Something some steps away from what was spoken of or made last."""
    return Make(thing, Offset(Ref("it"), (steps,)))


hear(
    Make,
    "[@cursorat] {steps:Walk} (:|comes|goes|another|is|place|put) {thing:Thing}",
    makes=_from_it,
    cost=0.1,
)


hear(Make, "[@cursorat] {steps:Walk} (:|comes|goes|another|is) {thing:Thing}", makes=_from_here, cost=0.5)
hear(Make, "{self:Make} again", cost=0.1)

# Neighbours on several sides.
words("neighbours", "neighbours|neighbors|neighbour blocks|neighbouring blocks")


def _neighbours(colour: str, landmark: Ref) -> Make:
    return Make(Thing(plural=True, colours=(colour,)), Sides(landmark, number=4))


rule(
    "NeighbourList",
    "[to the|in the|on the|on its|to its] {sides+:SideItem} [,] and [to the|in|on the] {sides+:SideItem}",
    makes=Sides,
    landmark=Ref("it"),
)
rule(
    "NeighbourList",
    "[to the|in the|on the|on its|to its] {sides+:SideItem} [,] {self:NeighbourList}",
    makes=Sides,
)


def _listed_sides(make: Make, sides: Sides) -> Make | None:
    place = make.place
    if not isinstance(place, Sides) or place.sides or place.number not in (None, len(sides.sides)):
        return None
    return replace(make, place=replace(place, sides=sides.sides, number=None))


hear(
    "NeighbourMake",
    "{colour:Colour} @neighbours (for|of|to|around) {landmark:Ref}",
    "[@want] (give|@make) {landmark:Ref} {colour:Colour} @neighbours",
    "{landmark:Ref} @gets {colour:Colour} @neighbours",
    "@make {colour:Colour} @neighbours (for|of|to|around) {landmark:Ref}",
    makes=_neighbours,
)
hear(Make, "{self:NeighbourMake}", cost=0.1)
hear(
    Make,
    "{make:NeighbourMake} (:|,|to the|on the|in the) {sides:NeighbourList}",
    "{make:NeighbourMake} (:|,|to the|on the|in the) {sides:NeighbourList} [,] @uncornered",
    makes=_listed_sides,
    cost=0.1,
)
hear(
    "NeighbourMake",
    "{self:NeighbourMake} [,] (on all four sides|on all sides|on each side|on every side|on all 4 sides)",
)

# "One left, one right, one in front and one behind the red block".
words(
    "oneat",
    "one|another|another one|and one|, one|, and one|and another|, another|, then one|and another one|"
    ", another one",
)
words("onto", "to the|on the|on its|to its|at the|on")
rule("OneSide", "[@onto] {sides+:SideItem}", makes=Sides, landmark=Ref("it"))
rule("OneSides", "[@onto] {sides+:SideItem} @oneat {self:OneSides}", makes=Sides)
rule("OneSides", "[@onto] {sides+:SideItem} @oneat {self:OneSide}", makes=Sides)
rule(
    "OneSides",
    "[@onto] {sides+:SideItem} @oneat [@onto] {sides+:SideItem} [@sidenoun] [of] {landmark}",
    makes=Sides,
    cost=0.1,
)
rule("SideItem", "(in front|front)", makes=lambda: "front")


def _one_by_one(thing: Thing, place: Sides) -> Make | None:
    if thing.shape != "block" or thing.count != 1 or thing.then:
        return None
    return Make(thing, place)


hear(
    Make,
    "[@want] @make {thing:PlainThing} {place:OneSides}",
    "{thing:PlainThing} {place:OneSides}",
    makes=_one_by_one,
    cost=0.3,
)
