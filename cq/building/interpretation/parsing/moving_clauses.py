"""Parses clauses that move what stands."""

from __future__ import annotations

from collections.abc import Iterator

from cq.building.interpretation.lexicon import EXTREMES, PLACE_VERBS
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.parsing.places import places
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Clause, Place
from cq.world.directions import COMPASS

Clauses = Iterator[tuple[Clause, int]]
_CARRY = frozenset(
    """give move shift put place transfer set relocate take push slide lay lift carry bring pick grab drop
    drag transport stack pop stick plonk slap haul shove nudge scoot add lower raise swing tow plop nick
    snatch""".split()
)
_PUT = frozenset("put place set lay stack drop pop stick plonk add slap balance".split())
_STEPS = frozenset(
    "block blocks square squares space spaces step steps cell cells layer layers level levels".split()
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
        k += 2 * (
            at(tokens, k) in ("up", "down")
            and at(tokens, k + 1) == "by"
            and number_at(tokens, k + 2) is not None
        )
        risen = at(tokens, k - 2) if k > j + 1 else ""
        k += at(tokens, k) == "by"
        number = number_at(tokens, k)
        m = k + 2 * (number is not None) if at(tokens, k + 1) in _STEPS else k + (number is not None)
        m += 2 * (tokens[m : m + 2] == ("to", "the"))
        side = at(tokens, m).removesuffix("ward")
        if number is not None and risen in ("up", "down"):
            yield Clause("shift", ref, number=number, word=risen), m
        if side in COMPASS and number_at(tokens, m + 1 + (at(tokens, m + 1) == "by")) is not None:
            end = m + 1 + (at(tokens, m + 1) == "by")  # "Westward by two cells."
            steps = number_at(tokens, end) or 0
            yield Clause("shift", ref, number=steps, word=side), end + 1 + (at(tokens, end + 1) in _STEPS)
        if number is None and side in COMPASS and at(tokens, m + 1) == "until_blocked":
            yield Clause("shift", ref, word=side), m + 2
        if number is not None and (side in EXTREMES or side in ("up", "down")):
            yield Clause("shift", ref, number=number, word=EXTREMES.get(side, side)), m + 1
        if verb != "take":
            for place, end in _goals(tokens, k):
                yield Clause("move", ref, place=place), end


def _goals(tokens: Tokens, i: int) -> Iterator[tuple[Place, int]]:
    """Where something is moved to: a place, or "to the other tower"."""
    i += at(tokens, i) == "up"
    i += at(tokens, i) == "over" and at(tokens, i + 1) in ("to", "on", "onto", "on_top_of")
    k = i + (at(tokens, i) == ",")
    while at(tokens, k) in ("and", "then"):
        k += 1
    if at(tokens, k) in _PUT:
        k += 1 + (at(tokens, k + 1) in ("it", "them") or tokens[k + 1 : k + 3] == ("all", "it"))
    for start in dict.fromkeys((i, k)):
        yield from places(tokens, start)
    m = i + (at(tokens, i) == ",")
    if at(tokens, m) == "where":  # "Where the purple block is"
        for ref, end in references(tokens, m + 1):
            if at(tokens, end) in ("is", "stands", "was", "are"):
                yield Place("instead", ref=ref), end + 1
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
