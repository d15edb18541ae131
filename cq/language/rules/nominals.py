"""Nouns for present things, with their modifiers in front: colours, numbers, adjectives."""

from __future__ import annotations

from dataclasses import replace

from cq.language.declaring import lex, rule
from cq.language.inflection import plural_of
from cq.language.notation import rules
from cq.language.program import Extreme, HasSize, Limit, Ref, State
from cq.language.vocabulary import FIGURES, KINDS
from cq.world.palette import COLOURS

NOMINAL = "Nominal"


# Parts of things are nouns too: "the top", "both ends", "the left half".
_PARTS: dict[str, tuple[str, Limit]] = {
    "end|tip": ("ends|tips", State("end")),
    "corner": ("corners", State("corner")),
    "edge|border|rim|outline|perimeter|boundary|outside": ("edges|borders|sides", State("edge")),
    "middle|center|centre|heart": ("middles|centers|centres", State("middle")),
    "inside|interior|core": ("insides", State("inner")),
    "arm": ("arms", State("arm")),
    "leg|stem|trunk": ("legs", State("leg")),
    "roof|crossbar": ("roofs", State("roof")),
    "upright": ("uprights", State("stem")),
}

_WHOLE = ("border", "rim", "outline", "perimeter", "boundary", "outside", "inside", "interior", "core")

"""Nouns for one part of something; they need a determiner ("the top")."""


def _sided(direction: str) -> Ref:
    return Ref("part", True, limits=(Extreme(direction),))


def _sided_in(direction: str, colour: str) -> Ref:
    return replace(_sided(direction), colours=(colour,))


def _numbered(number: int, ref: Ref) -> Ref | None:
    """Nouns agree with their number; other numbers are sizes, as in "the 3 high tower"."""
    return replace(ref, number=number) if ref.plural and ref.number is None else None


def _made_of(ref: Ref, colours: str = "", size: HasSize | None = None) -> Ref | None:
    if ref.noun in ("block", "one", "part") or (colours and ref.colours):
        return None
    limits = ref.limits if size is None else (size, *ref.limits)
    return replace(ref, colours=(colours,) if colours else ref.colours, limits=limits)


for _kind, _nouns in KINDS.items():
    if _kind in ("corner", "edge"):
        continue
    rule(NOMINAL, f"({'|'.join(_nouns.split())})", makes=Ref, noun=_kind)
    rule(NOMINAL, f"({'|'.join(map(plural_of, _nouns.split()))})", makes=Ref, noun=_kind, plural=True)

rules("""
@shaped: shape|sign|structure|shaped structure|shaped figure|symbol
""")
for _kind in FIGURES:
    rule(NOMINAL, f"({'|'.join(KINDS[_kind].split())}) @shaped", makes=Ref, noun=_kind)

rules("""
hear Nominal = Ref(noun="part", limits=(Extreme("up"),), of=Ref("table", quantifier="the")): \
(table top|tabletop)
Nominal = Ref(noun="house"): (house|hut|cabin)
Nominal = Ref(noun="house", plural=True): (houses|huts|cabins)
hear Nominal = Ref(noun="plus"): [plus] + [sign]
hear Nominal = Ref(noun="structure"), 0.1: (set|group|bunch|section)
hear Nominal = Ref(noun="structure", plural=True), 0.1: (sets|groups)
hear Nominal = Ref(noun="staircase"): (stairs|steps)
hear Nominal = Ref(noun="block"), 0.3: (cap|lid|hat|crown)
hear Nominal = Ref(noun="row"), 0.3: [@even] (pattern|sequence)
@even: alternating|colour
Nominal = Ref(noun="one"): one
Nominal = Ref(noun="one", plural=True): ones
hear Nominal = Ref(noun="block", plural=True): {colours+:ColourPlural}
""")
for _letter in "abcdefghijklmnopqrstuvwxyz":
    _cost = 1.0 if _letter in "ai" else 0.0
    rule(
        NOMINAL,
        f"{_letter} [shape|structure|shaped structure|shaped figure|shape structure|shaped wall|shaped "
        "shape]",
        f"letter {_letter}",
        makes=Ref,
        noun=f"letter {_letter}",
        cost=_cost,
    )
    rule(
        NOMINAL,
        f"(upside down|inverted|backward|backwards) {_letter} [shape]",
        makes=Ref,
        noun=f"letter {_letter}",
    )
for _singular, (_plural, _limit) in _PARTS.items():
    for _noun in _singular.split("|"):
        # A corner belongs to the zone rather than to a thing.
        _cost = 1.4 if _noun in ("corner", "edge", "border", "boundary") else 0.5
        rule("PartWord", _noun, makes=Ref, noun="part", limits=(_limit,), plural=_noun in _WHOLE, cost=_cost)
    rule(NOMINAL, f"({_plural})", makes=Ref, noun="part", plural=True, limits=(_limit,), cost=0.5)

rules("""
PartNominal = Ref: {self:PartWord}
PartWord = Ref(noun="part", limits=(Extreme("up"),)), 0.3: (top|head|peak)
Nominal = Ref(noun="part", plural=True, limits=(Extreme("up"),)), 0.3: (tops|heads)
PartWord = Ref(noun="part", limits=(Extreme("down"),)), 0.3: (bottom|base|foot)
Nominal = Ref(noun="part", plural=True, limits=(Extreme("down"),)), 0.3: (bottoms|bases|feet)
PartNominal = Ref: {colours+} {self} | {limits+:Adjective} {self}
PartNominal = Ref: @exact {self}
hear PartNominal = _sided, 0.5: {direction} part
hear PartNominal = _sided_in, 0.5: {direction} {colour} part
hear PartNominal = _sided, 1.4: {direction} (side|edge)
hear PartNominal = Ref("part", limits=(Extreme(direction),)), 0.4: {direction} end
BarLength = Largest("blocks"): longer | long
BarLength = Largest("blocks", least=True): shorter | short
hear PartNominal = Ref("part", limits=(length, State("bar"))), 0.2: {length:BarLength} (side|arm|leg|stroke)
hear PartNominal = Ref("part", limits=(State("roof"),)), 0.3: cross part
hear PartNominal = Ref("part", True, limits=(Half(direction),)): {direction} half
PartNominal = Ref(noun="part", plural=True), 0.4: {limits+:Choosing} (part|piece|bit)
PartNominal = Ref(noun="part", plural=True, limits=(State("middle"),)): (middle|centre) (section|piece)
""")
# In front of the noun.
for _colour in COLOURS:
    _others = tuple(colour for colour in COLOURS if colour != _colour)
    lex("OtherColours", _others, f"non {_colour}", f"not {_colour}", f"non {_colour} coloured")

rules("""
@light: bright|light|dark|plain|solid
Nominal = Ref: {limits+:Adjective} {self}
Nominal = Ref: {colours:OtherColours} {self}
Nominal = Ref: {colours+} (and|or|and the|/) {self:ColouredNominal}
Nominal = Ref: [@light] {colours+} {self}
ColouredNominal = Ref: [@light] {colours+} {self:Nominal}
hear Nominal = _numbered: {number} {ref:Nominal}
hear Nominal = None if ref.plural or ref.number else replace(ref, number=1): one {ref:Nominal}
Nominal = Ref, 1.2: {number} {self}
Nominal = Ref: (block|cube) {self:Structure}
Structure = Ref(noun="tower"): (tower|column|pillar|stack)
Structure = Ref(noun="row"): (row|line)
Structure = Ref(noun="tower", plural=True): (towers|columns|stacks)
Structure = Ref(noun="structure"): (structure|pile)
# Without a noun: "the highest", "the top two", "the red".
PartNominal = Ref(noun="one"), 0.5: {limits+:Choosing}
PartNominal = Ref(noun="one"), 1.7: {limits+:Extreme}
Nominal = Ref(noun="one", plural=True), 0.4: {limits+:Choosing} {number} | {limits+:Extreme} {number}
Nominal = Ref(noun="one", plural=True), 0.4: {number} {limits+:Choosing}
Nominal = Ref(noun="one"), 1: {colours+}
Nominal = Ref(noun="one", plural=True), 1.2: {number}
# Behind the noun: "tower of four red blocks", "row of yellow blocks".
@blocks: blocks|block|cube|boxes
CountOfBlocks = Size(dimension="blocks"): {number} @blocks | {number}
CountSize = HasSize: {size:CountOfBlocks}
NumberSize = HasSize: {size:BareCount}
BareCount = Size(dimension="blocks"): {number}
@consistingof: of
hear Nominal = _made_of: {ref:Nominal} @consistingof [the] {colours:Colour} @blocks
    {ref:Nominal} @consistingof {size:CountSize}
    {ref:Nominal} @consistingof {size:NumberSize} {colours:Colour} @blocks
    {ref:Nominal} with {size:CountSize}
Nominal = Ref, 0.2: {self} in {colours+}
""")
