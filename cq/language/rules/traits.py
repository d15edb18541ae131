"""How people say what a new thing is like, behind its noun: its size, how it stands, where it runs, what it
is like.

A "Trait" is a thing of which only that is set; `cq.language.rules.forming.joined` puts it on the thing.
"""

from __future__ import annotations

from cq.language.grammar import hear, rule, words
from cq.language.program import Ref, Size, Thing
from cq.language.rules.forming import coloured_size

rule(
    "Trait",
    "[that is|which is|that are|which are|and|but|measuring|@withits] {sizes+:ShortSize}",
    makes=Thing,
)
rule("Trait", "[that is|which is|that are|which are|and|but] {sizes+:LongSize}", makes=Thing)
hear("Trait", "{colours+:Colour} {sizes+:ShortSize}", makes=Thing, cost=0.4)
rule("Trait", "{sizes+:Length}", "{sizes+:Touch}", makes=Thing)
rule("Trait", "(of|with|at|in) [a|the] (height|length|width|size) of {sizes+:Measured}", makes=Thing)
rule(
    "Trait",
    "(with|of|and) [a|the|its] (side length|sides|edges|side lengths) of {number:Number} [@unit]",
    "[whose|its|with] sides [are] {number:Number} [@unit] [long]",
    makes=lambda number: Thing(sizes=(Size("side", number),)),
)
rule(
    "Trait",
    "(of|with|having) {number:Number} (step|steps)",
    makes=lambda number: Thing(sizes=(Size("steps", number),)),
)
rule(
    "Trait",
    "(of|with|having) {number:Number} (levels|layers|storeys|stories|tiers)",
    makes=lambda number: Thing(sizes=(Size("high", number),)),
)
rule("Trait", "[with a|a|the|its|with its] base [of|is|being] {dims:Dims}", makes=Thing)
rule(
    "Trait",
    "{number:Number} [@pieces] [long] (on|along|at) (each|every) (side|edge)",
    makes=lambda number: Thing(sizes=(Size("side", number),)),
)
rule(
    "Trait",
    "[measuring|of|that is|which is|sized] {dims:Dims} [@pieces] [on the outside|outside|thick|in size]",
    makes=Thing,
)
words("westeast", "from west to east|from east to west|west to east|east to west|in the west east direction")
words("northsouth", "from north to south|from south to north|north to south|south to north")
words("andby", ",|and|by|x|, and")
rule(
    "Trait",
    "{x:Number} [@unit] [{a:Dimension}] @westeast [@andby] {z:Number} [@unit] [{b:Dimension}] @northsouth",
    "{z:Number} [@unit] [{a:Dimension}] @northsouth [@andby] {x:Number} [@unit] [{b:Dimension}] @westeast",
    makes=lambda x, z, a="", b="": Thing(sizes=(Size("x", x), Size("z", z))),
)
words(
    "upright",
    "that stands upright|which stands upright|that stands|that stands up|vertically|vertical|"
    "stacked vertical|standing vertically|upright|standing up|standing upright|standing|in a column|"
    "in a stack|in a pile|in a tower|as a tower|as a column|as a stack|on top of each other|"
    "one on top of the other|stacked on top of each other|one on top of another|on top of one another|"
    "stacked on top of one another|stacked up|stacked|stacked vertically|stacked one on top of the other|"
    "in a vertical line|in a vertical row|one over the other|in a vertical column|in a straight column|"
    "in a straight vertical line|going vertical|going vertically|running vertically|in a standing line|"
    "placed vertically|arranged vertically|standing on top of each other|piled up|one above the other|"
    "in one stack|in one column|one atop the other|from the ground up|from the ground|from the floor up|"
    "in a vertical stack|on top of one other|in a straight vertical column|in a vertical position|"
    "in a straight stack",
)
rule("Trait", "@upright", makes=Thing, posture="upright")
words(
    "lying",
    "running horizontal|running horizontally|going horizontally|laying horizontally|laying|laying flat|"
    "lying horizontally|placed horizontally|arranged horizontally|horizontally|horizontal|flat|lying|"
    "lying flat|lying down|laid flat|that lies flat|which lies flat|that is flat|that lies|"
    "flat on the ground|lying on the ground|in a horizontal position|in horizontal position",
)
rule("Trait", "@lying", makes=Thing, posture="flat")
rule("Manner", "@upright", makes=Thing, posture="upright")
rule("Manner", "@lying", makes=Thing, posture="flat")
words(
    "inline",
    "in a row|in a line|in a linear fashion|in a straight line|side by side|next to each other|"
    "one next to the other|next to one another|as a row|beside each other|in one row|in one line|"
    "in a straight row|beside one another|one beside the other|in a horizontal row|in a horizontal line|"
    "forming a row|in a straight horizontal line|to form a row|to form a line|to make a row|to make a line|"
    "to create a horizontal line|to create a line|to create a row|as a line|shoulder to shoulder|"
    "one behind the other|in line|adjacent to each other",
)
rule("Trait", "@inline", makes=Thing, shape="row")
rule("Trait", "in a {start:Direction} {axis:Direction} (row|line)", makes=Thing, shape="row")
rule(
    "Trait",
    "(diagonally|in a diagonal|in a diagonal line|in a diagonal row|on a diagonal)",
    makes=Thing,
    shape="diagonal",
)
words(
    "heading",
    "sticking out|pointing out|jutting out|reaching out|going|running|pointing|heading|stretching|extending|"
    "leading|headed|extending out|going out|spreading|facing|that goes|that runs|continuing|which goes",
)
rule(
    "Trait",
    "@heading [to|towards|toward|to the|towards the|toward the|in the direction of] {heading} "
    "[side|direction]",
    makes=Thing,
)
words("apart", "spaced by|with|separated by|with a gap of|with gaps of|spaced|leaving|with always")
words(
    "between",
    "between|between them|between each|between each two|between every two|in between|between each of them|"
    "apart|between each block|between the blocks|between two blocks|between each pair",
)
rule(
    "Trait",
    "[@apart] {gap} [free|empty] (cell|cells|space|spaces|block|blocks|gap|gaps|square|squares) @between",
    makes=Thing,
)
rule("Trait", "[@apart] {gap} apart", makes=Thing, cost=0.2)
rule("Trait", "@apart {gap} (free|empty) (cell|cells|space|spaces|square|squares)", makes=Thing)
rule("Trait", "[@heading] {heading:Toward}", makes=Thing)
rule("Trait", "{heading:Onward}", makes=Thing)
hear("Trait", "{colours+:Colour}", makes=Thing, cost=0.5)
rule("Trait", "[@heading] (towards|toward) (you|me|the builder)", makes=Thing, heading="front")
rule("Trait", "[@heading] away from (you|me|the builder)", makes=Thing, heading="back")
rule("Trait", "{number:Number} {colour:Colour} @pieces {dimension:Dimension}", makes=coloured_size)
rule("Trait", "[@heading|,] from [the] {start:Direction} to [the] {axis:Direction}", makes=Thing)
for _sort in ("Compass", "Diagonal", "Own", "Vertical"):
    rule("Trait", f"[@heading] {{start:{_sort}}} [to] {{axis:{_sort}}}", makes=Thing, cost=0.1)
rule("Trait", "along [the] {start:Direction} [to] {axis:Direction} (axis|direction|line)", makes=Thing)
rule("Numbers", "{a:Number} [,] {b:Number} [,] [and] {c:Number}", makes=lambda a, b, c: (a, b, c))
rule("Numbers", "{a:Number} [,] {rest:Numbers}", makes=lambda a, rest: (a, *rest))


def _heights(numbers: tuple[int, ...]) -> Thing:
    """ "One, two and three blocks high": each its own height."""
    return Thing(sizes=tuple(Size(f"high {i}", number) for i, number in enumerate(numbers)))


words(
    "withheights",
    "heights|with heights|of heights|with heights of|their heights are|heights are|with the heights",
)
rule(
    "Trait",
    "{numbers:Numbers} [@pieces] (high|tall)",
    "@withheights {numbers:Numbers}",
    "@withheights (going|from the|towards the) {:Direction} [are] {numbers:Numbers}",
    makes=_heights,
)
words(
    "parallelto",
    "parallel|parallel to it|parallel to them|in parallel|running parallel|running parallel to it|"
    "parallel to that",
)
rule("Trait", "@parallelto", makes=lambda: Thing(sizes=(Size("parallel", like=Ref("same")),)))
rule(
    "Trait",
    "(parallel|running parallel|in parallel) (to|with) {like:Ref}",
    makes=lambda like: Thing(sizes=(Size("parallel", like=like),)),
)
rule("Trait", "(up|upwards|upward|straight up)", makes=Thing, heading="up", cost=0.3)
rule(
    "Direction2",
    "{a:Own} {b:Own}",
    makes=lambda a, b: f"{a} {b}" if a in ("front", "back") and b in ("left", "right") else None,
)
rule("Trait", "[@heading] from [the] {start:Direction2} to [the] {axis:Direction2}", makes=Thing)
rule("Trait", "(upside down|inverted)", makes=Thing, posture="inverted")
words(
    "hollow",
    *(
        f"{leave} {its} {middle} {empty}"
        for leave in ("leave", "but leave", "leaving", "and leave", "with")
        for its in ("its", "the")
        for middle in ("middle", "centre", "center", "inside")
        for empty in ("empty", "free", "open")
    ),
    "with nothing in it|nothing inside|just the outline|only the outline|outline only|hollow|"
    "empty inside|with a hole in the middle|"
    "that is hollow|with nothing inside|empty in the middle|"
    "with an empty middle|hollow inside|not filled|with a hollow middle|with a hollow center|with an "
    "empty center|"
    "with nothing in the middle|nothing in its middle|its middle empty|its middle is empty|its middle "
    "stays empty|empty in its middle|"
    "the middle stays empty|nothing inside|the middle is empty|with its middle empty|open in the middle|"
    "with a hole in the center|with a hollow centre",
)
words(
    "cornerwise",
    "corner to corner|each touching the last one corner to corner|touching only at the corners|"
    "each one meeting the next only at a corner|each touching the one before only at a corner|"
    "each touching the next corner to corner|each one touching the next at a corner",
)
rule("Trait", "@cornerwise", makes=Thing, shape="diagonal")
rule("Trait", "[@hollow] [and] without a (roof|top|lid|floor|ceiling)", "@hollow", makes=Thing, hollow=True)
hear("Trait", "@owncolour", makes=Thing, colour_of=Ref("same"), cost=0.2)
hear("Trait", "in the colours {colours:ColourList}", makes=Thing, pattern="sequence")
hear("Trait", "(colour|color) {colours+:Colour}", makes=Thing)
rule(
    "Trait",
    "(filled|solid|completely filled|filled in|solid underneath|filled underneath|solid below|solid inside)",
    makes=Thing,
    hollow=False,
)
rule("Trait", "(each|apiece)", makes=Thing, each=True)
rule("Trait", "(in total|total|altogether)", makes=Thing, total=True)
words(
    "like",
    "like|just like|that matches|which matches|mirroring|that mirrors|that match|exactly like|identical to|"
    "the same as|similar to|equal to|matching|as a copy of|same as",
)
rule("Trait", "[that is|that looks|looking] @like {like:Ref}", makes=Thing)
