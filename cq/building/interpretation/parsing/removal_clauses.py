"""Parses clauses that remove, and those that name what stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import PRONOUNS, QUANTIFIERS
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.parsing.subject_clauses import behind_rest
from cq.building.interpretation.syntax import Clause, Ref

Clauses = Iterator[tuple[Clause, int]]
ALL = Ref("block", True, "all")
"""Everything that stands."""
_PARTICLES = frozenset({"away", "out", "off", "down", "completely", "entirely"})
_STILL = frozenset(
    "alone standing untouched there stand be stay hanging remain remains left unchanged".split()
)


def removing(tokens: Tokens, i: int) -> Clauses:
    """What is removed: all, a reference, a part of something, or blocks off something."""
    particle = at(tokens, i) in ("away", "out", "off", "down")
    i += particle
    i += at(tokens, i) == "only"
    if at(tokens, i) in ("the", "this", "") and (at(tokens, i) == "" or tokens[i + 1 :] in ((), ("zone",))):
        yield Clause("remove", ALL), len(tokens)
    if at(tokens, i) == "zone" or tokens[i : i + 2] == ("the", "zone"):
        end = i + 1 + (tokens[i] == "the")
        if tokens[end : end + 2] == ("of", "everything") or tokens[end : end + 3] == ("of", "all", "blocks"):
            end += 3 - (tokens[end + 1] == "everything")
        yield (
            Clause("remove", ALL),
            end + (at(tokens, end) in ("clean", "empty", "completely", "entirely", "up")),
        )
    for ref, j in references(tokens, i):
        if at(tokens, j) == "of" and ref.noun not in (
            "part",
            "row",
            "layer",
        ):  # "Strip the plus of its arms."
            for part, end in references(tokens, j + 1):
                if part.part_of in (None, Ref("it")) and part.noun == "part":
                    yield Clause("remove", replace(part, part_of=ref)), end
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


def _unaffected(tokens: Tokens, i: int) -> Clauses:
    """ "The blue ones don't", "the others do not get any"."""
    for ref, j in references(tokens, i):
        if at(tokens, j) in ("don't", "doesn't") or tokens[j : j + 2] in (("do", "not"), ("does", "not")):
            end = j + 1 + (at(tokens, j) in ("do", "does"))
            end += at(tokens, end) in ("get", "need", "change", "move", "have")
            yield Clause("keep", ref), end + (at(tokens, end) in ("one", "any", "it"))


def keeping(tokens: Tokens, i: int) -> Clauses:
    """ "Keep only the red blocks", "leave the tower standing", "do not touch the row"."""
    negated = tokens[i : i + 1] in (("don't",), ("never",)) or tokens[i : i + 2] == ("do", "not")
    j = i + negated * (2 if at(tokens, i) == "do" else 1)
    if negated and at(tokens, j) in ("touch", "move", "remove", "change", "break", "destroy", "take"):
        for ref, end in references(tokens, j + 1):
            yield Clause("keep", ref), end
    else:
        yield from _unaffected(tokens, i)
    if negated:
        return
    if at(tokens, i) == "not" or tokens[i : i + 2] == ("but", "not"):
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
                yield Clause("remove", Ref("block", True, "all", excluding=ref)), behind_rest(tokens, end)
            else:
                yield Clause("keep", ref), end
