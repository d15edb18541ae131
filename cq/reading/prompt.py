"""What a reader is given: a text, and what it was said to."""

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
"""Characters of a sentence."""
_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")
_CUTS = re.compile(r"(?<=[.!?;])\s+|\n+|,?\s+(?=(?:and |n |& )?then\b)|,\s+(?=(?:and|n)\b)", re.IGNORECASE)
BESIDE = " | "
"""Divides a text from what else the network reads."""
MOST_CHARACTERS = 400
"""Characters of what was said before that are read: the last ones."""


@dataclass(frozen=True)
class Prompt:
    """A `text` that is read: an order; a follow-up to what was ordered `before`; or the answer to the last of
    the `exchanges` (question, answer) about an `order`, of which the text is the answer. `stands` is the
    inventory of the world (see `cq.reading.inventory`).
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
    for one in _ENDS.split(text.strip()):
        if found and len(one) < SHORTEST:
            found[-1] += f" {one}"
        elif one:
            found.append(one)
    return found


def clauses_of(text: str) -> list[tuple[int, int]]:
    """Where the parts of a message start and end that may be orders of their own: its sentences, and what
    follows "then" or a comma and "and".
    """
    cuts = [(0, 0), *(found.span() for found in _CUTS.finditer(text)), (len(text), len(text))]
    ends = [(start, end) for (_, start), (end, _) in pairwise(cuts)]
    return [(start, end) for start, end in ends if end - start >= SHORTEST]


def renaming(line: str, colours: Sequence[str] = COLOURS) -> Mapping[str, str]:
    """The colours of a line, of those of a palette, as the six of the network: in the order of mention, so
    that it learns each sentence for all colours.
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

    return tuple(change(one) for one in program)


@cache
def _naming(colours: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the colours that are named, and their endings ("reds", "greenish"); the longest name first, so
    that "light blue" is no blue.
    """
    names = "|".join(re.escape(one) for one in sorted(colours, key=len, reverse=True))
    return re.compile(rf"\b({names})(s|ish)?\b", re.IGNORECASE)
