"""How people name what is to be made: nouns, what stands before them, how many there are, and what follows.

"ShapeNominal" is a noun with its adjectives, "PlainThing" has its number too, a "Trait" is what is said behind it:
a thing of which only that is set (`cq.language.rules.forming`).
"""

from __future__ import annotations

from cq.language.grammar import rule, words
from cq.language.program import Size, Thing
from cq.language.rules.forming import (
    alike,
    alternately,
    as_shape,
    bare,
    coloured_before,
    coloured_size,
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
_MORE = {"cube": "cube", "diamond": "diamond rhombus", "house": "house hut cabin", "chair": "chair stool seat"}


def _plurals(nouns: str) -> str:
    return "|".join(f"{one}es" if one.endswith(("x", "ch", "s")) else f"{one}s" for one in nouns.split())


for _kind, _nouns in {**KINDS, **_MORE}.items():
    if _kind not in _NO_THINGS:
        _cost = 0.2 if _kind in ("cube", "structure") else 0.0
        rule(SHAPE, f"({'|'.join(_nouns.split())})", makes=Thing, shape=_kind, cost=_cost)
        rule(SHAPE, f"({_plurals(_nouns)})", makes=Thing, shape=_kind, plural=True, cost=_cost)
# A square of no size is a block, in recorded orders.
rule(SHAPE, "square", makes=Thing, cost=0.4)
rule(SHAPE, "(squares|pieces|piece|cells|tiles)", makes=Thing, plural=True, cost=0.4)
rule(SHAPE, "one", makes=Thing, shape="one")
rule(SHAPE, "ones", makes=Thing, shape="one", plural=True)

rule(SHAPE, "(neighbour|neighbor)", makes=Thing)
rule(SHAPE, "(neighbours|neighbors)", makes=Thing, plural=True)

# In front of the noun.
rule(SHAPE, "{colours:Colours} {thing:ShapeNominal}", makes=with_colour)
rule(SHAPE, "@inturn {colours:ColourList} {thing:ShapeNominal}", makes=alternately)
rule(SHAPE, "{trait:Premodifier} {thing:ShapeNominal}", makes=joined)
words("plain", "plain|simple|little|small|big|large|nice|whole|complete|full|straight|regular|normal|continuous|"
      "consecutive|additional|extra|new|more|further|second|third|individual|solitary|lone|single|adjacent|"
      "identical looking|similar|beautiful|huge|long|tall|short")
rule(SHAPE, "{number:Number} {colour:Colour} @pieces {thing:ShapeNominal}", makes=of_blocks)
rule(SHAPE, "@plain {self}", cost=0.3)
rule("Premodifier", "{sizes+:ShortSize}", makes=Thing)
rule("Premodifier", "{dims:Dims} [@pieces]", makes=Thing)
rule("Premodifier", "(vertical|upright|standing|stacked)", makes=Thing, posture="upright")
rule("Premodifier", "(horizontal|flat|lying|level)", makes=Thing, posture="flat")
rule("Premodifier", "(diagonal|slanted)", makes=Thing, shape="diagonal")
rule("Premodifier", "(hollow|empty|open)", makes=Thing, hollow=True)
rule("Premodifier", "(solid|filled|massive)", makes=Thing, hollow=False)
rule("Premodifier", "@chess", makes=Thing, pattern="checkered")
rule("Premodifier", "(striped|alternating)", makes=Thing, pattern="alternating")
rule("Premodifier", "(inverted|upside down)", makes=Thing, posture="inverted")
rule("Premodifier", "{start:Direction} [to] {axis:Direction}", makes=Thing, cost=0.1)

# How many.
rule("PlainThing", "(a|an|another) {self:ShapeNominal}", makes=Thing, count=1)
rule("PlainThing", "one {self:ShapeNominal}", makes=Thing, count=1)
rule("PlainThing", "the {self:ShapeNominal}", makes=Thing, count=1, cost=1.2)
rule("PlainThing", "(a|the) {count} {self:ShapeNominal}", makes=Thing, cost=0.6)
rule("PlainThing", "{count} [more|new|additional|extra|further|other|x|of] {self:ShapeNominal}", makes=Thing)
rule("PlainThing", "(a total of|exactly|a set of|a group of|another) {count} [more] {self:ShapeNominal}", makes=Thing)
rule("PlainThing", "(some|several|a few|many|multiple|any number of|a number of) {self:ShapeNominal}", makes=Thing)
rule("PlainThing", "{thing:ShapeNominal}", makes=bare, cost=0.3)
rule("PlainThing", "(the|an|a) (same|identical|matching|equal|similar) {thing:ShapeNominal}", makes=alike)
rule(SHAPE, "(identical|matching|duplicate|same|equally tall|equally long|equal|similar|same size|same sized|equal sized) "
     "{thing:ShapeNominal}", makes=alike, cost=0.2)
# Without a noun.
rule("PlainThing", "{count} {colours:Colours}", makes=lambda count, colours: with_colour(Thing(count=count), colours),
     cost=0.4)
rule("PlainThing", "[a] {colour:Colour}", makes=lambda colour: Thing(count=1, colours=(colour,)), cost=0.8)
rule("PlainThing", "(some|the) {colour:Colour}", makes=lambda colour: Thing(plural=True, colours=(colour,)), cost=0.8)
rule("PlainThing", "[some] {colours+:ColourPlural}", makes=Thing, plural=True, cost=0.2, says=False)
rule("PlainThing", "{count} {colours+:ColourPlural}", makes=Thing, plural=True, says=False)
rule("PlainThing", "[a|another] {colours:ColourList}", makes=lambda colours: in_order(*colours), cost=0.6)
rule("PlainThing", "{count} [more|of them|of these|of those]", makes=Thing, shape="one", cost=0.6)
rule("PlainThing", "{colours+:Colour} (block|cube|box|brick) {self:ShapeNominal}", makes=Thing, count=1, cost=0.3)
rule("PlainThing", "(another|the same|the same again|another one of (these|those|them))", makes=Thing, shape="one", count=1,
     cost=0.6)

rule(Thing, "{self:PlainThing}")
rule(Thing, "{thing:Thing} {trait:Trait}", makes=joined)
rule(Thing, "{thing:Thing} (,|:) {trait:Trait}", makes=joined, cost=0.05)
rule(Thing, "{colour:Colour} , {thing:Thing}", makes=coloured_before, cost=0.4)
words("madeof", "of|with|made of|made out of|out of|made from|from|consisting of|composed of|using|made with|built of|"
      "built from|built out of|formed by|made up of|that consists of|that is made of|that has|having|containing|in|"
      "made using|with only|of only|using only|out of only|only of|made only of|comprised of|made by|which is made of")
# What it consists of: "three red blocks", "red", "three", "one red and two blue ones".
for _of in ("PlainThing", "Blocks", "Material"):
    rule(Thing, f"{{thing:Thing}} @madeof {{of:{_of}}}", makes=made_of)
# "A" is a number too, but no number of blocks.
rule("Blocks", "{count:Number}", makes=lambda count: Thing(count=count, plural=True) if count > 1 else None)
rule("Blocks", "{colour:Colour}", makes=lambda colour: Thing(plural=True, colours=(colour,)))
for _of in ("PlainThing", "Blocks", "Material"):
    rule("Material", f"{{thing:{_of}}} (and|and then|then|followed by|,) {{other:PlainThing}}",
         f"{{thing:{_of}}} (and|and then|then|followed by|,) {{other:Blocks}}", makes=followed)
rule("Material", "{thing:PlainThing} {trait:Trait}", makes=joined, cost=0.1)
rule(Thing, "{thing:Thing} (and|then|and then|followed by|plus|,) {other:PlainThing}", makes=followed, cost=0.1)
words("astop", "on top|on top of it|at the top|at its top|on its top|as its top|on the top|on top of each|on top of them|"
      "on each|on top of each one|on each of them|on it|on the very top|as a top|as the top")
words("inshape", "as|in the shape of|in the form of|forming|arranged as|arranged in|in the formation of|laid out as")
rule(Thing, "{thing:Thing} @inshape (a|an) {shape:ShapeNominal}", makes=as_shape, cost=0.1)
rule(Thing, "{thing:PlainThing} {second:PlainThing} and {other:PlainThing}", makes=three, cost=0.3)
rule(Thing, "{thing:Thing} (with|and) {other:PlainThing} @astop", makes=topped, cost=0.1)

# What follows.
rule("Trait", "[that is|which is|that are|which are|and|but|measuring|@withits] {sizes+:ShortSize}", makes=Thing)
rule("Trait", "[that is|which is|that are|which are|and|but] {sizes+:LongSize}", makes=Thing)
rule("Trait", "{sizes+:Length}", "{sizes+:Touch}", makes=Thing)
rule("Trait", "(of|with|at|in) [a|the] (height|length|width|size) of {sizes+:Measured}", makes=Thing)
rule("Trait", "(of|with|having) {number:Number} (step|steps)", makes=lambda number: Thing(sizes=(Size("steps", number),)))
rule("Trait", "(of|with|having) {number:Number} (levels|layers|storeys|stories|tiers)",
     makes=lambda number: Thing(sizes=(Size("high", number),)))
rule("Trait", "[with a|a|the] base [of|is] {dims:Dims}", makes=Thing)
rule("Trait", "{number:Number} [@pieces] (on|along|at) (each|every) (side|edge)", makes=lambda number: Thing(sizes=(Size("side", number),)))
rule("Trait", "[measuring|of|that is|which is|sized] {dims:Dims} [@pieces]", makes=Thing)
words("upright", "vertically|vertical|stacked vertical|standing vertically|upright|standing up|standing upright|standing|in a column|in a stack|in a pile|in a tower|"
      "as a tower|as a column|as a stack|on top of each other|one on top of the other|stacked on top of each other|"
      "one on top of another|on top of one another|stacked on top of one another|stacked up|stacked|stacked vertically|"
      "stacked one on top of the other|in a vertical line|in a vertical row|one over the other|in a vertical column|"
      "in a straight column|in a straight vertical line|going vertical|going vertically|running vertically|in a standing line|"
      "placed vertically|arranged vertically|standing on top of each other|piled up|one above the other|in one stack|in one column|one atop the other")
rule("Trait", "@upright", makes=Thing, posture="upright")
words("lying", "running horizontal|running horizontally|going horizontally|laying horizontally|laying|laying flat|lying horizontally|"
      "placed horizontally|arranged horizontally|horizontally|horizontal|flat|lying|lying flat|lying down|laid flat|flat on the ground|lying on the ground")
rule("Trait", "@lying", makes=Thing, posture="flat")
rule("Manner", "@upright", makes=Thing, posture="upright")
rule("Manner", "@lying", makes=Thing, posture="flat")
words("inline", "in a row|in a line|in a linear fashion|in a straight line|side by side|next to each other|one next to the other|"
      "next to one another|as a row|beside each other|in one row|in one line|in a straight row|beside one another|"
      "one beside the other|in a horizontal row|in a horizontal line|forming a row|in a straight horizontal line|"
      "to form a row|to form a line|to make a row|to make a line|to create a horizontal line|to create a line|"
      "to create a row|as a line|shoulder to shoulder|one behind the other|in line|adjacent to each other")
rule("Trait", "@inline", makes=Thing, shape="row")
rule("Trait", "(diagonally|in a diagonal|in a diagonal line|in a diagonal row|on a diagonal)", makes=Thing, shape="diagonal")
words("heading", "going|running|pointing|heading|stretching|extending|leading|headed|extending out|going out|spreading|"
      "facing|that goes|that runs|continuing|which goes")
rule("Trait", "@heading [to|towards|toward|to the|towards the|toward the|in the direction of] {heading} "
     "[side|direction]", makes=Thing)
words("apart", "spaced by|with|separated by|with a gap of|with gaps of|spaced|leaving|with always")
words("between", "between|between them|between each|between each two|between every two|in between|between each of them|apart|"
      "between each block|between the blocks|between two blocks|between each pair")
rule("Trait", "[@apart] {gap} [free|empty] (cell|cells|space|spaces|block|blocks|gap|gaps|square|squares) @between", makes=Thing)
rule("Trait", "@apart {gap} (free|empty) (cell|cells|space|spaces|square|squares)", makes=Thing)
rule("Trait", "[@heading] (towards|toward) (you|me|the builder)", makes=Thing, heading="front")
rule("Trait", "[@heading] away from (you|me|the builder)", makes=Thing, heading="back")
rule("Trait", "{number:Number} {colour:Colour} @pieces {dimension:Dimension}", makes=coloured_size)
rule("Trait", "[@heading|,] from [the] {start:Direction} to [the] {axis:Direction}", makes=Thing)
rule("Trait", "[@heading] {start:Direction} [to] {axis:Direction}", makes=Thing, cost=0.1)
rule("Trait", "along [the] {start:Direction} [to] {axis:Direction} (axis|direction|line)", makes=Thing)
rule("Trait", "(up|upwards|upward|straight up)", makes=Thing, heading="up", cost=0.3)
rule("Direction2", "{a:Own} {b:Own}", makes=lambda a, b: f"{a} {b}")
rule("Trait", "[@heading] from [the] {start:Direction2} to [the] {axis:Direction2}", makes=Thing)
rule("Trait", "(upside down|inverted)", makes=Thing, posture="inverted")
words("hollow", "hollow|empty inside|with a hole in the middle|that is hollow|with nothing inside|empty in the middle|"
      "with an empty middle|hollow inside|not filled|with a hollow middle|with a hollow center|with an empty center|"
      "with nothing in the middle|nothing in its middle|its middle empty|its middle is empty|its middle stays empty|empty in its middle|"
      "the middle stays empty|nothing inside|the middle is empty|with its middle empty|open in the middle|with a hole in the center|with a hollow centre")
rule("Trait", "@hollow", makes=Thing, hollow=True)
rule("Trait", "(filled|solid|completely filled|filled in|solid underneath|filled underneath|solid below|solid inside)", makes=Thing, hollow=False)
rule("Trait", "(each|apiece)", makes=Thing, each=True)
rule("Trait", "(in total|total|altogether)", makes=Thing, total=True)
words("like", "like|just like|that matches|which matches|mirroring|that mirrors|that match|exactly like|identical to|the same as|similar to|equal to|matching|as a copy of|same as")
rule("Trait", "[that is|that looks|looking] @like {like:Ref}", makes=Thing)
