"""How people name what is to be made: nouns, what stands before them, how many there are, what they are of.

"ShapeNominal" is a noun with its adjectives, "PlainThing" has its number too; what is said behind is a
"Trait" (`cq.language.rules.traits`).
"""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, words
from cq.language.program import Ref, Size, Thing
from cq.language.rules.forming import (
    alike,
    alternately,
    as_shape,
    bare,
    coloured_before,
    followed,
    in_order,
    joined,
    made_of,
    of_blocks,
    three,
    topped,
    with_colour,
)
from cq.language.vocabulary import KINDS

SHAPE = "ShapeNominal"
_NO_THINGS = ("gap", "corner", "edge")
_MORE = {
    "cube": "cube",
    "diamond": "diamond rhombus",
    "house": "house hut cabin",
    "chair": "chair stool seat",
}


def _plurals(nouns: str) -> str:
    return "|".join(f"{one}es" if one.endswith(("x", "ch", "s")) else f"{one}s" for one in nouns.split())


for _kind, _nouns in {**KINDS, **_MORE}.items():
    if _kind not in _NO_THINGS:
        _cost = 0.2 if _kind in ("cube", "structure") else 0.0
        rule(SHAPE, f"({'|'.join(_nouns.split())})", makes=Thing, shape=_kind, cost=_cost)
        _behind = f"({'|'.join(_nouns.split())}) {{colours+:Colour}}"  # "A row yellow".
        hear(SHAPE, _behind, makes=Thing, shape=_kind, cost=_cost + 0.5)
        rule(SHAPE, f"({_plurals(_nouns)})", makes=Thing, shape=_kind, plural=True, cost=_cost)
# A square of no size is a block, in recorded orders.
hear(SHAPE, "square", makes=Thing, cost=0.4)
hear(SHAPE, "(squares|pieces|piece|cells|tiles)", makes=Thing, plural=True, cost=0.4)
rule(SHAPE, "one", makes=Thing, shape="one")
rule(SHAPE, "ones", makes=Thing, shape="one", plural=True)

rule(SHAPE, "(neighbour|neighbor|thing|bit|item|element)", makes=Thing, cost=0.2)
rule(SHAPE, "(neighbours|neighbors)", makes=Thing, plural=True)

# In front of the noun.
rule(SHAPE, "{colours:Colours} {thing:ShapeNominal}", makes=with_colour)
rule(SHAPE, "@inturn {colours:ColourList} {thing:ShapeNominal}", makes=alternately)
rule(SHAPE, "{trait:Premodifier} {thing:ShapeNominal}", makes=joined)
words(
    "plain",
    "full|entire|proper|neat|parallel|square cornered|plain|simple|nice|final|whole|complete|straight|"
    "regular|normal|continuous|consecutive|additional|extra|new|more|further|second|third|fourth|fifth|"
    "individual|solitary|lone|single|adjacent|identical looking|similar|beautiful",
)
rule(SHAPE, "{number:Number} {colour:Colour} @pieces {thing:ShapeNominal}", makes=of_blocks)
rule(SHAPE, "@plain {self}", cost=0.3)
words(
    "unsized",
    "low|medium|medium sized|narrow|broad|giant|massive|mini|deep|thick|shallow|smallish|big|large|huge|"
    "small|little|tiny|long|tall|short|high|wide",
)
rule("Premodifier", "@unsized", makes=Thing, sizes=(Size("any"),), cost=0.3)  # How large nobody says.
rule("Premodifier", "{sizes+:ShortSize}", makes=Thing)
rule("Premodifier", "{dims:Dims} [@pieces]", makes=Thing)
rule("Premodifier", "(vertical|upright|standing|stacked)", makes=Thing, posture="upright")
rule("Premodifier", "(horizontal|flat|lying|level)", makes=Thing, posture="flat")
rule("Premodifier", "(diagonal|slanted)", makes=Thing, shape="diagonal")
rule(SHAPE, "{dims:Dims} [{colours+:Colour}] house outline", makes=Thing, shape="ring")
rule("Premodifier", "(hollow|empty|open)", makes=Thing, hollow=True)
rule("Premodifier", "(solid|filled|massive)", makes=Thing, hollow=False)
rule("Premodifier", "@chess", makes=Thing, pattern="checkered")
rule("Premodifier", "(striped|alternating)", makes=Thing, pattern="alternating")
rule("Premodifier", "(inverted|upside down)", makes=Thing, posture="inverted")
for _sort in ("Compass", "Diagonal", "Own", "Vertical"):
    rule("Premodifier", f"{{start:{_sort}}} [to] {{axis:{_sort}}}", makes=Thing, cost=0.1)

# How many.
rule("PlainThing", "(a|an|another) {self:ShapeNominal}", makes=Thing, count=1)
hear("PlainThing", "on {colours+:Colour} {self:ShapeNominal}", makes=Thing, count=1, cost=0.8)
rule("PlainThing", "the {self:ShapeNominal}", makes=Thing, count=1, cost=1.2)
rule("PlainThing", "(a|the) {count} {self:ShapeNominal}", makes=Thing, cost=0.6)
rule("PlainThing", "{count} [more|new|additional|extra|further|other|x|of] {self:ShapeNominal}", makes=Thing)
rule(
    "PlainThing",
    "(a total of|exactly|a set of|a group of|another) {count} [more] {self:ShapeNominal}",
    makes=Thing,
)
rule(
    "PlainThing",
    "(some|several|a few|many|multiple|any number of|a number of) {self:ShapeNominal}",
    makes=Thing,
)
hear("PlainThing", "{count} [{colours+:Colour}] (square|squares)", makes=Thing, cost=0.1)
rule("PlainThing", "{thing:ShapeNominal}", makes=bare, cost=0.3)
words("alike", "identical|matching|similar|exact same|same|exact|equal|identically sized|same sized")


def _like(thing: Thing, like: Ref) -> Thing | None:
    """ "An identical structure to the yellow one"."""
    return None if thing.like is not None or thing.sizes else replace(bare(thing), like=like)


rule("PlainThing", "(a|an|another|the|and) @alike {thing:ShapeNominal} (to|as|like) {like:Ref}", makes=_like)
hear("PlainThing", "and identical {thing:ShapeNominal}", makes=alike)


def _recoloured(thing: Thing, colour: str) -> Thing | None:
    """ "Another one but with blue blocks"."""
    if thing.colours or not (thing.shape == "one" or thing.like):
        return None
    return replace(thing, colours=(colour,))


rule(Thing, "{thing:Thing} [but] (with|using) [all] {colour:Colour} [@pieces]", makes=_recoloured, cost=0.2)
rule("PlainThing", "(the|an|a) (same|identical|matching|equal|similar) {thing:ShapeNominal}", makes=alike)
rule(
    SHAPE,
    "(identical|matching|duplicate|same|equally tall|equally long|equal|similar|same size|same sized|"
    "equal sized) "
    "{thing:ShapeNominal}",
    makes=alike,
    cost=0.2,
)
# Without a noun.
rule(
    "PlainThing",
    "{count} {colours:Colours}",
    makes=lambda count, colours: with_colour(Thing(count=count), colours),
    cost=0.4,
)
rule(
    "PlainThing",
    "[a] {dims:Dims} [of|in] {colours+:Colour}",
    "[a] {colours+:Colour} {dims:Dims}",
    makes=Thing,
    shape="square",
    count=1,
    cost=0.4,
)
rule("PlainThing", "[a] {colour:Colour}", makes=lambda colour: Thing(count=1, colours=(colour,)), cost=0.8)
rule(
    "PlainThing",
    "(some|the) {colour:Colour}",
    makes=lambda colour: Thing(plural=True, colours=(colour,)),
    cost=0.8,
)
hear("PlainThing", "[some] {colours+:ColourPlural}", makes=Thing, plural=True, cost=0.2)
hear("PlainThing", "{count} {colours+:ColourPlural}", makes=Thing, plural=True)
rule("PlainThing", "[a|another] {colours:ColourList}", makes=lambda colours: in_order(*colours), cost=0.6)
rule("PlainThing", "{count} [more|of them|of these|of those]", makes=Thing, shape="one", cost=0.6)
rule(
    "PlainThing",
    "{colours+:Colour} (block|cube|box|brick) {self:ShapeNominal}",
    makes=Thing,
    count=1,
    cost=0.3,
)
rule(
    "PlainThing",
    "(another|a second|a third|a fourth|the same|the same again|another one of (these|those|them))",
    makes=Thing,
    shape="one",
    count=1,
    cost=0.6,
)

rule(Thing, "{self:PlainThing}")
rule(Thing, "{thing:Thing} {trait:Trait}", makes=joined)
rule(Thing, "{thing:Thing} (,|:) {trait:Trait}", makes=joined, cost=0.05)
rule(Thing, "{colour:Colour} , {thing:Thing}", makes=coloured_before, cost=0.4)
words(
    "madeof",
    "of|with|made of|made out of|out of|made from|from|consisting of|composed of|using|made with|built of|"
    "built from|built out of|formed by|made up of|that consists of|that is made of|that has|having|"
    "containing|in|made using|with only|of only|using only|out of only|only of|made only of|comprised of|"
    "made by|which is made of",
)
# What it consists of: "three red blocks", "red", "three", "one red and two blue ones".
for _of in ("PlainThing", "Blocks", "Material"):
    rule(Thing, f"{{thing:Thing}} @madeof {{of:{_of}}}", makes=made_of)
# "A" is a number too, but no number of blocks.
rule("Blocks", "{count:Number}", makes=lambda count: Thing(count=count, plural=True) if count > 1 else None)
rule("Blocks", "{colour:Colour}", makes=lambda colour: Thing(plural=True, colours=(colour,)))
for _of in ("PlainThing", "Blocks", "Material"):
    rule(
        "Material",
        f"{{thing:{_of}}} (and|and then|then|followed by|,) {{other:PlainThing}}",
        f"{{thing:{_of}}} (and|and then|then|followed by|,) {{other:Blocks}}",
        makes=followed,
    )
rule("Material", "{thing:PlainThing} {trait:Trait}", makes=joined, cost=0.1)
rule(
    Thing, "{thing:Thing} (and|then|and then|followed by|plus|,) {other:PlainThing}", makes=followed, cost=0.1
)
words(
    "astop",
    "over all of it|over it all|over it|over everything|over the whole thing|over the top|on all of it|"
    "covering it|for a roof|as a roof|for a hat|as a hat|on top|on top of it|at the top|at its top|"
    "on its top|as its top|on the top|on top of each|on top of them|on each|on top of each one|"
    "on each of them|on it|on the very top|as a top|as the top",
)
words(
    "inshape",
    "so that they form|so they form|to form|which form|that form|so that they make|to make|making up|in|as|"
    "in the shape of|in the form of|forming|arranged as|arranged in|in the formation of|laid out as",
)
rule(Thing, "{thing:Thing} @inshape (a|an) {shape:ShapeNominal}", makes=as_shape, cost=0.1)
rule(Thing, "{thing:PlainThing} {second:PlainThing} and {other:PlainThing}", makes=three, cost=0.3)
rule(Thing, "{thing:Thing} (with|and) {other:PlainThing} @astop", makes=topped, cost=0.1)

rule("Trait", "[with|and|having] [a|its] {dims:Dims} base", "whose base is {dims:Dims}", makes=Thing)
words(
    "readabove",
    *(
        f"{how} {read} {above}".strip()
        for how in ("", "as", "when", "to be")
        for read in ("read", "seen", "viewed")
        for above in ("from above", "")
    ),
)
words("upthere", "up|at the top|on top|at the upper end|at its top|at its upper end|as its top")
rule("Trait", "@readabove [,|and] [with] {top:Compass} @upthere", "{top:Compass} @upthere", makes=Thing)
rule("Trait", "in the (colour|color) of {colour_of:Ref}", makes=Thing)
