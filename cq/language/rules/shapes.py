"""How people name letters, digits and signs, and the parts and the turn of a shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import Size, Thing
from cq.language.rules.forming import joined
from cq.world.directions import OPPOSITE

_LETTERS = "a b c d e f g h i j k l o p s t u v y z"
_LOUD = "b c d f g h j k l o p t u v y z"
"""Letters that stand for themselves without the word "letter"; the others are words or directions too."""
for _one in (*_LETTERS.split(), *map(str, range(10))):
    lex("Sign", f"letter {_one}", _one)
for _one in _LOUD.split():
    lex("LoudSign", f"letter {_one}", _one)
lex("Sign", "x", "x")
lex("LoudSign", "x", "x")
words(
    "letter",
    "letter|capital letter|capital|uppercase letter|upper case letter|number|digit|block letter|figure",
)
words("shapedas", "shape|shaped|shaped structure|shaped figure|shaped thing|shaped building|shaped wall")
rule("ShapeNominal", "@letter {shape:Sign} [shape]", "{shape:LoudSign} @shapedas", makes=Thing)
rule("ShapeNominal", "{shape:LoudSign}", makes=Thing, cost=0.5)
for _one in ("e", "s", "i", *map(str, range(10))):  # "E" alone is a direction, 8 a number.
    lex("QuietSign", f"letter {_one}", _one)
hear("ShapeNominal", "{shape:QuietSign} (shape|shaped)", makes=Thing)
hear(
    "ShapeNominal", "shape of (a|an) {shape:Sign}", "the shape of (a|an) {shape:Sign}", makes=Thing, cost=0.2
)
rule(
    "ShapeNominal",
    "(plus|cross|addition) (sign|symbol|shape)",
    "[plus|cross] + [sign|shape|symbol]",
    makes=Thing,
    shape="plus",
)
rule("ShapeNominal", "diagonal cross", makes=Thing, shape="x")
rule("ShapeNominal", "(flight|set) of (stairs|steps)", makes=Thing, shape="staircase")
rule("ShapeNominal", "(steps|stairs)", makes=Thing, shape="staircase", cost=0.2)
rule("ShapeNominal", "(square|rectangular|rectangle) (ring|frame|outline|border)", makes=Thing, shape="ring")
rule("ShapeNominal", "(outline|border|frame|edge) of (a|an) {self:ShapeNominal}", makes=Thing, hollow=True)
rule("ShapeNominal", "(grid|area|rug|layer|surface)", makes=Thing, shape="square", cost=0.2)

rule("ShapeNominal", "horseshoe", makes=Thing, shape="letter u", cost=0.1)
lex("Part", "arm", "arm", "arms", "leg", "legs", "post", "posts", "pillars", "limbs")
lex("Part", "bar", "bar", "crossbar", "beam", "lintel")
lex("Part", "stem", "stem", "stalk", "trunk")
lex("Part", "base", "base", "foot", "bottom")
lex("Part", "side", "side", "sides", "edges")


def _part(number: int, dimension: str) -> Size:
    return Size(dimension, number)


words(
    "withits",
    "with|and|every|with a|with an|and a|and an|with the|and the|the|its|with its|and its|each|with each|"
    "all|a",
)
words("being", "of|is|are|being|that is|that are|has|have")
words("extends", "long|high|tall|wide|each")
rule("PartSize", "[@withits] {dimension:Part} [@being] {number:Number} [@unit] [@extends]", makes=_part)
rule(
    "PartSize",
    "[@withits] {number:Number} [@unit] [@extends] {dimension:Part}",
    makes=lambda number, dimension: _part(number, dimension) if number > 1 else None,  # "A stem" has no size.
)
rule("Trait", "{sizes+:PartSize}", makes=Thing)


# "A 3 by 3 yellow top and four red legs two high": what is above and what carries it.
words("toppart", "top|roof|plate|tabletop|table top|beam|crossbar|deck|lintel|bar|lid|crossbeam|seat")
words("legpart", "legs|leg|posts|post|pillars|feet|supports|columns|walls|uprights|sides|jambs")
words(
    "ofparts",
    "|".join(
        f"{lead} {number}".strip()
        for lead in ("with", "and", "the", "its", "with its", "and its", "with the", "and the")
        for number in ("", "a", "an", "four", "two", "4", "2")
        if "the" not in lead.split() or number not in ("a", "an")
    ),
)
words("ofparts", "a|an|four|two|4|2")


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


for _part_of in ("top", "leg"):
    rule(
        "PartTold",
        f"[@ofparts] [{{dims:Dims}}] [{{colour:Colour}}] @{_part_of}part [{{size:ShortSize}}]",
        f"[@ofparts] {{size:ShortSize}} [{{colour:Colour}}] @{_part_of}part",
        f"[@ofparts] @{_part_of}part [{{size:ShortSize}}] [in|of|is|are|from] {{colour:Colour}} [@pieces]",
        f"[@ofparts] @{_part_of}part (is|are) {{size:ShortSize}}",
        makes=_told(_part_of),
    )
rule("Trait", "{a:PartTold}", "{a:PartTold} [,|and] {b:PartTold}", makes=_parts, cost=0.1)
words(
    "opens",
    "open to|opening to|open towards|opening towards|opens to|open on|opening on|open at|opening at|"
    "opening facing|with the opening to|with its opening to|with the opening towards|"
    "with its opening towards|with the opening facing|it opens to|and it opens to|and opens to|"
    "it is open to|its open side faces|opening in|with the open side to|with the open side facing|"
    "with its open side facing|open",
)
rule("Trait", "@opens [the] {opens} [side|end]", makes=Thing)
words(
    "itsback",
    "its back is|its back|its base is|its closed side is|with its back|with its base|its base|back",
)
rule(
    "Trait",
    "@itsback (in|to|at|on|towards) the {side:Side} [side|end]",
    makes=lambda side: Thing(opens=OPPOSITE[side]) if side in OPPOSITE else None,
)
words(
    "faces",
    "faces|and faces|it faces|which is seen from|that you can read from|readable when seen from|"
    "so that it can be read from|to be seen from|that can be read from|so it can be read from|"
    "so you can read it from|so that it faces|so it faces|legible when seen from|facing|that faces|"
    "which faces|seen from|readable from|read from|to be read from|looking|visible from|legible from|"
    "so that you can read it from|as seen from",
)
rule("Trait", "@faces [the|to the|towards the] {faces} [side]", makes=Thing, cost=0.1)
words(
    "upperend",
    "with its top to|with the top to|with its top facing|with its top pointing|top pointing|top to|"
    "with the top pointing|with the top facing|with its top towards|with the top towards",
)
rule("Trait", "@upperend [to|to the|the|towards the] {top}", makes=Thing)
words(
    "rising",
    "climbs to|climbs towards|climbing toward|rising toward|that climbs to|that climbs towards|"
    "and climbs to|and climbs towards|and rises to|and rises towards|rises towards|and goes up to|"
    "and goes up towards|which climbs to|which climbs towards|climbs|that climbs|and climbs|and rises|"
    "that goes up|going upwards to|leading up towards|that leads up to|going up to|rising to|climbing to|"
    "going up towards|rising towards|climbing towards|ascending to|ascending towards|going up|rising|"
    "climbing|leading up to|leading up|ascending|which goes up to|goes up to|that goes up to|that rises to",
)
rule("Trait", "@rising [the] {axis}", makes=Thing)
rule("Trait", "@rising from [the] {start:Direction} (to|towards) [the] {axis:Direction}", makes=Thing)
rule("ShapeNominal", "@chess [pattern|board|floor]", makes=Thing, shape="square", pattern="checkered")
