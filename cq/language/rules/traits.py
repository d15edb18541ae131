"""How people describe a new thing after its noun: its size, posture, direction, model.

A "Trait" is a thing with only those fields set; `cq.language.rules.forming.joined` puts it on the thing.
"""

from __future__ import annotations

from cq.language.declaring import rule
from cq.language.notation import rules
from cq.language.program import Size, Thing


def _heights(numbers: tuple[int, ...]) -> Thing:
    """ "One, two and three blocks high": each its own height."""
    return Thing(sizes=tuple(Size(f"high {i}", number) for i, number in enumerate(numbers)))


rules("""
Trait = Thing: [that is|which is|that are|and|but|@withits] {sizes+:ShortSize}
Trait = Thing: [that is|and|but] {sizes+:LongSize}
hear Trait = Thing, 0.4: {colours+:Colour} {sizes+:ShortSize}
Trait = Thing: {sizes+:Length} | {sizes+:Touch}
Trait = Thing: (of|with) [a] height of {sizes+:Measured}
Trait = Thing(sizes=(Size("side", number),)): with (side length|sides) of {number:Number} [@unit]
    sides {number:Number} [@unit]
Trait = Thing(sizes=(Size("steps", number),)): (of|with) {number:Number} (step|steps)
Trait = Thing(sizes=(Size("high", number),)): of {number:Number} (levels|layers)
Trait = Thing: [with a] base [of] {dims:Dims}
Trait = Thing(sizes=(Size("side", number),)): {number:Number} [@pieces] (on|along) each (side|edge)
Trait = Thing: [of] {dims:Dims} [@pieces] [on the outside|outside|thick]
@westeast: from west to east
@northsouth: from north to south
@andby: and
""")
rule(
    "Trait",
    "{x:Number} [@unit] [{a:Dimension}] @westeast [@andby] {z:Number} [@unit] [{b:Dimension}] @northsouth",
    makes=lambda x, z, a="", b="": Thing(sizes=(Size("x", x), Size("z", z))),
)

rules("""
@upright: that stands upright|vertically|vertical|stacked vertical|upright|standing up|standing upright
    standing|in a column|in a stack|in a pile|in a tower|on top of each other|one on top of the other
    stacked on top of each other|one on top of another|stacked up|stacked|stacked vertically
    one over the other|in a straight column|going vertical|piled up|one atop the other|from the ground up
    from the ground|from the floor up|in a vertical stack
Trait = Thing(posture="upright"): @upright
@lying: running horizontal|laying|laying flat|horizontally|horizontal|flat|lying|lying flat|lying down
    that lies|flat on the ground|lying on the ground|in a horizontal position
Trait = Thing(posture="flat"): @lying
Manner = Thing(posture="flat"): @lying
@inline: in a row|in a line|in a straight line|side by side|next to each other|next to one another
    beside each other|in one line|in a horizontal row|in a horizontal line|one behind the other|in line
Trait = Thing(shape="row"): @inline
Trait = Thing(shape="row"): in a {start:Direction} {axis:Direction} (row|line)
Trait = Thing(shape="diagonal"): (diagonally|in a diagonal)
@heading: going|running|pointing|heading|stretching|extending|leading|facing|that goes|that runs|continuing
    which goes
Trait = Thing: @heading [to|to the|in the direction of] {heading} [side|direction]
@apart: with|leaving
@between: between|between them|between each|in between|apart
Trait = Thing: [@apart] {gap} [free|empty] (cell|cells|space|blocks|gap|square|squares) @between
Trait = Thing: @apart {gap} (free|empty) (cell|square|squares)
Trait = Thing: [@heading] {heading:Toward}
Trait = Thing: {heading:Onward}
hear Trait = Thing, 0.5: {colours+:Colour}
Trait = Thing(heading="front"): towards (you|me)
Trait = Thing(heading="back"): away from you
Trait = forming.coloured_size: {number:Number} {colour:Colour} @pieces {dimension:Dimension}
Trait = Thing: [@heading|,] from [the] {start:Direction} to [the] {axis:Direction}
Trait = Thing, 0.1: [@heading] {start:Compass} [to] {axis:Compass}
Trait = Thing, 0.1: [@heading] {start:Own} [to] {axis:Own}
Trait = Thing, 0.1: [@heading] {start:Vertical} [to] {axis:Vertical}
Numbers = (a, b, c): {a:Number} {b:Number} [and] {c:Number}
Trait = _heights: {numbers:Numbers} [@pieces] high
@parallelto: parallel
hear Trait = Thing(sizes=(Size("parallel", like=Ref("same")),)): @parallelto
Trait = Thing(sizes=(Size("parallel", like=like),)): parallel to {like:Ref}
Trait = Thing(heading="up"), 0.3: (up|upwards|straight up)
Trait = Thing(posture="inverted"): (upside down|inverted)
@hollow: nothing inside|only the outline|outline only|hollow|empty inside|hollow inside
@cornerwise: corner to corner
Trait = Thing(shape="diagonal"): @cornerwise
Trait = Thing(hollow=True): @hollow
hear Trait = Thing(colour_of=Ref("same")), 0.2: @owncolour
hear Trait = Thing: (colour|color) {colours+:Colour}
Trait = Thing(hollow=False): (filled|solid|filled in|filled underneath)
Trait = Thing(each=True): (each|apiece)
Trait = Thing(total=True): (in total|total|altogether)
@like: like|just like|that matches|mirroring|exactly like|identical to|the same as|equal to|matching|same as
Trait = Thing: @like {like:Ref}
""")
