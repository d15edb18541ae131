"""How people name what stands: determiners, pronouns, wholes, exceptions, "and"."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, words
from cq.language.program import Alternate, Extreme, Half, Nth, Ref, State
from cq.language.rules import comparisons, limits, nominals, relations
from cq.language.rules.comparisons import started
from cq.world.palette import COLOURS

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
OPPOSITES |= {other: one for one, other in OPPOSITES.items()}

words(
    "allthe",
    "all|all the|all of the|all of these|all of those|all these|all those|every single one of the|all of|"
    "the entire|the whole|any and all|every one of the|entire|whole|the complete|all of your|all your|"
    "any of the|all my|each and every|the hole",
)
words(
    "each",
    "each|every|every single|every last|each single|each of the|each one of the|every one of the|"
    "each of these|each of those",
)
DETERMINED = "Determined"
"""Names without what stands behind them: "of" follows these."""
rule(Ref, "{self:Determined}")
rule(DETERMINED, "(the|your|our|my) {self:Nominal}", quantifier="the", makes=Ref)
rule(DETERMINED, "(the|your|our|my|its very|the very) {self:PartNominal}", quantifier="the", makes=Ref)
rule(DETERMINED, "{self:Nominal}", cost=0.5, makes=Ref)
rule(DETERMINED, "half", noun="part", plural=True, limits=(Half(),), makes=Ref)
rule(DETERMINED, "@allthe {self:Nominal}", makes=Ref, quantifier="all")


def _each(ref: Ref) -> Ref | None:
    """Each of several; "every second block" is no second one of each."""
    if any(isinstance(one, Nth) and one.number > 1 for one in ref.limits):
        return None
    return replace(ref, quantifier="each")


rule(DETERMINED, "@each {ref:Nominal}", "@each {ref:PartNominal}", makes=_each)
rule(
    DETERMINED,
    "both [the|of the|of these|of those|these|those|of] {self:Nominal}",
    quantifier="both",
    makes=Ref,
)
rule(DETERMINED, "{limits+:Alternate} {self:Nominal}", quantifier="each", makes=Ref)


def _either(ref: Ref) -> Ref:
    """ "Either end" are both."""
    both = State("end") in ref.limits or State("edge") in ref.limits
    return replace(ref, quantifier="both" if both else "any", plural=both or ref.plural)


rule(DETERMINED, "either {ref:PartNominal}", makes=_either)
rule(DETERMINED, "(any|either) {self:Nominal}", "any one of the {self:Nominal}", makes=Ref, quantifier="any")


def _pointed(ref: Ref) -> Ref:
    """ "That block" is one that was spoken of."""
    return replace(ref, quantifier="the", limits=(State("spoken"), *ref.limits))


rule(DETERMINED, "(this|that|these|those) {ref:Nominal}", makes=_pointed)
hear(DETERMINED, "[the] same {ref:Nominal}", makes=_pointed, cost=0.1)

# Pronouns.
rule(Ref, "(it|this|that|itself)", noun="it")
rule(Ref, "(them|these|those|they)", noun="it", plural=True)
rule(
    Ref,
    "(all of them|them all|all of these|all of those|each of them|each one|every one|each)",
    noun="it",
    plural=True,
    quantifier="each",
)
rule(
    Ref,
    "(both|both of them|them both|the both of them|the two|the two of them)",
    noun="it",
    plural=True,
    quantifier="both",
)
rule(
    Ref,
    "(everything|every thing|all of it|all of this|all this|the whole thing|it all|anything)",
    noun="everything",
)
rule(Ref, "all", noun="everything", quantifier="all", cost=0.3)
rule(
    Ref,
    "(everything|every thing|anything) {colours+}",
    "(everything|every thing|anything|all) (that|which) is {colours+}",
    "(what|whatever) is {colours+}",
    quantifier="all",
    plural=True,
)
rule(
    Ref,
    "(the rest|the others|all the rest|everything else|all else|the rest of them|all others|all the others)",
    "[all] the (other|remaining) ones",
    "all (other ones|of the others|other blocks|the other blocks)",
    "the rest of the blocks",
    noun="rest",
)
words("whatever", "whatever|anything|everything|what|all|every thing|anything that|everything that|all that")
hear(
    Ref,
    "@whatever [(is|stands|lies|sits|remains) [still|already]] {limits+:Relation}",
    "@whatever (is|stands|sits) [still|already] {limits+:Predicate}",
    "@whatever [is|stands] [still|already] (there|here|standing|on the ground) [@inzone]",
    noun="everything",
    cost=0.1,
)
hear(
    Ref,
    "@whatever [that] (is|are) not [part of|in|a part of] {but:Ref}",
    makes=lambda but: Ref("everything", but=replace(but, number=None, quantifier="all", plural=True)),
)
words("inzone", "in the grid|on the map|in the world|in the zone|on the board|on the grid|in this world|here")
rule(Ref, "here", noun="here")
words("former", "former|first|first one|former one")
hear(Ref, "the (former|former one|first mentioned)", noun="former")
hear(Ref, "the (latter|latter one|last mentioned)", noun="latter")
rule(DETERMINED, "(some|a few|several|a number of) [of] [the] {self:Nominal}", makes=Ref, quantifier="some")

words("other", "other|opposite")
rule(Ref, "the @other", noun="one", quantifier="the", limits=(State("other"),))
rule(Ref, "the remaining [{number}]", noun="one", plural=True, quantifier="the", limits=(State("left over"),))
rule(
    Ref,
    "the @other {number}",
    "the {number} @other",
    noun="one",
    plural=True,
    quantifier="the",
    limits=(State("other"),),
)

# Wholes and parts.
rule(Ref, "its {self:Nominal}", "its {self:PartNominal}", of=Ref("it"), quantifier="the")
rule(Ref, "their {self:Nominal}", "their {self:PartNominal}", of=Ref("it", True), quantifier="the")
rule(
    Ref,
    "(each|every one|each one|all) of {of:Ref}",
    # "Each of them" is a pronoun.
    makes=lambda of: None if of.noun == "it" else Ref("one", True, "each", of=of),
    cost=0.1,
)
rule(Ref, "both of {of:Ref}", noun="one", plural=True, quantifier="both", cost=0.1)
rule(Ref, "(any|any one) of {of:Ref}", noun="one", quantifier="any", cost=0.1)
hear(Ref, "(everything|anything|all) {colours+}", noun="everything")
rule(Ref, "{of:Ref} 's {self:Nominal}", "{of:Ref} 's {self:PartNominal}", quantifier="the")


def of_whole(ref: Ref, of: Ref) -> Ref | None:
    """Parts of a whole, all of them: "the top and the bottom block of the tower"."""
    if ref.of is not None:
        return None
    if of == Ref("everything", quantifier="all"):
        return ref  # "The highest block of all" is no part of each.
    return replace(ref, of=of, others=tuple(replace(one, of=of) for one in ref.others))


rule(Ref, "{ref:Determined} of {of:Ref}", makes=of_whole)
hear(
    Ref,
    "{ref:Determined} (in|from|within|inside) {of:Ref}",
    "{ref:Determined} that (is|are) (in|part of) {of:Ref}",
    makes=of_whole,
    cost=0.2,
)
hear(Ref, "{ref:Determined} (off|out of|belonging to) {of:Ref}", makes=of_whole, cost=0.3)
words("zone", "map|zone|grid|board|area|field|world|building zone|building area|scene|game|room|screen")


def _in_zone(ref: Ref) -> Ref | None:
    """All that stands is in the zone; its corners and edges are no things."""
    return None if ref.noun in ("part", "one", "gap") else ref


hear(Ref, "{ref:Ref} (in|on|of|from) (the|this) [entire|whole] @zone", makes=_in_zone)
hear(Ref, "{ref:Ref} here", makes=_in_zone, cost=0.1)


def _forming(ref: Ref, of: Ref) -> Ref | None:
    """ "The red blocks that form a cross" are those of the red cross."""
    if ref.of is not None or ref.noun not in ("block", "one"):
        return None
    return replace(ref, of=replace(of, colours=of.colours or ref.colours))


words(
    "forming",
    "that form|that forms|forming|that make|that make up|making up|making|that create|which form|which make|"
    "that are forming|that are making|that is part of|that are part of|that compose|which make up",
)
hear(Ref, "{ref:Ref} @forming {of:Ref}", makes=_forming)


def _each_colour(ref: Ref) -> Ref:
    return replace(ref, limits=(*ref.limits, State("each colour")))


rule(Ref, "{ref:Ref} (of|in) (each|every) (colour|color)", makes=_each_colour)


def _neither(ref: Ref, one: str, other: str, third: str = "") -> Ref | None:
    """ "Blocks that are not red or blue" have one of the other colours."""
    return (
        None
        if ref.colours
        else replace(ref, colours=tuple(c for c in COLOURS if c not in (one, other, third)))
    )


hear(
    Ref,
    "{ref:Ref} @becoming (not|neither) {one:Colour} (or|nor|and) {other:Colour}",
    "{ref:Ref} @becoming not {one:Colour} , {other:Colour} [,] (or|nor|and) {third:Colour}",
    makes=_neither,
)

# Exceptions.
words(
    "except",
    "except|except for|expect|exept|but|but not|other than|apart from|all but|besides|excluding|aside from|"
    "not including|bar|with the exception of|save for|but for|leaving out|leaving|without|minus|not|"
    "but leave|but keep|but spare|but leaving|but keeping",
)
words(
    "staying",
    "alone|standing|untouched|in place|as it is|as they are|where it is|where they are|there|out|in peace",
)


rule(Ref, "{self} [,] @except {but:Ref}", "{self} [,] @except {but:Ref} @staying")


def _not_part(ref: Ref, but: Ref) -> Ref | None:
    """ "Blocks that are not in a tower" are in none."""
    if ref.but is not None:
        return None
    return replace(ref, but=replace(but, number=None, quantifier="all") if but.number == 1 else but)


hear(Ref, "{ref:Ref} [that|which] (is|are) not [part of|in|one of|inside] {but:Ref}", makes=_not_part)

# "All of it" behind a name says no more than the name, "all of them" that none is left out.
words(
    "allthis",
    "all of it|the whole of it|every block of it|every bit of it|the whole thing|the entire thing|the lot|"
    "in full|as a whole",
)
words(
    "allthese",
    "all of them|every one of them|each of them|each one of them|every single one|every one|each one|"
    "all three|all four|all five",
)
words(
    "whatevercolour",
    "whatever its colour|whatever their colour|whatever colour they are|whatever colour it is|of any colour|"
    "no matter what colour|regardless of colour|in whatever colour|wherever it is|wherever they are|"
    "wherever it may be|wherever they may be|wherever it stands|of whatever colour|no matter where",
)
hear(Ref, "{self} [,] (@allthis|@whatevercolour)")


def _all_these(ref: Ref) -> Ref | None:
    return replace(ref, quantifier="all") if ref.plural else None


hear(Ref, "{ref:Ref} [,] @allthese", makes=_all_these)

words(
    "whichever",
    "i do not care which|any will do|whichever you like|does not matter which|no matter which|"
    "it does not matter which|whichever|you choose|you pick|your choice|up to you|at random|"
    "chosen at random|no matter which one",
)


def _whichever(ref: Ref) -> Ref | None:
    return replace(ref, quantifier="whichever") if ref.quantifier in ("", "a", "any") else None


hear(Ref, "{ref:Ref} [,|-] @whichever", makes=_whichever)

hear(
    Ref,
    "(whichever|whatever) {self:Nominal} (is|are|stands|happens to be) [the] {limits+:Predicate}",
    "(whichever|whatever) {self:Nominal} (is|are|stands|happens to be) {limits+:Relation}",
    "(whichever|whatever) of {of:Ref} is [the] {limits+:Superlative}",
    makes=Ref,
    quantifier="the",
)

# Coordination.
rule(Ref, "{self} [,] and {others+:Ref}", "{self} as well as {others+:Ref}")


def _listed(first: Ref, other: Ref) -> Ref | None:
    """ "The red block, the blue one"; but "half of it, the upper half" are not two."""
    if other.noun == "one" and other.quantifier == "the" and not (other.colours or other.number or other.of):
        # "The green block, the one on the tower" is one.
        return replace(first, limits=(*other.limits, *first.limits)) if other.limits else None
    return None if Half() in first.limits else replace(first, others=(*first.others, other))


hear(Ref, "{first:Ref} , {other:Ref}", makes=_listed, cost=0.4)
hear(
    Ref,
    "{first:Determined} {second:Determined} and {third:Determined}",
    makes=lambda first, second, third: replace(first, others=(*first.others, second, third)),
    cost=0.4,
)


def _apposed(ref: Ref, which: Ref) -> Ref | None:
    """ "One block of the tower, the lowest"; "half of the blocks, the upper half"."""
    if which.colours or which.of or ref.others or (ref.number or 1) != (which.number or 1):
        return None
    if which.noun == "one":
        return replace(ref, quantifier="the", limits=(*which.limits, *ref.limits))
    return (
        replace(which, of=ref.of, quantifier="the") if Half() in ref.limits and which.noun == "part" else None
    )


hear(Ref, "{ref:Ref} , the {which:PartNominal}", makes=_apposed, cost=0.1)
# "The top and bottom rows", "the top and the bottom of the wall": one noun behind, or one whole.
rule("Following", "{self:PartNominal}", makes=Ref, quantifier="the")
for _choice in ("Extreme", "ChoosingState"):
    _elided = f"{{limits+:{_choice}}} and [the] {{others+:Nominal}}"
    rule("Following", _elided, makes=Ref, noun="one", quantifier="the")
    rule(DETERMINED, "the " + _elided, "both the " + _elided, makes=Ref, noun="one", quantifier="the")
    _elided = f"the {{limits+:{_choice}}} and {{others+:Following}}"
    rule(DETERMINED, _elided, "both " + _elided, makes=Ref, noun="one", quantifier="the")
rule(Ref, "the {limits+:Extreme} , {others+:Following}", noun="one", quantifier="the", cost=0.5)
rule(DETERMINED, "the {self:PartNominal} and {others+:Following}", makes=Ref, quantifier="the", cost=0.1)
rule(DETERMINED, "{self:PartNominal} and {others+:Following}", makes=Ref, quantifier="the", cost=0.7)


def _both_extremes(one: Extreme, other: Extreme, ref: Ref) -> Ref | None:
    """ "The uppermost and leftmost block" is one block; the top and the bottom block are two."""
    opposite = OPPOSITES.get(one.direction) == other.direction
    return (
        None if ref.plural or opposite else replace(ref, limits=(one, other, *ref.limits), quantifier="the")
    )


hear(Ref, "the {one:Extreme} and [the] {other:Extreme} {ref:Nominal}", makes=_both_extremes)
rule(
    Ref,
    "{self} plus {others+:Ref}",
    "both {self} and {others+:Ref}",
    "{self} along with {others+:Ref}",
    cost=0.1,
)


def _at_both_ends(ref: Ref) -> Ref | None:
    """ "The block at either end" are two."""
    if ref.plural or ref.noun not in ("block", "one"):
        return None
    return replace(ref, quantifier="both", plural=True, limits=(State("end"), *ref.limits))


hear(Ref, "{ref:Determined} (at|on) (either|each) end", makes=_at_both_ends)


def _outermost_of(number: int, way: str, of: Ref) -> Ref:
    """ "Two blocks from the top of the tower" are its top two."""
    return Ref("block", True, "the", number, limits=(Extreme(way),), of=of)


hear(
    Ref,
    "[the] {number:Number} @blocks (from|off|at) [the] {way:Direction} [end] of {of:Ref}",
    makes=_outermost_of,
)
hear(DETERMINED, "{limits+:Utmost} {self:Nominal}", makes=Ref, quantifier="the", cost=0.2)
hear(
    Ref,
    "(everything|anything|all) in {of:Ref} (that|which) is {colours+}",
    noun="block",
    plural=True,
    quantifier="all",
)


def _including(ref: Ref) -> Ref | None:
    """ "Each step, including the top one": each of them already."""
    if any(isinstance(one, Alternate) for one in ref.limits):
        return started(ref, "end")  # "Every other block, the two outermost ones included".
    return ref if ref.quantifier in ("each", "all") else None


hear(Ref, "{ref:Ref} [,] including {:Ref}", "{ref:Ref} , {:Ref} included", makes=_including)
hear(Ref, "(the|that|this) [new] (copy|clone|duplicate|replica|twin) [of it]", noun="it")
hear(
    Ref,
    "(what|whatever) (is left|remains|is left over|is left standing) [of (it|them)]",
    noun="block",
    plural=True,
    quantifier="all",
    limits=(State("left over"),),
)
hear(Ref, "the original [one|{:Nominal}]", noun="original")
rule("Command", "@whatevercolour , {self:Command}", cost=0.1)
