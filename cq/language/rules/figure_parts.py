"""How people name the parts of a figure, and tell how they run."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import rule
from cq.language.notation import rules
from cq.language.program import Make, Offset, Place, Ref, Several, Size, Span, Step, There, Thing
from cq.language.rules.forming import LOOSE
from cq.world.directions import OPPOSITE

# The nouns of parts.
SHAPE = "ShapeNominal"


def _at_corners(thing: Thing, dims: tuple[int, ...]) -> Thing | None:
    """ "Legs at the corners of a 3 by 3 square": four of them."""
    if thing.shape not in ("leg", "tower", *LOOSE) or thing.count not in (None, 1, 4) or thing.dims:
        return None
    high = () if any(one.dimension in ("high", "blocks") for one in thing.sizes) else (Size("high", 1),)
    return replace(thing, shape="corners", plural=False, count=1, dims=dims, sizes=(*thing.sizes, *high))


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


def _forked(thing: Thing, start: Place | Ref, direction: str, second: Thing, other: str) -> Make:
    """Two lines from one place: "from there two blocks go north and two go east"."""
    return Make(
        replace(thing, then=(second,)),
        Several((_going(start, direction), _going(start, other))),
    )


def _either_side(a: Step, b: Step, start: Place | Ref) -> Several | None:
    """ "Two squares east and two squares west of it" are two places."""
    if OPPOSITE.get(a.direction or "") != b.direction:
        return None
    return Several((Offset(start, (a,)), Offset(start, (b,))))


rules("""
ShapeNominal = Thing(shape="stem"), 0.3: (stem|shaft|spine|trunk|stroke|upright|backrest)
ShapeNominal = Thing(shape="stem", plural=True), 0.3: (stems|shafts|spines|trunks|strokes|uprights|backrests)
ShapeNominal = Thing(shape="stem"), 0.4:
    (bottom|lower|top|upper|middle|long|short) (stem|shaft|spine|trunk|stroke|upright|backrest)
ShapeNominal = Thing(shape="leg"), 0.3: (leg|limb|jamb)
ShapeNominal = Thing(shape="leg", plural=True), 0.3: (legs|limbs|jambs)
ShapeNominal = Thing(shape="leg"), 0.4: (bottom|lower|top|upper|middle|long|short) (leg|limb|jamb)
ShapeNominal = Thing(shape="arm"), 0.3: (arm|branch|hook)
ShapeNominal = Thing(shape="arm", plural=True), 0.3: (arms|branches|hooks)
ShapeNominal = Thing(shape="arm"), 0.4: (bottom|lower|top|upper|middle|long|short) (arm|branch|hook)
ShapeNominal = Thing(shape="row"), 0.3: (crossbar|lintel|crosspiece|head|foot)
ShapeNominal = Thing(shape="row", plural=True), 0.3: (crossbars|lintels|crosspieces|heads|feet)
ShapeNominal = Thing(shape="row"), 0.4:
    (bottom|lower|top|upper|middle|long|short) (crossbar|lintel|crosspiece|head|foot)
ShapeNominal = Thing(shape="square"), 0.3: (lid|panel|deck|base|tabletop|roof|seat)
ShapeNominal = Thing(shape="square", plural=True), 0.3: (lids|panels|decks|bases|tabletops|roofs|seats)
ShapeNominal = Thing(shape="square"), 0.4:
    (bottom|lower|top|upper|middle|long|short) (lid|panel|deck|base|tabletop|roof|seat)
ShapeNominal = Thing(shape="block"), 0.3: (tip|peak|knob|point|apex)
ShapeNominal = Thing(shape="block", plural=True), 0.3: (tips|peaks|knobs|points|apexs)
ShapeNominal = Thing(shape="row"), 0.4: (bottom|lower|top|upper|middle) (bar|beam|row|line)
ShapeNominal = Thing(shape="square"), 0.3: {dims:Dims} [{colours+:Colour}] top
    {colours+:Colour} [{dims:Dims}] top
ShapeNominal = Thing(shape="ring"): {dims:Dims} [{colours+:Colour}] walls
    (walls|wall) (around|round) (a|an) {dims:Dims} (square|rectangle|area|field|floor)
    walls of (a|an|the) [little|small] (house|hut|box|castle|room)
Thing = _at_corners, 0.1:
    {thing:Thing} (at|in|on|under) (the|all|all four|the four) corners of (a|the) {dims:Dims} [square|top]
@partlabel: seat|backrest|legs|top|roof|walls|stem|trunk|body|head|base|bottom|arms|posts|beam|bar|deck|foot
    feet|lid|pillars
Command, 0.3: [the|its] @partlabel (=|:|is|are) {self:Command}
PlainThing = Thing(count=1), 0.8: (its|each|every) {self:ShapeNominal}
PlainThing = Thing, 0.8: its {count} {self:ShapeNominal}
# How parts run.
@partruns: goes|runs|go|run|extends|leads|continues|reaches|stretches|sticks out|stick out|points|point|lead
Make = _run, 0.2: {thing:Thing} @partruns [straight|to the] {direction:Side} from {start:PointOf}
    {thing:Thing} @partruns {number:Number} [more] [@pieces] [straight|to the] {direction:Side} from \
{start:PointOf}
    from {start:PointOf} {thing:Thing} @partruns [straight|diagonally|to the] {direction:Side}
    {thing:Thing} @partruns from {start:PointOf} {number:Number} [@pieces] [to the] {direction:Side}
Make = _run, 0.2: {thing:Thing} @partruns [straight|to the] {direction:Side} from {start:Ref}
    {thing:Thing} @partruns {number:Number} [more] [@pieces] [straight|to the] {direction:Side} from \
{start:Ref}
    from {start:Ref} {thing:Thing} @partruns [straight|diagonally|to the] {direction:Side}
    {thing:Thing} @partruns from {start:Ref} {number:Number} [@pieces] [to the] {direction:Side}
Make = Make(replace(thing, sizes=(*thing.sizes, Size("blocks", number))), replace(edge, middle=True)), 0.1: \
{thing:Thing} (is|are|fills|takes|occupies|covers|takes up) [the] {number:Number} (middle|central) \
(@cellwords|@pieces) of {edge:EdgeNoun}
@partof: as a hook|as a step|as a crossbar|as a bar|as a tip|as a roof|as a base|as a stem|as a head|as a foot
    as a lintel|as a top|as a leg|as a arm|as an hook|as an step|as an crossbar|as an bar|as an tip|as an roof
    as an base|as an stem|as an head|as an foot|as an lintel|as an top|as an leg|as an arm|as the hook
    as the step|as the crossbar|as the bar|as the tip|as the roof|as the base|as the stem|as the head
    as the foot|as the lintel|as the top|as the leg|as the arm|as its hook|as its step|as its crossbar
    as its bar|as its tip|as its roof|as its base|as its stem|as its head|as its foot|as its lintel|as its top
    as its leg|as its arm|as their hook|as their step|as their crossbar|as their bar|as their tip
    as their roof|as their base|as their stem|as their head|as their foot|as their lintel|as their top
    as their leg|as their arm|as a lower hook|as a lower step|as a lower crossbar|as a lower bar
    as a lower tip|as a lower roof|as a lower base|as a lower stem|as a lower head|as a lower foot
    as a lower lintel|as a lower top|as a lower leg|as a lower arm|as the lower hook|as the lower step
    as the lower crossbar|as the lower bar|as the lower tip|as the lower roof|as the lower base
    as the lower stem|as the lower head|as the lower foot|as the lower lintel|as the lower top
    as the lower leg|as the lower arm
Make, 0.1: {self:Make} @partof
Make = Make(replace(thing, count=1), place), 0.1: (its|the) {thing:ShapeNominal} is {place:PointOf}
Make = _forked, 0.2: from {start:PointOf} {thing:PlainThing} @partruns @slantwise {direction:Side} [,] and \
{second:PlainThing} [@partruns] @slantwise {other:Side}
    from {start:PointOf} {thing:PlainThing} @partruns [to the] {direction:Side} [,] and {second:PlainThing} \
[@partruns] [to the] {other:Side}
Make = _forked, 0.2: from {start:Ref} {thing:PlainThing} @partruns @slantwise {direction:Side} [,] and \
{second:PlainThing} [@partruns] @slantwise {other:Side}
    from {start:Ref} {thing:PlainThing} @partruns [to the] {direction:Side} [,] and {second:PlainThing} \
[@partruns] [to the] {other:Side}
@slantwise: diagonally|diagonally to the|diagonally towards the
Thing = forming.joined, 0.4: {thing:Thing} (is|are|has|have) {trait:Trait}
Several = _either_side: {a:Step} and {b:Step} (of|from) {start:PointOf}
Several = _either_side: {a:Step} and {b:Step} (of|from) {start:Ref}
""")
rule("Thing", "{self:Thing} @partof", cost=0.1)

rules("""
Command = Make(Thing("stem", count=1, sizes=(size,)), place), 0.8: {size:ShortSize} {place:Place}
@thepart: the top|its top|the roof|its roof|the base|its base|its bar|the bar|its stem|the stem|its crossbar
    the crossbar|its foot
Make, 0.2: @thepart (is|consists of|will be) {thing:Thing} {place:Place}
""")
