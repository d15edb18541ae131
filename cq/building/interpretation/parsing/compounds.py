"""Parses references of two words or more before their noun: sizes, and adjectives that "and" joins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from cq.building.interpretation.parsing.adjectives import Refs, adjectives
from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.syntax import Filter, Ref
from cq.world.directions import OPPOSITE as OPPOSITE_WAYS
from cq.world.palette import COLOUR_IDS

Head = Callable[[Ref, Tokens, int], Iterable[tuple[Ref, int]]]
"""The parser of all that follows."""
OPPOSITE = {**OPPOSITE_WAYS, "left": "right", "right": "left", "front": "back", "back": "front"}


def of_size(ref: Ref, tokens: Tokens, i: int, head: Head) -> Refs:
    """ "The four block column", "the three red block structure"."""
    number = number_at(tokens, i)
    colour = COLOUR_IDS.get(at(tokens, i + 1))
    j = i + 1 + (colour is not None)
    if number is None or ref.count is not None or at(tokens, j) not in ("block", "cube"):
        return
    j += 1 + (at(tokens, j + 1) in ("tall", "high", "long"))
    for whole, end in head(replace(ref, colours=(colour,) if colour else ref.colours), tokens, j):
        if whole.noun in ("tower", "row", "structure") and not whole.plural:
            yield replace(whole, relations=(*whole.relations, Filter("size", number=number))), end


def two_adjectives(ref: Ref, tokens: Tokens, i: int, head: Head) -> Refs:
    """ "The leftmost and the rightmost block" are two; "the highest and leftmost block" is one."""
    k = i + 2 + (at(tokens, i + 2) == "the")
    if at(tokens, i + 1) != "and":
        return
    for one in adjectives(at(tokens, i), "block"):
        for other in adjectives(at(tokens, k), at(tokens, k + 1)):
            for both, end in head(replace(ref, filters=(*ref.filters, other)), tokens, k + 1):
                if both.others or both.count is not None:
                    continue
                first = replace(both, filters=(*ref.filters, one, *both.filters[len(ref.filters) + 1 :]))
                if both.plural or one.kind == "ordinal" or OPPOSITE.get(one.word) == other.word:
                    first = replace(first, plural=False, quantifier="each")
                    yield replace(first, others=(replace(both, plural=False, quantifier="each"),)), end
                else:
                    yield replace(both, filters=(*ref.filters, one, *both.filters[len(ref.filters) :])), end
