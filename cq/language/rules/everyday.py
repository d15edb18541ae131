"""Everyday wordings that combine the other rules: walks, neighbours, equal sizes, corrections."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import (
    Between,
    Edge,
    Extreme,
    Make,
    Move,
    Ref,
    Resize,
    Size,
    State,
    Thing,
)
from cq.language.rules.commanding import fixed
from cq.language.rules.forming import LOOSE


def _resized(ref: Ref, old: Size, size: Size) -> Resize:
    """A resize to a size, in the dimension of the old size."""
    return Resize(ref, replace(size, dimension=old.dimension) if size.dimension == "any" else size)


def _as_the_other(ref: Ref) -> Resize:
    """A resize to the height of the other thing of its kind."""
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
    """An order about several things: "all of them", "by adding to the lower ones"."""
    return order if order.ref.plural or order.ref.others else None


def _at_side(ref: Ref, way: str, of: Ref) -> Ref | None:
    """ "The block on the left of the top row": the outermost block of a lying thing."""
    if of.noun not in ("row", "layer", "wall") or ref.of is not None or ref.noun not in ("block", "one"):
        return None
    return replace(ref, limits=(Extreme(way), *ref.limits), of=of, quantifier="the")


rules("""
# Beginnings: "start with a red block in the middle".
@startwith: start with|begin by|starting with|finish with|first
hear Make, 0.2: @startwith {thing} {place} | @startwith {place} {thing} | {place} @startwith {thing}
PlainThing = Thing(count=1, colours=(colour,)), 0.2: (another|one more|a second|a further|a third|yet \
another) {colour:Colour}
    something {colour:Colour}
PlainThing = Thing(count=count, plural=count > 1, colours=(colour,)), 0.3: {count} (more|other|extra) \
{colour:Colour}
    {count} more {colour:ColourPlural}
# What has one size and is to have another: "the row is only 4 long, make it 6".
@onlynow: only
@makeit: , make it|. make it|make it|but should be
@andpresent: is
hear Resize = _resized, 0.1: {ref:Ref} @andpresent [@onlynow] {old:ShortSize} @makeit {size:Bare}
    {ref:Ref} @andpresent {old:ShortSize} @makeit {size:Sized}
@atits: at the|on the|at its|on its|to its
@addedblocks: blocks
hear Resize, 0.05: {self} @byadding [@addedblocks] @atits {side} end | {self} @atits {side} end
# Equal sizes: "trim the tall one so that both are equally high", "until they are level".
@sothattheyare: so that|so|until
@bothof: both|they
hear Resize = _as_the_other, 0.05: (@lower|@grown) {ref:Ref} @sothattheyare @bothof @areboth @sameheight
# Gaps: "the ring lacks one block on its east side", "where the square is open".
@lacks: lacks|is missing
@ablock: one block
hear Look = Look(Inside(landmark, gap=True)), 0.1: {landmark:Ref} @lacks @ablock
@isopen: has a gap|is broken
Inside(gap=True): where {landmark} @isopen
# One colour for another.
hear Recolour, 0.1: no more {ref:AllColour} {colour:Colour} @inplace
@thesame: same
hear Move = _along_z, 0.1: {order:Move} @thesame x
# Copies: colour, gap and place behind.
hear Copy, 0.2: @copyof {ref} {place}
@andagain: once more|again|and another|and one more
hear Again, 0.2: @andagain [but] {value:Place}
# Halfway.
@halfwaybetween: at the same distance from|equally far from|as far from|at equal distance from
Between(middle=True): @halfwaybetween {landmark}
hear Between = _between, 0.1: halfway from {one:Ref} to {other:Ref}
hear Make = _so_many, 0.1: {make:Make} {number:Number} of them
# On every second cell.
@secondcells: on every second cell|every second cell|every other cell
hear Make = _every_second: @secondcells along {edge:EdgeNoun} @cellgets {thing:Thing}
    @make {thing:Thing} @secondcells of {edge:EdgeNoun}
Premodifier = Thing(gap=1): dotted
# What a plain word tells behind.
Premodifier = Thing(shape="pyramid"), 0.2: (stepped|step)
# Where a part of what is made goes, in a sentence of its own.
EdgeNoun = Edge, 0.1: that @edge
OwnAnchor = Anchored: (its|the) {part:Part} @atpart {place:PointOf}
hear Make = commanding.placed, 0.2: {make:Make} [.] {place:OwnAnchor}
Coordinate, 0.1: (the|in the) row {self:Coordinate}
hear Beside(landmark=Ref("it")): @leaving {gap:Clearance} @freebetween on the {side} @sidenoun
    (on|to) (its|the) {side} @leaving {gap:Clearance} @freebetween
@completing: by adding to the shorter ones
hear Resize = _of_several, 0.1: {order:Resize} @completing
""")
