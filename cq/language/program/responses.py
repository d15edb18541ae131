"""Answers to questions, and pieces of programs that are answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cq.language.program.base import Colour, Direction, Meaning
from cq.language.program.constructions import Thing
from cq.language.program.naming import Place, Ref, Size, Step, Toward


@dataclass(frozen=True)
class Gap(Meaning):
    """An answer that tells how many cells stay free."""

    number: int


@dataclass(frozen=True)
class Reply(Meaning):
    """An answer that chooses among what was offered: "yes", "no", "any", "all", "none", "other", or the
    number of an option ("2", "-1" for the last); or that does not answer: "vague", "unknown", "withdrawn",
    "why", "options", "wait"."""

    word: str


Answer: TypeAlias = "Ref | Thing | Place | Size | Step | Colour | Direction | Toward | int | Reply | None"
