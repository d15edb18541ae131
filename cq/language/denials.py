"""Whether a text forbids, keeps or excepts something, by its single words."""

from __future__ import annotations

from cq.language.tokens import tokenize
from cq.language.vocabulary import denies

_SIDES = frozenset((*".;!?:", "left"))
"""Marks and a side that the words for keeping have too."""
_MORE = frozenset(
    "unless exept execpt excpt excluding besides scratch correction rather apart survive survives "
    "nobody limits sacred".split()
)
"""Further words that except, forbid or correct, also misspelt."""


def denies_something(text: str) -> bool:
    """Whether a word of a text forbids, keeps, excepts or takes back."""
    words = [token.text for token in tokenize(text)]
    return any((denies(word) and word not in _SIDES) or word in _MORE for word in words)
