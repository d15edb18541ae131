"""Adjectives of references, before and behind their noun, and nouns for parts of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cq.building.interpretation.lexicon import EXTREMES, ORDINALS, PARTS, SIZES
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.syntax import Filter, Ref
from cq.language.nouns import NOUNS
from cq.world.palette import COLOUR_IDS

Refs = Iterator[tuple[Ref, int]]

PART_NOUNS = {
    **dict.fromkeys(("end", "ends", "tip", "tips"), "end"),
    **dict.fromkeys(("corner", "corners"), "corner"),
    **dict.fromkeys(("edge", "edges", "rim", "outline", "border", "perimeter", "boundary"), "edge"),
    **dict.fromkeys(("inside", "interior", "core"), "inner"),
    **dict.fromkeys(("arm", "arms"), "arm"),
    "tops": "top",
}
"""Nouns for parts of things, and the part that each names."""
WHOLE_PARTS = frozenset({"rim", "outline", "border", "perimeter", "boundary", "inside", "interior", "core"})
"""Those that mean all blocks of the part, although they are singular."""


MODALS = frozenset(
    "should must shall has have had needs need is are may can could will to ought might goes".split()
)
_SPANS = {"high": "high", "tall": "high", "long": "long"}
_UNITS = frozenset("block blocks cube cubes square squares cell cells layer layers level levels".split())
_BEHIND_ELLIPSIS = MODALS | {
    "",
    ",",
    "and",
    "with",
    "gets",
    "loses",
    "stays",
    "in_place",
    "by",
    "but",
    "into",
}


def measured(tokens: Tokens, i: int) -> tuple[Filter | None, int]:
    """ "Three blocks tall" as a filter, and the position behind it; None where there is none."""
    number = number_at(tokens, i)
    j = i + 1 + (at(tokens, i + 1) in _UNITS)
    if number is None or at(tokens, j) not in _SPANS:
        return None, i
    return Filter("measure", _SPANS[tokens[j]], number=number), j + 1


def stands_for_noun(ref: Ref, tokens: Tokens, i: int) -> bool:
    """Whether an adjective stands for a noun: "the tallest", "the westernmost", "the other"."""
    last = at(tokens, i - 1)
    chooses = (
        last in SIZES or last in ORDINALS or last.endswith("most") or last in ("highest", "lowest", "other")
    )
    return bool(ref.filters) and chooses and at(tokens, i) in _BEHIND_ELLIPSIS


def adjectives(token: str, following: str) -> Iterator[Filter]:
    if token in EXTREMES:
        yield Filter("extreme", EXTREMES[token])
    if token in SIZES:
        yield Filter("compare", SIZES[token][0], number=SIZES[token][1])
    if token in PARTS:
        yield Filter("part", token)
    if token in ("hanging", "hovering"):
        yield Filter("part", "floating")
    if token in ("outermost", "inner", "innermost", "interior"):
        yield Filter("part", "inner" if token.startswith("in") else token)
    if token.startswith("ranks_"):
        yield Filter("ranks", token.removeprefix("ranks_"))
    if token in ORDINALS and following not in ("",):
        yield Filter("ordinal", number=ORDINALS[token])


def adjectives_behind(ref: Ref, tokens: Tokens, i: int) -> Refs:
    """ "that is furthest west", "that is highest"."""
    token = at(tokens, i)
    if token in EXTREMES and at(tokens, i + 1) not in NOUNS:
        yield replace(ref, relations=(*ref.relations, Filter("extreme", EXTREMES[token]))), i + 1
    if token in COLOUR_IDS and not ref.colours:
        yield replace(ref, colours=(COLOUR_IDS[token],)), i + 1
    if token == "not" and at(tokens, i + 1) in COLOUR_IDS:
        others = tuple(colour for colour in COLOUR_IDS.values() if colour != COLOUR_IDS[tokens[i + 1]])
        yield replace(ref, colours=others), i + 2
