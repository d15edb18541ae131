"""How people announce a figure and then tell it part by part: "an L: …", "turn it into a T by …"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import lex, rule, words
from cq.language.program import (
    Anchored,
    Make,
    Offset,
    OfPart,
    Place,
    Plan,
    Ref,
    Several,
    Size,
    Span,
    State,
    Step,
    There,
    Thing,
)
from cq.language.rules.commanding import placed
from cq.language.rules.forming import LINES, LOOSE, joined
from cq.world.directions import OPPOSITE


def _plan(make: Make) -> Plan | None:
    """The announcement; what is said in full is no plan, but the thing itself."""
    new = make.thing
    if make.stacked or new.then or new.shape in (*LOOSE, *LINES) or new.count not in (None, 1):
        return None
    return Plan(new, make.place)


rule(Plan, "{make:Make} :", makes=_plan)
rule(Plan, "{make:Make} (.|;|by|, with|with|,|as)", makes=_plan, cost=0.2)
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

# The nouns of parts.
SHAPE = "ShapeNominal"
for _shape, _nouns in {
    "stem": "stem|shaft|spine|trunk|stroke|upright",
    "leg": "leg|limb|jamb",
    "arm": "arm|branch|hook",
    "row": "crossbar|lintel|crosspiece|head|foot",
    "square": "lid|panel|deck|base|tabletop",
    "block": "tip|peak|knob|point|apex",
}.items():
    rule(SHAPE, f"({_nouns})", makes=Thing, shape=_shape, cost=0.3)
    _plural = "|".join(
        "feet" if one == "foot" else f"{one}{'es' if one.endswith('ch') else 's'}"
        for one in _nouns.split("|")
    )
    rule(SHAPE, f"({_plural})", makes=Thing, shape=_shape, plural=True, cost=0.3)
rule("PlainThing", "(its|each|every) {self:ShapeNominal}", makes=Thing, count=1, cost=0.8)
rule("PlainThing", "its {count} {self:ShapeNominal}", makes=Thing, cost=0.8)


# A part without a place: where the figure is, or on the one before.
def _part(thing: Thing) -> Make | None:
    return (
        None
        if thing.shape in LOOSE and not (thing.dims or thing.sizes or (thing.count or 1) > 1)
        else Make(thing)
    )


rule("Command", "{thing:Thing}", makes=_part, cost=1.0)

# How parts run.
words(
    "partruns",
    "goes|runs|go|run|extends|leads|continues|reaches|stretches|sticks out|stick out|points|point|lead",
)


def _run(
    thing: Thing, direction: str, start: Place | Ref | None = None, number: int | None = None
) -> Make | None:
    if number is not None and thing.count not in (None, 1):
        return None
    if number is not None:
        thing = replace(thing, sizes=(*thing.sizes, Size("blocks", number)))
    return Make(thing, _going(start, direction))


def _going(start: Place | Ref | None, direction: str) -> Span:
    return Span(Ref("it") if start is None or isinstance(start, There) else start, direction=direction)


for _from in ("PointOf", "Ref"):
    _start = f"{{start:{_from}}}"
    rule(
        Make,
        f"{{thing:Thing}} @partruns [straight|to the] {{direction:Side}} from {_start}",
        f"{{thing:Thing}} @partruns {{number:Number}} [more] [@pieces] [straight|to the] {{direction:Side}} "
        f"from {_start}",
        f"from {_start} {{thing:Thing}} @partruns [straight|diagonally|to the] {{direction:Side}}",
        f"{{thing:Thing}} @partruns from {_start} {{number:Number}} [@pieces] [to the] {{direction:Side}}",
        makes=_run,
        cost=0.2,
    )
rule(
    Make,
    "{thing:Thing} (is|are|fills|takes|occupies|covers|takes up) [the] {number:Number} (middle|central) "
    "(@cellwords|@pieces) of {edge:EdgeNoun}",
    makes=lambda thing, number, edge: Make(
        replace(thing, sizes=(*thing.sizes, Size("blocks", number))), replace(edge, middle=True)
    ),
    cost=0.1,
)
words(
    "partof",
    *(
        f"as {a} {noun}"
        for a in ("a", "an", "the", "its", "their", "a lower", "the lower")
        for noun in "hook step crossbar bar tip roof base stem head foot lintel top leg arm".split()
    ),
)
rule(Make, "{self:Make} @partof", cost=0.1)
rule(
    Make,
    "(its|the) {thing:ShapeNominal} is {place:PointOf}",
    makes=lambda thing, place: Make(replace(thing, count=1), place),
    cost=0.1,
)


def _forked(thing: Thing, start: Place | Ref, direction: str, second: Thing, other: str) -> Make:
    """Two lines from one place: "from there two blocks go north and two go east"."""
    return Make(
        replace(thing, then=(second,)),
        Several((_going(start, direction), _going(start, other))),
    )


for _from in ("PointOf", "Ref"):
    rule(
        Make,
        f"from {{start:{_from}}} {{thing:PlainThing}} @partruns @slantwise {{direction:Side}} [,] and "
        "{second:PlainThing} [@partruns] @slantwise {other:Side}",
        f"from {{start:{_from}}} {{thing:PlainThing}} @partruns [to the] {{direction:Side}} [,] and "
        "{second:PlainThing} [@partruns] [to the] {other:Side}",
        makes=_forked,
        cost=0.2,
    )
words("slantwise", "diagonally|diagonally to the|diagonally towards the")
rule("Thing", "{thing:Thing} (is|are|has|have) {trait:Trait}", makes=joined, cost=0.4)


def _either_side(a: Step, b: Step, start: Place | Ref) -> Several | None:
    """ "Two squares east and two squares west of it" are two places."""
    if OPPOSITE.get(a.direction or "") != b.direction:
        return None
    return Several((Offset(start, (a,)), Offset(start, (b,))))


for _from in ("PointOf", "Ref"):
    rule(Several, f"{{a:Step}} and {{b:Step}} (of|from) {{start:{_from}}}", makes=_either_side)

# Digits as figures: "a purple 4".
for _digit, _word in enumerate("zero one two three four five six seven eight nine".split()):
    lex("DigitSign", f"letter {_digit}", str(_digit), *([_word] if _digit != 1 else []))
rule("PlainThing", "(a|an|the|one) {shape:DigitSign}", makes=Thing, count=1, cost=0.3)
rule("PlainThing", "(a|an|the|one) {colours+:Colour} {shape:DigitSign}", makes=Thing, count=1, cost=0.1)
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
    "that is there|that is already there|that stands there|already there|that is there already|"
    "standing there|"
    "that already stands there|that already stands|that stands here|that is standing there|that lies here|"
    "that is here",
)
words(
    "isthe", "is the|are the|forms the|form the|marks the|mark the|is a|is to be the|will be the|shall be the"
)
words("beginof", "base|foot|stem|start|beginning|first part|bottom|body|heart|bar|lowest layer|first layer")
rule(
    Plan,
    "{ref:Ref} @isthe @beginof of {thing:Thing} (.|;|,|:)",
    "{ref:Ref} @isthe @beginof of {thing:Thing} (.|;|,) (finish|complete) it (:|with|by)",
    cost=0.2,
)
# Steps of stairs.
rule("Nominal", "step", makes=Ref, noun="step", cost=0.2)
rule("Nominal", "steps", makes=Ref, noun="step", plural=True, cost=0.2)
rule("Thing", "{self:Thing} @partof", cost=0.1)
rule(
    "Command",
    "{size:ShortSize} {place:Place}",
    makes=lambda size, place: Make(Thing("stem", count=1, sizes=(size,)), place),
    cost=0.8,
)

# Layers and steps one by one: "five by five, then three by three, then one".
words("thennext", ", then|then|, and then|and then|,|, next|, on that|, on top of that|, above that")


def _layers(first: tuple[int, ...], second: tuple[int, ...], third: tuple[int, ...] | int) -> Thing | None:
    sides = [first[0], second[0], third if isinstance(third, int) else third[0]]
    square = all(len(set(one)) == 1 for one in (first, second))
    return (
        Thing(dims=first, sizes=(Size("high", 3),))
        if square and sides == [sides[0], sides[0] - 2, sides[0] - 4]
        else None
    )


def _steps(first: int, second: int, third: int = 3) -> Thing | None:
    return Thing(sizes=(Size("steps", third),)) if (first, second, third) == (1, 2, 3) else None


rule("Trait", "{first:Dims} @thennext {second:Dims} @thennext {third:Number} [@pieces]", makes=_layers)
rule("Trait", "{first:Dims} @thennext {second:Dims} @thennext {third:Dims}", makes=_layers)
rule("HighStep", "{self:Number} [@pieces] [high]")
rule("Trait", "{first:HighStep} @thennext {second:HighStep} @thennext {third:HighStep}", makes=_steps)
rule(
    Make,
    "[@make] {thing:Thing} [:] {first:HighStep} {place:Place} @thennext {second:HighStep} @thennext "
    "{third:HighStep}",
    makes=lambda thing, first, place, second, third: _climbing(thing, place, _steps(first, second, third)),
)


def _climbing(thing: Thing, place: Place, steps: Thing | None) -> Make | None:
    formed = None if steps is None or thing.shape != "staircase" else joined(thing, steps)
    return None if formed is None else Make(formed, Anchored("start", place))


# The legs of an L: "one leg has four blocks and runs north, the other has three and runs east".
words(
    "onelegs",
    "one leg|one arm|one stroke|the long stroke|the longer stroke|the long leg|the longer leg|"
    "one side|the first leg",
)
words(
    "otherleg",
    "the other|the other one|the other leg|the short one|the shorter one|the short stroke|"
    "the shorter leg|the second",
)
words("hasblocks", "has|is|of|with|having|measures|counts")
words(
    "cornercounted",
    "the corner counted in both|counting the corner|the corner counted|including the corner|corner included",
)
words(
    "towardsto",
    "towards|toward|going|to|running|heading|to the|towards the|going to the|pointing|stretching|, going",
)


def _legs(a: int, first: str, b: int, second: str, more: int = 0) -> Thing | None:
    if first == second or OPPOSITE.get(first) == second:
        return None
    return Thing(sizes=(Size(first, a + more), Size(second, b + more)))


rule(
    "Leg",
    "@hasblocks {number:Number} [@pieces] [long] [@cornercounted] and @partruns {way:Side}",
    makes=lambda number, way: (number, way),
)
rule(
    "Leg",
    "@partruns {way:Side} and @hasblocks {number:Number} [@pieces] [long] [@cornercounted]",
    makes=lambda number, way: (number, way),
)
rule(
    "Trait",
    "@onelegs {a:Leg} [,|and] @otherleg {b:Leg} [,] [@cornercounted]",
    makes=lambda a, b: _legs(a[0], a[1], b[0], b[1]),
)
rule(
    "Trait",
    "{a:Number} [more] [@pieces] @towardsto {first:Side} [,] and {b:Number} [more] [@pieces] @towardsto "
    "{second:Side}",
    makes=lambda a, first, b, second: _legs(a, first, b, second, 1),
)

# A zigzag: each block is diagonal to the one before, in turn on either side of the way.
rule(SHAPE, "(zigzag|zig zag|zigzag line|zig zag line|zigzag row)", makes=Thing, shape="zigzag")
words("nextone", "next one|next|second one|second|second block|next block|next block goes")
rule(
    "Trait",
    "[,|and|and then|then] the @nextone [is|goes] to (its|the) {start:Diagonal} [of it]",
    makes=Thing,
    cost=0.1,
)

# One block of another colour in the middle.
rule(
    "Trait",
    "(with|and|but with) (a|an|one) {colours+:Colour} (block|one|cube) in (its|the) @mid",
    "its @mid [is|in|being] {colours+:Colour}",
    "(with|and) (a|its) {colours+:Colour} @mid",
    makes=Thing,
    pattern="centre",
)
rule(SHAPE, "[square] (chimney|shaft|well)", makes=Thing, shape="ring", cost=0.1)
words(
    "thepart",
    "the top|its top|the roof|its roof|the base|its base|its bar|the bar|its stem|the stem|"
    "its crossbar|the crossbar|its foot",
)
rule(Make, "@thepart (is|consists of|will be) {thing:Thing} {place:Place}", cost=0.2)
