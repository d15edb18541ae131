"""How people say places by steps and lines: offsets, from one place to another, anchors, several places."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import (
    Aligned,
    Anchored,
    Between,
    Corner,
    Edge,
    Joined,
    Offset,
    OfPart,
    Place,
    Ref,
    Several,
    Span,
    Step,
)

IT = Ref("it")

# A point without a preposition: what steps and lines start from.
rule(
    "PointOf",
    "{self:MiddleNoun}",
    "{self:MiddleOf}",
    "{self:CornerNoun}",
    "{self:CornerOf}",
    "{self:Point}",
    "{self:Coordinates}",
    "{self:EdgeMiddle}",
)
rule("PointOf", "{self:EdgeNoun}", cost=0.1)
rule("PointOf", "{self:There}", "{self:End}", cost=0.2)

# --- steps ---

lex("UpDown", "up", "up", "upwards", "upward", "higher", "higher up")
lex("UpDown", "down", "down", "downwards", "downward", "lower")
rule(
    "Heading", "{self:Side}", "(to|towards|toward) [the] {self:Side}", "further {self:Side}", "{self:UpDown}"
)
rule("Heading", "{self:Own} , away from (you|me)", cost=0.1)
rule("Heading", "further to the {self:Side}", "due {self:Side}", "over to the {self:Side}")
rule(Step, "{number} {direction:Heading}", "{number} (block|blocks) {direction:Heading}")
rule(Step, "{number} @cellwords {direction:Heading}", unit="cells")
rule(Step, "{number} @spaces {direction:Heading}", unit="spaces")
rule(Step, "{direction:Heading} by {number}", "{direction:Heading} {number} @cellwords")
rule("LevelStep", "{number} @levels (above|over|higher than)", makes=Step, direction="up")
rule("LevelStep", "{number} @levels (below|under|beneath|lower than)", makes=Step, direction="down")
rule(
    "SideStep",
    "{number} [@cellwords|block|blocks] (behind|in back of)",
    makes=Step,
    direction="back",
    unit="cells",
)
rule("SideStep", "{number} @spaces (behind|in back of)", makes=Step, direction="back", unit="spaces")
rule("SideStep", "{number} @spaces in front of", makes=Step, direction="front", unit="spaces")
rule(
    "SideStep", "{number} [@cellwords|block|blocks] in front of", makes=Step, direction="front", unit="cells"
)
rule("SideStep", "{number} [@cellwords|block|blocks] (above|over)", makes=Step, direction="up", cost=0.2)

for _from in ("PointOf", "Ref"):
    rule("Offsets", f"{{steps+:Step}} (of|from) {{start:{_from}}}", makes=Offset, cost=0.6 * (_from == "Ref"))
    rule(
        "Offsets",
        f"{{steps+:LevelStep}} {{start:{_from}}}",
        f"{{steps+:SideStep}} {{start:{_from}}}",
        makes=Offset,
    )
    rule(
        Offset,
        f"from {{start:{_from}}} [go] {{steps+:Step}} [and] {{steps+:Step}}",
        f"from {{start:{_from}}} [go] {{steps+:Step}}",
        cost=0.1,
    )
rule("Offsets", "{steps+:Step} (and|then) {self:Offsets}", "{steps+:Step} , {self:Offsets}", makes=Offset)
rule("Offsets", "{steps+:Step} {self:Offsets}", makes=Offset, cost=0.2)
words("awayto", "towards|toward|to|in the direction of")


def _towards(number: int, start: Place | Ref, direction: str, unit: str = "") -> Offset:
    return Offset(start, (Step(direction, number, unit),))


for _from, _cost in (("PointOf", 0.0), ("Ref", 0.2)):
    for _unit in ("cellwords", "spaces"):
        rule(
            "Offsets",
            f"{{number:Number}} @{_unit} [away] from {{start:{_from}}} @awayto [the] {{direction:Direction}}",
            makes=partial(_towards, unit="spaces" if _unit == "spaces" else "cells"),
            cost=_cost,
        )
rule(Offset, "[at|in|to|on] {self:Offsets}")
rule("UnitStep", "{number} @cellwords {direction:Heading}", makes=Step, unit="cells")
rule("UnitStep", "{number} @spaces {direction:Heading}", makes=Step, unit="spaces")
rule(Offset, "{steps+:UnitStep}", "{steps+:UnitStep} and {steps+:UnitStep}", start=IT, cost=0.4)
rule(Offset, "{start:PointOf} (plus|and then) {steps+:Step}", cost=0.4)


def _with_gap(offset: Offset, gap: int) -> Offset | None:
    """ "Three squares north of it, so that two squares lie between": it says so twice."""
    return offset if [one.number for one in offset.steps] == [gap + 1] else None


hear(Offset, "{offset:Offset} [,] @leaving {gap:Clearance} @freebetween", makes=_with_gap)

# --- lines ---

words(
    "till",
    "to|until|up to|till|all the way to|as far as|over to|until it reaches|until you reach|until reaching|"
    "right up to|straight to|across to|straight across to|reaching|so that it reaches|until it touches|"
    "extending to|going to|until it meets|all the way up to|all the way over to|down to|all the way down to|"
    "out to|up until|through to",
)
words(
    "going",
    "going|running|heading|extending|leading|moving|stretching|continuing|pointing|facing|growing|and go|"
    "and going|"
    "and goes|and runs|and leads|straight|goes|runs|and continue|and continuing|working|and working|"
    "and move|proceeding|and then going|"
    "travelling|spanning|out",
    *(f"{that} {goes}" for that in ("that", "which", "it") for goes in "goes runs stretches leads".split()),
)
words(
    "starting",
    "that starts|that begins|that start|starting|beginning|starting off|start|begin|starts|begins|"
    "which starts|it starts|commencing|started",
)
words("beginat", "at|from|in|on|with|by|out from|out at")
words(
    "ending",
    "ending|ends|finishing|stopping|and ending|and ends|end|and stopping|terminating|which ends|stops",
)
words(
    "partlead",
    *(
        f"{lead} {its}".strip()
        for lead in ("", "with", "whose", "having", "and", "so that", "so", "such that", "where")
        for its in ("", "its", "the", "it 's", "their")
        if lead or its
    ),
)
words(
    "atpart",
    "=|in|at|on|is|being|is at|is in|is on|sits in|sits at|as|goes in|over|should be|should be at|"
    "should be in|should sit in|should sit at|should sit exactly in|should sit right in|should lie in|"
    "should stand in|should go in|should go at|is exactly in|is right in|lies in|lies at|stands at|comes to|"
    "should come to|must be in|must be at|sits right in|goes exactly in|should be exactly in|"
    "sits exactly in|exactly at|exactly in|located at|located in|placed at|placed in|stands in",
)

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
rule(Span, "@going [to|towards|to the|towards the] {direction:Heading} from {start:PointOf}")
rule(Span, "@going [to|towards|to the|towards the] {direction:Heading} from {start:Ref}")
rule(Span, "{start:Place} [and] @going [to|towards|to the|towards the] {direction:Heading}", cost=0.3)
rule(Anchored, "@starting {place:Place}", part="start", cost=0.1)
# So they are anyway.
for _place in (Span, "Place"):
    hear(_place, "{self} [,] [the] (centre|center|middle) [@midnoun] (included|counted)", cost=0.1)

lex(
    "Part",
    "middle",
    "middle",
    "center",
    "centre",
    "middle block",
    "center block",
    "centre block",
    "middle cell",
    "middle column",
    "middle one",
    "center one",
    "centre one",
    "midpoint",
    "middle point",
    "tip",
    "middle row",
    "heart",
    "crossing point",
    "exact middle",
    "exact center",
    "exact centre",
    "middle square",
)
rule("Part", "{self:Part} of (it|them)", "{self:Part} of (the|that) {:ShapeNominal}", cost=0.1)
lex("Part", "corner", "corner", "bend", "corner block", "corner square")
lex(
    "Part",
    "start",
    "first block",
    "first",
    "first one",
    "start",
    "beginning",
    "first step",
    "first cell",
    "lowest step",
    "lowest one",
    "bottom one",
    "lowest block",
    "bottom step",
    "lowest block of it",
)
lex("Part", "end", "last block", "last", "last one")
rule(
    "Part",
    "{self:Diagonal} [corner|block|square]",
    "{self:CornerWay} (corner|block)",
    "{self:Side} (end|side|edge|block|leg|arm|post|column|half|upright|square)",
)


def own_part(place: Place | Ref, part: str) -> Anchored | None:
    """ "With the red block as its corner": what stands is that part; "a red block" does not stand yet."""
    if not isinstance(place, Ref):
        return Anchored(part, place)
    return (
        Anchored(part, OfPart(place))
        if place.plural or place.quantifier or place.noun in ("it", "here")
        else None
    )


words(
    "asits",
    "as its|as the|under its|below its|being its|being the|is its|is the|shall be its|should be its|"
    "forms its|forms the|at its|exactly at its|exactly in its|in its|in the exact|as their|for its|"
    "right in its|in its exact|is to be the|counts as its|counts as the|which is its|is then the|"
    "will be its|should be the|making up its|makes its",
)
for _from in ("PointOf", "Ref"):
    rule(
        Anchored,
        f"(with|and|where|using|,|:) {{place:{_from}}} @asits {{part:Part}} [of it]",
        makes=own_part,
        cost=0.1,
    )
rule(Anchored, "(with|whose|having) [its|the] {part:Part} [block] {place:Place}", cost=0.2)
rule(Anchored, "(its|the) {part:Part} [block] [is|goes|should be] {place:Place}", cost=0.3)
rule(Anchored, "[with] {part:CornerWay} corner [at|in|on] {place:PointOf}", cost=0.2)
words(
    "inlinewith",
    "continuing the line of|continuing|lined up with|aligned with|in line with|in a line with|"
    "in the same row as|in the same column as|on the same row as|inline with|in the same line as|"
    "on the same line as",
)
rule(Aligned, "@inlinewith {landmark}")
hear(Offset, "@inlinewith {start:Ref} [but|,] {steps+:UnitStep}", cost=0.1)
rule(Aligned, "(in line|lined up|aligned|in the same row|in the same line)", landmark=IT, cost=0.3)

# --- several descriptions, and several places ---

rule(Joined, "{places+:Place} {places+:Place}", cost=0.4)
rule(Joined, "{places+:Between} and {places+:Under}", "{places+:Under} and {places+:Between}", cost=0.1)
rule(Joined, "{places+:Place} {places+:SpanTail}", cost=0.5)
rule(Several, "{places+:Place} and {places+:Place}", cost=0.4)
words("another", "one|another|another one|the other|one more")
rule("OneEach", "one {places+:Place} and [then] @another {places+:Place}", makes=Several, cost=0.1)
rule("OneEach", "one {places+:Place} , one {self:SeveralTail}", makes=Several, cost=0.1)
rule(Several, "{self:OneEach}", cost=0.5)
rule(Several, "{places+:Place} and [then] @another {places+:Place}", cost=0.8)
rule("SeveralTail", "{places+:Place} and one {places+:Place}", "{places+:Place} , one {self}", makes=Several)
rule(
    Span,
    "[from corner to corner] [,|:] [from] {start:Diagonal} to {end:Diagonal} [corner]",
    makes=lambda start, end: Span(Corner(start), Corner(end)),
    cost=0.2,
)
rule(
    Span,
    "from [the] {start:Side} to [the] {end:Side} (edge|side|border)",
    makes=lambda start, end: Span(Edge(start), Edge(end)),
)
rule(Span, "@going {self:Span}", cost=0.1)
rule(Span, "(through the air|on the ground|along the ground) {self:Span}")


def _between_two(one: Ref) -> Between | None:
    """ "From one tower to the other": between both of them."""
    if one.plural or one.number not in (None, 1):
        return None
    if one.of is not None:
        return Between(replace(one, plural=True, number=None, of=_both(one.of)))
    return Between(_both(one))


def _both(ref: Ref) -> Ref:
    return replace(ref, quantifier="both", number=None, plural=True)


words("totheother", "to the other|to the other one|to that of the other|to the second|to the other 's")
words("fromtheone", "from one|from the one|from the first|from a|from one of the")
for _to in ("", " across", " straight", " over"):
    rule(Between, f"@fromtheone {{one:Nominal}}{_to} @totheother", makes=_between_two)
rule(
    Between,
    "from {one:Determined} of (one|the one) {of:Nominal} to {:Determined} of the other",
    makes=lambda one, of: _between_two(replace(one, of=of)) if one.of is None else None,
)
