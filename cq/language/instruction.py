"""Checks of the instructions that users give."""

from __future__ import annotations

from typing import Any

from cq.errors import InputError, excerpt
from cq.utterances import check_characters, without_marks

MAX_CHARACTERS = 10_000
"""Twenty times the longest recorded instruction; a longer text is probably a file passed by mistake."""


def check_instruction(instruction: Any, name: str = "instruction") -> str:
    """The instruction, stripped, and without the speakers' names of the multi-turn set. Error messages call
    it `name`.

    Raises `InputError` if it is not text, holds no word, or has more than `MAX_CHARACTERS`. The encoder
    truncates an instruction beyond its limit, with a `cq.encoder.backbone.TruncationWarning`.
    """
    if not isinstance(instruction, str):
        raise InputError(
            f"{name} is {type(instruction).__name__} {excerpt(instruction, 40)!r}; it must be text"
            + (", or a list, tuple, array or Series of texts" if name == "instruction" else "")
        )
    check_characters(instruction, name)
    text = without_marks(instruction).strip()
    if not any(character.isalnum() for character in text):
        remedy = (
            "answer the question, or take one of its options" if name == "answer" else "say what you want"
        )
        raise InputError(f"{name} {instruction[:40]!r} holds no words; {remedy}")
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"the {name} has {len(text):,} characters, more than {MAX_CHARACTERS:,}; split it into steps"
        )
    return text
