"""Wordings of every day that join what the other rules read: walks, neighbours, equal sizes, corrections."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear
from cq.language.notation import rules
from cq.language.program import (
    Between,
    Edge,
    Extreme,
    Make,
    Mirror,
    Move,
    Ref,
    Resize,
    Size,
    State,
    Swap,
    Thing,
)
from cq.language.rules.commanding import fixed
from cq.language.rules.forming import LOOSE
from cq.language.rules.references import OPPOSITES


def _resized(ref: Ref, old: Size, size: Size) -> Resize:
    """To a size in the dimension that the first names."""
    return Resize(ref, replace(size, dimension=old.dimension) if size.dimension == "any" else size)


def _as_the_other(ref: Ref) -> Resize:
    """As high as the other thing of its kind."""
    noun = "tower" if ref.noun == "one" else ref.noun
    return Resize(
        replace(ref, noun=noun), Size("high", like=Ref(noun, quantifier="the", limits=(State("other"),)))
    )


def _traded(ref: Ref, at: Ref, other: Ref, to: Ref) -> Swap | None:
    """Each where the other is, by their colours."""
    if not (ref.colours and ref.colours == to.colours and other.colours == at.colours):
        return None
    return Swap(replace(ref, others=(*ref.others, other)))


def _along_z(order: Move) -> Move | None:
    """ "To z 0, same x": a place that names no other x."""
    return order if order.place is not None and fixed(order.place) == {"z"} else None


def _along_x(order: Move) -> Move | None:
    """ "To x 0, same z": a place that names no other z."""
    return order if order.place is not None and fixed(order.place) == {"x"} else None


def _between(one: Ref, other: Ref) -> Between:
    return Between(replace(one, others=(*one.others, other)), middle=True)


# A number behind: "blue blocks at x 3, three of them".
def _so_many(make: Make, number: int) -> Make | None:
    if make.thing.count not in (None, number) or not make.thing.plural or make.thing.then:
        return None
    return replace(make, thing=replace(make.thing, count=number))


def _every_second(thing: Thing, edge: Edge) -> Make | None:
    """ "Every other cell along the south edge gets a purple block"."""
    if thing.shape not in LOOSE or thing.gap is not None:
        return None
    return Make(replace(thing, shape="row", count=1, plural=False, gap=1), replace(edge, along=True))


def _of_several(order: Resize) -> Resize | None:
    """What is said of several things: "all of them", "by adding to the lower ones"."""
    return order if order.ref.plural or order.ref.others else None


def _at_side(ref: Ref, way: str, of: Ref) -> Ref | None:
    """ "The block on the left of the top row": of what lies, its outermost block."""
    if of.noun not in ("row", "layer", "wall") or ref.of is not None or ref.noun not in ("block", "one"):
        return None
    return replace(ref, limits=(Extreme(way), *ref.limits), of=of, quantifier="the")


rules("""
# Beginnings: "start with a red block in the middle".
@startwith: kick off with|start out with|start with|begin with|start off with|begin by|starting with
    finish with|finish off with|end with|finishing with|last comes|start off by|start by|first comes
    first goes|first
hear Make, 0.2: @startwith {thing} {place} | @startwith {place} [with] {thing} | {place} @startwith {thing}
PlainThing = Thing(count=1, colours=(colour,)), 0.2:
    (another|one more|a second|a further|one further|a third|yet another) {colour:Colour}
    something {colour:Colour} | (another|one more) [one] [,] but [in] {colour:Colour}
PlainThing = Thing(count=count, plural=count > 1, colours=(colour,)), 0.3:
    {count} (more|other|further|additional|extra) {colour:Colour}
    {count} (more|other|further|additional|extra) {colour:ColourPlural}
# What has one size and is to have another: "the row is only 4 long, make it 6".
@onlynow: only|just|now|currently|still|at the moment|right now|so far|but|already|at present
@makeit: , make it|. make it|make it|and make it|, it should be|. it should be|, but it should be
    but it should be|; make it|and should be|, extend it to|, make that|, i want it|, but i want it
    , so make it|. please make it|and needs to be|but should be|, but should be|, it must be|; it should be
    instead of|, want|and should have|but should have|and must have|and needs to have|, it should have
    but it should have
@andpresent: is|are|has|measures
hear Resize = _resized, 0.1: {ref:Ref} @andpresent [@onlynow] {old:ShortSize} @makeit {size:Bare} [now]
    {ref:Ref} @andpresent [@onlynow] {old:ShortSize} @makeit {size:Sized} [now]
hear Resize = Resize(Ref("it"), Size(dimension, number)):
    (its|the) {dimension:Dimension} is [@onlynow] {:Number} @makeit {number:Number}
@soadd: : add|, add|. add|, so add|so add|: put
@atits: at the|on the|to the|at its|on its|to its|to|at|on|onto the|onto its
@addedblocks: the new ones|the new blocks|the new block|new blocks|them|blocks|more blocks|some|some blocks
    more|the missing blocks|what is missing|to it|the rest
hear Resize, 0.05: {self} [,] @byadding [@addedblocks] @atits {side} [end|side]
    {self} @soadd [@addedblocks] @atits {side} [end|side]
    {self} [,] @byadding [@addedblocks] @atits end (on|at|to|in) the {side} [end|side]
    {self} [,] @atits end (on|at|to|in) the {side} [side] | {self} [,] @atits {side} end
# Equal sizes: "trim the tall one so that both are equally high", "until they are level".
@sothattheyare: so that|so|until|such that|till|in order that|so as to make
@bothof: both|they|both towers|they both|the two|both of them|the two towers|all|all towers|the towers
    all of them|all the towers|both rows|they all|all three|both columns|the columns|the pillars|both pillars
    them
hear Resize = _as_the_other, 0.05: (@lower|@grown) {ref:Ref} @sothattheyare @bothof @areboth @sameheight
    (@lower|@grown) {ref:Ref} @sothattheyare @bothof @sameheight
    (@lower|@grown) {ref:Ref} to make @bothof @sameheight
# Gaps: "the ring lacks one block on its east side", "where the square is open".
@lacks: lacks|misses|is missing|lack|miss|are missing|has lost|is without
@ablock: one block|a block|one|a piece|one piece|a cell|one cell
hear Look = Look(Inside(landmark, gap=True)), 0.1: {landmark:Ref} @lacks @ablock
    {landmark:Ref} @lacks @ablock (on|at|in) (its|the) {:Side} [@sidenoun]
@isopen: is open|has a gap|has a hole|has its gap|is missing one|is interrupted|is not closed|is broken
    is incomplete|is missing a block|lacks one|lacks a block|has its hole|has an opening
Inside(gap=True): where {landmark} @isopen
hear Look = Look(Inside(ref, gap=True)): {ref:Ref} @isopen [in one place|somewhere]
@insame: same colour|in the same colour|in its colour|in its own colour|the same colour|with the same colour
    of the same colour|same color|in the same color
hear Fill: {self} [,] @insame
@tothebrim: up to the brim|to the brim|up to the top|to the top|up to the same height|to the same height
    up to their height|up to their tops|all the way up|from bottom to top|up to the rim|right to the top
    right up to the top
hear Fill: {self} [,] @tothebrim
# Trading places in more words.
@isnow: is|is now|stands|stands now|was|currently is|are|are now
hear Swap = _traded, 0.1:
    (@make|want|@want) {ref:Ref} where {at:Ref} @isnow [,] and {other:Ref} where {to:Ref} @isnow
# One colour for another.
hear Recolour, 0.1: no more {ref:AllColour} [,|:] [but|use|put] {colour:Colour} @inplace
    (use|put|take) {colour:Colour} (instead of|in place of|for) {ref:AllColour} [@everywhere]
    @dislike {ref:AllColour} [,|:|;] [but|use|put|make it] {colour:Colour} [@forthose] [@inplace]
hear Recolour, 0.3: {self} @inplace
@forthose: for those|for them|for it|for that|for these
@dislike: i do not want any|i do not like|i do not like the|i do not want|i hate|do not like|do not like the
@thesame: same|keep the same|keep|keeping|with the same|at the same|but the same|the same
hear Move = _along_z, 0.1: {order:Move} [,] @thesame x
hear Move = _along_x, 0.1: {order:Move} [,] @thesame z
hear Move = Move(ref, place), 0.3: @make {ref:Ref} (stand|lie|run|go|be|sit) {place:Place}
# Copies: colour, gap and place behind.
hear Copy, 0.2: @want @copyof {ref} {place} | @stack @copyof {ref} {place} | @copyof {ref} {place}
@andagain: and again|and once more|once more|again|and another|and one more time|one more time|the same again
    and the same|and the same again|and one more|now again
hear Again, 0.2: @andagain [,] [but|only|this time|now] (in|with|using) {value:Colour}
    @andagain [,] [but|only|this time|now] {value:Place}
hear Again, 0.6: (and then|then|and|and also) {value:Coordinates}
@asmirror: mirror|mirror line|axis|mirror axis|line|line of symmetry
""")
for _axis in ("x", "z"):
    hear(
        Mirror,
        f"{{mirror:Mirror}} [,] with @{_axis}line as [the|a] @asmirror",
        makes=lambda mirror, axis=_axis: (
            replace(mirror, side=OPPOSITES.get(mirror.side), across=axis) if not mirror.across else None
        ),
    )

rules("""
# Halfway.
@halfwaybetween: at the same distance from|the same distance from|equally far from|as far from
    in equal distance from|at equal distance from|equidistant from|at an equal distance from
    same distance from|equally distant from
Between(middle=True): @halfwaybetween {landmark}
@midoftheline: middle|middle point|midpoint|centre|center|halfway point|middle cell|mid point
@theline: the line|the way|the path|the distance|the space|the gap|the stretch
hear Between = _between, 0.1:
    (at|in|on|to) the @midoftheline [of @theline] (from|between) {one:Ref} (to|and) {other:Ref}
    halfway (from|on the way from) {one:Ref} to {other:Ref}
hear Between(middle=True), 0.6: (at|in|on|to) the @midoftheline (of|between) {landmark}
hear Make = _so_many, 0.1: {make:Make} [,|:] {number:Number} of them
    {make:Make} [,|:] {number:Number} [blocks] in all
# On every second cell.
@secondcells: on every second cell|on every other cell|in every second cell|in every other cell
    at every second cell|on each second cell|on alternate cells|with one cell free between each
    every second cell|every other cell|leaving every second cell free
Trait = Thing(gap=1): @secondcells [of|along]
hear Make = _every_second: @secondcells (of|along|on|at) {edge:EdgeNoun} @cellgets {thing:Thing}
    [@make] {thing:Thing} @secondcells (of|along|on|at) {edge:EdgeNoun}
Premodifier = Thing(gap=1): (dotted|gapped|spaced out)
@emptycell: empty cell|empty block|empty space|empty square|empty spot|free cell|free block|free space
    free square|free spot|blank cell|blank block|blank space|blank square|blank spot|no cell|no block|no space
    no square|no spot|gap|nothing|a gap|space
Trait = Thing(gap=1): [a|one] {colours+:Colour} [block] , @emptycell , [a|one] {:Colour} [block] [@andsoon]
    {colours+:Colour} [block] , @emptycell , {:Colour} [block] , @emptycell [@andsoon]
    [a|one] block , @emptycell , [a|one] block [, @emptycell] [@andsoon]
@andsoon: and so on|, and so on|etc|and so forth|, and so forth|. . .
# What a plain word tells behind.
@eachlevel: each level|every level|each layer|every layer|each step|each storey|each floor|every step
    the next level|every next level
Trait = Thing(shape="pyramid"): @eachlevel [is] one [block] smaller [on every side|on each side|than the \
one below|all around|on all sides|all round]
Premodifier = Thing(shape="pyramid"), 0.2: (stepped|step)
# Where a part of what is made goes, in a sentence of its own.
EdgeNoun = Edge, 0.1: (that|this|the same|that same|the said) @edge
OwnAnchor = Anchored: (its|the) {part:Part} @atpart {place:PointOf}
    (its|the) {part:Part} @atpart [@exact] {place:Middle}
hear Make = commanding.placed, 0.2: {make:Make} [.|;|,|and] {place:OwnAnchor}
    {make:Make} @paren {place:Coordinates} @shut
Coordinate, 0.1: (the|in the|on the|along the|of the|of) (row|line|column) {self:Coordinate}
hear Beside(landmark=Ref("it")):
    @leaving {gap:Clearance} @freebetween [,] (on|to|at) (its|the|their) {side} [@sidenoun]
    (on|to|at) (its|the|their) {side} [@sidenoun] [,] @leaving {gap:Clearance} @freebetween
hear Nominal = Ref(noun="ring"): (square|rectangular|rectangle|round) (outline|frame|ring|border)
@completing: so put what is missing on top|by adding what is missing|add what is missing
    so add what is missing|fill up what is missing|by building up the shorter ones
    by building up the lower ones|by adding blocks|by raising the lower ones|by adding on top
    by adding blocks on top|by raising the shorter ones|put what is missing on top
    by building up the smaller ones|by adding to the shorter ones|by building on the lower ones
hear Resize = _of_several, 0.1: {order:Resize} [,|.] [and] @completing
    {order:Resize} [,] (all of them|each of them|every one of them|both of them)
hear Resize: {self} @paren @owncolour @shut
hear Ref = _at_side, 0.4: {ref:Determined} (on|at|to) the {way:Lateral} (of|in) {of:Ref}
hear Around(gap=0):
    {self} [,] (touching it|right next to it|directly around it|close to it|touching the block|without a gap)
""")
