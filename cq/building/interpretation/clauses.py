"""Parses clauses: a verb with its arguments, or what is left of one where the verb is that of the clause before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import (
    COLOUR_IDS,
    EXTREMES,
    NOUNS,
    PLACE_VERBS,
    REMOVE_VERBS,
    STACK_VERBS,
)
from cq.building.interpretation.noun_phrases import (
    Tokens,
    at,
    new_things,
    number_at,
    references,
    sizes_behind,
)
from cq.building.interpretation.places import places
from cq.building.interpretation.syntax import Clause, Place, Ref

Clauses = Iterator[tuple[Clause, int]]

_ALL = Ref("block", True, "all")
_PARTICLES = frozenset({"away", "out", "off", "down", "completely", "entirely"})
_SEPARATORS = frozenset({",", "and", "then", "but", "after", "finally", "next"})


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
                    found += [[clause, *others] for others in rest(following, clause.verb)]
        return memo[i, verb]

    return rest(0, "")


def _behind_separator(tokens: Tokens, i: int) -> int | None:
    if i >= len(tokens):
        return i
    if tokens[i] not in _SEPARATORS:
        return None
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
    for parse in (
        _replacing,
        _recolouring,
        _moving,
        _extending,
        _filling,
        _covering,
        _keeping,
        _looking,
        _becoming,
    ):
        yield from parse(tokens, i)
    if before in ("place", "replace"):
        yield from _placing(tokens, i, "")
    if before == "remove":
        for ref, end in references(tokens, i):
            yield Clause("remove", ref), end
    if before == "":
        for new, j in new_things(tokens, i):
            for place, end in places(tokens, j):
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


def _becoming(tokens: Tokens, i: int) -> Clauses:
    """ "The tower should become red", "the two blocks must go"."""
    for ref, j in references(tokens, i):
        if at(tokens, j) not in ("should", "must", "shall", "has", "have", "becomes", "become", "turns"):
            continue
        k = j if at(tokens, j) in ("becomes", "become", "turns") else j + 1 + (at(tokens, j + 1) == "to")
        if at(tokens, k) in ("become", "turn", "be", "becomes", "turns") and at(tokens, k + 1) in COLOUR_IDS:
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[k + 1]]), k + 2
        elif tokens[k : k + 2] in (("be", "removed"), ("be", "destroyed"), ("be", "deleted")):
            yield Clause("remove", ref), k + 2
        elif at(tokens, k) in ("go", "disappear", "vanish") and at(tokens, k + 1) in ("", ",", "and"):
            yield Clause("remove", ref), k + 1


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
    if at(tokens, i) == "zone":
        yield Clause("remove", _ALL), i + 1
    for ref, j in references(tokens, i):
        if at(tokens, j) == "down" and at(tokens, j + 1) == "to" and number_at(tokens, j + 2):
            end = j + 3 + (at(tokens, j + 3) in ("block", "blocks"))
            yield Clause("lower to", ref, number=number_at(tokens, j + 2)), end
        while at(tokens, j) in _PARTICLES and at(tokens, j + 1) not in ("of", "the", "to"):
            j += 1
        if at(tokens, j) in ("off", "from", "at_top_of") or tokens[j : j + 2] == ("out", "of"):
            k = j + 1 + (at(tokens, j) == "out")
            for whole, end in references(tokens, k):
                yield Clause("remove from", ref, other=whole, word=tokens[j]), end
        yield Clause("remove", ref), j


def _replacing(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb not in ("replace", "swap", "exchange", "switch", "change", "substitute", "trade"):
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
    for ref, j in references(tokens, i + 1):
        if at(tokens, j) in ("with", "for", "by", "to", "into") or at(tokens, j) == "in_place":
            for new, end in new_things(tokens, j + 1):
                yield Clause("replace", ref, new), end
        if verb != "replace" and ref.others:
            yield Clause("swap", ref), j
        if at(tokens, j) == "with" and verb in ("swap", "exchange", "switch"):
            for other, end in references(tokens, j + 1):
                yield Clause("swap", replace(ref, others=(other,))), end


def _recolouring(tokens: Tokens, i: int) -> Clauses:
    if at(tokens, i) not in ("turn", "make", "paint", "colour", "recolour", "change", "dye"):
        return
    for ref, j in references(tokens, i + 1):
        j += at(tokens, j) in ("to", "into", "in")
        if at(tokens, j) in COLOUR_IDS and at(tokens, j + 1) not in NOUNS:
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[j]]), j + 1
        elif at(tokens, j) in ("a", "an") and at(tokens, j + 1) in COLOUR_IDS and at(tokens, j + 2) in NOUNS:
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[j + 1]]), j + 3
        elif at(tokens, j) in COLOUR_IDS and at(tokens, j - 1) in ("to", "into"):
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[j]]), j + 1 + (at(tokens, j + 1) in NOUNS)


def _moving(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb in ("copy", "duplicate", "repeat", "replicate"):
        for ref, j in references(tokens, i + 1):
            for place, end in places(tokens, j):
                yield Clause("copy", ref, place=place), end
    if verb not in ("move", "shift", "put", "place", "transfer", "set", "relocate", "take", "push", "slide"):
        return
    for ref, j in references(tokens, i + 1):
        if verb == "take" and at(tokens, j) in ("off", "from"):
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
            for place, end in places(tokens, k):
                yield Clause("move", ref, place=place), end


def _extending(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb in ("extend", "lengthen", "continue", "raise", "heighten", "widen", "lower", "shorten"):
        for ref, j in references(tokens, i + 1):
            j += at(tokens, j) == "by"
            number = number_at(tokens, j)
            if number is None:
                continue
            new, k = next(((new, end) for new, end in new_things(tokens, j) if new.count), (None, j + 1))
            colour = new.colour if new else None
            kind = "lower" if verb in ("lower", "shorten") else "extend"
            up = "up" if verb in ("raise", "heighten", "lower") else ""
            for word, end in ((up, k), *_direction(tokens, k)):
                yield Clause(kind, ref, number=number, word=word, colour=colour), end
    if verb == "make":
        for ref, j in references(tokens, i + 1):
            number = number_at(tokens, j)
            k = j + 1 + (at(tokens, j + 1) in ("block", "blocks"))
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
    token = at(tokens, i)
    if token.endswith("ward"):
        yield token.removesuffix("ward"), i + 1
    elif token in ("on", "at") and at(tokens, i + 2) in EXTREMES and at(tokens, i + 3) in ("end", "side"):
        yield EXTREMES[tokens[i + 2]], i + 4
    elif (
        token in ("at", "on")
        and at(tokens, i + 1) in ("each", "both", "either")
        and at(tokens, i + 2) in ("end", "ends", "side")
    ):
        yield "both", i + 3


def _filling(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    if verb in ("fill", "close", "plug"):
        j = i + 1 + (at(tokens, i + 1) in ("in", "up"))
        for ref, k in references(tokens, j):
            if ref.noun != "gap":
                continue
            insides = [
                (Place("inside", ref=whole), end)
                for whole, end in (references(tokens, k + 1) if at(tokens, k) in ("in", "inside") else ())
            ]
            for place, m in [*places(tokens, k), *insides, (None, k)]:
                if at(tokens, m) in ("with", "using"):
                    for new, end in new_things(tokens, m + 1):
                        yield Clause("fill", ref, new, place), end
                    if at(tokens, m + 1) in COLOUR_IDS:
                        yield Clause("fill", ref, None, place, colour=COLOUR_IDS[tokens[m + 1]]), m + 2
    if verb in ("connect", "join", "link", "bridge"):
        for ref, j in references(tokens, i + 1):
            if at(tokens, j) in ("with", "by", "using"):
                for new, end in new_things(tokens, j + 1):
                    yield Clause("connect", ref, new), end + (at(tokens, end) == "on_ground")


def _covering(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    kind = {
        "cap": "on",
        "top": "on",
        "crown": "on",
        "cover": "on",
        "surround": "around",
        "enclose": "around",
    }.get(verb)
    if kind:
        for ref, j in references(tokens, i + 1):
            if at(tokens, j) in ("with", "by", "in"):
                for new, end in new_things(tokens, j + 1):
                    yield Clause("place", new=new, place=Place(kind, ref=ref)), end
    if verb == "give":
        for ref, j in references(tokens, i + 1):
            for new, k in new_things(tokens, j):
                if at(tokens, k) in ("hat", "cap", "top"):
                    yield Clause("place", new=new, place=Place("on", ref=ref)), k + 1


def _keeping(tokens: Tokens, i: int) -> Clauses:
    if at(tokens, i) in ("keep", "leave"):
        only = at(tokens, i + 1) == "only"
        for ref, j in references(tokens, i + 1 + only):
            if only:
                yield Clause("remove", Ref("block", True, "all", excluding=ref)), j
            else:
                yield Clause("keep", ref), j + (at(tokens, j) in ("alone", "standing", "untouched", "there"))


def _looking(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    j = i + 1 + (at(tokens, i + 1) == "to")
    if verb in ("go", "walk", "find", "locate", "move", "see") and (
        verb in ("find", "locate", "see") or j == i + 2
    ):
        for ref, end in references(tokens, j):
            yield Clause("look", ref), end
