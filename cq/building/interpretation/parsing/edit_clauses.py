"""Parses clauses that change what stands: replace, recolour, move, extend."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import EXTREMES, WAYS
from cq.building.interpretation.parsing.moving_clauses import MOVES
from cq.building.interpretation.parsing.new_things import new_things
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.parsing.relations import relations
from cq.building.interpretation.syntax import IT, Clause, New
from cq.language.nouns import NOUNS
from cq.world.directions import COMPASS
from cq.world.palette import COLOUR_IDS

Clauses = Iterator[tuple[Clause, int]]
_EXCHANGE = frozenset(
    "replace swap exchange switch change substitute trade turn convert transform make".split()
)
_PAINT = frozenset("turn make paint repaint colour recolour change dye convert transform switch tint".split())
_ALIKE = frozenset({"in_place", "equal_size", "there"})
_STEPS = frozenset(
    "block blocks square squares space spaces step steps cell cells layer layers level levels".split()
)


def _replacing(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb not in _EXCHANGE:
        return
    if tokens[i + 1 : i + 4] in (
        ("the", "places", "of"),
        ("the", "positions", "of"),
        ("the", "colours", "of"),
    ):
        for ref, end in references(tokens, i + 4):
            kind = "swap colours" if tokens[i + 2] == "colours" else "swap"
            yield Clause(kind, ref), end
        return
    if verb == "replace" and at(tokens, i + 1) == "with":
        for new, end in (*new_things(tokens, i + 2), *colour_alone(tokens, i + 2)):
            yield Clause("replace", IT, new), end + (at(tokens, end) == "in_place")
    if verb not in ("turn", "convert", "transform", "make"):
        yield from exchanges(tokens, i + 1)
    if verb in ("substitute", "swap", "exchange"):
        for new, j in new_things(tokens, i + 1 + (at(tokens, i + 1) == "in")):
            if at(tokens, j) == "for":
                for ref, end in references(tokens, j + 1):
                    if verb == "substitute" or at(tokens, i + 1) == "in":
                        yield Clause("replace", ref, new), _behind_alike(tokens, end)
    for ref, j in references(tokens, i + 1):
        turned = verb in ("turn", "convert", "transform", "make")
        if turned and at(tokens, j) == "into":
            for new, end in new_things(tokens, j + 1):
                yield Clause("replace", ref, new), _behind_alike(tokens, end)
        if verb != "replace" and not turned and (ref.others or (ref.plural and ref.count in (None, 2))):
            yield Clause("swap", ref), j
        if at(tokens, j) == "with" and verb in ("swap", "exchange", "switch"):
            for other, end in references(tokens, j + 1):
                yield Clause("swap", replace(ref, others=(other,))), end


def exchanges(tokens: Tokens, i: int) -> Clauses:
    """ "... the red block with a blue one": what follows "replace"."""
    for ref, j in references(tokens, i):
        if at(tokens, j) in ("with", "for", "by", "to", "into") or at(tokens, j) == "in_place":
            for new, end in (*new_things(tokens, j + 1), *colour_alone(tokens, j + 1)):
                yield Clause("replace", ref, new), _behind_alike(tokens, end)


def _behind_alike(tokens: Tokens, i: int) -> int:
    """The position behind "of the same height, in the same place", which exchanging implies."""
    end = i
    while at(tokens, end) in _ALIKE or (at(tokens, end) in (",", "and") and at(tokens, end + 1) in _ALIKE):
        end += 1
    return end


def colour_alone(tokens: Tokens, i: int) -> Iterator[tuple[New, int]]:
    """New things of which only the colour is said: "replace them with green"."""
    if at(tokens, i) in COLOUR_IDS and at(tokens, i + 1) not in NOUNS:
        yield New(plural=True, colour=COLOUR_IDS[tokens[i]]), i + 1


def _recolouring(tokens: Tokens, i: int) -> Clauses:
    if at(tokens, i) not in _PAINT:
        return
    for ref, j in references(tokens, i + 1):
        if at(tokens, j) in COLOUR_IDS and at(tokens, j + 1) == "and":
            for other, k in references(tokens, j + 2):
                if at(tokens, k) in COLOUR_IDS and not other.others:
                    first, second = COLOUR_IDS[tokens[j]], COLOUR_IDS[tokens[k]]
                    yield Clause("recolour both", ref, other=other, colour=first, number=second), k + 1
        if at(tokens, j) == "same_colour_as":
            for other, end in references(tokens, j + 1):
                yield Clause("recolour", ref, other=other), end
        j += at(tokens, j) in ("to", "into", "in")
        if at(tokens, j) in COLOUR_IDS and at(tokens, j + 1) not in NOUNS:
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[j]]), j + 1
            if at(tokens, j + 1) == "from" and any(one.kind == "alternate" for one in ref.filters):
                # "Turn every second block red, starting from the west."
                for started, end in relations(ref, tokens, j + 1, references):
                    yield Clause("recolour", started, colour=COLOUR_IDS[tokens[j]]), end
        elif at(tokens, j) in ("a", "an") and at(tokens, j + 1) in COLOUR_IDS and at(tokens, j + 2) in NOUNS:
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[j + 1]]), j + 3
        elif at(tokens, j) in COLOUR_IDS and at(tokens, j - 1) in ("to", "into"):
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[j]]), j + 1 + (at(tokens, j + 1) in NOUNS)


def _extending(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb in ("extend", "lengthen", "continue", "raise", "heighten", "widen", "lower", "shorten"):
        for ref, j in references(tokens, i + 1):
            for way, m in (*_direction(tokens, j), ("", j)):
                if at(tokens, m) == "until_blocked" and verb in ("extend", "lengthen", "continue"):
                    yield Clause("extend until", ref, word=way), m + 1
                # "Continue the row to the east with two yellow blocks."
                if at(tokens, m) in ("with", "by", "using") and verb in ("extend", "lengthen", "continue"):
                    for new, end in new_things(tokens, m + 1):
                        if not (new.count and new.shape == "block") or new.then:
                            continue
                        for side, finish in ((way, end),) if way else _direction(tokens, end):
                            clause = Clause("extend", ref, number=new.count, word=side, colour=new.colour)
                            yield clause, finish
                # "Continue the row to the south by three squares."
                number = number_at(tokens, m + 1)
                if (
                    at(tokens, m) in ("by", "for")
                    and number is not None
                    and verb in ("extend", "lengthen", "continue")
                ):
                    m += 2 + (at(tokens, m + 2) == "more")
                    m += at(tokens, m) in ("block", "blocks", "squares", "square", "cells", "spaces")
                    yield Clause("extend", ref, number=number, word=way), m
            j += at(tokens, j) == "by"
            number = 1 if at(tokens, j) in ("a", "an") else number_at(tokens, j)
            if number is None:
                continue
            counted = [(new.colour, end) for new, end in new_things(tokens, j) if new.count]
            colour, k = next(iter(counted), (None, j + 1 + (at(tokens, j + 1) in _STEPS)))
            kind = "lower" if verb in ("lower", "shorten") else "extend"
            up = "up" if verb in ("raise", "heighten", "lower") else ""
            for word, end in ((up, k), *_direction(tokens, k)):
                yield Clause(kind, ref, number=number, word=word, colour=colour), end
                bare = COLOUR_IDS.get(at(tokens, end + 1)) if at(tokens, end) == "," else None
                if bare and colour is None and at(tokens, end + 2) in ("", "and", ","):
                    yield Clause(kind, ref, number=number, word=word, colour=bare), end + 2
    if verb in ("cut", "break", "reduce", "shorten", "lower", "bring", "trim"):
        for ref, j in references(tokens, i + 1):
            j += at(tokens, j) == "down"
            j += tokens[j : j + 4] == ("to", "a", "height", "of") and 3
            if at(tokens, j) in ("to", "of") and (number := number_at(tokens, j + 1)) is not None:
                end = j + 2 + (at(tokens, j + 2) in ("block", "blocks"))
                yield Clause("lower to", ref, number=number), end + (at(tokens, end) in ("high", "tall"))
    if verb in ("double", "halve"):
        k = i + 1 + 3 * (tokens[i + 1 : i + 4] in (("the", "height", "of"), ("the", "length", "of")))
        word = "up" if k > i + 1 and tokens[i + 2] == "height" else ""
        for ref, j in references(tokens, k):
            for way, end in ((word, j), *_direction(tokens, j)):
                yield Clause(verb, ref, word=way), end
    if verb == "make":
        for ref, j in references(tokens, i + 1):
            if at(tokens, j) == "twice" and at(tokens, j + 1) in ("equal_size", "as"):
                end = j + 2 + 1 * (tokens[j + 1] == "as")
                yield Clause("double", ref, word="up"), end
        for ref, j in references(tokens, i + 1):
            number = 1 if at(tokens, j) == "a" else number_at(tokens, j)
            k = j + 1 + (at(tokens, j + 1) in _STEPS)
            if number is not None and at(tokens, k) in ("tall", "high"):
                yield Clause("resize", ref, number=number), k + 1
            if at(tokens, j) in ("taller", "higher", "longer") and at(tokens, j + 1) == "by":
                for new, end in new_things(tokens, j + 2):
                    for word, finish in (
                        ("up" if tokens[j] != "longer" else "", end),
                        *_direction(tokens, end),
                    ):
                        if new.count and new.shape == "block" and not new.then:
                            yield (
                                Clause("extend", ref, number=new.count, word=word, colour=new.colour),
                                finish,
                            )
            if number is None or at(tokens, k) not in ("taller", "higher", "longer", "shorter", "lower"):
                continue
            up = "up" if tokens[k] in ("taller", "higher", "shorter", "lower") else ""
            kind = "lower" if tokens[k] in ("shorter", "lower") else "extend"
            for word, end in ((up, k + 1), *_direction(tokens, k + 1)):
                yield Clause(kind, ref, number=number, word=word), end
                m = end + (at(tokens, end) == ",")
                if at(tokens, m) in ("in", "with", "using") and at(tokens, m + 1) in COLOUR_IDS:
                    finish = m + 2 + (at(tokens, m + 2) in NOUNS)
                    colour = COLOUR_IDS[tokens[m + 1]]
                    yield Clause(kind, ref, number=number, word=word, colour=colour), finish


def _direction(tokens: Tokens, i: int) -> Iterator[tuple[str, int]]:
    i += at(tokens, i) == ","
    token = at(tokens, i)
    if token in ("up", "down") or token in COMPASS:
        yield token, i + 1
    if token in WAYS:
        yield WAYS[token], i + 1
    elif token in ("on", "at") and at(tokens, i + 2) in EXTREMES and at(tokens, i + 3) in ("end", "side"):
        yield EXTREMES[tokens[i + 2]], i + 4
    elif (
        token in ("at", "on")
        and at(tokens, i + 1) in ("each", "both", "either")
        and at(tokens, i + 2) in ("end", "ends", "side")
    ):
        yield "both", i + 3
    elif token in ("at", "on") and tokens[i + 1 : i + 4] in (
        ("both", "its", "ends"),
        ("both", "the", "ends"),
    ):
        yield "both", i + 4


EDITS = (*MOVES, _replacing, _recolouring, _extending)
"""All parsers of edits."""
