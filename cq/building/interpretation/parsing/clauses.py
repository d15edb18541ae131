"""Parses clauses: a verb with its arguments, or the arguments alone where the verb was said before."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from cq.building.interpretation.budget import attempt, spend, spend_once
from cq.building.interpretation.lexicon import (
    PLACE_VERBS,
    QUANTIFIERS,
    REMOVE_VERBS,
    STACK_VERBS,
)
from cq.building.interpretation.parsing.copy_clauses import COPY_CLAUSES
from cq.building.interpretation.parsing.described import described
from cq.building.interpretation.parsing.edit_clauses import EDITS, exchanges
from cq.building.interpretation.parsing.filling_clauses import FILLING_CLAUSES
from cq.building.interpretation.parsing.looking_clauses import looking
from cq.building.interpretation.parsing.new_tails import sizes_behind
from cq.building.interpretation.parsing.new_things import new_things
from cq.building.interpretation.parsing.parsers import READING, Tokens, at, number_at
from cq.building.interpretation.parsing.passive_clauses import passive
from cq.building.interpretation.parsing.places import places
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.parsing.removal_clauses import ALL, keeping, removing
from cq.building.interpretation.parsing.statements import STATEMENTS
from cq.building.interpretation.parsing.subject_clauses import SEPARATORS, SUBJECT_CLAUSES
from cq.building.interpretation.syntax import Clause, New, Place

Clauses = Iterator[tuple[Clause, int]]
_REPEATABLE = frozenset(
    """cap crown top paint turn make recolour colour change move shift slide raise lower extend lengthen
    surround encircle ring cover connect fill replace swap lift push cut shorten""".split()
)
_DEFINITE = frozenset("the its all both each every".split())
_RUN_ON = frozenset("place put build add remove destroy break delete replace".split())


MOST_STEPS = 30_000
"""Steps of work in which a sentence is read; no recorded one takes 6,000."""


def readings(tokens: Tokens) -> list[list[Clause]]:
    """All ways to read a sentence as clauses, each of which uses all tokens; none if there is no way, or if
    finding them takes more than `MOST_STEPS`.
    """
    found, steps = _readings(tokens)
    spend_once(tokens, steps)
    return found


@lru_cache(maxsize=256)
def _readings(tokens: Tokens) -> tuple[list[list[Clause]], int]:
    """The readings of a sentence, and the steps that it took to find them."""
    found, steps = attempt(MOST_STEPS, partial(_all_readings, tokens))
    return found or [], steps


def _all_readings(tokens: Tokens) -> list[list[Clause]]:
    memo: dict[tuple[int, str, str], list[list[Clause]]] = {}

    def rest(i: int, verb: str, word: str) -> list[list[Clause]]:
        """The readings from a position, behind a verb of some class and its word where it can be repeated."""
        if i >= len(tokens):
            return [[]]
        if (i, verb, word) not in memo:
            memo[i, verb, word] = found = []
            following_word = tokens[i] if tokens[i] in _REPEATABLE else word
            for clause, end in dict.fromkeys(
                (*_with_exceptions(tokens, i, verb), *_repeated(tokens, i, word))
            ):
                following = _behind_separator(tokens, end)
                if following is not None:
                    after = rest(following, _verb_class(clause, verb), following_word)
                    spend(READING * len(after))
                    found += [[clause, *others] for others in after]
        return memo[i, verb, word]

    return [_at_once(clauses) for clauses in rest(0, "", "")]


def _at_once(clauses: list[Clause]) -> list[Clause]:
    """Two recolourings that exchange two colours happen at once: "red turns blue, and blue red"."""
    for k, (one, other) in enumerate(itertools.pairwise(clauses)):
        if not (
            one.verb == other.verb == "recolour" and one.ref and other.ref and one.colour and other.colour
        ):
            continue
        if one.ref.colours == (other.colour,) and other.ref.colours == (one.colour,):
            both = replace(one, verb="recolour both", other=other.ref, number=other.colour)
            return [*clauses[:k], both, *clauses[k + 2 :]]
    return clauses


def _with_exceptions(tokens: Tokens, i: int, before: str) -> Clauses:
    """Clauses, with what is left out said at their end: "..., apart from the one in the middle"."""
    for clause, end in _clause(tokens, i, before):
        yield clause, end
        j = end + (at(tokens, end) == ",")
        if j == end or at(tokens, j) not in ("except", "apart", "excluding", "but"):
            continue
        for out, finish in references(tokens, j + 1 + (at(tokens, j + 1) in ("from", "for", "not"))):
            if clause.ref is not None and clause.ref.excluding is None:
                yield replace(clause, ref=replace(clause.ref, excluding=out)), finish
            elif clause.place is not None and clause.place.ref is not None:
                ref = replace(clause.place.ref, excluding=out)
                yield replace(clause, place=replace(clause.place, ref=ref)), finish


def _verb_class(clause: Clause, before: str) -> str:
    """The verb that a clause without one repeats."""
    return before if clause.verb in ("total", "keep") else clause.verb


def _repeated(tokens: Tokens, i: int, verb: str) -> Clauses:
    """ "Crown the tallest tower with a red block and the shortest with a blue one": the verb is said once."""
    if verb and at(tokens, i) in _DEFINITE:
        for clause, end in _clause((verb, *tokens[i:]), 0, ""):
            yield clause, end - 1 + i


def _behind_separator(tokens: Tokens, i: int) -> int | None:
    if i >= len(tokens):
        return i
    if tokens[i] in _RUN_ON:  # "Remove the red block build a tower"
        return i
    if tokens[i] not in SEPARATORS:
        return None
    if tokens[i] == "but" and at(tokens, i + 1) in (*QUANTIFIERS, "for"):
        return None  # "All blocks but the red one."
    while at(tokens, i) in SEPARATORS:
        i += 1
    return i


def _clause(tokens: Tokens, i: int, before: str) -> Clauses:
    verb = at(tokens, i)
    if verb in PLACE_VERBS:
        manner = "stack" if verb in STACK_VERBS else ""
        yield from _placing(tokens, i + 1, manner)
    if verb in REMOVE_VERBS:
        yield from removing(tokens, i + 1)
    if verb in ("a", "an") and tokens[i + 1 : i + 3] in (
        ("empty", "zone"),
        ("clear", "zone"),
        ("blank", "zone"),
    ):
        yield Clause("clear"), i + 3 + (at(tokens, i + 3) == "again")
    if verb in ("empty", "leave", "make") and at(tokens, i + 1 + (at(tokens, i + 1) == "the")) == "zone":
        end = i + 2 + (tokens[i + 1] == "the")
        if verb == "empty" or at(tokens, end) in ("empty", "bare", "clean"):
            yield Clause("remove", ALL), end + (verb != "empty")
    if verb == "in_all" and before in ("place", "fill", "replace"):
        yield (
            Clause("total", number=number_at(tokens, i + 1)),
            i + 2 + 2 * (tokens[i + 2 : i + 4] == (",", "on_ground")),
        )
    if verb in ("from", "in", "out", "of") and before == "":
        # "From this row, remove the middle block."
        for whole, j in references(tokens, i + 1 + (at(tokens, i + 1) == "of")):
            k = j + (at(tokens, j) == ",")
            if at(tokens, k):
                k += at(tokens, k) in ("can", "could", "let", "should")
                for clause, end in _clause(tokens, k, ""):
                    if (
                        clause.ref is not None
                        and clause.verb not in ("look", "keep")
                        and clause.ref.part_of is None
                        and clause.ref.noun != "it"
                    ):
                        yield replace(clause, ref=replace(clause.ref, part_of=whole)), end
    if verb == "use":
        yield from _using(tokens, i + 1)
    for parse in (*EDITS, *FILLING_CLAUSES, *COPY_CLAUSES, *SUBJECT_CLAUSES, *STATEMENTS, keeping, looking):
        yield from parse(tokens, i)
    yield from passive(tokens, i, _clause)
    yield from _fronted(tokens, i, before)
    yield from _by_means(tokens, i)
    yield from _completing(tokens, i)
    if before in ("place", "replace"):
        yield from _placing(tokens, i, "")
    if before == "replace":
        yield from exchanges(tokens, i)
    if before == "remove":
        for ref, end in references(tokens, i):
            yield Clause("remove", ref), end
    if before == "":
        for new, j in new_things(tokens, i):
            for found, place, end in described(new, None, tokens, j):
                if place is not None:
                    yield Clause("place", new=found, place=place), end
    # "On top of the red block, place a blue block." "A red block goes on the blue one."
    for place, j in places(tokens, i):
        j += at(tokens, j) == ","
        j += at(tokens, j) in ("you", "should")
        if at(tokens, j) in PLACE_VERBS:
            manner = "stack" if tokens[j] in STACK_VERBS else ""
            for new, end in new_things(tokens, j + 1):
                yield Clause("place", new=new, place=place, word=manner), end
                for more, finish in places(tokens, end + (at(tokens, end) == ",")):
                    if place.kind == "level" and more.level is None:
                        yield (
                            Clause("place", new=new, place=replace(more, level=place.level), word=manner),
                            finish,
                        )
                    elif more.kind == "level" and place.level is None:
                        yield (
                            Clause("place", new=new, place=replace(place, level=more.level), word=manner),
                            finish,
                        )
        elif before == "place" or (before == "" and at(tokens, j - 1) == ","):
            for new, k in new_things(tokens, j):
                for found, where, end in described(new, place, tokens, k):
                    yield Clause("place", new=found, place=where), end
    for new, j in new_things(tokens, i):
        if at(tokens, j) in ("goes", "go", "belongs", "belong", "should", "must", "to"):
            j += 1 + (
                tokens[j] in ("should", "must", "to") and at(tokens, j + 1) in ("go", "be", "stand", "sit")
            )
            for place, end in places(tokens, j):
                yield Clause("place", new=new, place=place), end


def _fronted(tokens: Tokens, i: int, before: str) -> Clauses:
    """ "With blue blocks, connect the towers", "could the two towers trade places", "in this row, ..."."""
    if before or i:
        return
    if at(tokens, 0) in ("can", "could", "may", "should", "must", "let", "have", "to"):
        yield from _clause(tokens, 1, "")
        for _, j in references(tokens, 1):
            for clause, end in _clause((*tokens[1:j], "should", *tokens[j:]), 0, ""):
                yield clause, end  # "Let the tower grow", "could the tower be green"
    if number_at(tokens, 0) is not None or at(tokens, 0) == "a":
        yield from ((clause, end) for clause, end in removing(tokens, 0) if clause.verb == "remove from")
    if at(tokens, 0) in ("with", "using", "in") and "," in tokens:
        comma = tokens.index(",")
        turned = (*tokens[comma + 1 :], *tokens[:comma])
        for clause, end in _clause(turned, 0, ""):
            if end == len(turned):
                yield clause, len(tokens)


def _by_means(tokens: Tokens, i: int) -> Clauses:
    """ "Open the ring by removing a block": what is done says all, where the aim is understood as well."""
    if at(tokens, i) not in _AIMS:
        return
    for ref, j in references(tokens, i + 1):
        aims = [j + (at(tokens, j) in ("taller", "higher", "longer", "shorter", "wider", "lower", "hollow"))]
        if at(tokens, j) == "into":
            aims = [end for _, end in new_things(tokens, j + 1)]
        for k in dict.fromkeys((*aims, *(end for aim in aims for _, end in places(tokens, aim)))):
            if at(tokens, k) == "by" and at(tokens, k + 1) in (*PLACE_VERBS, *REMOVE_VERBS):
                for clause, end in _clause(tokens, k + 1, ""):
                    place = clause.place
                    if place is not None and place.ref is not None and place.ref.noun == "it":
                        clause = replace(clause, place=replace(place, ref=ref))
                    yield clause, end


def _completing(tokens: Tokens, i: int) -> Clauses:
    """ "Complete the red block to a square", where it is said which part of the square the block is."""
    if at(tokens, i) not in ("complete", "extend", "expand", "grow", "finish", "enlarge"):
        return
    for _, j in references(tokens, i + 1):
        if at(tokens, j) in ("to", "into"):
            for new, k in new_things(tokens, j + 1):
                for found, place, end in described(new, None, tokens, k):
                    if place is not None and place.kind == "at block":
                        yield Clause("place", new=found, place=place), end


_AIMS = frozenset(
    """open close widen make complete finish mend repair turn build extend lengthen raise shorten lower join
    connect change fix fill""".split()
)
"""Verbs that say what is reached, not how."""


def _using(tokens: Tokens, i: int) -> Clauses:
    """ "Use the red block as the southeast corner of a square"."""
    for ref, j in references(tokens, i):
        if at(tokens, j) != "as":
            continue
        k = j + 1 + (at(tokens, j + 1) == "the")
        word = at(tokens, k).removeprefix("corner_")
        if word == at(tokens, k) and word not in ("middle", "heart"):
            continue
        k += 1 + (at(tokens, k + 1) in ("block", "square"))
        if at(tokens, k) != "of":
            continue
        place = Place("at block", ref=ref, anchor="middle" if word == "heart" else word)
        for new, m in new_things(tokens, k + 1):
            for sized, end in sizes_behind(new, tokens, m + (at(tokens, m) == "on_ground")):
                yield Clause("place", new=sized, place=place), end


def _placing(tokens: Tokens, i: int, manner: str) -> Clauses:
    for new, j in new_things(tokens, i):
        j += at(tokens, j) == "down"
        for found, place, end in described(new, None, tokens, j):
            yield Clause("place", new=found, place=place, word=manner), end
        for place, end in _one_by_one(tokens, j, new.count or 0):
            yield Clause("place", new=new, place=place, word=manner), end
        yield from _one_each(new, tokens, j)
    for place, j in places(tokens, i):
        for new, k in new_things(tokens, j + (at(tokens, j) == ",")):
            for found, where, end in described(new, place, tokens, k):
                yield Clause("place", new=found, place=where, word=manner), end


def _one_by_one(tokens: Tokens, i: int, count: int) -> Iterator[tuple[Place, int]]:
    """ "Two towers, one in the middle and one in the northwest corner": a place for each of them."""
    i += at(tokens, i) in (",", "and")
    i += at(tokens, i) == "and"
    if count < 1 or at(tokens, i) != "one":
        return
    for first, j in places(tokens, i + 1):
        if count == 1:
            yield first, j
        for rest, end in _one_by_one(tokens, j, count - 1):
            yield Place("several", ends=(first, *(rest.ends or (rest,)))), end


def _one_each(new: New, tokens: Tokens, i: int) -> Clauses:
    """ "Four blocks, one on each of the towers", "two blocks next to it, one on each side"."""
    i += at(tokens, i) == ","
    if (new.count or 0) < 2 or at(tokens, i) != "one":
        return
    for place, end in places(tokens, i + 1):
        if place.ref is not None and place.ref.quantifier in ("each", "all"):
            yield Clause("place", new=replace(new, count=1, plural=False), place=place), end
