"""How people name letters, digits and signs, and the parts and the turn of a shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.language.declaring import lex, rule
from cq.language.notation import rules
from cq.language.program import Size, Thing
from cq.language.rules.forming import joined

_LETTERS = "a b c d e f g h i j k l m n o p s t u v y z"

_LOUD = "b c d f g h j k l o p t u v y z"
"""Letters that need no word "letter"; the others are words or directions too."""


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


for _sign in (*_LETTERS.split(), *map(str, range(10))):
    lex("Sign", f"letter {_sign}", _sign)
for _sign in _LOUD.split():
    lex("LoudSign", f"letter {_sign}", _sign)

rules("""
LoudSign = "x": x
@letter: letter|capital letter|capital|number|digit
@shapedas: shape|shaped|shaped structure|shaped figure
ShapeNominal = Thing: @letter {shape:Sign} | {shape:LoudSign} @shapedas
ShapeNominal = Thing, 0.5: {shape:LoudSign}
""")
for _sign in ("e", "s", "i", *map(str, range(10))):  # "E" alone is a direction, 8 a number.
    lex("QuietSign", f"letter {_sign}", _sign)

rules("""
hear ShapeNominal = Thing: {shape:QuietSign} shape
hear ShapeNominal = Thing, 0.2: shape of a {shape:Sign} | the shape of an {shape:Sign}
ShapeNominal = Thing(shape="plus"): (plus|cross) (sign|shape) | + [shape]
ShapeNominal = Thing(shape="staircase"): (flight|set) of (stairs|steps)
ShapeNominal = Thing(shape="staircase"), 0.2: (steps|stairs)
ShapeNominal = Thing(shape="ring"): square (ring|frame|outline|border)
ShapeNominal = Thing(shape="square"), 0.2: (grid|area|rug|layer)
Part = "arm": arm | arms | leg | legs | post | posts
Part = "bar": bar | beam | lintel
Part = "stem": stem
Part = "base": base | foot | bottom
Part = "side": side | edges
@withits: with|and|every|with a|and a|and an|and the|the|its|each|all|a
@being: of|is|that are|has
@extends: long|high|tall|wide|each
PartSize = _part: [@withits] {dimension:Part} [@being] {number:Number} [@unit] [@extends]
PartSize = _part(number, dimension) if number > 1 else None: [@withits] {number:Number} [@unit] [@extends] \
{dimension:Part}
Trait = Thing: {sizes+:PartSize}
# "A 3 by 3 yellow top and four red legs two high": what is above and what carries it.
@toppart: top|roof
@legpart: legs|walls|sides
@ofparts: with a|and four|its|its two
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
Trait = _parts, 0.1: {a:PartTold} | {a:PartTold} {b:PartTold}
@opens: open to|opening to|open towards|opens to|open
Trait = Thing: @opens [the] {opens}
@faces: facing|seen from|read from
Trait = Thing, 0.1: @faces [the] {faces}
@rising: climbs to|climbing toward|and climbs to|that climbs|going up to|rising to|climbing to
    going up towards|going up|rising|climbing|that rises to
Trait = Thing: @rising [the] {axis}
Trait = Thing: @rising from [the] {start:Direction} to [the] {axis:Direction}
ShapeNominal = Thing(shape="square", pattern="checkered"): @chess [pattern|floor]
""")
