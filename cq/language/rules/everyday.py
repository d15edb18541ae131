"""Wordings of every day that join what the other rules read: walks, neighbours, equal sizes, corrections."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, words
from cq.language.program import (
    Again,
    Anchored,
    Around,
    Beside,
    Between,
    Copy,
    Edge,
    Extreme,
    Fill,
    Inside,
    Look,
    Make,
    Mirror,
    Move,
    Recolour,
    Ref,
    Resize,
    Size,
    State,
    Swap,
    Thing,
)
from cq.language.rules.commanding import fixed, placed
from cq.language.rules.forming import LOOSE
from cq.language.rules.references import OPPOSITES

# Beginnings: "start with a red block in the middle".
words(
    "startwith",
    "kick off with|start out with|start with|begin with|start off with|begin by|starting with|finish with|"
    "finish off with|end with|finishing with|last comes|start off by|start by|first comes|first goes|first",
)
hear(
    Make,
    "@startwith {thing} {place}",
    "@startwith {place} [with] {thing}",
    "{place} @startwith {thing}",
    cost=0.2,
)
rule(
    "PlainThing",
    "(another|one more|a second|a further|one further|a third|yet another) {colour:Colour}",
    "something {colour:Colour}",
    "(another|one more) [one] [,] but [in] {colour:Colour}",
    makes=lambda colour: Thing(count=1, colours=(colour,)),
    cost=0.2,
)
rule(
    "PlainThing",
    "{count} (more|other|further|additional|extra) {colour:Colour}",
    "{count} (more|other|further|additional|extra) {colour:ColourPlural}",
    makes=lambda count, colour: Thing(count=count, plural=count > 1, colours=(colour,)),
    cost=0.3,
)

# What has one size and is to have another: "the row is only 4 long, make it 6".
words("onlynow", "only|just|now|currently|still|at the moment|right now|so far|but|already|at present")


def _resized(ref: Ref, old: Size, size: Size) -> Resize:
    """To a size in the dimension that the first names."""
    return Resize(ref, replace(size, dimension=old.dimension) if size.dimension == "any" else size)


words(
    "makeit",
    ", make it|. make it|make it|and make it|, it should be|. it should be|, but it should be|"
    "but it should be|; make it|and should be|, extend it to|, make that|, i want it|, but i want it|"
    ", so make it|. please make it|and needs to be|but should be|, but should be|, it must be|"
    "; it should be|instead of|, want|and should have|but should have|and must have|"
    "and needs to have|, it should have|but it should have",
)
words("andpresent", "is|are|has|measures")
for _size in ("{size:Bare}", "{size:Sized}"):
    hear(
        Resize,
        f"{{ref:Ref}} @andpresent [@onlynow] {{old:ShortSize}} @makeit {_size} [now]",
        makes=_resized,
        cost=0.1,
    )
hear(
    Resize,
    "(its|the) {dimension:Dimension} is [@onlynow] {:Number} @makeit {number:Number}",
    makes=lambda dimension, number: Resize(Ref("it"), Size(dimension, number)),
)
words("soadd", ": add|, add|. add|, so add|so add|: put")
words("atits", "at the|on the|to the|at its|on its|to its|to|at|on|onto the|onto its")
words(
    "addedblocks",
    "the new ones|the new blocks|the new block|new blocks|them|blocks|more blocks|some|some blocks|more|"
    "the missing blocks|what is missing|to it|the rest",
)
hear(
    Resize,
    "{self} [,] @byadding [@addedblocks] @atits {side} [end|side]",
    "{self} @soadd [@addedblocks] @atits {side} [end|side]",
    "{self} [,] @byadding [@addedblocks] @atits end (on|at|to|in) the {side} [end|side]",
    "{self} [,] @atits end (on|at|to|in) the {side} [side]",
    "{self} [,] @atits {side} end",
    cost=0.05,
)

# Equal sizes: "trim the tall one so that both are equally high", "until they are level".
words("sothattheyare", "so that|so|until|such that|till|in order that|so as to make")
words(
    "bothof",
    "both|they|both towers|they both|the two|both of them|the two towers|all|all towers|the towers|"
    "all of them|all the towers|both rows|they all|all three|both columns|the columns|the pillars|"
    "both pillars|them",
)


def _as_the_other(ref: Ref) -> Resize:
    """As high as the other thing of its kind."""
    noun = "tower" if ref.noun == "one" else ref.noun
    return Resize(
        replace(ref, noun=noun), Size("high", like=Ref(noun, quantifier="the", limits=(State("other"),)))
    )


hear(
    Resize,
    "(@lower|@grown) {ref:Ref} @sothattheyare @bothof @areboth @sameheight",
    "(@lower|@grown) {ref:Ref} @sothattheyare @bothof @sameheight",
    "(@lower|@grown) {ref:Ref} to make @bothof @sameheight",
    makes=_as_the_other,
    cost=0.05,
)

# Gaps: "the ring lacks one block on its east side", "where the square is open".
words("lacks", "lacks|misses|is missing|lack|miss|are missing|has lost|is without")
words("ablock", "one block|a block|one|a piece|one piece|a cell|one cell")
hear(Look, "{landmark:Ref} @lacks @ablock", makes=lambda landmark: Look(Inside(landmark, gap=True)), cost=0.1)
hear(
    Look,
    "{landmark:Ref} @lacks @ablock (on|at|in) (its|the) {:Side} [@sidenoun]",
    makes=lambda landmark: Look(Inside(landmark, gap=True)),
    cost=0.1,
)
words(
    "isopen",
    "is open|has a gap|has a hole|has its gap|is missing one|is interrupted|is not closed|is broken|"
    "is incomplete|is missing a block|lacks one|lacks a block|has its hole|has an opening",
)
rule(Inside, "where {landmark} @isopen", gap=True)
hear(Look, "{ref:Ref} @isopen [in one place|somewhere]", makes=lambda ref: Look(Inside(ref, gap=True)))
words(
    "insame",
    "same colour|in the same colour|in its colour|in its own colour|the same colour|with the same colour|"
    "of the same colour|same color|in the same color",
)
hear(Fill, "{self} [,] @insame")
words(
    "tothebrim",
    "up to the brim|to the brim|up to the top|to the top|up to the same height|to the same height|"
    "up to their height|up to their tops|all the way up|from bottom to top|up to the rim|right to the top|"
    "right up to the top",
)
hear(Fill, "{self} [,] @tothebrim")

# Trading places in more words.
words("isnow", "is|is now|stands|stands now|was|currently is|are|are now")


def _traded(ref: Ref, at: Ref, other: Ref, to: Ref) -> Swap | None:
    """Each where the other is, by their colours."""
    if not (ref.colours and ref.colours == to.colours and other.colours == at.colours):
        return None
    return Swap(replace(ref, others=(*ref.others, other)))


hear(
    Swap,
    "(@make|want|@want) {ref:Ref} where {at:Ref} @isnow [,] and {other:Ref} where {to:Ref} @isnow",
    makes=_traded,
    cost=0.1,
)

# One colour for another.
hear(
    Recolour,
    "no more {ref:AllColour} [,|:] [but|use|put] {colour:Colour} @inplace",
    "(use|put|take) {colour:Colour} (instead of|in place of|for) {ref:AllColour} [@everywhere]",
    "@dislike {ref:AllColour} [,|:|;] [but|use|put|make it] {colour:Colour} [@forthose] [@inplace]",
    cost=0.1,
)
hear(Recolour, "{self} @inplace", cost=0.3)
words("forthose", "for those|for them|for it|for that|for these")
words(
    "dislike",
    "i do not want any|i do not like|i do not like the|i do not want|i hate|do not like|do not like the",
)
words("thesame", "same|keep the same|keep|keeping|with the same|at the same|but the same|the same")


def _along_z(order: Move) -> Move | None:
    """ "To z 0, same x": a place that names no other x."""
    return order if order.place is not None and fixed(order.place) == {"z"} else None


def _along_x(order: Move) -> Move | None:
    """ "To x 0, same z": a place that names no other z."""
    return order if order.place is not None and fixed(order.place) == {"x"} else None


hear(Move, "{order:Move} [,] @thesame x", makes=_along_z, cost=0.1)
hear(Move, "{order:Move} [,] @thesame z", makes=_along_x, cost=0.1)
hear(
    Move,
    "@make {ref:Ref} (stand|lie|run|go|be|sit) {place:Place}",
    makes=lambda ref, place: Move(ref, place),
    cost=0.3,
)

# Copies: colour, gap and place behind.
hear(Copy, "@want @copyof {ref} {place}", "@stack @copyof {ref} {place}", "@copyof {ref} {place}", cost=0.2)
words(
    "andagain",
    "and again|and once more|once more|again|and another|and one more time|one more time|the same again|"
    "and the same|and the same again|and one more|now again",
)
hear(
    Again,
    "@andagain [,] [but|only|this time|now] (in|with|using) {value:Colour}",
    "@andagain [,] [but|only|this time|now] {value:Place}",
    cost=0.2,
)
hear(Again, "(and then|then|and|and also) {value:Coordinates}", cost=0.6)
words("asmirror", "mirror|mirror line|axis|mirror axis|line|line of symmetry")
for _axis in ("x", "z"):
    hear(
        Mirror,
        f"{{mirror:Mirror}} [,] with @{_axis}line as [the|a] @asmirror",
        makes=lambda mirror, axis=_axis: (
            replace(mirror, side=OPPOSITES.get(mirror.side), across=axis) if not mirror.across else None
        ),
    )

# Halfway.
words(
    "halfwaybetween",
    "at the same distance from|the same distance from|equally far from|as far from|in equal distance from|"
    "at equal distance from|equidistant from|at an equal distance from|same distance from|"
    "equally distant from",
)
rule(Between, "@halfwaybetween {landmark}", middle=True)
words("midoftheline", "middle|middle point|midpoint|centre|center|halfway point|middle cell|mid point")


def _between(one: Ref, other: Ref) -> Between:
    return Between(replace(one, others=(*one.others, other)), middle=True)


words("theline", "the line|the way|the path|the distance|the space|the gap|the stretch")
hear(
    Between,
    "(at|in|on|to) the @midoftheline [of @theline] (from|between) {one:Ref} (to|and) {other:Ref}",
    "halfway (from|on the way from) {one:Ref} to {other:Ref}",
    makes=_between,
    cost=0.1,
)
hear(Between, "(at|in|on|to) the @midoftheline (of|between) {landmark}", middle=True, cost=0.6)


# A number behind: "blue blocks at x 3, three of them".
def _so_many(make: Make, number: int) -> Make | None:
    if make.thing.count not in (None, number) or not make.thing.plural or make.thing.then:
        return None
    return replace(make, thing=replace(make.thing, count=number))


hear(
    Make,
    "{make:Make} [,|:] {number:Number} of them",
    "{make:Make} [,|:] {number:Number} [blocks] in all",
    makes=_so_many,
    cost=0.1,
)

# On every second cell.
words(
    "secondcells",
    "on every second cell|on every other cell|in every second cell|in every other cell|at every second cell|"
    "on each second cell|on alternate cells|with one cell free between each|every second cell|"
    "every other cell|leaving every second cell free",
)
rule("Trait", "@secondcells [of|along]", makes=Thing, gap=1)


def _every_second(thing: Thing, edge: Edge) -> Make | None:
    """ "Every other cell along the south edge gets a purple block"."""
    if thing.shape not in LOOSE or thing.gap is not None:
        return None
    return Make(replace(thing, shape="row", count=1, plural=False, gap=1), replace(edge, along=True))


hear(
    Make,
    "@secondcells (of|along|on|at) {edge:EdgeNoun} @cellgets {thing:Thing}",
    "[@make] {thing:Thing} @secondcells (of|along|on|at) {edge:EdgeNoun}",
    makes=_every_second,
)
rule("Premodifier", "(dotted|gapped|spaced out)", makes=Thing, gap=1)
words(
    "emptycell",
    *(
        f"{free} {cell}"
        for free in ("empty", "free", "blank", "no")
        for cell in ("cell", "block", "space", "square", "spot")
    ),
    "gap|nothing|a gap|space",
)
rule(
    "Trait",
    "[a|one] {colours+:Colour} [block] , @emptycell , [a|one] {:Colour} [block] [@andsoon]",
    "{colours+:Colour} [block] , @emptycell , {:Colour} [block] , @emptycell [@andsoon]",
    "[a|one] block , @emptycell , [a|one] block [, @emptycell] [@andsoon]",
    makes=Thing,
    gap=1,
)
words("andsoon", "and so on|, and so on|etc|and so forth|, and so forth|. . .")


# What a plain word tells behind.
words(
    "eachlevel",
    "each level|every level|each layer|every layer|each step|each storey|each floor|every step|"
    "the next level|every next level",
)
rule(
    "Trait",
    "@eachlevel [is] one [block] smaller [on every side|on each side|than the one below|all around|"
    "on all sides|all round]",
    makes=Thing,
    shape="pyramid",
)
rule("Premodifier", "(stepped|step)", makes=Thing, shape="pyramid", cost=0.2)

# Where a part of what is made goes, in a sentence of its own.
rule("EdgeNoun", "(that|this|the same|that same|the said) @edge", makes=Edge, cost=0.1)
rule(
    "OwnAnchor",
    "(its|the) {part:Part} @atpart {place:PointOf}",
    "(its|the) {part:Part} @atpart [@exact] {place:Middle}",
    makes=Anchored,
)
hear(
    Make,
    "{make:Make} [.|;|,|and] {place:OwnAnchor}",
    "{make:Make} @paren {place:Coordinates} @shut",
    makes=placed,
    cost=0.2,
)
rule("Coordinate", "(the|in the|on the|along the|of the|of) (row|line|column) {self:Coordinate}", cost=0.1)
hear(
    Beside,
    "@leaving {gap:Clearance} @freebetween [,] (on|to|at) (its|the|their) {side} [@sidenoun]",
    "(on|to|at) (its|the|their) {side} [@sidenoun] [,] @leaving {gap:Clearance} @freebetween",
    landmark=Ref("it"),
)
hear("Nominal", "(square|rectangular|rectangle|round) (outline|frame|ring|border)", makes=Ref, noun="ring")


words(
    "completing",
    "so put what is missing on top|by adding what is missing|add what is missing|so add what is missing|"
    "fill up what is missing|by building up the shorter ones|by building up the lower ones|by adding blocks|"
    "by raising the lower ones|by adding on top|by adding blocks on top|by raising the shorter ones|"
    "put what is missing on top|by building up the smaller ones|by adding to the shorter ones|"
    "by building on the lower ones",
)


def _of_several(order: Resize) -> Resize | None:
    """What is said of several things: "all of them", "by adding to the lower ones"."""
    return order if order.ref.plural or order.ref.others else None


hear(
    Resize,
    "{order:Resize} [,|.] [and] @completing",
    "{order:Resize} [,] (all of them|each of them|every one of them|both of them)",
    makes=_of_several,
    cost=0.1,
)
hear(Resize, "{self} @paren @owncolour @shut")


def _at_side(ref: Ref, way: str, of: Ref) -> Ref | None:
    """ "The block on the left of the top row": of what lies, its outermost block."""
    if of.noun not in ("row", "layer", "wall") or ref.of is not None or ref.noun not in ("block", "one"):
        return None
    return replace(ref, limits=(Extreme(way), *ref.limits), of=of, quantifier="the")


hear(Ref, "{ref:Determined} (on|at|to) the {way:Lateral} (of|in) {of:Ref}", makes=_at_side, cost=0.4)
hear(
    Around,
    "{self} [,] (touching it|right next to it|directly around it|close to it|touching the block|"
    "without a gap)",
    gap=0,
)
