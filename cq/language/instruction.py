"""The one check every instruction passes before a model sees it."""

from __future__ import annotations

import re
from typing import Any

from cq.errors import InputError

MAX_CHARACTERS = 10_000
"""Twenty times the longest recorded instruction; more is a file given by mistake."""


def check_instruction(instruction: Any) -> str:
    """The instruction, stripped, and without speakers' names as the multi-turn set has them. Raises
    `InputError` where it is no text, holds no word, or is huge.

    Within `MAX_CHARACTERS`, an instruction longer than the encoder reads is cut by it with a
    `cq.encoder.backbone.TruncationWarning`.
    """
    if not isinstance(instruction, str):
        raise InputError(f"instruction is {type(instruction).__name__}; it must be text")
    text = re.sub(r"<(Architect|Builder)>\s*", "", instruction).strip()
    if not re.search(r"\w", text):
        raise InputError(f"instruction {instruction[:40]!r} holds no words; say what to build")
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"the instruction has {len(text):,} characters, more than {MAX_CHARACTERS:,}; split it into steps"
        )
    return text
