"""An instruction as obstacles read it: in lower case, with one word for each thing."""

from __future__ import annotations

import re

from cq.language.lexicon import NUMBERS, read_digits
from cq.world.palette import COLOURS

COLOUR = "|".join(COLOURS)

FOREIGN_COLOURS = (
    "pink|black|white|gr[ea]y|brown|cyan|teal|turquoise|beige|silver|magenta|maroon|indigo|bronze|ivory|"
    "khaki|gold(?:en)?|"
    "olive|peach|salmon|mauve"
)
"""Colours that no block has."""

LARGE_NUMBERS = {
    word: str(value)
    for value, word in enumerate("thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), 13)
} | {word: str(10 * value) for value, word in enumerate("twenty thirty forty fifty sixty".split(), 2)}

_ONE_WORD = {
    "violet": "purple",
    "lilac": "purple",
    "lavender": "purple",
    "crimson": "red",
    "scarlet": "red",
    "navy": "blue",
    "azure": "blue",
    "emerald": "green",
    "color": "colour",
    "colors": "colours",
    "colored": "coloured",
    "center": "centre",
    "centers": "centres",
    "thats": "that is",
    "that's": "that is",
    "isnt": "is not",
    "isn't": "is not",
    "dont": "do not",
    "don't": "do not",
    "hundred": "100",
    "thousand": "1000",
    "million": "1000000",
    "dozen": "12",
    "map": "grid",
    **LARGE_NUMBERS,
}
_WORD = re.compile(rf"\b(?:{'|'.join(_ONE_WORD)})\b")
_PATTERNS = [
    (re.compile(old), new)
    for old, new in (
        (rf"\b(?:light|dark|bright|deep|pale|regular)(?:er)?[ -](?=(?:{COLOUR})\b)", ""),
        (rf"\b({COLOUR})s\b", r"\1 blocks"),
        (r"\b(north|south)[ -](?=east|west)", r"\1"),
        (r"\b(north\w*|south\w*|east|west|top|bottom|left|right|upper|inner|outer)[ -]most\b", r"\1most"),
        (
            r"\b(n|s)(e|w)(?= corner)",
            lambda m: {"n": "north", "s": "south"}[m[1]] + {"e": "east", "w": "west"}[m[2]],
        ),
        (r"\bg[eo]t(?:ting)? rid of\b", "remove"),
        (r"\ba (?:couple|pair)(?: of)?\b", "two"),
        (r"\ba (?=1(?:2|0+)\b)", ""),
        (
            r"(\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) ?(?:by|x|×|"
            r"\*) ?(?=(?:\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\d)",
            r"\1x",
        ),
        (
            r"\b(?:\w+x)+\w+\b",
            lambda m: (
                "x".join(_digits(part) for part in m[0].split("x"))
                if any(c.isdigit() for c in m[0]) or set(m[0].split("x")) <= set(NUMBERS)
                else m[0]
            ),
        ),
        (r"\bhole (?=tower|row|wall|column|structure|grid|world|thing|line|stack|zone)", "whole "),
        (
            rf"\bstack(?= (?:up )?(?:\d+|{'|'.join(NUMBERS)}|an?|another|more|some|blocks|{COLOUR})\b)",
            "stacking",
        ),
        (r"\b(blocks?)(?=(?:place|put|build|destroy|remove|facing|to|on|in|and|then)\b)", r"\1. "),
        (rf"\b({COLOUR}) black\b", r"\1 block"),
        (r"\b(?:half of|half the)\b", "half the"),
        (r"\b(?:minus|negative) (?=\w)", "minus "),
    )
]


def _digits(word: str) -> str:
    return str(NUMBERS.get(word, word))


_RUN_TOGETHER = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_END = re.compile(r"[.!?;\n]+(?!\d)")


def normalised(text: str) -> str:
    """A text in lower case, with single spaces, and one word for each thing."""
    text = _RUN_TOGETHER.sub(". ", text)
    text = " ".join(text.casefold().replace("’", "'").split())
    text = _WORD.sub(lambda match: _ONE_WORD[match[0]], text)
    for pattern, new in _PATTERNS:
        text = pattern.sub(new, text)  # type: ignore[arg-type]
    return text


def sentences(text: str) -> list[str]:
    """The sentences of a normalised text, without the empty ones."""
    return [part.strip() for part in _END.split(text) if part.strip()]


def number_of(word: str) -> int:
    """A number in digits or as a word of `NUMBERS`."""
    return read_digits(word) if word.isdecimal() else NUMBERS[word]
