"""Many patterns replaced one after another, fast: most are ruled out by a word that the text lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from cq.building.interpretation.wording.phrase_parts import Replacement

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as parser

MOST_WORDS, SHORTEST = 4, 2
"""A pattern that needs one of more words than this, or shorter ones, is always tried."""


class Replacements:
    """Patterns, each with what replaces it, applied in order to texts in lower case.

    `steps` are the words that each needs (see `needed_words`), the pattern, and what replaces it.
    """

    def __init__(self, *groups: Iterable[tuple[str, Replacement]]) -> None:
        pairs = [pair for group in groups for pair in group]
        self.steps = [(needed_words(pattern), pattern, new) for pattern, new in pairs]

    def __call__(self, text: str) -> str:
        """The text after all replacements."""
        for words, pattern, new in self.steps:
            for word in words:
                if word in text:
                    text = _compiled(pattern).sub(new, text)
                    break
        return text


_compiled = cache(re.compile)
"""Few of the patterns are ever needed in one process."""


def needed_words(pattern: str) -> tuple[str, ...]:
    """Parts of words, of which any text that the pattern matches holds one; ("",) if none are known."""
    words = _needed(parser.parse(pattern))
    return tuple(words) if words and len(words) <= MOST_WORDS else ("",)


def _needed(items: Sequence[tuple[Any, Any]]) -> list[str]:
    """The best of the lists of words that the items of a parsed pattern need; [] if none does."""
    found: list[list[str]] = []
    run = ""
    for kind, value in items:
        if kind is parser.LITERAL:
            run += chr(value)
            continue
        found.append([run])
        run = ""
        if kind is parser.SUBPATTERN:
            found.append(_needed(value[-1]))
        elif kind is parser.BRANCH:
            branches = [_needed(branch) for branch in value[1]]
            found.append([word for words in branches for word in words] if all(branches) else [])
        elif kind in (parser.MAX_REPEAT, parser.MIN_REPEAT) and value[0] > 0:
            found.append(_needed(value[2]))
        elif kind is parser.ASSERT:
            found.append(_needed(value[1]))
    found.append([run])
    useful = [words for words in found if words and min(map(len, words)) >= SHORTEST]
    return max(useful, key=lambda words: (-len(words), min(map(len, words))), default=[])
