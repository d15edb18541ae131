"""Parses what a sentence says of things without asking for a change: what there is, and what stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.parsing.parsers import Tokens, at
from cq.building.interpretation.parsing.places import places
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Clause, Ref
from cq.world.palette import COLOUR_IDS

Clauses = Iterator[tuple[Clause, int]]
_THERE = (
    *(("there", word) for word in ("is", "are", "'s", "stands", "stand", "was", "lies")),
    ("there's",),
    *(("here", word) for word in ("is", "are", "'s")),
    ("here's",),
    ("we", "have", "got"),
    ("you", "have", "got"),
    *((who, verb) for who in ("we", "you", "i") for verb in ("have", "see", "got", "notice", "spot")),
    ("we've", "got"),
    ("you've", "got"),
    ("you", "can", "see"),
    ("look", "at"),
    ("consider",),
    ("take", "a", "look", "at"),
    ("imagine",),
)
_IS = frozenset(
    """is are 's was were has have had looks look seems seem stands stand sits sit lies lie floats float hangs
    hang hovers hover got rests rest contains""".split()
)
_SAID = frozenset(
    """too so very quite rather bit a an far way really only just now right already got here there yet of the
    high tall long wide deep short low small big large tiny huge ugly boring dull plain lonely wrong bare odd
    strange in blocks block layers layer cells squares levels wonky crooked silly missing broken unfinished
    incomplete alone fine ok okay lot gaps gap holes hole not enough exactly currently at moment present two
    equal made row line empty hollow full closed hovering floating hanging air its it them between""".split()
)
_STAYS = frozenset("stay stays remain remains keep keeps stands".split())
_UNCHANGED = frozenset(
    """unchanged untouched standing hanging there put up as it they is are was were how where that the same
    its their own colour colours height heights place position positions size in_place intact alone
    fine ok okay
    now has have had for on be left still and here shape ways way not moved""".split()
)
_MODALS = frozenset(
    "should must shall has have to may can could will is are needs need ought be also just".split()
)
_FINE = frozenset("fine ok okay good perfect great alright".split())


def _rest(tokens: Tokens, i: int, words: frozenset[str]) -> int:
    """The position behind all following words that are among some words or numbers."""
    while at(tokens, i) in words or at(tokens, i).isdigit():
        i += 1
    return i


def _closes(tokens: Tokens, i: int) -> bool:
    return at(tokens, i) in ("", ",", "and", "but", "so", "while", "then")


def _is_definite(ref: Ref) -> bool:
    return ref.quantifier in ("the", "each", "all", "both") and ref.noun != "it"


def stating(tokens: Tokens, i: int) -> Clauses:
    """ "There is a gap in the wall", "the tower is too tall", "the taller tower": what is spoken of."""
    if i:
        return
    if at(tokens, 0) == "only":
        return
    start = next((len(words) for words in _THERE if tokens[: len(words)] == words), 0)
    for ref, j in references(tokens, start):
        said = _rest(tokens, j, _SAID)
        if start or (j == len(tokens) and _is_definite(ref)):
            if _closes(tokens, said):
                yield Clause("look", ref), said
            if ref.noun == "gap":
                yield from ((Clause("look", ref, place=place), end) for place, end in places(tokens, j))
            if _closes(tokens, j):
                yield Clause("look", ref), j
        if (
            not start
            and _is_definite(ref)
            and at(tokens, j) == ","
            and at(tokens, j + 1) in ("it", "they", "that")
        ):
            yield Clause("look", ref), j
        if (
            at(tokens, j) in _IS
            and {"gap", "gaps", "hole", "holes"} & {*tokens[j:]}
            and _closes(tokens, _rest(tokens, j + 1, _SAID))
        ):
            yield Clause("look", Ref("gap")), _rest(tokens, j + 1, _SAID)
        elif at(tokens, j) in _IS and ref.noun != "it":
            said = _rest(tokens, j + 1, _SAID)
            if said > j + 1 and _closes(tokens, said):
                yield Clause("look", ref), said
        elif not start and said > j and _closes(tokens, said) and "short" in tokens[j:said]:
            yield Clause("look", ref), said  # "Green tower too short."
        if at(tokens, j) in _IS and start == 0:
            # "One block is on top of the tower" speaks of the one that is.
            related = (*tokens[:j], *tokens[j + 1 :])
            for where, end in references(related, 0):
                if end > j and where.noun != "it" and _closes(related, end):
                    yield Clause("look", replace(where, quantifier="the")), end + 1


def staying(tokens: Tokens, i: int) -> Clauses:
    """ "The red row stays as it is", "the tower is fine", "the rest you leave green"."""
    if at(tokens, i) == "only":
        return
    for ref, j in references(tokens, i):
        k = j
        while at(tokens, k) in _MODALS:
            k += 1
        if at(tokens, k) in _STAYS or (
            k > j and (at(tokens, k) in _FINE or at(tokens, k) in ("left", "untouched", "unchanged"))
        ):
            end = k + 1
        elif i and k > j and k == len(tokens):
            end = k  # "No green block should remain, both yellow ones should."
        elif at(tokens, j) == "you" and at(tokens, j + 1) in ("leave", "let", "keep"):
            end = j + 2
        else:
            continue
        end = _rest(tokens, end, _UNCHANGED)
        end += at(tokens, end) in COLOUR_IDS
        if _closes(tokens, end):
            yield Clause("keep", ref), end


STATEMENTS = (stating, staying)
"""All parsers of statements."""
