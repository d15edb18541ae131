"""How people name present things: determiners, pronouns, wholes, exceptions, "and"."""

from __future__ import annotations

from dataclasses import replace

from cq.language import lexicon
from cq.language.declaring import rule
from cq.language.notation import rules
from cq.language.program import Alternate, Extreme, Half, Nth, Ref, State
from cq.language.rules import comparisons, limits, nominals, relations
from cq.language.rules.comparisons import started

__all__ = ["comparisons", "limits", "nominals", "relations"]

OPPOSITES = {
    "up": "down",
    "left": "right",
    "front": "back",
    "north": "south",
    "east": "west",
    "northeast": "southwest",
    "northwest": "southeast",
}

DETERMINED = "Determined"
"""Names without postmodifiers: "of" follows these."""


def _each(ref: Ref) -> Ref | None:
    """Each of several; "every second block" is no second one of each."""
    if any(isinstance(limit, Nth) and limit.number > 1 for limit in ref.limits):
        return None
    return replace(ref, quantifier="each")


def _either(ref: Ref) -> Ref:
    """ "Either end" are both."""
    both = State("end") in ref.limits or State("edge") in ref.limits
    return replace(ref, quantifier="both" if both else "any", plural=both or ref.plural)


def _pointed(ref: Ref) -> Ref:
    """ "That block" is one that was mentioned."""
    return replace(ref, quantifier="the", limits=(State("spoken"), *ref.limits))


def of_whole(ref: Ref, of: Ref) -> Ref | None:
    """Parts of a whole, all of them: "the top and the bottom block of the tower"."""
    if ref.of is not None:
        return None
    if of == Ref("everything", quantifier="all"):
        return ref  # "The highest block of all" is no part of each.
    if of.but is not None and of.but.noun in ("one", "part") and ref.but is None and not _is_each(of):
        # "Each end of the row except the left one" leaves out an end, no part of the row.
        ref, of = replace(ref, but=of.but), replace(of, but=None)
    return replace(ref, of=of, others=tuple(replace(other, of=of) for other in ref.others))


def _is_each(ref: Ref) -> bool:
    return ref.plural or ref.quantifier in ("each", "all", "both")


def _in_zone(ref: Ref) -> Ref | None:
    """All blocks are in the zone; its corners and edges are no things."""
    return None if ref.noun in ("part", "one", "gap") else ref


def _forming(ref: Ref, of: Ref) -> Ref | None:
    """ "The red blocks that form a cross" are those of the red cross."""
    if ref.of is not None or ref.noun not in ("block", "one"):
        return None
    return replace(ref, of=replace(of, colours=of.colours or ref.colours))


def _each_colour(ref: Ref) -> Ref:
    return replace(ref, limits=(*ref.limits, State("each colour")))


def _neither(ref: Ref, one: str, other: str, third: str = "") -> Ref | None:
    """ "Blocks that are not red or blue" have one of the other colours."""
    return (
        None
        if ref.colours
        else replace(ref, colours=tuple(c for c in lexicon.colours() if c not in (one, other, third)))
    )


def _not_part(ref: Ref, but: Ref) -> Ref | None:
    """ "Blocks that are not in a tower" are in none."""
    if ref.but is not None:
        return None
    return replace(ref, but=replace(but, number=None, quantifier="all") if but.number == 1 else but)


def _all_these(ref: Ref) -> Ref | None:
    return replace(ref, quantifier="all") if ref.plural else None


def _whichever(ref: Ref) -> Ref | None:
    return replace(ref, quantifier="whichever") if ref.quantifier in ("", "a", "any") else None


def _listed(first: Ref, other: Ref) -> Ref | None:
    """ "The red block, the blue one"; but "half of it, the upper half" are not two."""
    if other.noun == "one" and other.quantifier == "the" and not (other.colours or other.number or other.of):
        # "The green block, the one on the tower" is one.
        return replace(first, limits=(*other.limits, *first.limits)) if other.limits else None
    return None if Half() in first.limits else replace(first, others=(*first.others, other))


def _apposed(ref: Ref, which: Ref) -> Ref | None:
    """ "One block of the tower, the lowest"; "half of the blocks, the upper half"."""
    if which.colours or which.of or ref.others or (ref.number or 1) != (which.number or 1):
        return None
    if which.noun == "one":
        return replace(ref, quantifier="the", limits=(*which.limits, *ref.limits))
    return (
        replace(which, of=ref.of, quantifier="the") if Half() in ref.limits and which.noun == "part" else None
    )


def _both_extremes(one: Extreme, other: Extreme, ref: Ref) -> Ref | None:
    """ "The uppermost and leftmost block" is one block; the top and the bottom block are two."""
    opposite = OPPOSITES.get(one.direction) == other.direction
    return (
        None if ref.plural or opposite else replace(ref, limits=(one, other, *ref.limits), quantifier="the")
    )


def _at_both_ends(ref: Ref) -> Ref | None:
    """ "The block at either end" are two."""
    if ref.plural or ref.noun not in ("block", "one"):
        return None
    return replace(ref, quantifier="both", plural=True, limits=(State("end"), *ref.limits))


def _outermost_of(number: int, way: str, of: Ref) -> Ref:
    """ "Two blocks from the top of the tower" are its top two."""
    return Ref("block", True, "the", number, limits=(Extreme(way),), of=of)


def including(ref: Ref, other: Ref) -> Ref | None:
    """ "All blocks, including the green one": that one too, which may be among them already."""
    if any(isinstance(limit, Alternate) for limit in ref.limits):
        return started(ref, "end")  # "Every other block, the two outermost ones included".
    too = tuple(
        replace(conjunct, limits=(*conjunct.limits, State("included")))
        for conjunct in (replace(other, others=()), *other.others)
    )
    return replace(ref, others=(*ref.others, *too))


OPPOSITES |= {other: way for way, other in OPPOSITES.items()}

rules("""
@allthe: all|all the|all of the|all these|all those|all of|the entire|the whole|entire|whole|the complete
    all your|any of the|all my|the hole
@each: each|every|every single|every last|each single|each of the|each one of the|each of those
Ref: {self:Determined}
Determined = Ref(quantifier="the"): (the|your|our|my) {self:Nominal}
Determined = Ref(quantifier="the"): (the|your|our|my|its very|the very) {self:PartNominal}
Determined = Ref, 0.5: {self:Nominal}
Determined = Ref(noun="part", plural=True, limits=(Half(),)): half
Determined = Ref(quantifier="all"): @allthe {self:Nominal}
Determined = _each: @each {ref:Nominal} | @each {ref:PartNominal}
Determined = Ref(quantifier="both"): both [the|of the|of these|of those|these|those|of] {self:Nominal}
Determined = Ref(quantifier="each"): {limits+:Alternate} {self:Nominal}
Determined = _either: either {ref:PartNominal}
Determined = Ref(quantifier="any"): (any|either) {self:Nominal}
Determined = _pointed: (this|that|these|those) {ref:Nominal}
hear Determined = _pointed, 0.1: [the] same {ref:Nominal}
# Pronouns.
Ref(noun="it"): (it|this|that|itself)
Ref(noun="it", plural=True): (them|these|those|they)
Ref(noun="it", plural=True, quantifier="each"):
    (all of them|them all|all of these|all of those|each of them|each one|every one|each)
Ref(noun="it", plural=True, quantifier="both"):
    (both|both of them|them both|the both of them|the two|the two of them)
Ref(noun="everything"): (everything|every thing|anything)
Ref(noun="everything"), 0.2: (all of it|all of this|all this|it all)
Ref(noun="everything"), 0.4: the whole thing
Ref(noun="everything", quantifier="all"), 0.3: all
Ref(quantifier="all", plural=True): (everything|every thing|anything) {colours+}
    (everything|every thing|anything|all) (that|which) is {colours+} | (what|whatever) is {colours+}
Ref(noun="rest"):
    (the rest|the others|all the rest|everything else|all else|the rest of them|all others|all the others)
    all (other ones|of the others|other blocks|the other blocks) | the rest of the blocks
@whatever: whatever|anything|everything|what|all|every thing|anything that|everything that|all that
hear Ref(noun="everything"), 0.1: @whatever [(is|stands|lies|sits|remains) [still|already]] {limits+:Relation}
    @whatever (is|stands|sits) [still|already] {limits+:Predicate}
    @whatever [is|stands] [still|already] (there|here|standing) [@inzone]
hear Ref = Ref("everything", but=replace(but, number=None, quantifier="all", plural=True)):
    @whatever [that] (is|are) not [part of|in|a part of] {but:Ref}
@inzone: in the grid|here
Ref(noun="here"): here
hear Ref(noun="former"): the (former|former one|first mentioned)
hear Ref(noun="latter"): the (latter|latter one|last mentioned)
Determined = Ref(quantifier="some"): (some|a few|several|a number of) [of] [the] {self:Nominal}
@other: other|opposite
Ref(noun="one", quantifier="the", limits=(State("other"),)): the @other
Ref(noun="one", plural=True, quantifier="the", limits=(State("left over"),)): the remaining [{number}]
Ref(noun="one", plural=True, quantifier="the", limits=(State("other"),)): the @other {number}
    the {number} @other
# Wholes and parts.
Ref(of=Ref("it"), quantifier="the"): its {self:Nominal} | its {self:PartNominal}
Ref(of=Ref("it", True), quantifier="the"): their {self:Nominal}
Ref = None if of.noun == "it" else Ref("one", True, "each", of=of), 0.1:
    (each|every one|each one|all) of {of:Ref}
Ref = None if of.noun == "it" else Ref("one", True, "both", of=of), 0.1: both of {of:Ref}
hear Ref(noun="everything"): (everything|anything|all) {colours+}
Ref(quantifier="the"): {of:Ref} 's {self:Nominal} | {of:Ref} 's {self:PartNominal}
hear Ref(quantifier="the"), 0.6: {of:Determined} {self:PartWord}
Ref = of_whole: {ref:Determined} of {of:Ref}
hear Ref = of_whole, 0.2: {ref:Determined} (in|from|within|inside) {of:Ref}
    {ref:Determined} that (is|are) (in|part of) {of:Ref}
hear Ref = of_whole, 0.3: {ref:Determined} (off|out of|belonging to) {of:Ref}
@zone: map|zone|grid|board|area|field|world|building zone|building area|scene|game|room|screen
hear Ref = _in_zone: {ref:Ref} (in|on|of|from) (the|this) [entire|whole] @zone
@forming: that form|that forms|forming|that make|that make up|making up|making|that create|which form
    which make|that compose
hear Ref = _forming: {ref:Ref} @forming {of:Ref}
Ref = _each_colour: {ref:Ref} (of|in) (each|every) (colour|color)
hear Ref = _neither: {ref:Ref} @becoming (not|neither) {one:Colour} (or|nor|and) {other:Colour}
# Exceptions.
@except: except|except for|expect|exept|but|but not|other than|apart from|all but|besides|excluding|aside from
    not including|bar|with the exception of|save for|but for|leaving out|leaving|without|minus|not|but leave
    but keep|but spare|but leaving|but keeping
@staying: alone|standing|untouched|in place|there|out|in peace
Ref: {self} [,] @except {but:Ref} | {self} [,] @except {but:Ref} @staying
@onside: on|at|along|in|from
hear Ref = None if but.noun not in ("part", "one") else replace(ref, but=but), 0.2:
    {ref:Ref} [,] @except @onside {but:Ref}
hear Ref = _not_part: {ref:Ref} [that|which] (is|are) not [part of|in|one of|inside] {but:Ref}
# "All of it" behind a name says no more than the name, "all of them" that none is left out.
@allthis: all of it|the lot|in full
@allthese: all of them|every one|each one|all three|all four|all five
@whatevercolour: whatever its colour|of any colour
hear Ref: {self} [,] (@allthis|@whatevercolour)
hear Ref = _all_these: {ref:Ref} [,] @allthese
@whichever: i do not care which|no matter which|whichever|you choose|you pick|your choice|at random
hear Ref = _whichever: {ref:Ref} [,|-] @whichever
hear Ref(quantifier="the"):
    (whichever|whatever) {self:Nominal} (is|are|stands|happens to be) [the] {limits+:Predicate}
    (whichever|whatever) {self:Nominal} (is|are|stands|happens to be) {limits+:Relation}
# Coordination.
Ref: {self} [,] and {others+:Ref} | {self} as well as {others+:Ref}
hear Ref = _listed, 0.4: {first:Ref} , {other:Ref}
hear Ref = replace(first, others=(*first.others, second, third)), 0.4:
    {first:Determined} {second:Determined} and {third:Determined}
hear Ref = _apposed, 0.1: {ref:Ref} , the {which:PartNominal}
# "The top and bottom rows", "the top and the bottom of the wall": one noun behind, or one whole.
Following = Ref(quantifier="the"): {self:PartNominal}
""")
for _choice in ("Extreme", "ChoosingState"):
    _elided = f"{{limits+:{_choice}}} and [the] {{others+:Nominal}}"
    rule("Following", _elided, makes=Ref, noun="one", quantifier="the")
    rule(DETERMINED, "the " + _elided, "both the " + _elided, makes=Ref, noun="one", quantifier="the")
    _elided = f"the {{limits+:{_choice}}} and {{others+:Following}}"
    rule(DETERMINED, _elided, "both " + _elided, makes=Ref, noun="one", quantifier="the")

rules("""
Determined = Ref(quantifier="the"), 0.1: the {self:PartNominal} and {others+:Following}
Determined = Ref(quantifier="the"), 0.7: {self:PartNominal} and {others+:Following}
hear Ref = _both_extremes: the {one:Extreme} and [the] {other:Extreme} {ref:Nominal}
Ref, 0.1: {self} plus {others+:Ref} | both {self} and {others+:Ref} | {self} along with {others+:Ref}
hear Ref = _at_both_ends: {ref:Determined} (at|on) (either|each) end
hear Ref = _outermost_of: [the] {number:Number} @blocks (from|off|at) [the] {way:Direction} [end] of {of:Ref}
hear Determined = Ref(quantifier="the"), 0.2: {limits+:Utmost} {self:Nominal}
@including: including|inclusive of|even
hear Ref = including: {ref:Ref} [,] @including {other:Ref} | {ref:Ref} , {other:Ref} included
hear Ref(noun="it"): (the|that|this) [new] (copy|clone|duplicate|replica|twin) [of it]
hear Ref(noun="block", plural=True, quantifier="all", limits=(State("left over"),)):
    (what|whatever) (is left|remains|is left over|is left standing) [of (it|them)]
hear Ref(noun="original"): the original [one|{:Nominal}]
""")
