"""What all parsers share: a parser takes tokens and a position, and has each reading with the position behind
it (a "list of successes": Wadler 1985).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeVar

from cq.language.lexicon import read_digits

Tokens = tuple[str, ...]
Parse = TypeVar("Parse")


def successes(
    parser: Callable[[Tokens, int], Iterator[tuple[Parse, int]]],
) -> Callable[[Tokens, int], tuple[tuple[Parse, int], ...]]:
    """A parser that remembers its readings: many clauses begin alike."""

    @lru_cache(maxsize=4096)
    def parsed(tokens: Tokens, i: int) -> tuple[tuple[Parse, int], ...]:
        return tuple(dict.fromkeys(parser(tokens, i)))

    return parsed


def at(tokens: Tokens, i: int) -> str:
    """The token at a position, "" behind the end."""
    return tokens[i] if i < len(tokens) else ""


def number_at(tokens: Tokens, i: int) -> int | None:
    """The number at a position, "one" included."""
    token = at(tokens, i)
    return read_digits(token) if token.isdecimal() else 1 if token == "one" else None
