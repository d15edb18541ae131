"""Nouns for what stands, with what goes in front of them: colours, numbers, adjectives."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import Extreme, Half, HasSize, Limit, Ref, Size, State
from cq.language.vocabulary import KINDS
from cq.world.palette import COLOURS

NOMINAL = "Nominal"


def plural_of(noun: str) -> str:
    """The plural of a noun."""
    if noun.endswith("y"):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("x", "ch", "s", "sh")) else "s")


for _kind, _nouns in KINDS.items():
    if _kind in ("corner", "edge"):
        continue
    rule(NOMINAL, f"({'|'.join(_nouns.split())})", makes=Ref, noun=_kind)
    rule(NOMINAL, f"({'|'.join(map(plural_of, _nouns.split()))})", makes=Ref, noun=_kind, plural=True)
words(
    "shaped",
    "shape|sign|figure|formation|pattern|structure|shaped structure|like structure|shaped figure|symbol",
)
for _kind in ("plus", "ring", "square", "arch", "diagonal", "table", "pyramid", "bench", "staircase"):
    rule(NOMINAL, f"({'|'.join(KINDS[_kind].split())}) @shaped", makes=Ref, noun=_kind)
hear(NOMINAL, "[plus|cross] + [sign|symbol|shape]", makes=Ref, noun="plus")
hear(NOMINAL, "(set|group|cluster|bunch|section|figures)", makes=Ref, noun="structure", cost=0.1)
hear(NOMINAL, "(sets|groups|clusters|sections)", makes=Ref, noun="structure", plural=True, cost=0.1)
hear(NOMINAL, "(stairs|steps)", makes=Ref, noun="staircase")
hear(NOMINAL, "(cap|lid|hat|crown)", makes=Ref, noun="block", cost=0.3)
hear(NOMINAL, "[@even] (pattern|sequence|series)", makes=Ref, noun="row", cost=0.3)
words("even", "alternating|same|colour|striped")
rule(NOMINAL, "one", makes=Ref, noun="one")
rule(NOMINAL, "ones", makes=Ref, noun="one", plural=True)
hear(NOMINAL, "{colours+:ColourPlural}", makes=Ref, noun="block", plural=True)
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
}
_WHOLE = ("border", "rim", "outline", "perimeter", "boundary", "outside", "inside", "interior", "core")
PART = "PartNominal"
"""Nouns for one part of something; they need a determiner ("the top")."""
for _singular, (_plural, _limit) in _PARTS.items():
    for _noun in _singular.split("|"):
        # A corner is one of the zone before it is one of a thing.
        _cost = 1.4 if _noun in ("corner", "edge", "border", "boundary") else 0.5
        rule(PART, _noun, makes=Ref, noun="part", limits=(_limit,), plural=_noun in _WHOLE, cost=_cost)
    rule(NOMINAL, f"({_plural})", makes=Ref, noun="part", plural=True, limits=(_limit,), cost=0.5)
rule(PART, "(top|tip top|head|peak)", makes=Ref, noun="part", limits=(Extreme("up"),), cost=0.3)
rule(NOMINAL, "(tops|heads)", makes=Ref, noun="part", plural=True, limits=(Extreme("up"),), cost=0.3)
rule(PART, "(bottom|base|foot)", makes=Ref, noun="part", limits=(Extreme("down"),), cost=0.3)
rule(
    NOMINAL, "(bottoms|bases|feet)", makes=Ref, noun="part", plural=True, limits=(Extreme("down"),), cost=0.3
)
rule(PART, "[@light] {colours+} {self}", "{limits+:Adjective} {self}", makes=Ref)
rule(PART, "@exact {self}", makes=Ref)


def _sided(direction: str) -> Ref:
    return Ref("part", True, limits=(Extreme(direction),))


hear(PART, "{direction} (part|portion|section)", makes=_sided, cost=0.5)


def _sided_in(direction: str, colour: str) -> Ref:
    return replace(_sided(direction), colours=(colour,))


hear(PART, "{direction} {colour} (part|portion|section)", makes=_sided_in, cost=0.5)
rule(
    PART, "{direction} (side|edge)", makes=_sided, says=False, cost=1.4
)  # It is a place before it is a part.
hear(PART, "{direction} end", makes=lambda direction: Ref("part", limits=(Extreme(direction),)), cost=0.4)
hear(PART, "{direction} half", makes=lambda direction: Ref("part", True, limits=(Half(direction),)))
rule(
    PART, "{limits+:Choosing} (part|portion|section|piece|bit)", makes=Ref, noun="part", plural=True, cost=0.4
)
rule(
    PART,
    "(middle|center|centre|central) (section|part|portion|piece)",
    makes=Ref,
    noun="part",
    plural=True,
    limits=(State("middle"),),
)

# In front of the noun.
for _colour in COLOURS:
    _others = tuple(one for one in COLOURS if one != _colour)
    lex("OtherColours", _others, f"non {_colour}", f"not {_colour}", f"non {_colour} coloured")
words("colouredword", "coloured|colored|color|colour")
words("light", "bright|light|dark|plain|solid")
rule(NOMINAL, "{limits+:Adjective} {self}", makes=Ref)
rule(NOMINAL, "{colours:OtherColours} {self}", makes=Ref)
rule(
    NOMINAL,
    "{colours+} [,] (and|or|and the|/) {self:ColouredNominal}",
    "{colours+} , {self:ColouredList}",
    makes=Ref,
)
rule(NOMINAL, "[@light] {colours+} [@colouredword] {self}", makes=Ref)
rule(
    "ColouredList",
    "{colours+} [,] (and|or|and the) {self:ColouredNominal}",
    "{colours+} , {self:ColouredList}",
    makes=Ref,
)
rule("ColouredNominal", "[@light] {colours+} {self:Nominal}", makes=Ref)


def _numbered(number: int, ref: Ref) -> Ref | None:
    """Nouns agree with their number; those that do not are rather "the 3 high tower"."""
    return replace(ref, number=number) if ref.plural and ref.number is None else None


hear(NOMINAL, "{number} {ref:Nominal}", makes=_numbered)
hear(
    NOMINAL,
    "one {ref:Nominal}",
    makes=lambda ref: None if ref.plural or ref.number else replace(ref, number=1),
)
rule(NOMINAL, "{number} {self}", makes=Ref, cost=1.2)
rule(NOMINAL, "(block|brick|cube) {self:Structure}", makes=Ref)
rule("Structure", "(tower|column|pillar|stack)", makes=Ref, noun="tower")
rule("Structure", "(row|line)", makes=Ref, noun="row")
rule("Structure", "(towers|columns|pillars|stacks)", makes=Ref, noun="tower", plural=True)
rule("Structure", "(rows|lines)", makes=Ref, noun="row", plural=True)
rule("Structure", "(structure|wall|pile)", makes=Ref, noun="structure")

# Without a noun: "the highest", "the top two", "the red".
rule(PART, "{limits+:Choosing}", makes=Ref, noun="one", cost=0.5)
rule(PART, "{limits+:Extreme}", makes=Ref, noun="one", cost=1.7)  # "On the left" is a place.
rule(
    NOMINAL,
    "{limits+:Choosing} {number}",
    "{limits+:Extreme} {number}",
    makes=Ref,
    noun="one",
    plural=True,
    cost=0.4,
)
rule(NOMINAL, "{number} {limits+:Choosing}", makes=Ref, noun="one", plural=True, cost=0.4)
rule(NOMINAL, "{colours+}", makes=Ref, noun="one", cost=1.0)
rule(NOMINAL, "{number}", makes=Ref, noun="one", plural=True, cost=1.2)

# Behind the noun: "tower of four red blocks", "row of yellow blocks".
words("blocks", "blocks|block|cubes|cube|bricks|boxes|ones")
rule("CountOfBlocks", "{number} @blocks", "{number}", makes=Size, dimension="blocks")
rule("CountSize", "{size:CountOfBlocks}", makes=HasSize)
rule("NumberSize", "{size:BareCount}", makes=HasSize)
rule("BareCount", "{number}", makes=Size, dimension="blocks")
words(
    "consistingof",
    "of|made of|made up of|made out of|made from|consisting of|built of|built from|composed of",
)


def _made_of(ref: Ref, colours: str = "", size: HasSize | None = None) -> Ref | None:
    if ref.noun in ("block", "one", "part") or (colours and ref.colours):
        return None
    limits = ref.limits if size is None else (size, *ref.limits)
    return replace(ref, colours=(colours,) if colours else ref.colours, limits=limits)


_MADE_OF = (
    "[the|all] {colours:Colour} @blocks",
    "{size:CountSize}",
    "{size:NumberSize} {colours:Colour} @blocks",
)
for _of in _MADE_OF:
    hear(NOMINAL, "{ref:Nominal} @consistingof " + _of, makes=_made_of)
hear(NOMINAL, "{ref:Nominal} (with|that has|that have|having) {size:CountSize}", makes=_made_of)
rule(NOMINAL, "{self} in {colours+}", makes=Ref, cost=0.2)
