"""Written answers: by the kind of question, or in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from cq.dialogue.questions import ClarifyingQuestion

AS_I_SAID = "as i said"
"""The person's answer where no written answer fits."""

OTHER = "other"
"""The key of an answer book for all kinds of question without a key of their own."""

KEYS = {
    "colour": "colour",
    "count": "count",
    "size": "size",
    "where": "place",
    "place": "place",
    "side": "place",
    "arrangement": "direction",
    "direction": "direction",
    "which": "which",
    "facing": OTHER,
    "action": OTHER,
}
"""The type of a question → the key of an answer book."""

WORDS = {
    "colour": ("colour", "color"),
    "count": ("how many", "number of"),
    "size": ("how tall", "how long", "how high", "how wide", "how deep", "how big", "how large", "size"),
    "direction": ("direction", "which way"),
    "place": ("where", "which side", "which place", "which corner", "which edge", "how far"),
    "which": ("which", "do you mean", "what block"),
}
"""The key of an answer book → words of a question whose type is not in `KEYS`; the first that fits counts."""


class Question(Protocol):
    """A question: its words, and its type ("" where it is not known)."""

    @property
    def text(self) -> str: ...
    @property
    def type(self) -> str: ...


class Answers(Protocol):
    """Answers the builder's questions in words."""

    def answer(self, question: ClarifyingQuestion) -> str:
        """The next answer."""


def key_of(question: Question) -> str:
    """The key of an answer book for a question, by its type, or else by its words."""
    if question.type in KEYS:
        return KEYS[question.type]
    asked = question.text.split(":")[0].casefold()  # What follows a colon are its options.
    return next((key for key, words in WORDS.items() if any(word in asked for word in words)), OTHER)


class BookAnswers:
    """Answers by the kind of question. Each time that a key is used again, its next wording is given; after
    the last one the first again.
    """

    def __init__(self, book: Mapping[str, Sequence[str]], wording: int = 0) -> None:
        """`wording` is the index, from 0, of the first wording; past the last one it wraps."""
        self._book = book
        self._given = dict.fromkeys(book, wording)

    def answer(self, question: Question) -> str:
        """The next wording for the question, `AS_I_SAID` where the book has none."""
        key = next((key for key in (key_of(question), OTHER) if self._book.get(key)), None)
        if key is None:
            return AS_I_SAID
        self._given[key] += 1
        return self._book[key][(self._given[key] - 1) % len(self._book[key])]


class ListAnswers:
    """Some answers in order, whatever the question, and then `AS_I_SAID`."""

    def __init__(self, answers: Sequence[str]) -> None:
        self._left = list(answers)

    def answer(self, question: Question) -> str:
        """The next answer."""
        return self._left.pop(0) if self._left else AS_I_SAID
