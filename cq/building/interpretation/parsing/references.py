"""Parses references: noun phrases for what stands."""

from __future__ import annotations

from dataclasses import replace

from cq.building.interpretation.lexicon import (
    ALONE,
    EXTREMES,
    IDLE,
    ORDINALS,
    PARTS,
    PRONOUNS,
    QUANTIFIERS,
    STACK_VERBS,
)
from cq.building.interpretation.parsing.adjectives import (
    MODALS,
    PART_NOUNS,
    WHOLE_PARTS,
    Refs,
    adjectives,
    measured,
    stands_for_noun,
)
from cq.building.interpretation.parsing.compounds import of_size, two_adjectives
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at, successes
from cq.building.interpretation.parsing.relations import relations
from cq.building.interpretation.syntax import EACH_COLOUR, LONE, Filter, Ref
from cq.language.nouns import NOUNS
from cq.world.palette import COLOUR_IDS


@successes
def references(tokens: Tokens, i: int) -> Refs:
    """References joined by "and", the longest first."""
    for first, j in _reference(tokens, i):
        k = j + (at(tokens, j) == ",")
        joined = at(tokens, k) == "and"
        if joined or at(tokens, k) == "the":  # "the red block the blue block and the green one"
            for rest, end in references(tokens, k + joined):
                if rest.noun != "it" and (joined or rest.others):
                    yield replace(first, others=(replace(rest, others=()), *rest.others)), end
        yield first, j


@successes
def _reference(tokens: Tokens, i: int) -> Refs:
    if at(tokens, i) in ("everything", "all", "anything") and (
        at(tokens, i + 1) in ("", ",", "that_is", "but", "except", "apart", "on_ground", "above", "under")
        or at(tokens, i + 1).endswith("_of")
        or (at(tokens, i) != "all" and at(tokens, i + 1) in MODALS)
    ):
        yield from _tail(Ref("block", True, "all"), tokens, i + 1)
        return
    if (rest := _the_rest(tokens, i)) > i:
        yield from _tail(Ref("block", True, "all", filters=(Filter("part", "other"),)), tokens, rest)
    if at(tokens, i) == "everything" and at(tokens, i + 1) in (*COLOUR_IDS, "into", "to", "in"):
        yield Ref("block", True, "all"), i + 1
    if at(tokens, i) in ("everything", "anything") and at(tokens, i + 1) in COLOUR_IDS:
        yield from _tail(Ref("block", True, "all", colours=(COLOUR_IDS[tokens[i + 1]],)), tokens, i + 2)
        return
    i += at(tokens, i) == "only"
    quantifier, j = "", i
    if at(tokens, i) in ("its", "their"):
        for ref, end in _head(Ref("block"), tokens, i + 1):
            yield replace(ref, part_of=ref.part_of or Ref("it")), end
        return
    while at(tokens, j) in QUANTIFIERS:
        quantifier = QUANTIFIERS[tokens[j]] if quantifier in ("", "the") or tokens[j] != "the" else quantifier
        j += 1
    if (
        quantifier == "each"
        and tokens[j - 1] in ("each", "every")
        and (apart := 2 if at(tokens, j) == "other" else ORDINALS.get(at(tokens, j), 0)) > 1
    ):
        alternate = Filter("alternate", number=apart)
        for ref, end in _head(Ref("block", quantifier="all", filters=(alternate,)), tokens, j + 1):
            yield replace(ref, plural=True), end
        return
    token = at(tokens, j)
    if token == "anchor":
        yield Ref("anchor"), j + 1
        return
    if token in PRONOUNS:
        pronoun = Ref("it", PRONOUNS[token], quantifier or "the")
        following = at(tokens, j + 1)
        if token in ("it", "them") or (
            following not in NOUNS
            and following not in COLOUR_IDS
            and following != "last"
            and following not in EXTREMES
            and following not in PARTS
            and following not in IDLE
            and number_at(tokens, j + 1) is None
        ):
            yield pronoun, j + 1
            return
        for ref, end in _head(Ref("block", quantifier="the", filters=(Filter("mentioned"),)), tokens, j + 1):
            yield ref, end
        return
    yield from _head(Ref("block", quantifier=quantifier), tokens, j)


def _the_rest(tokens: Tokens, i: int) -> int:
    """The position behind "everything else", "all the others" or "the rest"; `i` if there is none of them."""
    if at(tokens, i) in ("everything", "anything", "all") and at(tokens, i + 1) == "else":
        return i + 2
    j = i + (at(tokens, i) == "all")
    j += 2 if tokens[j : j + 2] == ("of", "the") else at(tokens, j) == "the"
    return j + 1 if at(tokens, j) in ("others", "rest") and at(tokens, j + 1) not in NOUNS else i


def _head(ref: Ref, tokens: Tokens, i: int) -> Refs:
    """Number, adjectives, colours and noun, and what follows."""
    token = at(tokens, i)
    number = number_at(tokens, i)
    if (
        number is not None
        and ref.count is None
        and not (token == "one" and at(tokens, i + 1) not in COLOUR_IDS and at(tokens, i + 1) not in NOUNS)
    ):
        yield from _head(replace(ref, count=number), tokens, i + 1)
        if at(tokens, i + 1) in ("on_ground", "on_top", "on_bottom"):
            yield from _tail(replace(ref, count=number, plural=number > 1), tokens, i + 1)
        if at(tokens, i + 1) in ("", ","):  # "the middle one of the three"
            yield replace(ref, count=number, plural=number > 1), i + 1
    measure, behind = measured(tokens, i)
    if measure is not None:
        yield from _head(replace(ref, filters=(*ref.filters, measure)), tokens, behind)
    yield from of_size(ref, tokens, i, _head)
    yield from two_adjectives(ref, tokens, i, _head)
    if token == "non" and at(tokens, i + 1) in COLOUR_IDS and not ref.colours:
        others = tuple(one for one in COLOUR_IDS.values() if one != COLOUR_IDS[tokens[i + 1]])
        yield from _head(replace(ref, colours=others), tokens, i + 2)
    for adjective in adjectives(token, at(tokens, i + 1)):
        yield from _head(replace(ref, filters=(*ref.filters, adjective)), tokens, i + 1)
    if token in IDLE:
        alone = token in ALONE and LONE not in ref.filters
        yield from _head(replace(ref, filters=(*ref.filters, LONE)) if alone else ref, tokens, i + 1)
    if token in ("horizontal", "vertical"):
        for found, end in _head(ref, tokens, i + 1):
            if found.noun in ("row", "tower"):  # "The vertical row", "the horizontal column"
                yield replace(found, noun="row" if token == "horizontal" else "tower"), end
            else:  # "The three vertical blocks"
                yield found, end
    if token in COLOUR_IDS and not ref.colours:
        j = i + 1
        colours = [COLOUR_IDS[token]]
        if at(tokens, j) in ("and", "or") and at(tokens, j + 1) in COLOUR_IDS and at(tokens, j + 2) in NOUNS:
            colours.append(COLOUR_IDS[tokens[j + 1]])
            j += 2
        if at(tokens, i + 1) == "and" and at(tokens, i + 2) in COLOUR_IDS and ref.count is None:
            # "The red and blue tower" are two.
            for other, end in _head(replace(ref, colours=(COLOUR_IDS[tokens[i + 2]],)), tokens, i + 3):
                if other.noun in ("block", "tower", "structure", "row") and not (
                    other.plural or other.others
                ):
                    first = replace(other, colours=(COLOUR_IDS[token],))
                    yield replace(first, others=(other,)), end
        coloured = replace(ref, colours=tuple(colours))
        yield from _head(coloured, tokens, j)
        if at(tokens, j) not in NOUNS:
            yield from _tail(replace(coloured, noun="one"), tokens, j)
    if token in NOUNS:
        kind, plural = NOUNS[token]
        j = i + 1
        if kind == "block" and NOUNS.get(at(tokens, j), ("block",))[0] not in ("block", "one", "gap"):
            if tokens[j] in STACK_VERBS:  # "on the red block stack two more"
                yield from _tail(replace(ref, noun=kind, plural=plural), tokens, j)
            kind, plural = NOUNS[tokens[j]]  # "block tower"
            j += 1
        if kind in ("tower", "row") and NOUNS.get(at(tokens, j)) == ("block", True):
            j += 1  # "the column blocks"
        if at(tokens, j) == "of":  # "the row of three yellow blocks"
            count = number_at(tokens, j + 1)
            k = j + 1 + (count is not None)
            colour = COLOUR_IDS.get(at(tokens, k))
            k += colour is not None
            if at(tokens, k) in NOUNS and NOUNS[tokens[k]] == ("block", True) and kind != "block":
                sized = replace(
                    ref, noun=kind, plural=plural, colours=ref.colours or ((colour,) if colour else ())
                )
                if count is not None:
                    sized = replace(sized, relations=(*sized.relations, Filter("size", number=count)))
                yield from _tail(sized, tokens, k + 1)
        yield from _tail(replace(ref, noun=kind, plural=plural), tokens, j)
        if token in ("cube", "cubes"):  # A block, or a structure.
            yield from _tail(replace(ref, noun="structure", plural=plural), tokens, j)
    elif token in PART_NOUNS and at(tokens, i + 1) not in NOUNS:
        name = PART_NOUNS[token]
        part = Filter("extreme", "up") if name == "top" else Filter("part", name)
        plural = token.endswith("s") or token in WHOLE_PARTS
        quantifier = "all" if token in WHOLE_PARTS else ref.quantifier
        named = replace(ref, noun="part", plural=plural, quantifier=quantifier, filters=(*ref.filters, part))
        yield from _tail(named, tokens, i + 1)
    elif token == "side" and ref.filters and ref.filters[-1].kind == "extreme":
        yield from _tail(replace(ref, noun="part", plural=True), tokens, i + 1)
    elif token in ("half", "halves") and ref.filters and ref.filters[-1].kind == "extreme":
        half = replace(ref.filters[-1], kind="half")
        yield from _tail(
            replace(ref, noun="part", plural=True, quantifier="all", filters=(*ref.filters[:-1], half)),
            tokens,
            i + 1,
        )
    elif ref.filters and token == "of" and ref.filters[-1].kind in ("part", "extreme", "compare"):
        # "the middle of the row", "the top of the tower"
        yield from _tail(replace(ref, noun="part"), tokens, i)
    elif ref.quantifier == "the" and stands_for_noun(ref, tokens, i):
        yield replace(ref, noun="one"), i


def _tail(ref: Ref, tokens: Tokens, i: int) -> Refs:
    """What follows the noun: "of the tower", "on the ground", "apart from the middle one"."""
    token = at(tokens, i)
    for relation, end in relations(ref, tokens, i, _reference):
        yield from _tail(relation, tokens, end)
    if token in ("of", "from") and at(tokens, i + 1) in ("each", "every") and at(tokens, i + 2) == "colour":
        yield replace(ref, relations=(*ref.relations, EACH_COLOUR)), i + 3
    if token == "of" and ref.part_of is None and ref.noun != "colour":
        number = number_at(tokens, i + 2) if at(tokens, i + 1) == "the" else None
        if number is not None and at(tokens, i + 3) in ("", ","):
            yield ref, i + 3
        for whole, end in _reference(tokens, i + 1):
            yield from _tail(replace(ref, part_of=whole), tokens, end)
    if token == "'s" and ref.part_of is None:
        for part, end in _head(Ref("block"), tokens, i + 1):
            if part.part_of is None:
                yield replace(part, part_of=ref), end
    if token in ("in", "on", "at") and ref.part_of is None and ref.noun in ("block", "one", "part"):
        # "The red block in the top row"; what is on a tower stands on it rather.
        for whole, end in _reference(tokens, i + 1):
            extreme = token == "on" and any(one.kind == "extreme" for one in ref.filters)
            if whole.noun in ("row", "layer") or (
                (token == "in" or extreme) and whole.noun in ("tower", "wall", "square", "structure")
            ):
                yield from _tail(replace(ref, part_of=whole), tokens, end)
    if token in ("but", "except", "excluding") or (token == "apart" and at(tokens, i + 1) == "from"):
        j = i + 1 + (token == "apart") + (at(tokens, i + 1) == "for")
        for excluded, end in references(tokens, j):
            yield replace(ref, excluding=excluded), end
    yield ref, i
