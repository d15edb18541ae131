"""Leaves a piece out of an instruction, so that only an answer tells it."""

from __future__ import annotations

import random
import re

from cq.world.augmentation import COLOUR_NAME

_NUMBER = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\s+(?=(?:\w+\s+)?blocks\b)", re.IGNORECASE
)
_PLACE = re.compile(
    r",?\s+(?:on|onto|to|next to|in|at|from|above|below|behind|beside|under|north|south|east|west|directly|"
    r"right|along|between|near|in front of|atop|\d+ spaces?)\s[^.]*$",
    re.IGNORECASE,
)


def leave_out(rng: random.Random, instruction: str, kind: str) -> str:
    """The instruction without its colours, its numbers or the place at its end, by the kind of question
    (`cq.building.synthetic.clarifications.questions.QUESTIONS`); unchanged if it has none.
    """
    if kind == "colour":
        return _without_one_colour(rng, instruction)
    if kind in ("count", "size"):
        return _NUMBER.sub(rng.choice(("some ", "")), instruction)
    if kind in ("where", "which"):
        body = instruction.rstrip(". ")
        shorter = _PLACE.sub("", body)
        return shorter + "." if len(shorter.split()) >= 3 else instruction
    return instruction


def _without_one_colour(rng: random.Random, instruction: str) -> str:
    """Without the words of the first colour that it names: builders are asked for it most often."""
    found = COLOUR_NAME.search(instruction)
    if not found:
        return instruction
    return re.sub(rf"\b{found[0]}\s+(?=\w)", "", instruction, flags=re.IGNORECASE)
