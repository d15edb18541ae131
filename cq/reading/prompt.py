"""The input of a reader: a text and its context."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from cq.language.program import Meaning, Program, rebuilt
from cq.world.palette import COLOURS

SHORTEST = 4
"""The fewest characters of a sentence."""
_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")
_CUTS = re.compile(r"(?<=[.!?;])\s+|\n+|,?\s(?=(?:and |n |& )?then\b)|,\s(?=(?:and|n)\b)", re.IGNORECASE)
BESIDE = " | "
"""Separates a text from its context."""
MOST_CHARACTERS = 400
"""Characters of a part of the context that are read: the last ones."""


@dataclass(frozen=True)
class Prompt:
    """A `text` that is read: an order; a follow-up to the orders `before` it; or the answer to a `question`
    about an `order`. `stands` is the inventory of the world (see `cq.reading.inventory`).
    """

    text: str
    before: str = ""
    order: str = ""
    question: str = ""
    stands: str = ""

    @property
    def line(self) -> str:
        """All of it in one line, as the network reads it."""
        about = [
            ("after", self.before),
            ("order", self.order),
            ("asked", self.question),
            ("stands", self.stands),
        ]
        said = [f"{BESIDE}{name}: {text[-MOST_CHARACTERS:]}" for name, text in about if text]
        return self.text + "".join(said)


def sentences_of(text: str) -> list[str]:
    """The sentences of a message; one of a few signs belongs to the one before."""
    found: list[str] = []
    for sentence in _ENDS.split(text.strip()):
        if found and len(sentence) < SHORTEST:
            found[-1] += f" {sentence}"
        elif sentence:
            found.append(sentence)
    return found


def clauses_of(text: str) -> list[tuple[int, int]]:
    """Where the parts of a message start and end that may be orders of their own: its sentences, and what
    follows "then" or a comma and "and".
    """
    cuts = [(0, 0), *(found.span() for found in _CUTS.finditer(text)), (len(text), len(text))]
    ends = [(start, end) for (_, start), (end, _) in pairwise(cuts)]
    return [(start, end) for start, end in ends if end - start >= SHORTEST]


def renaming(line: str, colours: Sequence[str] = COLOURS) -> Mapping[str, str]:
    """The colours of a palette → the six of the network, in the order of their mention in a line, so that the
    network learns each sentence for all colours.
    """
    said = [found[1].lower() for found in _naming(tuple(colours)).finditer(line)]
    return dict(zip(dict.fromkeys((*said, *colours, *COLOURS)), COLOURS, strict=False))


def renamed(line: str, names: Mapping[str, str]) -> str:
    """A line with its colours under other names."""
    return _naming(tuple(names)).sub(lambda found: names[found[1].lower()] + (found[2] or ""), line)


def renamed_program(program: Program, names: Mapping[str, str]) -> Program:
    """A program with its colours under other names."""

    def change(value: Any) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        return rebuilt(value, change) if isinstance(value, (Meaning, tuple)) else value

    return tuple(change(command) for command in program)


@cache
def _naming(colours: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the colours that are named, and their endings ("reds", "greenish"); the longest name first, so
    that "light blue" is not blue.
    """
    names = "|".join(re.escape(colour) for colour in sorted(colours, key=len, reverse=True))
    return re.compile(rf"\b({names})(s|ish)?\b", re.IGNORECASE)
