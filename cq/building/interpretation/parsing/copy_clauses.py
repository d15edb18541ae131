"""Parses clauses that copy and compare: copies, mirror images, heights that are made equal."""

from __future__ import annotations

from collections.abc import Iterator

from cq.building.interpretation.lexicon import PLACE_VERBS
from cq.building.interpretation.parsing.comparisons import CELLS, comparison
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.parsing.places import places
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Clause, Ref
from cq.language.nouns import NOUNS
from cq.world.directions import COMPASS
from cq.world.palette import COLOUR_IDS

Clauses = Iterator[tuple[Clause, int]]
_COPY = frozenset({"copy", "duplicate", "repeat", "replicate", "clone", "recreate"})


def _copying(tokens: Tokens, i: int) -> Clauses:
    """ "Copy the red tower to the northwest corner", "repeat it on its west side, but in blue"."""
    for place, j in places(tokens, i):
        j += at(tokens, j) == ","
        if at(tokens, j) in _COPY:
            for ref, end in references(tokens, j + 1):
                yield Clause("copy", ref, place=place), end
    if at(tokens, i) not in _COPY:
        return
    for ref, j in references(tokens, i + 1):
        j += at(tokens, j) == "once" and 1 + (at(tokens, j + 1) == "more")
        yield from _shifted(ref, tokens, j)
        for colour, k in in_colour(tokens, j):
            for place, end in places(tokens, k):
                yield Clause("copy", ref, place=place, colour=colour), end
        for start in (j, j + 1) if at(tokens, j) in ("to", "into", ",") else (j,):
            for place, end in places(tokens, start):
                yield Clause("copy", ref, place=place), end
                for colour, finish in in_colour(tokens, end):
                    yield Clause("copy", ref, place=place, colour=colour), finish


def _shifted(ref: Ref, tokens: Tokens, i: int) -> Clauses:
    """ "... three squares to the south": a copy so many squares away from its original."""
    j = i
    while at(tokens, j) in (
        ",",
        "the",
        "same",
        "and",
        "it",
        "shift",
        "move",
        "shifted",
        "moved",
        "offset",
        "by",
    ):
        j += 1
    number = number_at(tokens, j)
    j += 1 + (at(tokens, j + 1) in CELLS)
    way = at(tokens, j).removesuffix("ward")
    if number is not None and (way in COMPASS or way in ("left", "right", "up")):
        yield Clause("copy", ref, number=number, word=way), j + 1


def _beside(tokens: Tokens, i: int) -> Clauses:
    """ "Build the mirror image of the stairs directly east of it"."""
    if at(tokens, i) not in PLACE_VERBS:
        return
    j = i + 1 + (at(tokens, i + 1) in ("the", "a", "its"))
    if at(tokens, j) != "mirror" or at(tokens, j + 1) not in ("image", "copy"):
        return
    for ref, k in references(tokens, j + 3) if at(tokens, j + 2) == "of" else ((Ref("it"), j + 2),):
        for place, end in places(tokens, k):
            if place.kind == "dir" and place.ref is not None and place.ref.noun == "it":
                yield Clause("mirror beside", ref, word=place.word), end


def _mirroring(tokens: Tokens, i: int) -> Clauses:
    """ "Mirror the structure across the line from north to south"."""
    if at(tokens, i) not in ("mirror", "reflect"):
        return
    whole = ((Ref("block", True, "all"), i + 2),) if at(tokens, i + 1) in ("it", "this", "everything") else ()
    for ref, j in (*references(tokens, i + 1), *whole):
        j += at(tokens, j) == ","
        j += 2 * (at(tokens, j) in ("to", "onto", "into", "on", "in") and at(tokens, j + 1) == "the")
        way = at(tokens, j).removesuffix("ward")
        if way in COMPASS and at(tokens, j + 1) in ("half", "side"):
            yield Clause("mirror", ref, word="east" if way in ("east", "west") else "south"), j + 2
        if at(tokens, j).startswith("mirrored_"):
            yield Clause("mirror", ref, word=tokens[j].removeprefix("mirrored_")), j + 1


def _equalling(tokens: Tokens, i: int) -> Clauses:
    """ "Make the blue tower as high as the red one", "give it the height of the red tower"."""
    if at(tokens, i) not in (
        *("make", "raise", "build", "bring", "lower", "cut", "extend", "grow", "give", "shorten"),
        *("heighten", "lengthen", "trim", "reduce", "continue"),
    ):
        return
    for ref, j in references(tokens, i + 1):
        j += at(tokens, j) in ("down", "up")
        j += at(tokens, j) == "to"
        for scale, more, other, end in comparison(tokens, j):
            if scale == (1, 1) and other is not None:
                yield Clause("match", ref, other=other, number=more), end
                for colour, finish in in_colour(tokens, end):
                    yield Clause("match", ref, other=other, number=more, colour=colour), finish


def in_colour(tokens: Tokens, i: int) -> Iterator[tuple[int, int]]:
    """ "In blue", "with more blue blocks": the colour and the position behind it."""
    i += at(tokens, i) == ","
    i += at(tokens, i) == "but"
    if at(tokens, i) in ("in", "with", "using", "by"):
        j = i + 1 + (at(tokens, i + 1) in ("more", "another", "additional", "extra", "further", "some"))
        if at(tokens, j) in COLOUR_IDS:
            yield COLOUR_IDS[tokens[j]], j + 1 + (NOUNS.get(at(tokens, j + 1), ("",))[0] == "block")


COPY_CLAUSES = (_copying, _beside, _mirroring, _equalling)
"""All parsers of copies and comparisons."""
