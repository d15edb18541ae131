"""The five folds of all quality figures."""

from __future__ import annotations

import hashlib
import re

from cq.errors import InputError, excerpt

FOLDS = 5


def normalise(instruction: str) -> str:
    """The words of an instruction in lower case, with single spaces and without punctuation."""
    return " ".join(re.findall(r"\w+", instruction.casefold()))


def fold(instruction: str) -> int:
    """The fold, 0 to 4, of an instruction: a hash (SHA-256) of its normalised words.

    Rows with the same words always share a fold, so no wording is on both sides of a split. The fold does
    not depend on the data set, the machine or the Python version. Raises `InputError` for anything but text
    with a word.
    """
    if not isinstance(instruction, str):
        raise InputError(f"an instruction is text, not {type(instruction).__name__} ({excerpt(instruction)})")
    words = normalise(instruction)
    if not words:
        raise InputError(f"instruction {excerpt(instruction)} holds no words, so it has no fold")
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big") % FOLDS
