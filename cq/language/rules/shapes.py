"""How people name letters, digits and signs, and the parts and the turn of a shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.language.grammar import lex, rule
from cq.language.notation import rules
from cq.language.program import Size, Thing
from cq.language.rules.forming import joined
from cq.world.directions import OPPOSITE

_LETTERS = "a b c d e f g h i j k l o p s t u v y z"

_LOUD = "b c d f g h j k l o p t u v y z"
"""Letters that stand for themselves without the word "letter"; the others are words or directions too."""


def _part(number: int, dimension: str) -> Size:
    return Size(dimension, number)


def _told(part: str) -> Callable[..., tuple[Thing, str, str] | None]:
    def told(
        colour: str = "", dims: tuple[int, ...] = (), size: Size | None = None
    ) -> tuple[Thing, str, str] | None:
        sizes = () if size is None else (replace(size, dimension="arm" if part == "leg" else "base"),)
        return (Thing(dims=dims, sizes=sizes), part, colour) if colour or dims or size else None

    return told


def _parts(a: tuple[Thing, str, str], b: tuple[Thing, str, str] | None = None) -> Thing | None:
    if b is None or a[1] == b[1]:
        return a[0] if b is None and not a[2] else None
    top, leg = (a, b) if a[1] == "top" else (b, a)
    both = joined(top[0], leg[0])
    if both is None or bool(top[2]) != bool(leg[2]):
        return both if both is None or not (top[2] or leg[2]) else None
    return replace(both, colours=(top[2], leg[2]), pattern="parts") if top[2] else both


for _one in (*_LETTERS.split(), *map(str, range(10))):
    lex("Sign", f"letter {_one}", _one)
for _one in _LOUD.split():
    lex("LoudSign", f"letter {_one}", _one)

rules("""
Sign = "x": x
LoudSign = "x": x
@letter: letter|capital letter|capital|uppercase letter|upper case letter|number|digit|block letter|figure
@shapedas: shape|shaped|shaped structure|shaped figure|shaped thing|shaped building|shaped wall
ShapeNominal = Thing: @letter {shape:Sign} [shape] | {shape:LoudSign} @shapedas
ShapeNominal = Thing, 0.5: {shape:LoudSign}
""")
for _one in ("e", "s", "i", *map(str, range(10))):  # "E" alone is a direction, 8 a number.
    lex("QuietSign", f"letter {_one}", _one)

rules("""
hear ShapeNominal = Thing: {shape:QuietSign} (shape|shaped)
hear ShapeNominal = Thing, 0.2: shape of (a|an) {shape:Sign} | the shape of (a|an) {shape:Sign}
ShapeNominal = Thing(shape="plus"): (plus|cross|addition) (sign|symbol|shape)
    [plus|cross] + [sign|shape|symbol]
ShapeNominal = Thing(shape="x"): diagonal cross
ShapeNominal = Thing(shape="staircase"): (flight|set) of (stairs|steps)
ShapeNominal = Thing(shape="staircase"), 0.2: (steps|stairs)
ShapeNominal = Thing(shape="ring"): (square|rectangular|rectangle) (ring|frame|outline|border)
ShapeNominal = Thing(hollow=True): (outline|border|frame|edge) of (a|an) {self:ShapeNominal}
ShapeNominal = Thing(shape="square"), 0.2: (grid|area|rug|layer|surface)
ShapeNominal = Thing(shape="letter u"), 0.1: horseshoe
Part = "arm": arm|arms|leg|legs|post|posts|pillars|limbs
Part = "bar": bar|crossbar|beam|lintel
Part = "stem": stem|stalk|trunk
Part = "base": base|foot|bottom
Part = "side": side|sides|edges
@withits: with|and|every|with a|with an|and a|and an|with the|and the|the|its|with its|and its|each|with each
    all|a
@being: of|is|are|being|that is|that are|has|have
@extends: long|high|tall|wide|each
PartSize = _part: [@withits] {dimension:Part} [@being] {number:Number} [@unit] [@extends]
PartSize = _part(number, dimension) if number > 1 else None:
    [@withits] {number:Number} [@unit] [@extends] {dimension:Part}
Trait = Thing: {sizes+:PartSize}
# "A 3 by 3 yellow top and four red legs two high": what is above and what carries it.
@toppart: top|roof|plate|tabletop|table top|beam|crossbar|deck|lintel|bar|lid|crossbeam|seat
@legpart: legs|leg|posts|post|pillars|feet|supports|columns|walls|uprights|sides|jambs
@ofparts: with|with a|with an|with four|with two|with 4|with 2|and|and a|and an|and four|and two|and 4|and 2
    the|the four|the two|the 4|the 2|its|its a|its an|its four|its two|its 4|its 2|with its|with its a
    with its an|with its four|with its two|with its 4|with its 2|and its|and its a|and its an|and its four
    and its two|and its 4|and its 2|with the|with the four|with the two|with the 4|with the 2|and the
    and the four|and the two|and the 4|and the 2|a|an|four|two|4|2
""")
for _part_of in ("top", "leg"):
    rule(
        "PartTold",
        f"[@ofparts] [{{dims:Dims}}] [{{colour:Colour}}] @{_part_of}part [{{size:ShortSize}}]",
        f"[@ofparts] {{size:ShortSize}} [{{colour:Colour}}] @{_part_of}part",
        f"[@ofparts] @{_part_of}part [{{size:ShortSize}}] [in|of|is|are|from] {{colour:Colour}} [@pieces]",
        f"[@ofparts] @{_part_of}part (is|are) {{size:ShortSize}}",
        makes=_told(_part_of),
    )

rules("""
Trait = _parts, 0.1: {a:PartTold} | {a:PartTold} [,|and] {b:PartTold}
@opens: open to|opening to|open towards|opening towards|opens to|open on|opening on|open at|opening at
    opening facing|with the opening to|with its opening to|with the opening towards|with its opening towards
    with the opening facing|it opens to|and it opens to|and opens to|it is open to|its open side faces
    opening in|with the open side to|with the open side facing|with its open side facing|open
Trait = Thing: @opens [the] {opens} [side|end]
@itsback: its back is|its back|its base is|its closed side is|with its back|with its base|its base|back
""")
rule(
    "Trait",
    "@itsback (in|to|at|on|towards) the {side:Side} [side|end]",
    makes=lambda side: Thing(opens=OPPOSITE[side]) if side in OPPOSITE else None,
)

rules("""
@faces: faces|and faces|it faces|which is seen from|that you can read from|readable when seen from
    so that it can be read from|to be seen from|that can be read from|so it can be read from
    so you can read it from|so that it faces|so it faces|legible when seen from|facing|that faces|which faces
    seen from|readable from|read from|to be read from|looking|visible from|legible from
    so that you can read it from|as seen from
Trait = Thing, 0.1: @faces [the|to the|towards the] {faces} [side]
@upperend: with its top to|with the top to|with its top facing|with its top pointing|top pointing|top to
    with the top pointing|with the top facing|with its top towards|with the top towards
Trait = Thing: @upperend [to|to the|the|towards the] {top}
@rising: climbs to|climbs towards|climbing toward|rising toward|that climbs to|that climbs towards
    and climbs to|and climbs towards|and rises to|and rises towards|rises towards|and goes up to
    and goes up towards|which climbs to|which climbs towards|climbs|that climbs|and climbs|and rises
    that goes up|going upwards to|leading up towards|that leads up to|going up to|rising to|climbing to
    going up towards|rising towards|climbing towards|ascending to|ascending towards|going up|rising|climbing
    leading up to|leading up|ascending|which goes up to|goes up to|that goes up to|that rises to
Trait = Thing: @rising [the] {axis}
Trait = Thing: @rising from [the] {start:Direction} (to|towards) [the] {axis:Direction}
ShapeNominal = Thing(shape="square", pattern="checkered"): @chess [pattern|board|floor]
""")
