"""The words of answers, brought to one form."""

from __future__ import annotations

import re

from cq.language.lexicon import NUMBERS, read_digits
from cq.world import COLOURS

NUMBER_WORDS = NUMBERS | {"a": 1, "an": 1, "single": 1, "couple": 2, "pair": 2, "dozen": 12}

COLOUR = rf"(?:{'|'.join(COLOURS)})"
SIDE = r"(?:north|south|east|west)"
NUMBER = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)})"
CELLS = r"(?:cells?|blocks?|spaces?|squares?|spots?|steps?|tiles?|units?)"
NOUN = (
    r"(?:blocks?|ones?|cubes?|box(?:es)?|bricks?|towers?|columns?|stacks?|pillars?|piles?|poles?|rows?|lines?|walls?|"
    r"structures?|shapes?|squares?)"
)
TALL = r"(?:towers?|columns?|stacks?|pillars?|piles?|poles?)"

_FORMS = (
    (r"[’‘`]", "'"),
    (r"\bgr[ae]y\b", "grey"),
    (r"\b(north|south)[ -]+(east|west)", r"\1\2"),
    (r"\b(north|south|east|west)ern\b(?!most)", r"\1"),
    (rf"\b({SIDE})(?:ern)?[ -]?most\b", r"\1most"),
    (rf"\b(?:most|furthest|farthest)[ -](?:to the )?({SIDE})(?:ern|erly)?\b", r"\1most"),
    (r"\b(left|right)[ -]most\b", r"\1most"),
    (r"\b(?:top ?most|upper ?most|highest up|tip)\b", "highest"),
    (r"\b(?:bottom ?most|lowest down)\b", "lowest"),
    (r"\bcentre\b", "center"),
    (r"\b(?:floor|ground)(?: level)?\b", "ground"),
    (r"\b(?:border|boundary|rim)\b", "edge"),
    (r"\ba couple(?: of)?\b|\ba pair of\b", "two"),
    (r"\bto the (front|back|left|right) of\b", r"\1 of"),
    (r"\bin front of\b", "front of"),
    (r"\bbehind\b", "back of"),
    (r"\s+", " "),
)
_COMPILED = [(re.compile(pattern), form) for pattern, form in _FORMS]


def normal(text: str) -> str:
    """A text in lower case, with one word for each of many that mean the same."""
    text = text.casefold().strip()
    for pattern, form in _COMPILED:
        text = pattern.sub(form, text)
    return text


def number(word: str) -> int:
    """The value of a number in words or digits."""
    return read_digits(word) if word.isdecimal() else NUMBER_WORDS[word]
