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


def _along_z(order: Move) -> Move | None:
    """ "To z 0, same x": a place that names no other x."""
    return order if order.place is not None and fixed(order.place) == {"z"} else None


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
@startwith: kick off with|start with|begin with|begin by|starting with|finish with|end with|finishing with
    last comes|start by|first comes|first goes|first
hear Make, 0.2: @startwith {thing} {place} | @startwith {place} [with] {thing} | {place} @startwith {thing}
PlainThing = Thing(count=1, colours=(colour,)), 0.2:
    (another|one more|a second|a further|one further|a third|yet another) {colour:Colour}
    something {colour:Colour}
PlainThing = Thing(count=count, plural=count > 1, colours=(colour,)), 0.3:
    {count} (more|other|further|additional|extra) {colour:Colour}
    {count} (more|other|further|additional|extra) {colour:ColourPlural}
# What has one size and is to have another: "the row is only 4 long, make it 6".
@onlynow: only|just|now|currently|still|right now|so far|but|already|at present
@makeit: , make it|. make it|make it|but should be|instead of|, want
@andpresent: is|are|has|measures
hear Resize = _resized, 0.1: {ref:Ref} @andpresent [@onlynow] {old:ShortSize} @makeit {size:Bare} [now]
    {ref:Ref} @andpresent [@onlynow] {old:ShortSize} @makeit {size:Sized} [now]
@atits: at the|on the|to the|at its|on its|to its|to|at|on|onto the|onto its
@addedblocks: the new ones|new blocks|them|blocks|more blocks|some|some blocks|more|to it|the rest
hear Resize, 0.05: {self} [,] @byadding [@addedblocks] @atits {side} [end|side] | {self} [,] @atits {side} end
# Equal sizes: "trim the tall one so that both are equally high", "until they are level".
@sothattheyare: so that|so|until|such that|till
@bothof: both|they|both towers|they both|the two|all|all towers|the towers|both rows|they all|all three
    both columns|the columns|the pillars|both pillars|them
hear Resize = _as_the_other, 0.05: (@lower|@grown) {ref:Ref} @sothattheyare @bothof @areboth @sameheight
# Gaps: "the ring lacks one block on its east side", "where the square is open".
@lacks: lacks|misses|is missing|lack|miss|are missing|has lost|is without
@ablock: one block|a block|one|a piece|one piece|a cell|one cell
hear Look = Look(Inside(landmark, gap=True)), 0.1: {landmark:Ref} @lacks @ablock
@isopen: is open|has a gap|is interrupted|is broken|is incomplete|lacks one
Inside(gap=True): where {landmark} @isopen
# Trading places in more words.
# One colour for another.
hear Recolour, 0.1: no more {ref:AllColour} [,|:] [but|use|put] {colour:Colour} @inplace
@thesame: same|keep|keeping|the same
hear Move = _along_z, 0.1: {order:Move} [,] @thesame x
hear Move = Move(ref, place), 0.3: @make {ref:Ref} (stand|lie|run|go|be|sit) {place:Place}
# Copies: colour, gap and place behind.
hear Copy, 0.2: @copyof {ref} {place}
@andagain: and again|once more|again|and another|and one more|now again
hear Again, 0.2: @andagain [,] [but|only|this time|now] {value:Place}
hear Again, 0.6: (and then|then|and|and also) {value:Coordinates}
@asmirror: mirror|mirror line|axis|mirror axis|line
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
@halfwaybetween: at the same distance from|equally far from|as far from|at equal distance from
    equidistant from
Between(middle=True): @halfwaybetween {landmark}
@midoftheline: middle|middle point|midpoint|centre|center|halfway point|middle cell|mid point
hear Between = _between, 0.1: halfway (from|on the way from) {one:Ref} to {other:Ref}
hear Between(middle=True), 0.6: (at|in|on|to) the @midoftheline (of|between) {landmark}
hear Make = _so_many, 0.1: {make:Make} [,|:] {number:Number} of them
# On every second cell.
@secondcells: on every second cell|every second cell|every other cell
hear Make = _every_second: @secondcells (of|along|on|at) {edge:EdgeNoun} @cellgets {thing:Thing}
    [@make] {thing:Thing} @secondcells (of|along|on|at) {edge:EdgeNoun}
Premodifier = Thing(gap=1): (dotted|gapped|spaced out)
# What a plain word tells behind.
Premodifier = Thing(shape="pyramid"), 0.2: (stepped|step)
# Where a part of what is made goes, in a sentence of its own.
EdgeNoun = Edge, 0.1: (that|this|the same|that same|the said) @edge
OwnAnchor = Anchored: (its|the) {part:Part} @atpart {place:PointOf}
hear Make = commanding.placed, 0.2: {make:Make} [.|;|,|and] {place:OwnAnchor}
Coordinate, 0.1: (the|in the|on the|along the|of the|of) (row|line|column) {self:Coordinate}
hear Beside(landmark=Ref("it")):
    @leaving {gap:Clearance} @freebetween [,] (on|to|at) (its|the|their) {side} [@sidenoun]
    (on|to|at) (its|the|their) {side} [@sidenoun] [,] @leaving {gap:Clearance} @freebetween
@completing: so put what is missing on top|by adding to the shorter ones
hear Resize = _of_several, 0.1: {order:Resize} [,|.] [and] @completing
hear Ref = _at_side, 0.4: {ref:Determined} (on|at|to) the {way:Lateral} (of|in) {of:Ref}
""")
