"""A bank's index: everything about its questions that does not depend on the instruction.

The slow part is what is read of each question. Readings of a small bank come one by one from the cache that
all banks share (`cq.ranking.reading`). Those of a large bank are stored together in a folder of its own,
under a fingerprint, and memory-mapped from there, so that a bank may be larger than memory.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.digests import is_intact, keep
from cq.encoder.backbone import EncodedText
from cq.errors import InputError
from cq.language.instruction import GroundedInstruction
from cq.modeling.fingerprint import fingerprint
from cq.ranking.clauses import Clauses, parse_clauses, question_features
from cq.ranking.first_stage import BM25, character_ngrams, skip_bigrams, tokenize
from cq.ranking.hubness import HubnessStatistics, anchor_instructions
from cq.ranking.late_interaction import (
    TokenVectors,
    interaction_feature_names,
    interaction_layers,
    interactions,
)
from cq.ranking.reading import QUESTIONS_PER_CHUNK, Anchors, chunks, joined
from cq.settings import cache_root

log = logging.getLogger("cq.ranking")

VERSION = 7
"""Raised whenever the stored arrays of large banks change."""

LARGE = 1000
"""Different questions above which a bank is stored in a folder of its own."""

WORDS = "BM25, words"
LEXICAL = {WORDS: tokenize, "BM25, skip bigrams": skip_bigrams, "BM25, character n-grams": character_ngrams}
"""The BM25 scores that are features, and how each splits a text."""

TOKENS_AT_A_TIME = 512
"""Tokens of instructions that are compared with a bank at a time, which bounds the memory."""

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Stored:
    """The part of an index that takes long."""

    tokens: TokenVectors
    hubness: HubnessStatistics


class QuestionIndex:
    """What the ranker computes of each question of a bank independently of the instruction."""

    def __init__(self, questions: Sequence[str], anchors: Anchors) -> None:
        self.statistics = anchors.statistics
        self.lexical = {name: BM25(questions, tokenizer) for name, tokenizer in LEXICAL.items()}
        self.clauses: Clauses = parse_clauses(questions)
        self.question_features: Floats = question_features(questions, self.clauses)
        read = _load_or_read if len(questions) > LARGE else _read
        self._stored = read(questions, anchors, self.lexical)

    def __len__(self) -> int:
        return len(self.question_features)

    def scores(
        self, instructions: Sequence[GroundedInstruction], indices: Indices
    ) -> tuple[dict[str, Floats], dict[str, Floats]]:
        """By name, how well some questions match each of b instructions, (b, len(indices)): z-scores over the
        anchor instructions, and the scores as they are.
        """
        scores = {
            name: np.stack([bm25.scores(one.text)[indices] for one in instructions]).astype(np.float32)
            for name, bm25 in self.lexical.items()
        }
        tokens = self._stored.tokens
        whole = len(indices) == len(self) and np.array_equal(indices, np.arange(len(self)))
        tokens = tokens if whole else tokens.take(indices)
        parts = [
            interactions(TokenVectors.of(some, self.statistics, questions=False), tokens)
            for some in _few_tokens([one.encoding for one in instructions])
        ]
        scores |= {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return self._stored.hubness.z_scores(scores, indices), scores


def _few_tokens(encoded: Sequence[EncodedText]) -> Iterator[list[EncodedText]]:
    """The texts in order, in lists of at most `TOKENS_AT_A_TIME` tokens, or of one text."""
    some: list[EncodedText] = []
    for one in encoded:
        if some and sum(len(other.ids) for other in some) + len(one.ids) > TOKENS_AT_A_TIME:
            yield some
            some = []
        some.append(one)
    if some:
        yield some


Lexical = dict[str, BM25]


def _lexical_scores(lexical: Lexical) -> dict[str, Floats]:
    """By name, the scores of the n questions for each anchor instruction: (anchors, n)."""
    return {name: bm25.score_all(anchor_instructions()) for name, bm25 in lexical.items()}


def _read(questions: Sequence[str], anchors: Anchors, lexical: Lexical) -> _Stored:
    """A small bank's, from what is kept of each question."""
    readings = anchors.readings(questions)
    scores = _lexical_scores(lexical)
    means = [values.mean(0) for values in scores.values()]
    spreads = [values.std(0) for values in scores.values()]
    return _Stored(
        joined(readings),
        HubnessStatistics.of(
            (*scores, *interaction_feature_names()),
            np.stack([*means, *np.stack([one.anchor_mean for one in readings], axis=1)]),
            np.stack([*spreads, *np.stack([one.anchor_spread for one in readings], axis=1)]),
        ),
    )


def _encode(questions: Sequence[str], anchors: Anchors, lexical: Lexical) -> _Stored:
    """A large bank's, read in chunks."""
    lexical_scores = {name: [values] for name, values in _lexical_scores(lexical).items()}
    backbone, layers = anchors.backbone, interaction_layers(anchors.backbone.depth)
    tokens, scores = [], []
    for first in chunks(len(questions)):
        encoded = backbone.encode_tokens(questions[first : first + QUESTIONS_PER_CHUNK], layers)
        tokens.append(TokenVectors.of(encoded, anchors.statistics, questions=True).half_precision())
        scores.append(anchors.scores(tokens[-1]))
    interaction_scores = {name: [of_chunk[name] for of_chunk in scores] for name in scores[0]}
    return _Stored(
        TokenVectors.concatenate(tokens), HubnessStatistics.fit(lexical_scores | interaction_scores)
    )


def _load_or_read(questions: Sequence[str], anchors: Anchors, lexical: Lexical) -> _Stored:
    """A large bank's, from its folder, or computed and stored there.

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
