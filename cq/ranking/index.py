"""A bank's index: everything about its questions that is independent of the instruction.

The slow part is the reading of each question. It comes one by one from the cache that all banks share
(`cq.ranking.reading`). Banks of more than a thousand questions have an index of their own
(`cq.ranking.large_index`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import EncodedText
from cq.ranking.clauses import Clauses, parse_clauses, question_features
from cq.ranking.first_stage import BM25, character_ngrams, skip_bigrams, tokenize
from cq.ranking.hubness import HubnessStatistics, anchor_instructions
from cq.ranking.late_interaction import (
    TokenVectors,
    interaction_feature_names,
    interactions,
)
from cq.ranking.reading import Anchors, joined
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

WORDS = "BM25, words"
LEXICAL = {WORDS: tokenize, "BM25, skip bigrams": skip_bigrams, "BM25, character n-grams": character_ngrams}
"""The BM25 scores that are features, with their tokenizers."""

TOKENS_AT_A_TIME = 512
"""Tokens of instructions that are compared with a bank at a time, which bounds the memory."""

Indices = npt.NDArray[np.int64]


class Lexical(Protocol):
    """Scores questions by the words that they share with an instruction."""

    def scores(self, instruction: str) -> npt.NDArray[np.floating]:
        """Score of each question, in order."""

    def score_all(self, instructions: Sequence[str]) -> Floats:
        """The scores of many instructions at once: (b, n)."""


@dataclass(frozen=True)
class ReadQuestions:
    """The ranker's data of n questions, independent of the instruction."""

    anchors: Anchors
    lexical: Mapping[str, Lexical]
    """The scores named in `LEXICAL`."""
    clauses: Clauses
    question_features: Floats
    tokens: TokenVectors
    hubness: HubnessStatistics

    def __len__(self) -> int:
        return len(self.question_features)

    def scores(
        self, instructions: Sequence[GroundedInstruction], indices: Indices
    ) -> tuple[dict[str, Floats], dict[str, Floats]]:
        """By name, how well some questions match each of b instructions, (b, len(indices)): z-scores over the
        anchor instructions, and the scores as they are.
        """
        scores = {
            name: np.stack([bm25.scores(instruction.text)[indices] for instruction in instructions]).astype(
                np.float32
            )
            for name, bm25 in self.lexical.items()
        }
        whole = len(indices) == len(self) and np.array_equal(indices, np.arange(len(self)))
        tokens = self.tokens if whole else self.tokens.take(indices)
        parts = [
            interactions(self.anchors.asked(some), tokens)
            for some in _few_tokens([instruction.encoding for instruction in instructions])
        ]
        scores |= {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return self.hubness.z_scores(scores, indices), scores


class QuestionIndex(ReadQuestions):
    """The computed data of each of several different questions, all in memory."""

    def __init__(self, questions: Sequence[str], anchors: Anchors) -> None:
        lexical = {name: BM25(questions, tokenizer) for name, tokenizer in LEXICAL.items()}
        clauses = parse_clauses(questions)
        readings = anchors.readings(questions)
        hubness = hubness_of(
            lexical,
            np.stack([reading.anchor_mean for reading in readings], axis=1),
            np.stack([reading.anchor_spread for reading in readings], axis=1),
        )
        features = question_features(questions, clauses)
        super().__init__(anchors, lexical, clauses, features, joined(readings), hubness)


def hubness_of(lexical: Mapping[str, Lexical], means: Floats, spreads: Floats) -> HubnessStatistics:
    """The statistics of n questions' lexical scores, and of their interaction features with the given means
    and spreads over the anchor instructions, (k, n) each.
    """
    scores = [engine.score_all(anchor_instructions()) for engine in lexical.values()]
    return HubnessStatistics.of(
        (*lexical, *interaction_feature_names()),
        np.stack([*(values.mean(0) for values in scores), *means]),
        np.stack([*(values.std(0) for values in scores), *spreads]),
    )


def _few_tokens(encoded: Sequence[EncodedText]) -> Iterator[list[EncodedText]]:
    """The texts in order, in lists of at most `TOKENS_AT_A_TIME` tokens, or of one text."""
    some: list[EncodedText] = []
    for text in encoded:
        if some and sum(len(other.ids) for other in some) + len(text.ids) > TOKENS_AT_A_TIME:
            yield some
            some = []
        some.append(text)
    if some:
        yield some
