"""Parses clauses: a verb with its arguments, or the arguments alone where the verb was said before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.copy_clauses import COPY_CLAUSES
from cq.building.interpretation.edit_clauses import EDITS, exchanges
from cq.building.interpretation.filling_clauses import FILLING_CLAUSES
from cq.building.interpretation.lexicon import (
    PLACE_VERBS,
    PRONOUNS,
    QUANTIFIERS,
    REMOVE_VERBS,
    STACK_VERBS,
)
from cq.building.interpretation.new_tails import sizes_behind
from cq.building.interpretation.new_things import new_things
from cq.building.interpretation.parsing import Tokens, at, number_at
from cq.building.interpretation.places import places
from cq.building.interpretation.references import references
from cq.building.interpretation.subject_clauses import SUBJECT_CLAUSES
from cq.building.interpretation.syntax import Clause, Filter, Place, Ref

Clauses = Iterator[tuple[Clause, int]]
_ALL = Ref("block", True, "all")
_PARTICLES = frozenset({"away", "out", "off", "down", "completely", "entirely"})
_RUN_ON = frozenset("place put build add remove destroy break delete replace".split())
_SEPARATORS = frozenset({",", "and", "then", "after", "afterwards", "finally", "next", "but", "while"})
_STILL = frozenset(
    "alone standing untouched there stand be stay hanging remain remains left unchanged".split()
)


def readings(tokens: Tokens) -> list[list[Clause]]:
    """All ways to read a sentence as clauses, each of which uses all tokens; none if there is no way."""
    memo: dict[tuple[int, str], list[list[Clause]]] = {}

    def rest(i: int, verb: str) -> list[list[Clause]]:
        if i >= len(tokens):
            return [[]]
        if (i, verb) not in memo:
            memo[i, verb] = found = []
            for clause, end in dict.fromkeys(_clause(tokens, i, verb)):
                following = _behind_separator(tokens, end)
                if following is not None:
                    found += [[clause, *others] for others in rest(following, _verb_class(clause, verb))]
        return memo[i, verb]

    return rest(0, "")


def _verb_class(clause: Clause, before: str) -> str:
    """The verb that a clause without one repeats."""
    return before if clause.verb in ("total", "keep") else clause.verb


def _behind_separator(tokens: Tokens, i: int) -> int | None:
    if i >= len(tokens):
        return i
    if tokens[i] in _RUN_ON:  # "Remove the red block build a tower"
        return i
    if tokens[i] not in _SEPARATORS:
        return None
    if tokens[i] == "but" and at(tokens, i + 1) in (*QUANTIFIERS, "for"):
        return None  # "All blocks but the red one."
    while at(tokens, i) in _SEPARATORS:
        i += 1
    return i


def _clause(tokens: Tokens, i: int, before: str) -> Clauses:
    verb = at(tokens, i)
    if verb in PLACE_VERBS:
        manner = "stack" if verb in STACK_VERBS else ""
        yield from _placing(tokens, i + 1, manner)
    if verb in REMOVE_VERBS:
        yield from _removing(tokens, i + 1)
    if verb in ("empty", "leave", "make") and at(tokens, i + 1 + (at(tokens, i + 1) == "the")) == "zone":
        end = i + 2 + (tokens[i + 1] == "the")
        if verb == "empty" or at(tokens, end) in ("empty", "bare", "clean"):
            yield Clause("remove", _ALL), end + (verb != "empty")
    if verb == "in_all" and before in ("place", "fill", "replace"):
        yield Clause("total", number=number_at(tokens, i + 1)), i + 2
    if verb == "use":
        yield from _using(tokens, i + 1)
    for parse in (*EDITS, *FILLING_CLAUSES, *COPY_CLAUSES, *SUBJECT_CLAUSES, _keeping, _looking):
        yield from parse(tokens, i)
    if before in ("place", "replace"):
        yield from _placing(tokens, i, "")
    if before == "replace":
        yield from exchanges(tokens, i)
    if before == "remove":
        for ref, end in references(tokens, i):
            yield Clause("remove", ref), end
    if before == "":
        for new, j in new_things(tokens, i):
            for place, end in places(tokens, j + (at(tokens, j) == ",")):
                yield Clause("place", new=new, place=place), end
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
        elif before == "place":
            for new, end in new_things(tokens, j):
                yield Clause("place", new=new, place=place), end
    for new, j in new_things(tokens, i):
        if at(tokens, j) in ("goes", "go", "belongs", "belong", "should", "must", "to"):
            j += 1 + (
                tokens[j] in ("should", "must", "to") and at(tokens, j + 1) in ("go", "be", "stand", "sit")
            )
            for place, end in places(tokens, j):
                yield Clause("place", new=new, place=place), end


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
        for new, end in new_things(tokens, k + 1):
            yield Clause("place", new=new, place=place), end


def _placing(tokens: Tokens, i: int, manner: str) -> Clauses:
    for new, j in new_things(tokens, i):
        j += at(tokens, j) == "down"
        for place, k in places(tokens, j + (at(tokens, j) == ",")):
            for sized, end in sizes_behind(new, tokens, k):
                yield Clause("place", new=sized, place=place, word=manner), end
        yield Clause("place", new=new, word=manner), j
    for place, j in places(tokens, i):
        for new, end in new_things(tokens, j + (at(tokens, j) == ",")):
            yield Clause("place", new=new, place=place, word=manner), end


def _removing(tokens: Tokens, i: int) -> Clauses:
    particle = at(tokens, i) in ("away", "out", "off", "down")
    i += particle
    i += at(tokens, i) == "only"
    if at(tokens, i) in ("the", "this", "") and (at(tokens, i) == "" or tokens[i + 1 :] in ((), ("zone",))):
        yield Clause("remove", _ALL), len(tokens)
    if at(tokens, i) == "zone" or tokens[i : i + 2] == ("the", "zone"):
        end = i + 1 + (tokens[i] == "the")
        if tokens[end : end + 2] == ("of", "everything") or tokens[end : end + 3] == ("of", "all", "blocks"):
            end += 3 - (tokens[end + 1] == "everything")
        yield (
            Clause("remove", _ALL),
            end + (at(tokens, end) in ("clean", "empty", "completely", "entirely", "up")),
        )
    for ref, j in references(tokens, i):
        if at(tokens, j) == "down" and at(tokens, j + 1) == "to" and number_at(tokens, j + 2):
            end = j + 3 + (at(tokens, j + 3) in ("block", "blocks"))
            yield Clause("lower to", ref, number=number_at(tokens, j + 2)), end
        while at(tokens, j) in _PARTICLES and at(tokens, j + 1) not in ("of", "to", *QUANTIFIERS, *PRONOUNS):
            j += 1
        if at(tokens, j) in ("off", "from", "at_top_of") or tokens[j : j + 2] == ("out", "of"):
            k = j + 1 + (at(tokens, j) == "out")
            for whole, end in references(tokens, k):
                yield Clause("remove from", ref, other=whole, word=tokens[j]), end
        yield Clause("remove", ref), j


def _keeping(tokens: Tokens, i: int) -> Clauses:
    negated = tokens[i : i + 1] in (("don't",), ("never",)) or tokens[i : i + 2] == ("do", "not")
    j = i + negated * (2 if at(tokens, i) == "do" else 1)
    if negated and at(tokens, j) in ("touch", "move", "remove", "change", "break", "destroy", "take"):
        for ref, end in references(tokens, j + 1):
            yield Clause("keep", ref), end
    elif at(tokens, i) == "not" or tokens[i : i + 2] == ("but", "not"):
        for ref, end in references(tokens, i + 1 + (at(tokens, i) == "but")):
            yield Clause("keep", ref), end
    elif at(tokens, i) in ("keep", "leave", "let", "save"):
        only = at(tokens, i + 1) in ("only", "just", "nothing")
        start = i + 1 + only + (tokens[i + 1 : i + 3] == ("nothing", "but"))
        for ref, j in references(tokens, start):
            end = j
            while at(tokens, end) in _STILL:
                end += 1
            if only:
                yield Clause("remove", Ref("block", True, "all", excluding=ref)), _behind_rest(tokens, end)
            else:
                yield Clause("keep", ref), end


def _behind_rest(tokens: Tokens, i: int) -> int:
    """The position behind "and remove the others", which "keep only" implies."""
    j = i
    while at(tokens, j) in _SEPARATORS:
        j += 1
    if j > i and at(tokens, j) in REMOVE_VERBS:
        for ref, end in references(tokens, j + 1):
            if ref == Ref("block", True, "all", filters=(Filter("part", "other"),)):
                return end
    return i


def _looking(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    j = i + 1 + (at(tokens, i + 1) == "to")
    if verb in ("go", "walk", "find", "locate", "move", "see") and (
        verb in ("find", "locate", "see") or j == i + 2
    ):
        for ref, end in references(tokens, j):
            yield Clause("look", ref), end
