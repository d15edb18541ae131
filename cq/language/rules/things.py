"""How people name new things: nouns, their modifiers, their numbers, their material.

"ShapeNominal" is a noun with its adjectives, "PlainThing" has its number too; a postmodifier is a
"Trait" (`cq.language.rules.traits`).
"""

from __future__ import annotations

from dataclasses import replace

from cq.language.declaring import hear, rule
from cq.language.inflection import plural_of
from cq.language.notation import rules
from cq.language.program import Ref, Thing
from cq.language.rules.forming import (
    bare,
)
from cq.language.vocabulary import FIGURES, KINDS

SHAPE = "ShapeNominal"

_NO_THINGS = ("gap", "corner", "edge")

_MORE = {
    "house": "house hut cabin",
    "chair": "chair stool seat",
}


def _like(thing: Thing, like: Ref) -> Thing | None:
    """ "An identical structure to the yellow one"."""
    return None if thing.like is not None or thing.sizes else replace(bare(thing), like=like)


def _recoloured(thing: Thing, colour: str) -> Thing | None:
    """ "Another one but with blue blocks"."""
    if thing.colours or not (thing.shape == "one" or thing.like):
        return None
    return replace(thing, colours=(colour,))


for _kind, _nouns in {**KINDS, **_MORE}.items():
    if _kind not in _NO_THINGS:
        _cost = 0.2 if _kind in ("cube", "structure") else 0.0
        rule(SHAPE, f"({'|'.join(_nouns.split())})", makes=Thing, shape=_kind, cost=_cost)
        _behind = f"({'|'.join(_nouns.split())}) {{colours+:Colour}}"  # "A row yellow".
        hear(SHAPE, _behind, makes=Thing, shape=_kind, cost=_cost + 0.5)
        _plurals = "|".join(map(plural_of, _nouns.split()))
        rule(SHAPE, f"({_plurals})", makes=Thing, shape=_kind, plural=True, cost=_cost)
    if _kind in FIGURES:
        hear(SHAPE, f"({'|'.join(_nouns.split())}) @shaped", makes=Thing, shape=_kind)

rules("""
# A square of no size is a block, in recorded orders.
hear ShapeNominal = Thing, 0.4: square
hear ShapeNominal = Thing(plural=True), 0.4: (squares|piece|cells|tiles)
ShapeNominal = Thing(shape="one"): one
ShapeNominal = Thing(shape="one", plural=True): ones
ShapeNominal = Thing, 0.2: (neighbour|neighbor|thing|bit)
ShapeNominal = Thing(plural=True): (neighbours|neighbors)
# In front of the noun.
ShapeNominal = forming.with_colour: {colours:Colours} {thing:ShapeNominal}
ShapeNominal = forming.alternately: @inturn {colours:ColourList} {thing:ShapeNominal}
ShapeNominal = forming.joined: {trait:Premodifier} {thing:ShapeNominal}
@plain: full|entire|proper|parallel|square cornered|plain|nice|final|whole|complete|straight|continuous|extra
    new|more|further|second|third|fourth|fifth|single|similar
ShapeNominal = forming.of_blocks: {number:Number} {colour:Colour} @pieces {thing:ShapeNominal}
ShapeNominal, 0.3: @plain {self}
@unsized: low|mini|thick|shallow|big|large|huge|small|little|tiny|long|tall|short|high|wide
Premodifier = Thing(sizes=(Size("any"),)), 0.3: @unsized
Premodifier = Thing: {sizes+:ShortSize}
Premodifier = Thing: {dims:Dims} [@pieces]
Premodifier = Thing(posture="upright"): (vertical|upright|standing|stacked)
Premodifier = Thing(posture="flat"): (horizontal|flat|level)
Premodifier = Thing(shape="diagonal"): diagonal
Premodifier = Thing(hollow=True): (hollow|empty|open)
Premodifier = Thing(hollow=False): (solid|filled)
Premodifier = Thing(pattern="checkered"): @chess
Premodifier = Thing(pattern="alternating"): (striped|alternating)
Premodifier = Thing(posture="inverted"): (inverted|upside down)
# How many.
PlainThing = Thing(count=1): (a|an|another) {self:ShapeNominal}
hear PlainThing = Thing(count=1), 0.8: on {colours+:Colour} {self:ShapeNominal}
PlainThing = Thing(count=1), 1.2: the {self:ShapeNominal}
PlainThing = Thing, 0.6: (a|the) {count} {self:ShapeNominal}
PlainThing = Thing: {count} [more|new|additional|extra|further|other|x|of] {self:ShapeNominal}
PlainThing = Thing: (a total of|exactly|another) {count} {self:ShapeNominal}
PlainThing = Thing: (some|a few|many|a number of) {self:ShapeNominal}
hear PlainThing = Thing, 0.1: {count} [{colours+:Colour}] (square|squares)
PlainThing = forming.bare, 0.3: {thing:ShapeNominal}
@alike: identical|same
PlainThing = _like: (a|an|the) @alike {thing:ShapeNominal} (to|as|like) {like:Ref}
hear PlainThing = forming.alike: and identical {thing:ShapeNominal}
Thing = _recoloured, 0.2: {thing:Thing} with {colour:Colour} [@pieces]
PlainThing = forming.alike: (the|an|a) (same|identical|matching|equal|similar) {thing:ShapeNominal}
ShapeNominal = forming.alike, 0.2: (identical|duplicate|same|equally tall|equal|similar|same size) \
{thing:ShapeNominal}
# Without a noun.
PlainThing = forming.with_colour(Thing(count=count), colours), 0.4: {count} {colours:Colours}
PlainThing = Thing(shape="square", count=1), 0.4: [a] {dims:Dims} [of|in] {colours+:Colour}
    [a] {colours+:Colour} {dims:Dims}
PlainThing = Thing(count=1, colours=(colour,)), 0.8: {colour:Colour}
PlainThing = Thing(plural=True, colours=(colour,)), 0.8: (some|the) {colour:Colour}
hear PlainThing = Thing(plural=True), 0.2: [some] {colours+:ColourPlural}
hear PlainThing = Thing(plural=True): {count} {colours+:ColourPlural}
PlainThing = forming.in_order(*colours), 0.6: [a] {colours:ColourList}
PlainThing = Thing(shape="one"), 0.6: {count} [more|of them|of these|of those]
hear PlainThing = Thing(shape="one"), 0.6: another {count}
PlainThing = Thing(count=1), 0.3: {colours+:Colour} block {self:ShapeNominal}
PlainThing = Thing(shape="one", count=1), 0.6: (another|a second|a third|a fourth|the same)
Thing: {self:PlainThing}
Thing = forming.joined: {thing:Thing} {trait:Trait}
Thing = forming.joined, 0.05: {thing:Thing} (,|:) {trait:Trait}
Thing = forming.coloured_before, 0.4: {colour:Colour} , {thing:Thing}
@madeof: of|with|made of|out of|from|consisting of|using|in|using only
# What it consists of: "three red blocks", "red", "three", "one red and two blue ones".
Thing = forming.made_of: {thing:Thing} @madeof {of:PlainThing}
Thing = forming.made_of: {thing:Thing} @madeof {of:Blocks}
Thing = forming.made_of: {thing:Thing} @madeof {of:Material}
# "A" is a number too, but no number of blocks.
Blocks = Thing(count=count, plural=True) if count > 1 else None: {count:Number}
Blocks = Thing(plural=True, colours=(colour,)): {colour:Colour}
Material = forming.followed: {thing:PlainThing} (and|then|,) {other:PlainThing}
Material = forming.followed: {thing:Blocks} (and|,) {other:PlainThing}
    {thing:Blocks} (and|then) {other:Blocks}
Material = forming.followed: {thing:Material} (and|,) {other:PlainThing}
    {thing:Material} (and|then) {other:Blocks}
Material = forming.joined, 0.1: {thing:PlainThing} {trait:Trait}
Thing = forming.followed, 0.1: {thing:Thing} (and|then|followed by|plus|,) {other:PlainThing}
@astop: over it|on top|on top of it|at the top|on the top|on top of each|on top of them|on each|on it
@inshape: that form|to make|in|as|forming
Thing = forming.as_shape, 0.1: {thing:Thing} @inshape a {shape:ShapeNominal}
Thing = forming.three, 0.3: {thing:PlainThing} {second:PlainThing} and {other:PlainThing}
Thing = forming.topped, 0.1: {thing:Thing} (with|and) {other:PlainThing} @astop
Trait = Thing: [with] [a] {dims:Dims} base | whose base is {dims:Dims}
@readabove: read from above|read|as read from above
@upthere: up|at the top
Trait = Thing: @readabove [with] {top:Compass} @upthere | {top:Compass} @upthere
""")
