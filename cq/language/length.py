"""The longest texts that the rules read: the time of some grows with the square of a sentence."""

from __future__ import annotations

MOST_CHARACTERS = 1_000
"""Twice the longest recorded instruction, and about the length at which the encoder truncates."""
LONGEST_SENTENCE = 500
"""Characters; twice the longest recorded sentence."""
TOO_LONG = "this is too long to read; say it in short sentences, a few at a time"

_ENDS = str.maketrans(dict.fromkeys(".!?;", "\n"))


def is_too_long(text: str) -> bool:
    """Whether a text, or a sentence of it, is longer than the rules read."""
    if len(text) > MOST_CHARACTERS:
        return True
    return len(text) > LONGEST_SENTENCE < max(map(len, text.translate(_ENDS).split("\n")))
