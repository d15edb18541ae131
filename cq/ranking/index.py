"""A bank's index: everything about its questions that does not depend on the instruction.

The slow part, token vectors and hubness statistics, is stored in the cache folder, keyed by a fingerprint
of its inputs. Vectors are memory-mapped from there, so that a bank may be larger than memory.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.digests import is_intact, keep
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.language.instruction import GroundedInstruction
from cq.modeling.fingerprint import fingerprint
from cq.ranking.clauses import Clauses, parse_clauses, question_features
from cq.ranking.first_stage import BM25, FirstStage, character_ngrams, skip_bigrams, tokenize
from cq.ranking.hubness import HubnessStatistics, anchor_instructions
from cq.ranking.late_interaction import (
    TokenStatistics,
    TokenVectors,
    interaction,
    interaction_feature_names,
    interaction_layers,
)
from cq.settings import cache_root

log = logging.getLogger("cq.ranking")

VERSION = 7
"""Raised whenever the stored arrays change."""

QUESTIONS_PER_CHUNK = 512
"""Questions encoded at a time."""

WORDS = "BM25, words"
LEXICAL = {WORDS: tokenize, "BM25, skip bigrams": skip_bigrams, "BM25, character n-grams": character_ngrams}
"""The BM25 scores that are features, and how each splits a text."""

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]


class Anchors:
    """The encoded anchor instructions. They are the same for every bank, and encoded once, on first use."""

    def __init__(self, backbone: Backbone, statistics: TokenStatistics) -> None:
        self.backbone, self.statistics = backbone, statistics
        self._encoded: list[TokenVectors] = []

    @classmethod
    def fit(cls, backbone: Backbone, questions: Sequence[str]) -> Anchors:
        """With token statistics from the anchor instructions and some bank's questions."""
        return cls(backbone, TokenStatistics.fit(backbone, anchor_instructions(), questions))

    def scores(self, questions: TokenVectors) -> dict[str, Floats]:
        """Scores of n questions for each anchor: by name (anchors, n)."""
        # Two threads at once encode twice, to the same vectors; a lock would hang the child of a fork.
        self._encoded = self._encoded or self._encode()
        each = [interaction(anchor, questions) for anchor in self._encoded]
        return {name: np.stack([scores[name] for scores in each]) for name in each[0]}

    def _encode(self) -> list[TokenVectors]:
        encoded = self.backbone.encode_tokens(anchor_instructions(), interaction_layers(self.backbone.depth))
        vectors = TokenVectors.of(encoded, self.statistics, questions=False)
        return [vectors.take(np.array([i])) for i in range(len(vectors.means))]


@dataclass(frozen=True)
class _Stored:
    """The part of an index that takes long."""

    tokens: TokenVectors
    hubness: HubnessStatistics


class QuestionIndex:
    """What the ranker computes of each question of a bank independently of the instruction."""

    def __init__(self, questions: Sequence[str], anchors: Anchors) -> None:
        self.statistics = anchors.statistics
        self.lexical: dict[str, FirstStage] = {
            name: BM25(questions, tokenizer) for name, tokenizer in LEXICAL.items()
        }
        self.clauses: Clauses = parse_clauses(questions)
        self.question_features: Floats = question_features(questions, self.clauses)
        self._stored = _load_or_encode(questions, anchors, self.lexical)

    def scores(self, instruction: GroundedInstruction, indices: Indices) -> dict[str, Floats]:
        """By name, how well some questions match an instruction: z-scores (len(indices),) each."""
        tokens = TokenVectors.of([instruction.encoding], self.statistics, questions=False)
        scores = {
            name: bm25.scores(instruction.text)[indices].astype(np.float32)
            for name, bm25 in self.lexical.items()
        }
        scores |= interaction(tokens, self._stored.tokens.take(indices))
        return self._stored.hubness.z_scores(scores, indices)


def _encode(questions: Sequence[str], anchors: Anchors, lexical: dict[str, FirstStage]) -> _Stored:
    lexical_scores = {
        name: [np.stack([bm25.scores(text) for text in anchor_instructions()]).astype(np.float32)]
        for name, bm25 in lexical.items()
    }
    backbone, layers = anchors.backbone, interaction_layers(anchors.backbone.depth)
    tokens, scores = [], []
    for first in _with_progress(range(0, len(questions), QUESTIONS_PER_CHUNK)):
        encoded = backbone.encode_tokens(questions[first : first + QUESTIONS_PER_CHUNK], layers)
        tokens.append(TokenVectors.of(encoded, anchors.statistics, questions=True).half_precision())
        scores.append(anchors.scores(tokens[-1]))
    interaction_scores = {name: [of_chunk[name] for of_chunk in scores] for name in scores[0]}
    return _Stored(
        TokenVectors.concatenate(tokens), HubnessStatistics.fit(lexical_scores | interaction_scores)
    )


def _with_progress(chunks: range) -> Iterable[int]:
    """The same, with a progress bar on a terminal if there are several."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    hidden = len(chunks) < 2 or not console.is_terminal
    return track(chunks, "reading the questions", console=console, disable=hidden)


def _load_or_encode(questions: Sequence[str], anchors: Anchors, lexical: dict[str, FirstStage]) -> _Stored:
    """From the cache if it holds these questions, else computed and stored there.

    A cache that cannot be read or written costs time, never the result.
    """
    backbone = anchors.backbone
    layers = interaction_layers(backbone.depth)
    scores = (tuple(LEXICAL), interaction_feature_names())
    texts = (anchor_instructions(), tuple(questions))
    key = fingerprint(backbone.name, layers, scores, texts, anchors.statistics)
    folder = cache_root() / "questions" / f"v{VERSION}-{key}"
    try:
        return _load(folder)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        stored = _encode(questions, anchors, lexical)
    try:
        _save(folder, stored)
    except (OSError, InputError) as error:
        log.warning("the bank's index is not stored: %s; set CQ_CACHE to a folder that can be written", error)
    return stored


def _save(folder: Path, stored: _Stored) -> None:
    arrays = {
        **{f"tokens.{name}": array for name, array in vars(stored.tokens).items()},
        "hubness": np.stack([stored.hubness.mean, stored.hubness.spread]),
        # Written last: if this file is there, the others are complete.
        "names": np.array(stored.hubness.names),
    }
    for name, array in arrays.items():
        keep(folder / f"{name}.npy", partial(_write, array))


def _write(array: npt.NDArray[Any], path: Path) -> None:
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)


def _load(folder: Path) -> _Stored:
    def read(name: str) -> npt.NDArray[Any]:
        path = folder / f"{name}.npy"
        if not is_intact(path):
            raise FileNotFoundError(path)
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
        return array

    names, hubness = read("names"), read("hubness")
    return _Stored(
        TokenVectors(*(read(f"tokens.{field.name}") for field in fields(TokenVectors))),
        HubnessStatistics(tuple(names.tolist()), hubness[0], hubness[1]),
    )
