"""How people announce a figure and then tell it part by part: "an L: …", "turn it into a T by …"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import rule, words
from cq.language.program import Anchored, Make, OfPart, Plan, Ref, State, Thing
from cq.language.rules.commanding import placed, topped_off
from cq.language.rules.forming import LINES, LOOSE


def _plan(make: Make) -> Plan | None:
    """The announcement; what is said in full is no plan, but the thing itself."""
    new = make.thing
    if make.stacked or new.then or new.shape in (*LOOSE, *LINES, "corners") or new.count not in (None, 1):
        return None
    return Plan(new, make.place)


# What has no form of its own: its parts tell it.
words(
    "anyfigure",
    "tree|snowman|flower|robot|car|castle|fort|lighthouse|traffic light|rocket|ship|boat|mushroom|lamp|"
    "street lamp|lamp post|lamppost|flag|sword|key|hammer|man|person|dog|cat|face|heart|fountain|well|"
    "sofa|couch|bed|throne|"
    "cake|candle|signpost|sign|statue|monument|church|shop|garage|train|truck|plane|umbrella|cactus|"
    "christmas tree",
)
rule("ShapeNominal", "@anyfigure", makes=Thing, shape="figure", cost=0.4)
rule(Plan, "{make:Make} :", makes=_plan)
rule(Plan, "{make:Make} (.|;|?|by|, with|with|,|as)", makes=_plan, cost=0.2)
rule(
    Plan,
    "{thing:Thing} (:|.|,)",
    "{thing:Thing} {place:Place} (:|.|,)",
    makes=lambda thing, place=None: _plan(Make(thing, place)),
    cost=0.4,
)
words("turninto", "into|to|become|be")
words("tellshow", ":|by|. to do so|. for this|; to do so")
rule(
    Plan,
    "(turn|make|grow|convert|transform|develop|change|extend|let|expand) {ref} @turninto {thing} @tellshow",
    "(make|form|build|get) {thing} (of|from|out of) {ref} @tellshow",
    "{ref} (wants to be|should be|shall be|is to be|is to become|should become) {thing} (.|:|;)",
    cost=0.2,
)


def _used(ref: Ref, part: str, thing: Thing) -> Plan:
    return Plan(replace(thing, count=1), Anchored(part, OfPart(ref)), ref)


rule(
    Plan,
    "(use|take|let) {ref:Ref} (as|be) (the|a) {part:Part} of {thing:Thing} (;|:|,|.|and|by)",
    makes=_used,
    cost=0.2,
)
rule(
    Make,
    "(use|take|let|make) {ref:Ref} [as|be] (the|a) {part:Part} of {thing:Thing} [on the ground|"
    "flat on the ground]",
    makes=lambda ref, part, thing: Make(thing, Anchored(part, OfPart(ref))),
    cost=0.2,
)


# A part without a place: where the figure is, or on the one before.
def _part(thing: Thing) -> Make | None:
    return (
        None
        if thing.shape in LOOSE and not (thing.dims or thing.sizes or (thing.count or 1) > 1)
        else Make(thing)
    )


rule("Command", "{thing:Thing}", makes=_part, cost=1.0)
rule(
    "Command",
    "{thing:Thing} [,] (with|and) {other:PlainThing} @astop",
    makes=lambda thing, other: topped_off(Make(thing), other),
    cost=1.0,
)

# What stands as a part of it.
words(
    "ofit", "of it|of the square|of the cube|of the shape|of the ring|of the letter|of the row|of the figure"
)
words(
    "thesquares",
    "the|its|the square 's|the cube 's|the ring 's|the shape 's|the figure 's|the frame 's|the letter 's",
)
rule(
    "StandingPart",
    "{place:Ref} (is|is to be|shall be|should be|being|forms|becomes|stays|"
    "marks) @thesquares [exact] {part:Part} [@ofit]",
    makes=lambda place, part: Anchored(part, OfPart(place)),
)
rule(Make, "{make:Make} (;|.|:|,|where|and) {place:StandingPart}", makes=placed, cost=0.1)
rule(
    Make,
    "(complete|extend|turn|grow|expand|develop|make) {ref:Ref} (to|into) {thing:Thing} (;|.|:|,|"
    "where) {place:StandingPart}",
    makes=lambda ref, thing, place: Make(thing, place) if ref is not None else None,
    cost=0.1,
)
rule("Nominal", "{self:Nominal} @alreadythere", makes=Ref, limits=(State("old"),), cost=0.1)
words(
    "alreadythere",
    "there is|there are|that there is|that there are|you can find|you can see|you see|in sight|in the world|"
    "on the field|that is there|that is already there|that stands there|already there|that is there already|"
    "standing there|"
    "that already stands there|that already stands|that stands here|that is standing there|that lies here|"
    "that is here",
)
words(
    "isthe", "is the|are the|forms the|form the|marks the|mark the|is a|is to be the|will be the|shall be the"
)
words(
    "beginof",
    "feet|legs|base|foot|stem|start|beginning|first part|bottom|body|heart|bar|lowest layer|first layer",
)
rule(
    Plan,
    "{ref:Ref} @isthe @beginof of {thing:Thing} (.|;|,|:)",
    "{ref:Ref} @isthe @beginof of {thing:Thing} (.|;|,) (finish|complete) it (:|with|by)",
    cost=0.2,
)
