"""How people say what a new thing is like, behind its noun: its size, how it stands, where it runs, what it
is like.

A "Trait" is a thing of which only that is set; `cq.language.rules.forming.joined` puts it on the thing.
"""

from __future__ import annotations

from cq.language.grammar import rule
from cq.language.notation import rules
from cq.language.program import Size, Thing


def _heights(numbers: tuple[int, ...]) -> Thing:
    """ "One, two and three blocks high": each its own height."""
    return Thing(sizes=tuple(Size(f"high {i}", number) for i, number in enumerate(numbers)))


rules("""
Trait = Thing: [that is|which is|that are|which are|and|but|measuring|@withits] {sizes+:ShortSize}
Trait = Thing: [that is|which is|that are|which are|and|but] {sizes+:LongSize}
hear Trait = Thing, 0.4: {colours+:Colour} {sizes+:ShortSize}
Trait = Thing: {sizes+:Length} | {sizes+:Touch}
Trait = Thing: (of|with|at|in) [a|the] (height|length|width|size) of {sizes+:Measured}
Trait = Thing(sizes=(Size("side", number),)):
    (with|of|and) [a|the|its] (side length|sides|edges|side lengths) of {number:Number} [@unit]
    [whose|its|with] sides [are] {number:Number} [@unit] [long]
Trait = Thing(sizes=(Size("steps", number),)): (of|with|having) {number:Number} (step|steps)
Trait = Thing(sizes=(Size("high", number),)):
    (of|with|having) {number:Number} (levels|layers|storeys|stories|tiers)
Trait = Thing: [with a|a|the|its|with its] base [of|is|being] {dims:Dims}
Trait = Thing(sizes=(Size("side", number),)):
    {number:Number} [@pieces] [long] (on|along|at) (each|every) (side|edge)
Trait = Thing:
    [measuring|of|that is|which is|sized] {dims:Dims} [@pieces] [on the outside|outside|thick|in size]
@westeast: from west to east
@northsouth: from north to south
@andby: ,|and|by|x|, and
""")
rule(
    "Trait",
    "{x:Number} [@unit] [{a:Dimension}] @westeast [@andby] {z:Number} [@unit] [{b:Dimension}] @northsouth",
    makes=lambda x, z, a="", b="": Thing(sizes=(Size("x", x), Size("z", z))),
)

rules("""
@upright: that stands upright|that stands|vertically|vertical|stacked vertical|standing vertically|upright
    standing up|standing upright|standing|in a column|in a stack|in a pile|in a tower|on top of each other
    one on top of the other|stacked on top of each other|one on top of another|stacked up|stacked
    stacked vertically|one over the other|in a straight column|going vertical|going vertically
    running vertically|placed vertically|arranged vertically|piled up|one atop the other|from the ground up
    from the ground|from the floor up|in a vertical stack
Trait = Thing(posture="upright"): @upright
@lying: running horizontal|running horizontally|going horizontally|laying horizontally|laying|laying flat
    lying horizontally|placed horizontally|arranged horizontally|horizontally|horizontal|flat|lying|lying flat
    lying down|laid flat|that lies|flat on the ground|lying on the ground|in a horizontal position
Trait = Thing(posture="flat"): @lying
Manner = Thing(posture="flat"): @lying
@inline: in a row|in a line|in a linear fashion|in a straight line|side by side|next to each other
    next to one another|beside each other|in one line|in a horizontal row|in a horizontal line
    to create a horizontal line|one behind the other|in line
Trait = Thing(shape="row"): @inline
Trait = Thing(shape="row"): in a {start:Direction} {axis:Direction} (row|line)
Trait = Thing(shape="diagonal"): (diagonally|in a diagonal|in a diagonal line|in a diagonal row|on a diagonal)
@heading: sticking out|pointing out|jutting out|reaching out|going|running|pointing|heading|stretching
    extending|leading|headed|extending out|going out|spreading|facing|that goes|that runs|continuing
    which goes
Trait = Thing:
    @heading [to|towards|toward|to the|towards the|toward the|in the direction of] {heading} [side|direction]
@apart: spaced by|with|separated by|spaced|leaving|with always
@between: between|between them|between each|in between|apart
Trait = Thing:
    [@apart] {gap} [free|empty] (cell|cells|space|spaces|block|blocks|gap|gaps|square|squares) @between
Trait = Thing: @apart {gap} (free|empty) (cell|cells|space|spaces|square|squares)
Trait = Thing: [@heading] {heading:Toward}
Trait = Thing: {heading:Onward}
hear Trait = Thing, 0.5: {colours+:Colour}
Trait = Thing(heading="front"): [@heading] (towards|toward) (you|me|the builder)
Trait = Thing(heading="back"): [@heading] away from (you|me|the builder)
Trait = forming.coloured_size: {number:Number} {colour:Colour} @pieces {dimension:Dimension}
Trait = Thing: [@heading|,] from [the] {start:Direction} to [the] {axis:Direction}
Trait = Thing, 0.1: [@heading] {start:Compass} [to] {axis:Compass}
Trait = Thing, 0.1: [@heading] {start:Own} [to] {axis:Own}
Trait = Thing, 0.1: [@heading] {start:Vertical} [to] {axis:Vertical}
Numbers = (a, b, c): {a:Number} [,] {b:Number} [,] [and] {c:Number}
Trait = _heights: {numbers:Numbers} [@pieces] (high|tall)
@parallelto: parallel|in parallel|running parallel
hear Trait = Thing(sizes=(Size("parallel", like=Ref("same")),)): @parallelto
Trait = Thing(sizes=(Size("parallel", like=like),)):
    (parallel|running parallel|in parallel) (to|with) {like:Ref}
Trait = Thing(heading="up"), 0.3: (up|upwards|upward|straight up)
Trait = Thing(posture="inverted"): (upside down|inverted)
@hollow: (leave|but leave|leaving|and leave|with) (its|the) (middle|centre|center|inside) (empty|free|open)
    nothing inside|only the outline|outline only|hollow|empty inside|hollow inside|not filled
@cornerwise: corner to corner
Trait = Thing(shape="diagonal"): @cornerwise
Trait = Thing(hollow=True): @hollow
hear Trait = Thing(colour_of=Ref("same")), 0.2: @owncolour
hear Trait = Thing: (colour|color) {colours+:Colour}
Trait = Thing(hollow=False):
    (filled|solid|completely filled|filled in|solid underneath|filled underneath|solid below|solid inside)
Trait = Thing(each=True): (each|apiece)
Trait = Thing(total=True): (in total|total|altogether)
@like: like|just like|that matches|which matches|mirroring|that mirrors|that match|exactly like|identical to
    the same as|similar to|equal to|matching|same as
Trait = Thing: [that is|that looks|looking] @like {like:Ref}
""")
