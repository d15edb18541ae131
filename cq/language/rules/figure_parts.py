"""How people name the parts of a figure, and tell how they run."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import rule, words
from cq.language.program import Make, Offset, Place, Ref, Several, Size, Span, Step, There, Thing
from cq.language.rules.forming import LOOSE, joined
from cq.world.directions import OPPOSITE

# The nouns of parts.
SHAPE = "ShapeNominal"
for _shape, _nouns in {
    "stem": "stem|shaft|spine|trunk|stroke|upright|backrest",
    "leg": "leg|limb|jamb",
    "arm": "arm|branch|hook",
    "row": "crossbar|lintel|crosspiece|head|foot",
    "square": "lid|panel|deck|base|tabletop|roof|seat",
    "block": "tip|peak|knob|point|apex",
}.items():
    rule(SHAPE, f"({_nouns})", makes=Thing, shape=_shape, cost=0.3)
    _plural = "|".join(
        "feet" if one == "foot" else f"{one}{'es' if one.endswith('ch') else 's'}"
        for one in _nouns.split("|")
    )
    rule(SHAPE, f"({_plural})", makes=Thing, shape=_shape, plural=True, cost=0.3)
    if _shape != "block":
        rule(
            SHAPE,
            f"(bottom|lower|top|upper|middle|long|short) ({_nouns})",
            makes=Thing,
            shape=_shape,
            cost=0.4,
        )
rule(SHAPE, "(bottom|lower|top|upper|middle) (bar|beam|row|line)", makes=Thing, shape="row", cost=0.4)
rule(
    SHAPE,
    "{dims:Dims} [{colours+:Colour}] top",
    "{colours+:Colour} [{dims:Dims}] top",
    makes=Thing,
    shape="square",
    cost=0.3,
)
rule(
    SHAPE,
    "{dims:Dims} [{colours+:Colour}] walls",
    "(walls|wall) (around|round) (a|an) {dims:Dims} (square|rectangle|area|field|floor)",
    "walls of (a|an|the) [little|small] (house|hut|box|castle|room)",
    makes=Thing,
    shape="ring",
)


def _at_corners(thing: Thing, dims: tuple[int, ...]) -> Thing | None:
    """ "Legs at the corners of a 3 by 3 square": four of them."""
    if thing.shape not in ("leg", "tower", *LOOSE) or thing.count not in (None, 1, 4) or thing.dims:
        return None
    high = () if any(one.dimension in ("high", "blocks") for one in thing.sizes) else (Size("high", 1),)
    return replace(thing, shape="corners", plural=False, count=1, dims=dims, sizes=(*thing.sizes, *high))


rule(
    Thing,
    "{thing:Thing} (at|in|on|under) (the|all|all four|the four) corners of (a|the) {dims:Dims} [square|top]",
    makes=_at_corners,
    cost=0.1,
)
words(
    "partlabel",
    "seat|backrest|legs|top|roof|walls|stem|trunk|body|head|base|bottom|arms|posts|beam|bar|deck|foot|feet|lid|"
    "pillars",
)
rule("Command", "[the|its] @partlabel (=|:|is|are) {self:Command}", cost=0.3)
rule("PlainThing", "(its|each|every) {self:ShapeNominal}", makes=Thing, count=1, cost=0.8)
rule("PlainThing", "its {count} {self:ShapeNominal}", makes=Thing, cost=0.8)

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

rule("Thing", "{self:Thing} @partof", cost=0.1)
rule(
    "Command",
    "{size:ShortSize} {place:Place}",
    makes=lambda size, place: Make(Thing("stem", count=1, sizes=(size,)), place),
    cost=0.8,
)
words(
    "thepart",
    "the top|its top|the roof|its roof|the base|its base|its bar|the bar|its stem|the stem|"
    "its crossbar|the crossbar|its foot",
)
rule(Make, "@thepart (is|consists of|will be) {thing:Thing} {place:Place}", cost=0.2)
