"""Sentence vectors: which clause of an instruction, or which expected question, a question is closest to.

A sentence vector of a whole instruction is a blur of all it asks for; a clause has one meaning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cq.backbone import Backbone, unit
from cq.ranking.expected import expected_questions
from cq.ranking.ragged import starts_of, taken
from cq.world.grid import Grid

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

_END = re.compile(
    r"[.?!;,\n]+|\bthen\b|\band (?=(?:place|put|build|remove|destroy|break|add|create|where|which|what|how|"
    r"in which|should|do)\b)"
)


def clauses_of(text: str) -> list[str]:
    """The clauses of two words or more, lower-case; the whole text where there are none."""
    parts = [part.strip() for part in _END.split(text.casefold())]
    return [part for part in parts if len(part.split()) > 1] or [text.casefold()]


@dataclass(frozen=True)
class MeaningScale:
    """Centres (width,) of three clouds of sentence vectors, kept with the weights."""

    instruction_clause: Floats
    question_clause: Floats
    question: Floats

    @classmethod
    def fit(cls, backbone: Backbone, instructions: Sequence[str], questions: Sequence[str]) -> MeaningScale:
        """From texts of both kinds."""
        return cls(
            backbone.encode([c for text in instructions for c in clauses_of(text)]).mean(0),
            backbone.encode([c for text in questions for c in clauses_of(text)]).mean(0),
            backbone.encode(questions).mean(0),
        )


@dataclass(frozen=True)
class Meanings:
    """Unit sentence vectors of n questions, and of their c clauses about their cloud's centre."""

    starts: Places
    """(n + 1,) where the clauses of each question begin, and the end."""
    clauses: npt.NDArray[np.floating]
    """(c, width)."""
    centred: npt.NDArray[np.floating]
    """(n, width), of whole questions about their cloud's centre."""
    plain: npt.NDArray[np.floating]
    """(n, width), as they are."""

    @classmethod
    def of(cls, questions: Sequence[str], backbone: Backbone, scale: MeaningScale) -> Meanings:
        """Encode questions."""
        split = [clauses_of(text) for text in questions]
        whole = backbone.encode(questions)
        return cls(
            starts_of(len(parts) for parts in split),
            unit(backbone.encode([part for parts in split for part in parts]) - scale.question_clause),
            unit(whole - scale.question),
            unit(whole),
        )

    def take(self, places: Places) -> Meanings:
        """Some questions, by place, in that order, as float32."""
        starts, rows = taken(self.starts, places)
        parts = (self.clauses[rows], self.centred[places], self.plain[places])
        return Meanings(starts, *(np.asarray(part, dtype=np.float32) for part in parts))

    def halved(self) -> Meanings:
        """The same at half precision, which is how they are kept."""
        halves = {name: getattr(self, name).astype(np.float16) for name in ("clauses", "centred", "plain")}
        return replace(self, **halves)

    @classmethod
    def joined(cls, parts: Sequence[Meanings]) -> Meanings:
        """The questions of all parts, in order."""
        return cls(
            starts_of(np.concatenate([np.diff(part.starts) for part in parts])),
            *(np.concatenate([getattr(p, name) for p in parts]) for name in ("clauses", "centred", "plain")),
        )


@dataclass(frozen=True)
class InstructionMeaning:
    """Unit sentence vectors of one instruction's clauses (c, width), about their cloud's centre, and of the
    questions expected of it (e, width); `open` (e,) says which of these a finding leaves open.
    """

    clauses: Floats
    expected: Floats
    open: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, instruction: str, grid: Grid, backbone: Backbone, scale: MeaningScale) -> InstructionMeaning:
        """Encode an instruction in a world: grid int8 (9, 11, 11)."""
        clauses, expected = clauses_of(instruction), expected_questions(instruction, grid)
        vectors = backbone.encode([*clauses, *(question.text for question in expected)])
        return cls(
            unit(vectors[: len(clauses)] - scale.instruction_clause),
            unit(vectors[len(clauses) :]),
            np.array([question.open for question in expected]),
        )

    @staticmethod
    def parts(instruction: str, grid: Grid) -> list[str]:
        """The texts that `of` encodes: its clauses, then the questions expected."""
        return [*clauses_of(instruction), *(q.text for q in expected_questions(instruction, grid))]


MEANING = ("clause by clause", "nearest clause", "expected", "expected and open")
"""Names of what `meaning` gives, in order."""


def meaning(instruction: InstructionMeaning, questions: Meanings) -> dict[str, Floats]:
    """Feature name → cosine in [-1, 1] for each of n questions: float32 (n,); NaN where nothing is open."""
    clauses, centred, plain = (
        np.asarray(part, dtype=np.float32) for part in (questions.clauses, questions.centred, questions.plain)
    )
    nearest = (clauses @ instruction.clauses.T).max(1)
    expected = plain @ instruction.expected.T
    is_open = expected[:, instruction.open].max(1) if instruction.open.any() else np.full(len(plain), np.nan)
    by_clause = np.add.reduceat(nearest, questions.starts[:-1]) / np.diff(questions.starts)
    values = (by_clause, (centred @ instruction.clauses.T).max(1), expected.max(1), is_open)
    return dict(zip(MEANING, values, strict=True))
