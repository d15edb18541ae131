"""How people say places by steps and lines: offsets, from one place to another, anchors, several places."""

from __future__ import annotations

from dataclasses import replace

from cq.language.declaring import rule
from cq.language.notation import rules
from cq.language.program import (
    Anchored,
    Between,
    Offset,
    OfPart,
    Place,
    Ref,
    Span,
    Step,
)

IT = Ref("it")


def _towards(number: int, start: Ref, direction: str) -> Offset:
    return Offset(start, (Step(direction, number, "cells"),))


def _with_gap(offset: Offset, gap: int) -> Offset | None:
    """ "Three squares north of it, so that two squares lie between": the same twice."""
    return offset if [step.number for step in offset.steps] == [gap + 1] else None


def own_part(place: Place | Ref, part: str) -> Anchored | None:
    """ "With the red block as its corner": a present block is that part; "a red block" is not there yet."""
    if not isinstance(place, Ref):
        return Anchored(part, place)
    return (
        Anchored(part, OfPart(place))
        if place.plural or place.quantifier or place.noun in ("it", "here")
        else None
    )


def _between_two(one: Ref) -> Between | None:
    """ "From one tower to the other": between both of them."""
    if one.plural or one.number not in (None, 1):
        return None
    if one.of is not None:
        return Between(replace(one, plural=True, number=None, of=_both(one.of)))
    return Between(_both(one))


def _both(ref: Ref) -> Ref:
    return replace(ref, quantifier="both", number=None, plural=True)


rules("""
# A point without a preposition: what steps and lines start from.
PointOf: {self:MiddleNoun} | {self:MiddleOf} | {self:CornerNoun} | {self:CornerOf} | {self:Point}
    {self:Coordinates} | {self:EdgeMiddle}
PointOf, 0.1: {self:EdgeNoun}
PointOf, 0.2: {self:There}
# --- steps ---
UpDown = "up": up | upwards | upward | higher
UpDown = "down": down
Heading: {self:Side} | (to|towards|toward) [the] {self:Side} | further {self:Side} | {self:UpDown}
Heading: further to the {self:Side} | due {self:Side} | over to the {self:Side}
Step: {number} {direction:Heading} | {number} (block|blocks) {direction:Heading}
Step(unit="cells"): {number} @cellwords {direction:Heading}
Step(unit="spaces"): {number} @spaces {direction:Heading}
Step: {direction:Heading} by {number}
LevelStep = Step(direction="up"): {number} @levels (above|over|higher than)
SideStep = Step(direction="back", unit="cells"): {number} [@cellwords|block|blocks] behind
SideStep = Step(direction="back", unit="spaces"): {number} @spaces behind
SideStep = Step(direction="front", unit="spaces"): {number} @spaces in front of
SideStep = Step(direction="front", unit="cells"): {number} [@cellwords|block|blocks] in front of
SideStep = Step(direction="up"), 0.2: {number} (above|over)
Offsets = Offset: {steps+:Step} (of|from) {start:PointOf}
Offsets = Offset: {steps+:SideStep} {start:PointOf}
Offsets = Offset, 0.6: {steps+:Step} (of|from) {start:Ref}
Offsets = Offset: {steps+:LevelStep} {start:Ref} | {steps+:SideStep} {start:Ref}
Offset, 0.1: from {start:Ref} [go] {steps+:Step} {steps+:Step} | from {start:Ref} [go] {steps+:Step}
Offsets = Offset: {steps+:Step} and {self:Offsets} | {steps+:Step} , {self:Offsets}
Offsets = Offset, 0.2: {steps+:Step} {self:Offsets}
Offset: [in|to] {self:Offsets}
Offset = _towards: {number:Number} (@cellwords|block|blocks) away from {start:Ref} @leadsto {direction:Side}
    {number:Number} (@cellwords|block|blocks) away @leadsto {direction:Side} of {start:Ref}
UnitStep = Step(unit="cells"): {number} @cellwords {direction:Heading}
UnitStep = Step(unit="spaces"): {number} @spaces {direction:Heading}
Offset(start=IT), 0.4: {steps+:UnitStep} | {steps+:UnitStep} and {steps+:UnitStep}
hear Offset = _with_gap: {offset:Offset} @leaving {gap:Clearance} @freebetween
# --- lines ---
@till: to|until|up to|till|all the way to|as far as|over to|straight to|across to|straight across to
    so that it reaches|until it touches|going to|down to|out to|through to
@going: going|running|heading|moving|stretching|pointing|facing|and go|and going|and goes|and runs|and leads
    straight|goes|runs|and working|out|it goes|it runs
@starting: that starts|that begins|starting|beginning|start|begin|starts|begins|it starts
@beginat: at|from|in|on|with
@ending: ending|ends|and ending|and ends|end|stops
@partlead: its|the|with its|with the|whose|and|and the|where the
@atpart: =|in|at|on|is|being|is in|sits in|sits at|as|over|should be
""")
for _from in ("PointOf", "Ref"):
    _start = f"{{start:{_from}}}"
    for _to in ("PointOf", "Ref"):
        _end = f"{{end:{_to}}}"
        rule(
            Span,
            f"[@starting] from {_start} [@going] @till {_end}",
            f"(across|spanning) from {_start} to {_end}",
        )
        rule(Span, f"between {_start} and {_end}", cost=0.4)
        rule(Span, f"@starting @beginat {_start} [@going] @till {_end}")
    rule(Span, f"@starting @beginat {_start} @going [to|towards|to the|towards the] {{direction:Heading}}")
    rule(
        Span, f"(from|form) {_start} [@going] [to|towards|to the|towards the] {{direction:Heading}}", cost=0.1
    )
    _end = f"{{end:{_from}}}"
    rule(Span, f"{{start:Place}} [and] [@going] @till {_end}", cost=0.5)
    rule("SpanTail", f"@till {_end}", f"@going @till {_end}", makes=Span)
    rule(Anchored, f"@starting @beginat {{place:{_from}}}", part="start", cost=0.1 * (_from == "Ref"))
    rule(Anchored, f"@ending @beginat {{place:{_from}}}", part="end")
    rule(Anchored, f"(centred|centered) (on|at|in|over|around|about|upon) {{place:{_from}}}", part="middle")
    rule(Anchored, f"[@partlead] {{part:Part}} @atpart {{place:{_from}}}")

rules("""
Span: @going {direction:Heading} from {start:PointOf}
Span: @going {direction:Heading} from {start:Ref}
Span, 0.3: {start:Place} [and] @going {direction:Heading}
Anchored(part="start"), 0.1: @starting {place:Place}
hear Make = Make(thing, Span(start, None, direction)), 0.1: @starting @beginat {start:Ref} @make \
{thing:Thing} [@going] @leadsto {direction:Heading}
@leadsto: to the|towards the
# So they are anyway.
Part = "middle": middle | center | centre | middle block | middle one
Part, 0.1: {self:Part} of (it|them) | {self:Part} of the {:ShapeNominal}
Part = "corner": corner
Part = "start": first block | first | first one | beginning | first step | lowest step | bottom one
    bottom step
Part = "end": last block | last | last one
Part: {self:Diagonal} [corner|square] | {self:CornerWay} corner | {self:Side} (end|side|edge|block|leg|half)
@asits: as its|as the|being its|being the|is the|in its|as their
Anchored = own_part, 0.1: (with|using|,|:) {place:Ref} @asits {part:Part} [of it]
Anchored, 0.2: (with|whose) [its|the] {part:Part} {place:Place}
Anchored, 0.3: (its|the) {part:Part} [block] [is] {place:Place}
@inlinewith: continuing|lined up with|in line with|in the same row as|on the same row as|in the same line as
Aligned: @inlinewith {landmark}
@wouldcross: [would|do|will] (cross|meet|intersect) [each other]
hear Aligned: where {landmark} @wouldcross
hear Aligned = Aligned(replace(one, others=(other,))): where {one:Ref} \
(crosses|meets|intersects|would cross|would meet) {other:Ref}
@through: through|right through|under and through
hear Anchored = Anchored("through", Inside(landmark)): @through {landmark:Ref}
hear Offset, 0.1: @inlinewith {start:Ref} [but] {steps+:UnitStep}
Aligned(landmark=IT), 0.3: (in line|lined up|in the same line)
# --- several descriptions, and several places ---
Joined, 0.4: {places+:Place} {places+:Place}
Joined, 0.1: {places+:Between} and {places+:Under} | {places+:Under} and {places+:Between}
Joined, 0.5: {places+:Place} {places+:SpanTail}
PlaceList = Several: {places+:Place} and {places+:Place} | {places+:Place} , {self:PlaceList} | \
    {places+:Place} , one {self:SeveralTail}
Several, 0.4: {self:PlaceList}
@another: one|another|another one|the other
OneEach = Several, 0.1: one {places+:Place} and @another {places+:Place}
OneEach = Several, 0.1: one {places+:Place} , one {self:SeveralTail}
Several, 0.5: {self:OneEach}
Several, 0.8: {places+:Place} and @another {places+:Place}
SeveralTail = Several: {places+:Place} and one {places+:Place}
Span = Span(Corner(start), Corner(end)), 0.2: [,] [from] {start:Diagonal} to {end:Diagonal}
Span, 0.1: @going {self:Span}
Span: (through the air|on the ground|along the ground) {self:Span}
@totheother: to the other
@fromtheone: from one|from the one|from a
Between = _between_two: @fromtheone {one:Nominal} @totheother
Between = _between_two: @fromtheone {one:Nominal} across @totheother
""")
