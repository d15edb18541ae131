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
    """Words in sequence: `first`, any `between` words, and `second` ("" if there is none)."""

    first: str
    between: int = 0
    second: str = ""


def forms(wordings: str) -> tuple[Form, ...]:
    """The forms of wordings, set apart by "|". A star ends the beginning of a word ("colour*"), "_" is any
    word ("what _ block*").
    """
    found = []
    for wording in wordings.split("|"):
        parts = [f" {part.strip()} ".replace("* ", "") for part in wording.split(" _")]
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
    return any(form.first in text and (not form.second or _has(text, form)) for form in wordings)


def _has(text: str, form: Form) -> bool:
    behind = text.split(form.first)[1:]
    words = (rest.split(" ", form.between + 1) for rest in behind)
    return any(form.second in f" {after[form.between]} " for after in words if len(after) > form.between)
