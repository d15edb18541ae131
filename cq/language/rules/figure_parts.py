"""How people name the parts of a figure and their directions."""

from __future__ import annotations

from dataclasses import replace

from cq.language.declaring import rule
from cq.language.notation import rules
from cq.language.program import Make, Place, Ref, Size, Span, There, Thing
from cq.language.rules.forming import LOOSE

# The nouns of parts.
SHAPE = "ShapeNominal"


def _at_corners(thing: Thing, dims: tuple[int, ...]) -> Thing | None:
    """ "Legs at the corners of a 3 by 3 square": four of them."""
    if thing.shape not in ("leg", "tower", *LOOSE) or thing.count not in (None, 1, 4) or thing.dims:
        return None
    high = () if any(size.dimension in ("high", "blocks") for size in thing.sizes) else (Size("high", 1),)
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


rules("""
ShapeNominal = Thing(shape="stem"), 0.3: (stem|shaft|spine|trunk|stroke|upright|backrest)
ShapeNominal = Thing(shape="stem", plural=True), 0.3: stems
ShapeNominal = Thing(shape="stem"), 0.4: (bottom|middle|long|short) (stem|spine|upright)
ShapeNominal = Thing(shape="leg"), 0.3: leg
ShapeNominal = Thing(shape="leg", plural=True), 0.3: legs
ShapeNominal = Thing(shape="arm"), 0.3: (arm|branch|hook)
ShapeNominal = Thing(shape="arm", plural=True), 0.3: (arms|hooks)
ShapeNominal = Thing(shape="row"), 0.3: (crossbar|lintel|crosspiece|head|foot)
ShapeNominal = Thing(shape="row", plural=True), 0.3: (crossbars|heads|feet)
ShapeNominal = Thing(shape="square"), 0.3: (lid|panel|deck|base|tabletop|roof)
ShapeNominal = Thing(shape="square", plural=True), 0.3: (lids|bases|roofs)
ShapeNominal = Thing(shape="block"), 0.3: (tip|peak|knob|point)
ShapeNominal = Thing(shape="block", plural=True), 0.3: (tips|peaks|points)
ShapeNominal = Thing(shape="row"), 0.4: (bottom|lower|top|upper|middle) (bar|row)
ShapeNominal = Thing(shape="square"), 0.3: {dims:Dims} [{colours+:Colour}] top
    {colours+:Colour} [{dims:Dims}] top
Thing = _at_corners, 0.1: {thing:Thing} (at|in) the corners of a {dims:Dims} [square]
@partlabel: backrest|top|walls|head|bottom|posts
Command, 0.3: [the] @partlabel (=|:|is|are) {self:Command}
PlainThing = Thing(count=1), 0.8: (its|each|every) {self:ShapeNominal}
PlainThing = Thing, 0.8: its {count} {self:ShapeNominal}
# How parts run.
@partruns: goes|go|run
Make = _run, 0.2: {thing:Thing} @partruns {number:Number} [more] [@pieces] {direction:Side} from \
{start:PointOf}
Make = _run, 0.2: {thing:Thing} @partruns {number:Number} [more] [@pieces] {direction:Side} from {start:Ref}
    from {start:Ref} {thing:Thing} @partruns [diagonally|to the] {direction:Side}
Make = Make(replace(thing, sizes=(*thing.sizes, Size("blocks", number))), replace(edge, middle=True)), \
0.1: {thing:Thing} (is|fills) the {number:Number} middle @cellwords of {edge:EdgeNoun}
@partof: as a roof|as the base
Thing = forming.joined, 0.4: {thing:Thing} (is|are|has|have) {trait:Trait}
""")
rule("Thing", "{self:Thing} @partof", cost=0.1)

rules("""
Command = Make(Thing("stem", count=1, sizes=(size,)), place), 0.8: {size:ShortSize} {place:Place}
@thepart: the top|the stem|the crossbar
Make, 0.2: @thepart (is|consists of) {thing:Thing} {place:Place}
""")
