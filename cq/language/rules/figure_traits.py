"""How people tell a figure by its steps, layers and legs, and name digits and zigzags."""

from __future__ import annotations

from cq.language.grammar import lex, rule, words
from cq.language.program import Anchored, Make, Place, Ref, Size, Thing
from cq.language.rules.forming import joined
from cq.world.directions import OPPOSITE

SHAPE = "ShapeNominal"

# Digits as figures: "a purple 4".
for _digit, _word in enumerate("zero one two three four five six seven eight nine".split()):
    lex("DigitSign", f"letter {_digit}", str(_digit), *([_word] if _digit != 1 else []))
rule("PlainThing", "(a|an|the|one) {shape:DigitSign}", makes=Thing, count=1, cost=0.3)
rule("PlainThing", "(a|an|the|one) {colours+:Colour} {shape:DigitSign}", makes=Thing, count=1, cost=0.1)

# Steps of stairs.
rule("Nominal", "step", makes=Ref, noun="step", cost=0.2)
rule("Nominal", "steps", makes=Ref, noun="step", plural=True, cost=0.2)

# Layers and steps one by one: "five by five, then three by three, then one".
words("thennext", ", then|then|, and then|and then|,|, next|, on that|, on top of that|, above that")


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


words(
    "bottomlayer",
    "bottom|base|bottom layer|the bottom|the base|the bottom layer|first|lowest layer|with a base of|"
    "layers of",
)
words(
    "thatlayer",
    "below|at the bottom|on that|on it|above it|on top|on top of that|at the top|at the very top|above|"
    "on the very top|one|one at the very top|one on top|one at the top",
)
for _third in ("{third:Number} [@pieces]", "{third:Dims}"):
    rule(
        "Trait",
        f"[@bottomlayer] {{first:Dims}} [@thatlayer] @thennext {{second:Dims}} [@thatlayer] @thennext "
        f"{_third} [@thatlayer]",
        makes=_layers,
    )
words(
    "astep",
    "|".join(
        f"{the} {nth} {step}".strip()
        for the in ("", "the")
        for nth in ("first", "second", "third", "next", "last")
        for step in ("step", "column", "tower", "one")
    ),
)
rule("HighStep", "[@astep] {self:Number} [@pieces] [high]")
rule("Trait", "{first:HighStep} @thennext {second:HighStep} @thennext {third:HighStep}", makes=_steps)
rule(
    Make,
    "[@make] {thing:Thing} [:] {first:HighStep} {place:Place} @thennext {second:HighStep} @thennext "
    "{third:HighStep}",
    makes=lambda thing, first, place, second, third: _climbing(thing, place, _steps(first, second, third)),
)


def _climbing(thing: Thing, place: Place, steps: Thing | None) -> Make | None:
    formed = None if steps is None or thing.shape != "staircase" else joined(thing, steps)
    return None if formed is None else Make(formed, Anchored("start", place))


# The legs of an L: "one leg has four blocks and runs north, the other has three and runs east".
words(
    "onelegs",
    "one leg|one arm|one stroke|the long stroke|the longer stroke|the long leg|the longer leg|"
    "one side|the first leg",
)
words(
    "otherleg",
    "the other|the other one|the other arm|the second arm|the other leg|the short one|the shorter one|"
    "the short stroke|"
    "the shorter leg|the second",
)
words("goesmore", "goes|runs|reaches|extends|sticks out|continues|goes on|stretches")
words(
    "morepieces",
    "more blocks|further blocks|blocks|more|further|cells|more cells|further cells|more block|block",
)
words("hasblocks", "has|is|of|with|having|measures|counts|takes")
words(
    "cornercounted",
    "the corner counted in both|counting the corner|the corner counted|including the corner|corner included",
)
words(
    "towardsto",
    "towards|toward|going|to|running|heading|to the|towards the|going to the|pointing|stretching|, going",
)


def _legs(a: int, first: str, b: int, second: str, more: int = 0) -> Thing | None:
    if first == second or OPPOSITE.get(first) == second:
        return None
    return Thing(sizes=(Size(first, a + more), Size(second, b + more)))


rule(
    "Leg",
    "@hasblocks {number:Number} [@pieces] [long] [@cornercounted] and @partruns {way:Side}",
    makes=lambda number, way: (number, way),
)
rule(
    "Leg",
    "@partruns {way:Side} and @hasblocks {number:Number} [@pieces] [long] [@cornercounted]",
    makes=lambda number, way: (number, way),
)
rule(
    "Trait",
    "@onelegs {a:Leg} [,|and] @otherleg {b:Leg} [,] [@cornercounted]",
    makes=lambda a, b: _legs(a[0], a[1], b[0], b[1]),
)
rule(
    "Trait",
    "{a:Number} [more] [@pieces] @towardsto {first:Side} [,] and {b:Number} [more] [@pieces] @towardsto "
    "{second:Side}",
    "@onelegs @goesmore {a:Number} [@morepieces] @towardsto {first:Side} [,] [and] @otherleg [@goesmore] "
    "{b:Number} "
    "[@morepieces] @towardsto {second:Side}",
    makes=lambda a, first, b, second: _legs(a, first, b, second, 1),
)

# A zigzag: each block is diagonal to the one before, in turn on either side of the way.
rule(SHAPE, "(zigzag|zig zag|zigzag line|zig zag line|zigzag row)", makes=Thing, shape="zigzag")
words("nextone", "next one|next|second one|second|second block|next block|next block goes")
rule(
    "Trait",
    "[,|and|and then|then] the @nextone [is|goes] to (its|the) {start:Diagonal} [of it]",
    makes=Thing,
    cost=0.1,
)

# One block of another colour in the middle.
rule(
    "Trait",
    "(with|and|but with) (a|an|one) {colours+:Colour} (block|one|cube) in (its|the) @mid",
    "its @mid [is|in|being] {colours+:Colour}",
    "[but] [with] the @mid (one|block) [is|in|being] {colours+:Colour}",
    "(with|and) (a|its) {colours+:Colour} @mid",
    makes=Thing,
    pattern="centre",
)
rule(
    "Trait",
    "[with] the @mid (one|block) [is|in|being] {a:Colour} [,|and] @allbutends [@shownin] {b:Colour}",
    "[with] @allbutends [@shownin] {b:Colour} [,|and] the @mid (one|block) [is|in|being] {a:Colour}",
    makes=lambda a, b: Thing(colours=(b, a), pattern="centre"),
)
rule(SHAPE, "[square] (chimney|shaft|well)", makes=Thing, shape="ring", cost=0.1)
