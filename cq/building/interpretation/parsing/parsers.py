"""What all parsers share: a parser takes tokens and a position, and has each reading with the position behind
it (a "list of successes": Wadler 1985).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import TypeVar

from cq.building.interpretation.budget import Work, running, spend
from cq.language.lexicon import read_digits
from cq.world.grid import SHAPE

Tokens = tuple[str, ...]
Parse = TypeVar("Parse")

LARGEST = prod(SHAPE)
"""The number of cells of the zone."""
READING = 10
"""Steps of work that a reading counts for; a look at a token counts for one."""


def successes(
    parser: Callable[[Tokens, int], Iterator[tuple[Parse, int]]],
) -> Callable[[Tokens, int], tuple[tuple[Parse, int], ...]]:
    """A parser that remembers its readings while a sentence is read: many clauses begin alike."""

    def parsed(tokens: Tokens, i: int) -> tuple[tuple[Parse, int], ...]:
        work = running() or Work(0)
        key = parser, tokens, i
        if key not in work.memo:
            found: dict[tuple[Parse, int], None] = {}
            for one in parser(tokens, i):
                work.spend(READING)
                found[one] = None
            work.memo[key] = tuple(found)
        return work.memo[key]  # type: ignore[no-any-return]

    return parsed


def at(tokens: Tokens, i: int) -> str:
    """The token at a position, "" behind the end."""
    spend(1)
    return tokens[i] if i < len(tokens) else ""


def number_at(tokens: Tokens, i: int) -> int | None:
    """The number at a position, "one" included; None for one that is larger than the zone."""
    token = at(tokens, i)
    number = read_digits(token) if token.isdecimal() else 1 if token == "one" else None
    return None if number is None or number > LARGEST else number
