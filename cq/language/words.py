"""Single words of texts: colours, numbers, verbs; and where a text divides into clauses."""

from __future__ import annotations

from itertools import zip_longest

from cq.language.vocabulary import NUMBERS
from cq.language.wordings import forms, padded, says
from cq.world.palette import COLOURS

LARGEST_NUMBER = 20

_REMOVES = forms("remov*|destroy*|destruct*|break*|broke*|delet*|clear*|tak*")
_ADDS = forms("plac*|put*|build*|built*|add*|creat*|mak*|construct*|stack*|arrang*|position*")
_MARKS = frozenset(".?!;")
_ASKING = frozenset("where which what how".split())
_BEGINNINGS = {"and": _ASKING | {"in", "should", "do"}, "so": _ASKING, "or": {"do"}}
"""Words that begin a clause before certain others."""


def split_clauses(text: str) -> list[str]:
    """The clauses of a question, in lower case; at least one."""
    clauses: list[list[str]] = [[]]
    words = padded(text).split()
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        if word in _MARKS or word == "because" or following in _BEGINNINGS.get(word, ()):
            clauses.append([])
        else:
            clauses[-1].append(word)
    return [" ".join(clause) for clause in clauses if any(len(word) > 1 for word in clause)] or [
        " ".join(words)
    ]


def speaks_of_removing(text: str) -> bool:
    """Whether a text is about removing blocks."""
    return says(padded(text), _REMOVES)


def speaks_of_adding(text: str) -> bool:
    """Whether a text is about placing blocks."""
    return says(padded(text), _ADDS)


def colours_in(text: str) -> set[int]:
    """Indices in `COLOURS` of the colours that a text names."""
    words = {word.removesuffix("s") for word in padded(text).split()}
    return {i for i, colour in enumerate(COLOURS) if colour in words}


def numbers_in(text: str) -> set[int]:
    """Numbers up to `LARGEST_NUMBER` that a text names, in words or digits."""
    words = padded(text).split()
    found = {NUMBERS[word] for word in words if word in NUMBERS}
    found |= {int(word) for word in words if len(word) < 3 and word.isdecimal()}
    return {number for number in found if number <= LARGEST_NUMBER}
