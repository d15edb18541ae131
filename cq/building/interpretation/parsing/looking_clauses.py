"""Parses clauses that only name what is spoken of: "go to the tower", "this row is broken"."""

from __future__ import annotations

from collections.abc import Iterator

from cq.building.interpretation.parsing.parsers import Tokens, at
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Clause

Clauses = Iterator[tuple[Clause, int]]


def looking(tokens: Tokens, i: int) -> Clauses:
    verb = at(tokens, i)
    j = i + 1 + (at(tokens, i + 1) == "to")
    j += verb == "look" and at(tokens, i + 1) == "at"
    if verb in ("the", "these", "this", "those", "both"):
        yield from _fact(tokens, i)
    if verb in ("go", "walk", "find", "locate", "move", "see", "look", "consider") and (
        verb in ("find", "locate", "see", "consider") or j == i + 2
    ):
        for ref, end in references(tokens, j):
            yield Clause("look", ref), end


def _fact(tokens: Tokens, i: int) -> Clauses:
    """ "These four blocks mark the corners of a square", "this row is broken": what is spoken of."""
    for ref, j in references(tokens, i):
        k = j + 1 + (at(tokens, j + 1) == "the")
        if at(tokens, j) in ("mark", "form", "that_is") and at(tokens, k) in ("corners", "corner"):
            k += 1 + (at(tokens, k + 1) == "blocks")
            if at(tokens, k) == "of" and at(tokens, k + 1) in ("a", "the"):
                k += 2 + (at(tokens, k + 2) in ("big", "large", "small", "flat"))
                if at(tokens, k) in ("square", "rectangle"):
                    yield Clause("look", ref, word="together"), k + 1
        if at(tokens, j) in ("that_is", "is") and at(tokens, j + 1) in ("broken", "incomplete", "unfinished"):
            end = j + 2 + 3 * (tokens[j + 2 : j + 5] in (("in", "one", "place"), ("at", "one", "place")))
            yield Clause("look", ref), end
