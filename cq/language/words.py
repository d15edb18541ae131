"""Single words of lower-case texts: colours, numbers, verbs; and where a text divides into clauses."""

from __future__ import annotations

import re

from cq.language.lexicon import NUMBERS
from cq.world.palette import COLOURS

LARGEST_NUMBER = 20

_NUMBER = re.compile(rf"\b(?:{'|'.join(NUMBERS)}|\d{{1,2}})\b")
_COLOUR = re.compile("|".join(COLOURS))
_REMOVES = re.compile(r"\b(?:remov|destroy|destruct|break|broke|delet|clear|tak)")
_ADDS = re.compile(r"\b(?:plac|put|build|built|add|creat|mak|construct|stack|arrang|position)")
_END = re.compile(
    r"[.?!;\n]+|\band (?=(?:where|which|what|how|in which|should|do)\b)|\bor do\b|"
    r"\bso (?=where|which|what|how)|\bbecause\b"
)


def split_clauses(text: str) -> list[str]:
    """The clauses of a question, in lower case; at least one."""
    lowered = text.casefold()
    return [clause for clause in _END.split(lowered) if re.search(r"\w\w", clause)] or [lowered]


def speaks_of_removing(text: str) -> bool:
    """Whether a lower-case text is about removing blocks."""
    return bool(_REMOVES.search(text))


def speaks_of_adding(text: str) -> bool:
    """Whether a lower-case text is about placing blocks."""
    return bool(_ADDS.search(text))


def colours_in(text: str) -> set[int]:
    """Indices in `COLOURS` of the colours that a lower-case text names."""
    return {COLOURS.index(word) for word in _COLOUR.findall(text)}


def numbers_in(text: str) -> set[int]:
    """Numbers up to `LARGEST_NUMBER` that a lower-case text names, in words or digits."""
    found = {NUMBERS[word] if word in NUMBERS else int(word) for word in _NUMBER.findall(text)}
    return {number for number in found if number <= LARGEST_NUMBER}
