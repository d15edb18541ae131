"""Parses clauses that move what stands."""

from __future__ import annotations

from collections.abc import Iterator

from cq.building.interpretation.lexicon import EXTREMES, PLACE_VERBS
from cq.building.interpretation.parsing import Tokens, at, number_at
from cq.building.interpretation.places import places
from cq.building.interpretation.references import references
from cq.building.interpretation.syntax import Clause, Place

Clauses = Iterator[tuple[Clause, int]]
_CARRY = frozenset(
    """give move shift put place transfer set relocate take push slide lay lift carry bring pick grab drop
    drag transport stack""".split()
)


def _moving(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb not in _CARRY:
        return
    for ref, j in references(tokens, i + 1):
        if at(tokens, j) in ("off", "from", "at_top_of") or tokens[j : j + 2] == ("out", "of"):
            for whole, k in references(tokens, j + 1 + (tokens[j] == "out")):
                for place, end in _goals(tokens, k):
                    yield Clause("transfer", ref, other=whole, place=place, word=tokens[j]), end
        if verb in ("take", "lift", "pick", "grab") and at(tokens, j) in ("off", "from"):
            continue
        if verb in PLACE_VERBS and ref.noun != "it" and ref.quantifier not in ("the", "each", "all", "both"):
            continue  # "Put a red block on it" makes a new one.
        k = j + (at(tokens, j) == "over")
        number = number_at(tokens, k)
        m = (
            k + 2 * (number is not None)
            if at(tokens, k + 1)
            in ("block", "blocks", "square", "squares", "space", "spaces", "step", "steps", "cell", "cells")
            else k + (number is not None)
        )
        m += 2 * (tokens[m : m + 2] == ("to", "the"))
        side = at(tokens, m).removesuffix("ward")
        if number is not None and (side in EXTREMES or side in ("up", "down")):
            yield Clause("shift", ref, number=number, word=EXTREMES.get(side, side)), m + 1
        if verb != "take":
            for place, end in _goals(tokens, k):
                yield Clause("move", ref, place=place), end


def _goals(tokens: Tokens, i: int) -> Iterator[tuple[Place, int]]:
    """Where something is moved to: a place, or "to the other tower"."""
    i += at(tokens, i) == "over" and at(tokens, i + 1) in ("to", "on", "onto", "on_top_of")
    k = i + (at(tokens, i) == ",")
    while at(tokens, k) in ("and", "then"):
        k += 1
    k += at(tokens, k) in ("put", "place", "set", "lay", "stack", "drop") and 1 + (at(tokens, k + 1) == "it")
    for start in dict.fromkeys((i, k)):
        yield from places(tokens, start)
    if at(tokens, i) == "to":
        for ref, end in references(tokens, i + 1):
            yield Place("on", ref=ref), end


def _grounding(tokens: Tokens, i: int) -> Clauses:
    """ "Let the floating block drop to the ground"."""
    if at(tokens, i) == "ground":
        for ref, end in references(tokens, i + 1):
            yield Clause("drop", ref), end


MOVES = (_grounding, _moving)
"""All parsers of moves."""
