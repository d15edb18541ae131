"""Wordings: whether a text speaks of a thing, from a list of words. For texts that need no reading, such as
the questions of a bank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from cq.language.tokens import tokenize

LONGEST_KEPT = 500
"""Characters of a text whose words are remembered."""


@dataclass(frozen=True)
class Form:
    """Words that stand one behind the other: `first`, any `between` words, and `second` ("" if there is no
    such).
    """

    first: str
    between: int = 0
    second: str = ""


def forms(wordings: str) -> tuple[Form, ...]:
    """The forms of wordings, set apart by "|". A star ends the beginning of a word ("colour*"), "_" is any
    word ("what _ block*").
    """
    found = []
    for one in wordings.split("|"):
        parts = [f" {part.strip()} ".replace("* ", "") for part in one.split(" _")]
        found.append(Form(parts[0], len(parts) - 1, parts[-1] if len(parts) > 1 else ""))
    return tuple(found)


def padded(text: str) -> str:
    """The words of a text in lower case, with a space around each."""
    return _padded(text) if len(text) <= LONGEST_KEPT else _padded.__wrapped__(text)


@lru_cache(maxsize=2**14)
def _padded(text: str) -> str:
    return f" {' '.join(token.text for token in tokenize(text))} "


def says(text: str, wordings: Iterable[Form]) -> bool:
    """Whether a padded text has one of some forms."""
    return any(one.first in text and (not one.second or _has(text, one)) for one in wordings)


def _has(text: str, form: Form) -> bool:
    behind = text.split(form.first)[1:]
    words = (one.split(" ", form.between + 1) for one in behind)
    return any(form.second in f" {one[form.between]} " for one in words if len(one) > form.between)
