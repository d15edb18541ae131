"""How people tell a figure by its steps, layers and legs, and name digits and zigzags."""

from __future__ import annotations

from cq.language.grammar import lex
from cq.language.notation import rules
from cq.language.program import Anchored, Make, Place, Size, Thing
from cq.language.rules.forming import joined
from cq.world.directions import OPPOSITE

SHAPE = "ShapeNominal"


def _layers(first: tuple[int, ...], second: tuple[int, ...], third: tuple[int, ...] | int) -> Thing | None:
    sides = [first[0], second[0], third if isinstance(third, int) else third[0]]
    square = all(len(set(one)) == 1 for one in (first, second))
    return (
        Thing(dims=first, sizes=(Size("high", 3),))
        if square and sides == [sides[0], sides[0] - 2, sides[0] - 4]
        else None
    )


def _steps(first: int, second: int, third: int = 3) -> Thing | None:
    return Thing(sizes=(Size("steps", third),)) if (first, second, third) == (1, 2, 3) else None


def _climbing(thing: Thing, place: Place, steps: Thing | None) -> Make | None:
    formed = None if steps is None or thing.shape != "staircase" else joined(thing, steps)
    return None if formed is None else Make(formed, Anchored("start", place))


def _legs(a: int, first: str, b: int, second: str, more: int = 0) -> Thing | None:
    if first == second or OPPOSITE.get(first) == second:
        return None
    return Thing(sizes=(Size(first, a + more), Size(second, b + more)))


# Digits as figures: "a purple 4".
for _digit, _word in enumerate("zero one two three four five six seven eight nine".split()):
    lex("DigitSign", f"letter {_digit}", str(_digit), *([_word] if _digit != 1 else []))

rules("""
PlainThing = Thing(count=1), 0.3: (a|an|the|one) {shape:DigitSign}
PlainThing = Thing(count=1), 0.1: (a|an|the|one) {colours+:Colour} {shape:DigitSign}
# Steps of stairs.
Nominal = Ref(noun="step"), 0.2: step
Nominal = Ref(noun="step", plural=True), 0.2: steps
# Layers and steps one by one: "five by five, then three by three, then one".
@thennext: , then|then|, and then|and then|,|, next|, on that|, on top of that|, above that
@bottomlayer: bottom|base|bottom layer|the bottom|the base|the bottom layer|first|lowest layer|with a base of
    layers of
@thatlayer: below|at the bottom|on that|on it|above it|on top|on top of that|at the top|at the very top|above
    on the very top|one|one at the very top|one on top|one at the top
Trait = _layers: [@bottomlayer] {first:Dims} [@thatlayer] @thennext {second:Dims} [@thatlayer] @thennext \
{third:Number} [@pieces] [@thatlayer]
Trait = _layers: [@bottomlayer] {first:Dims} [@thatlayer] @thennext {second:Dims} [@thatlayer] @thennext \
{third:Dims} [@thatlayer]
@astep: first step|first column|first tower|first one|second step|second column|second tower|second one
    third step|third column|third tower|third one|next step|next column|next tower|next one|last step
    last column|last tower|last one|the first step|the first column|the first tower|the first one
    the second step|the second column|the second tower|the second one|the third step|the third column
    the third tower|the third one|the next step|the next column|the next tower|the next one|the last step
    the last column|the last tower|the last one
HighStep: [@astep] {self:Number} [@pieces] [high]
Trait = _steps: {first:HighStep} @thennext {second:HighStep} @thennext {third:HighStep}
Make = _climbing(thing, place, _steps(first, second, third)): [@make] {thing:Thing} [:] {first:HighStep} \
{place:Place} @thennext {second:HighStep} @thennext {third:HighStep}
# The legs of an L: "one leg has four blocks and runs north, the other has three and runs east".
@onelegs: one leg|one arm|one stroke|the long stroke|the longer stroke|the long leg|the longer leg|one side
    the first leg
@otherleg: the other|the other one|the other arm|the second arm|the other leg|the short one|the shorter one
    the short stroke|the shorter leg|the second
@goesmore: goes|runs|reaches|extends|sticks out|continues|goes on|stretches
@morepieces: more blocks|further blocks|blocks|more|further|cells|more cells|further cells|more block|block
@hasblocks: has|is|of|with|having|measures|counts|takes
@cornercounted: the corner counted in both|counting the corner|the corner counted|including the corner
    corner included
@towardsto: towards|toward|going|to|running|heading|to the|towards the|going to the|pointing|stretching
    , going
Leg = (number, way): @hasblocks {number:Number} [@pieces] [long] [@cornercounted] and @partruns {way:Side}
Leg = (number, way): @partruns {way:Side} and @hasblocks {number:Number} [@pieces] [long] [@cornercounted]
Trait = _legs(a[0], a[1], b[0], b[1]): @onelegs {a:Leg} [,|and] @otherleg {b:Leg} [,] [@cornercounted]
Trait = _legs(a, first, b, second, 1): {a:Number} [more] [@pieces] @towardsto {first:Side} [,] and \
{b:Number} [more] [@pieces] @towardsto {second:Side}
    @onelegs @goesmore {a:Number} [@morepieces] @towardsto {first:Side} [,] [and] @otherleg [@goesmore] \
{b:Number} [@morepieces] @towardsto {second:Side}
# A zigzag: each block is diagonal to the one before, in turn on either side of the way.
ShapeNominal = Thing(shape="zigzag"): (zigzag|zig zag|zigzag line|zig zag line|zigzag row)
@nextone: next one|next|second one|second|second block|next block|next block goes
Trait = Thing, 0.1: [,|and|and then|then] the @nextone [is|goes] to (its|the) {start:Diagonal} [of it]
# One block of another colour in the middle.
Trait = Thing(pattern="centre"):
    (with|and|but with) (a|an|one) {colours+:Colour} (block|one|cube) in (its|the) @mid
    its @mid [is|in|being] {colours+:Colour}
    [but] [with] the @mid (one|block) [is|in|being] {colours+:Colour}
    (with|and) (a|its) {colours+:Colour} @mid
Trait = Thing(colours=(b, a), pattern="centre"):
    [with] the @mid (one|block) [is|in|being] {a:Colour} [,|and] @allbutends [@shownin] {b:Colour}
    [with] @allbutends [@shownin] {b:Colour} [,|and] the @mid (one|block) [is|in|being] {a:Colour}
ShapeNominal = Thing(shape="ring"), 0.1: [square] (chimney|shaft|well)
""")
