"""The index of a large bank: two first stages over all questions, and records of those that pass them.

BM25 finds questions that share words with an instruction; the cosine of sentence vectors also finds those
that share none. Both are memory-mapped from a folder of the bank's own. The records (`cq.ranking.records`)
are kept by their texts, for all large banks: a bank to which questions are added reads only these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import EncodedText, l2_normalize
from cq.meaning.grounded import GroundedInstruction
from cq.modeling.fingerprint import fingerprint
from cq.ranking import compact, kept_bank
from cq.ranking.clauses import question_feature_names
from cq.ranking.dense import products, to_int8
from cq.ranking.first_stage import BM25, Tokenizer
from cq.ranking.hubness import HubnessStatistics
from cq.ranking.index import LEXICAL, WORDS, ReadQuestions
from cq.ranking.kept_bank import Arrays, Weights
from cq.ranking.large_reading import Reader, read_bank
from cq.ranking.late_interaction import LAYER_LABELS, TokenVectors, interaction_feature_names
from cq.ranking.question_store import QuestionStore
from cq.ranking.reading import Anchors
from cq.ranking.records import RecordFormat, rotated
from cq.ranking.term_weights import TermWeights
from cq.settings import cache_root
from cq.types import Floats

VERSION = 2
"""Raised whenever records or the arrays of a bank change."""

PAGE_SIZE = 1 << 15
"""Bytes of a page of the store: ten records."""

TOP_COSINE = interaction_feature_names().index(f"cosine, {LAYER_LABELS[-1]}")
"""The interaction feature that compares sentence vectors."""

Indices = npt.NDArray[np.int64]

WORD_ARRAYS = ("data", "indices", "indptr", "words", "size")
ARRAYS = ("vectors", "lexical", "affine", "usual", *WORD_ARRAYS)


@dataclass(frozen=True)
class _FewTexts:
    """BM25 of a few questions of the bank."""

    weights: TermWeights
    tokenizer: Tokenizer
    texts: Sequence[str]

    def scores(self, instruction: str) -> Floats:
        (scores,) = self.weights.scores(self.texts, [instruction], self.tokenizer)
        return np.asarray(scores)


class _PassedOn(ReadQuestions):
    """Questions whose token vectors are rotated."""

    def asked(self, encoded: Sequence[EncodedText]) -> TokenVectors:
        return rotated(super().asked(encoded))


class LargeIndex:
    """An index of n different questions, most of which are never compared with an instruction."""

    def __init__(self, questions: Sequence[str], anchors: Anchors) -> None:
        self._questions, self._statistics, self._anchors = questions, anchors.statistics, anchors
        self.format = RecordFormat(anchors.backbone, anchors.statistics)
        key = _records_key(anchors)
        self.store = QuestionStore(cache_root() / "questions" / f"large-v{VERSION}-{key}.sqlite", PAGE_SIZE)
        own = bank_folder(questions, anchors)
        arrays, self._weights = kept_bank.load(own, ARRAYS) or self._make(own)
        self._vectors, self._lexical, self._usual = (arrays[n] for n in ("vectors", "lexical", "usual"))
        self._cosines, self._z_cosines, self._z_words = arrays["affine"]
        self._words = BM25.from_arrays({name: arrays[name] for name in WORD_ARRAYS})

    def __len__(self) -> int:
        return len(self._questions)

    def cosines(self, instruction: GroundedInstruction) -> Floats:
        """The cosine of each question's sentence vector with that of an instruction: (n,)."""
        asked = l2_normalize(instruction.encoding.states[:, -1].mean(0))
        along = float(asked @ self._statistics.question_mean[-1])
        gains, shifts = self._cosines
        return np.asarray(gains * self._products(asked) + shifts * along)

    def word_scores(self, instruction: GroundedInstruction) -> Floats:
        """BM25 of each question: (n,)."""
        return self._words.scores(instruction.text).astype(np.float32)

    def first_scores(self, instruction: GroundedInstruction) -> Floats:
        """How well each question fits, by its words and its sentence vector: the sum of the z-scores of both
        over the anchor instructions, (n,).
        """
        (gains, shifts), (of_words, shifts_of_words) = self._z_cosines, self._z_words
        mean = instruction.encoding.states[:, -1].mean(0)
        asked = l2_normalize(mean - self._statistics.instruction_mean[-1])
        cosines = gains * self._products(asked) + shifts
        return np.asarray(cosines + of_words * self.word_scores(instruction) + shifts_of_words)

    def _products(self, asked: Floats) -> Floats:
        return products(self._vectors, asked @ compact.rotation(len(asked)))

    def part(self, indices: Indices) -> ReadQuestions:
        """What the linear model needs of some questions."""
        texts = [self._questions[i] for i in indices]
        found = self.format.read(self.contents(texts))
        lexical = self._lexical[indices]
        hubness = HubnessStatistics.of(
            (*LEXICAL, *interaction_feature_names()),
            np.concatenate([lexical[:, 0], found.anchor_mean], axis=1).T,
            np.concatenate([lexical[:, 1], found.anchor_spread], axis=1).T,
            self._usual,
        )
        few = {name: _FewTexts(self._weights[name], t, texts) for name, t in LEXICAL.items()}
        return _PassedOn(self._statistics, few, found.clauses, found.question_features, found.tokens, hubness)

    def contents(self, texts: Sequence[str]) -> list[bytes]:
        """The records of some questions, whether they are of the bank or not."""
        found = self.store.get(texts)
        if missing := [text for text in texts if not self.format.is_record(found.get(text, b""))]:
            made = dict(zip(missing, self._reader(self._weights).records(missing), strict=True))
            self.store.put(made)
            found |= made
        return [found[text] for text in texts]

    def _reader(self, weights: Weights) -> Reader:
        return Reader(self.format, [rotated(one) for one in self._anchors.vectors()], weights)

    def _make(self, folder: Path) -> tuple[Arrays, Weights]:
        """Read the bank, and keep what its first stages need."""
        weights = {name: TermWeights.of(self._questions, tokenizer) for name, tokenizer in LEXICAL.items()}
        n, width = len(self._questions), self.format.backbone.width
        vectors, lexical = np.empty((n, width), np.int8), np.empty((n, 2, len(LEXICAL)), np.float32)
        dense, spread = np.empty((5, n), np.float32), np.zeros(len(interaction_feature_names()))
        done = 0
        for chunk in read_bank(self._questions, self._reader(weights), self.store):
            here = slice(done, done + len(chunk.records))
            sentences = self.format.sentences(chunk.records)
            vectors[here], scales = to_int8(compact.decode(sentences.codes, width))
            dense[:3, here] = scales, sentences.lengths, sentences.norms
            dense[3:, here] = sentences.anchor_mean[:, TOP_COSINE], sentences.anchor_spread[:, TOP_COSINE]
            lexical[here] = chunk.lexical
            spread += sentences.anchor_spread.sum(0)
            done = here.stop
        usual = np.concatenate([lexical[:, 1].mean(0), spread / n]).astype(np.float32)
        arrays: dict[str, npt.NDArray[Any]] = BM25(self._questions, LEXICAL[WORDS], "float32").arrays()
        arrays |= {"vectors": vectors, "lexical": lexical, "affine": _affine(dense, lexical), "usual": usual}
        kept_bank.save(folder, arrays, weights)
        kept_bank.drop_unused(folder.parent, [folder, self.store.path])
        return arrays, weights


def bank_folder(questions: Sequence[str], anchors: Anchors) -> Path:
    """Where what is kept of a whole bank lies."""
    key = fingerprint(_records_key(anchors), questions)
    return cache_root() / "questions" / f"bank-v{VERSION}-{key}"


def _records_key(anchors: Anchors) -> str:
    """A digest of all that records depend on beside the question."""
    names = (*interaction_feature_names(), *question_feature_names())
    return fingerprint(VERSION, anchors.key, names)


def _affine(dense: Floats, lexical: Floats) -> Floats:
    """Gains and shifts (3, 2, n) that make of products with int8 vectors cosines and z-scores of cosines, and
    of BM25 z-scores. `dense` (5, n) holds the vectors' scales, lengths and norms, see `Sentences`, and mean
    and spread of the cosines over the anchor instructions.
    """
    scales, lengths, norms, mean, spread = dense
    gains, shifts = _standardizing(mean, spread)
    words = _standardizing(*lexical[:, :, list(LEXICAL).index(WORDS)].T)
    cosines = (scales * lengths / norms, 1 / norms)
    return np.array([cosines, (scales * gains, shifts), words], dtype=np.float32)


def _standardizing(mean: Floats, spread: Floats) -> tuple[Floats, Floats]:
    """The gain and the shift of each question that turn a score into a z-score."""
    statistics = HubnessStatistics.of(("score",), mean[None], spread[None])
    return 1 / statistics.spread[0], -statistics.mean[0] / statistics.spread[0]
