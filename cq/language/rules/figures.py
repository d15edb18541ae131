"""How people announce a figure and then describe it part by part: "an L: …", "turn it into a T by …"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Anchored, Make, OfPart, Plan, Ref, Thing
from cq.language.rules.forming import LINES, LOOSE


def _plan(make: Make) -> Plan | None:
    """The announcement; a full description is no plan, but the thing itself."""
    new = make.thing
    if make.stacked or new.then or new.shape in (*LOOSE, *LINES, "corners") or new.count not in (None, 1):
        return None
    return Plan(new, make.place)


def _used(ref: Ref, part: str, thing: Thing) -> Plan:
    return Plan(replace(thing, count=1), Anchored(part, OfPart(ref)), ref)


# A part without a place: where the figure is, or on the one before.
def _part(thing: Thing) -> Make | None:
    return (
        None
        if thing.shape in LOOSE and not (thing.dims or thing.sizes or (thing.count or 1) > 1)
        else Make(thing)
    )


rules("""
# What has no form of its own: its parts tell it.
@anyfigure: tree|flower|car|castle|fort|lighthouse|traffic light|rocket|ship|boat|mushroom|lamp|lamp post
    lamppost|flag|key|man|person|dog|cat|face|fountain|well|sofa|bed|throne|cake|candle|sign|statue|monument
    church|shop|train|truck|plane|umbrella
ShapeNominal = Thing(shape="figure"), 0.4: @anyfigure
Plan = _plan: {make:Make} :
Plan = _plan, 0.2: {make:Make} (.|;|?|by|with|,|as)
Plan = _plan(Make(thing, place)), 0.4: {thing:Thing} (:|.|,) | {thing:Thing} {place:Place} (:|.|,)
@turninto: into
@tellshow: :|by
Plan, 0.2: (turn|grow|extend) {ref} @turninto {thing} @tellshow
    make {thing} (of|from|out of) {ref} @tellshow | {ref} (wants to be|should be) {thing} (.|:)
Plan = _used, 0.2: (use|let) {ref:Ref} (as|be) the {part:Part} of {thing:Thing} ;
Make = Make(thing, Anchored(part, OfPart(ref))), 0.2: (use|let|make) {ref:Ref} [as|be] the {part:Part} of \
{thing:Thing} [on the ground]
Command = _part, 1: {thing:Thing}
Command = commanding.topped_off(Make(thing), other), 1: {thing:Thing} (with|and) {other:PlainThing} @astop
# What stands as a part of it.
@thesquares: the|its
StandingPart = Anchored(part, OfPart(place)): {place:Ref} (is|is to be|being) @thesquares {part:Part}
Make = commanding.placed, 0.1: {make:Make} (;|.|:|,) {place:StandingPart}
Nominal = Ref(limits=(State("old"),)), 0.1: {self:Nominal} @alreadythere
@alreadythere: there is|there are|you see
@isthe: is the|are the
@beginof: feet|base|start
Plan, 0.2: {ref:Ref} @isthe @beginof of {thing:Thing} (.|;)
""")
