"""The clauses of clarifying questions, as rows of flags.

"How many blocks are in the row, and where does it start?" is two clauses: one asks for a count, one for a
place. Flags make it possible to compare whole banks with an instruction as matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.questions import (
    AMBIGUITY_KINDS,
    ASKED,
    MENTIONED,
    Flags,
    asked_types,
    mentioned_types,
    question_kinds,
)
from cq.language.wordings import forms, padded, says
from cq.language.words import (
    LARGEST_NUMBER,
    colours_in,
    numbers_in,
    speaks_of_adding,
    speaks_of_removing,
    split_clauses,
)
from cq.ranking.offsets import offsets_of, take_rows
from cq.world.palette import COLOURS

Indices = npt.NDArray[np.int64]

STRUCTURE_NOUNS = (
    "tower column row line wall stack pillar pile structure figure shape cross bar rectangle square layer "
    "grid arch bridge stair platform pyramid cube letter hole gap circle ring level corner center centre "
    "middle edge side top bottom ground"
).split()
KIND_PREFIX = "is about "
"""Prefix of the features for the kind of ambiguity of a question."""

_STRUCTURES = [forms(f"{noun}*") for noun in STRUCTURE_NOUNS]


@dataclass(frozen=True)
class Clauses:
    """The c clauses of n questions, at least one each, in order."""

    offsets: Indices
    """(n + 1,) where the clauses of each question begin, and the end."""
    asked: Flags
    """(c, len(ASKED)) the subjects of the clause's question."""
    colours: Flags
    """(c, 6)."""
    numbers: Flags
    """(c, LARGEST_NUMBER + 1)."""
    shapes: Flags
    """(c, len(STRUCTURE_NOUNS))."""
    removes: Flags
    """(c,) the clause is about removing blocks."""
    adds: Flags
    """(c,) the clause is about placing blocks, and not about removing any."""

    @property
    def asks_for(self) -> dict[str, Flags]:
        """Name in `ASKED` → which clauses ask for it: (c,)."""
        return dict(zip(ASKED, self.asked.T, strict=True))

    def take(self, indices: Indices) -> Clauses:
        """The clauses of some questions, by index, in that order."""
        offsets, rows = take_rows(self.offsets, indices)
        return Clauses.of_flags(offsets, self.flags()[rows])

    def flags(self) -> Flags:
        """All flags of each clause: (c, f)."""
        return np.column_stack([self.asked, self.colours, self.numbers, self.shapes, self.removes, self.adds])

    @classmethod
    def of_flags(cls, offsets: Indices, flags: Flags) -> Clauses:
        """The clauses with these flags."""
        widths = (len(ASKED), len(COLOURS), LARGEST_NUMBER + 1, len(STRUCTURE_NOUNS))
        *parts, single = np.split(flags, np.cumsum(widths), axis=1)
        return cls(offsets, *parts, *single.T)


def parse_clauses(questions: Sequence[str]) -> Clauses:
    """The clauses of all questions."""
    split = [split_clauses(question) for question in questions]
    texts = [clause for clauses in split for clause in clauses]
    removes = np.array([speaks_of_removing(t) for t in texts], dtype=bool)
    adds = np.array([speaks_of_adding(t) for t in texts], dtype=bool)
    return Clauses(
        offsets_of(len(clauses) for clauses in split),
        asked_types(texts),
        _flags([colours_in(t) for t in texts], len(COLOURS)),
        _flags([numbers_in(t) for t in texts], LARGEST_NUMBER + 1),
        _flags([structures_in(t) for t in texts], len(STRUCTURE_NOUNS)),
        removes,
        adds & ~removes,
    )


def question_features(questions: Sequence[str], clauses: Clauses) -> npt.NDArray[np.float32]:
    """Features of the questions alone: (n, len(question_feature_names()))."""
    starts = clauses.offsets[:-1]
    named = (clauses.colours, clauses.numbers, clauses.shapes)
    kinds = [question_kinds(question) for question in questions]
    return np.column_stack(
        [
            np.maximum.reduceat(clauses.asked, starts),
            mentioned_types(questions),
            np.array([[kind in of_one for kind in AMBIGUITY_KINDS] for of_one in kinds]),
            *(np.maximum.reduceat(flags, starts).sum(1) for flags in named),
            np.log1p(np.array([len(q.split()) for q in questions], dtype=np.float32)),
        ]
    ).astype(np.float32)


def question_feature_names() -> list[str]:
    """Names of the columns of `question_features`, in order."""
    asked, mentioned = (f"asks for {name}" for name in ASKED), (f"mentions {name}" for name in MENTIONED)
    about = (f"{KIND_PREFIX}{kind}" for kind in AMBIGUITY_KINDS)
    return [*asked, *mentioned, *about, "colours", "numbers", "shapes", "length (log)"]


def structures_in(text: str) -> set[int]:
    """Indices in `STRUCTURE_NOUNS` of the words for shapes and their parts in a lower-case text."""
    return {i for i, structure in enumerate(_STRUCTURES) if says(padded(text), structure)}


def _flags(sets: list[set[int]], width: int) -> Flags:
    flags = np.zeros((len(sets), width), dtype=bool)
    for row, members in zip(flags, sets, strict=True):
        row[list(members)] = True
    return flags
