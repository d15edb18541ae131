"""Parses clauses that begin with what they are about: "the tower loses its top", "each block gets a hat"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import HATS, REMOVE_VERBS
from cq.building.interpretation.parsing.new_things import new_things
from cq.building.interpretation.parsing.parsers import Tokens, at
from cq.building.interpretation.parsing.places import places
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Clause, Place, Ref
from cq.language.nouns import NOUNS
from cq.world.palette import COLOUR_IDS

Clauses = Iterator[tuple[Clause, int]]
_MODALS = frozenset(
    "should must shall has have had needs need is are may can could will to ought might".split()
)
_STAYING = frozenset("stay remain stand stays remains left standing there be is".split())
SEPARATORS = frozenset({",", "and", "then", "after", "afterwards", "finally", "next", "but", "while", "so"})
_PLACES = frozenset({"places", "place", "positions", "position", "spots", "spot"})


def _behind_modals(tokens: Tokens, i: int) -> int:
    while at(tokens, i) in _MODALS:
        i += 1
    return i


def _getting(tokens: Tokens, i: int) -> Clauses:
    """ "Every red block gets a blue one on top"."""
    for ref, j in references(tokens, i):
        k = _behind_modals(tokens, j)
        if at(tokens, k) not in ("gets", "get", "receives", "receive", "needs", "wants", "wears", "wear"):
            if k == j or tokens[k - 1] not in ("needs", "need", "have", "has"):
                continue
            k -= 1
        for new, m in new_things(tokens, k + 1):
            if at(tokens, m) in HATS:
                yield Clause("place", new=new, place=Place("on", ref=ref)), m + 1
            for place, end in places(tokens, m):
                if place.ref is not None and place.ref.noun == "it":
                    yield Clause("place", new=new, place=replace(place, ref=ref)), end


def _becoming(tokens: Tokens, i: int) -> Clauses:
    """ "The tower should become red", "the two blocks must go"."""
    for ref, j in references(tokens, i):
        k = _behind_modals(tokens, j)
        verb = at(tokens, k)
        if k == j and verb not in ("becomes", "become", "turns", "goes", "go"):
            continue
        m = k + (at(tokens, k) in ("become", "turn", "be", "becomes", "turns"))
        m += at(tokens, m) in ("painted", "recoloured", "turned", "in", "made", "coloured")
        if at(tokens, m) in COLOUR_IDS and m > k:
            end = m + 1
            if tokens[end : end + 2] == ("instead", "of") and at(tokens, end + 2) in COLOUR_IDS:
                end += 3
            if tokens[end : end + 1] == ("in_place_of",) and at(tokens, end + 1) in COLOUR_IDS:
                end += 2
            yield Clause("recolour", ref, colour=COLOUR_IDS[tokens[m]]), end
        elif verb == "be" and at(tokens, k + 1) in ("removed", "destroyed", "deleted", "gone", "cleared"):
            yield Clause("remove", ref), k + 2 + (at(tokens, k + 2) in ("completely", "entirely"))
        elif verb in ("go", "goes", "disappear", "vanish", "leave") and at(tokens, k + 1) in (
            "",
            ",",
            "and",
            "away",
        ):
            yield Clause("remove", ref), k + 1 + (at(tokens, k + 1) == "away")


def _belonging(tokens: Tokens, i: int) -> Clauses:
    """ "The orange block belongs on the red one", "the tower should stand in the corner"."""
    for ref, j in references(tokens, i):
        if ref.quantifier not in ("the", "both", "") or ref.noun in ("it", "anchor") or ref.count == 1:
            continue
        k = _behind_modals(tokens, j)
        if not i and k == j and ref.quantifier == "the":
            for place, end in places(tokens, j):
                if end == len(tokens) and place.ref is not None and place.ref.noun != "it":
                    yield Clause("move", ref, place=place), end
        if at(tokens, k) in ("goes", "go", "belongs", "belong", "stand", "sit", "be") and (
            k > j or tokens[k] in ("goes", "go", "belongs", "belong")
        ):
            for place, end in places(tokens, k + 1 + (at(tokens, k + 1) == "over")):
                yield Clause("move", ref, place=place), end


def _losing(tokens: Tokens, i: int) -> Clauses:
    """ "Each tower loses its top block"."""
    for ref, j in references(tokens, i):
        k = _behind_modals(tokens, j)
        if at(tokens, k) not in ("loses", "lose", "sheds", "shed"):
            continue
        for part, end in references(tokens, k + 1):
            if part.part_of in (None, Ref("it")) and part.filters:
                quantifier = "each" if ref.plural or ref.others else ref.quantifier
                yield Clause("remove", replace(part, part_of=replace(ref, quantifier=quantifier))), end


def _staying(tokens: Tokens, i: int) -> Clauses:
    """ "Only the blue tower may stay", "no green block may remain", "nothing should be left"."""
    word = at(tokens, i)
    if word == "nothing":
        j = _behind_modals(tokens, i + 1 + 2 * (tokens[i + 1 : i + 3] == ("at", "all")))
        if at(tokens, j) in _STAYING and (j > i + 1 or at(tokens, j) in ("left", "standing")):
            while at(tokens, j) in _STAYING:
                j += 1
            yield Clause("clear"), j
    elif word in ("only", "no", "none"):
        start = i + 1 + (word == "none") * (at(tokens, i + 1) == "of")
        for ref, j in references(tokens, start):
            k = _behind_modals(tokens, j)
            if k == j and at(tokens, j) not in ("stays", "remains"):
                continue
            end = k
            while at(tokens, end) in _STAYING:
                end += 1
            if end == k:
                continue
            if word == "only":
                yield Clause("remove", Ref("block", True, "all", excluding=ref)), behind_rest(tokens, end)
            else:
                yield Clause("remove", replace(ref, plural=True, quantifier="all")), end


def behind_rest(tokens: Tokens, i: int) -> int:
    """The position behind "and remove the others", which "keep only" implies."""
    j = i
    while at(tokens, j) in SEPARATORS:
        j += 1
    if j > i and at(tokens, j) in REMOVE_VERBS:
        for ref, end in references(tokens, j + 1):
            if any(one.word == "other" for one in ref.filters):
                return end
    return i


def _exchanging_places(tokens: Tokens, i: int) -> Clauses:
    """ "Let the two blocks change places"."""
    start = i + (at(tokens, i) in ("let", "make", "have"))
    for ref, j in references(tokens, start):
        k = _behind_modals(tokens, j)
        if at(tokens, k) not in ("change", "swap", "switch", "exchange", "trade"):
            continue
        kind = "swap colours" if at(tokens, k + 1) in ("colours", "colour") else "swap"
        k += at(tokens, k + 1) in ("their", "its")
        kind = "swap colours" if at(tokens, k + 1) in ("colours", "colour") else "swap"
        if kind == "swap colours" or at(tokens, k + 1) in _PLACES:
            yield Clause(kind, ref), k + 2


def _having(tokens: Tokens, i: int) -> Clauses:
    """ "Have the red block removed", "all blocks in blue"."""
    if at(tokens, i) != "have":
        return
    for ref, j in references(tokens, i + 1):
        if at(tokens, j) in ("removed", "destroyed", "deleted", "gone"):
            yield Clause("remove", ref), j + 1
        colour = COLOUR_IDS.get(at(tokens, j + 1))
        if at(tokens, j) in ("painted", "recoloured", "turned") and colour and at(tokens, j + 2) not in NOUNS:
            yield Clause("recolour", ref, colour=colour), j + 2


SUBJECT_CLAUSES = (_getting, _becoming, _belonging, _losing, _staying, _exchanging_places, _having)
"""All parsers of clauses that begin with their subject."""
