"""The ranker: a linear model ranks the questions, of a large bank those that words and meaning find; a
cross-encoder reranks the first.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone
from cq.errors import InputError, excerpt
from cq.modeling.probabilities import check_probability
from cq.modeling.threads import side_by_side
from cq.ranking.bank import KeptIndexes, QuestionBank, first_occurrences, text_numbers, tie_order
from cq.ranking.cross_encoder.pairs import fuse
from cq.ranking.domain import is_about_blocks
from cq.ranking.general import GeneralRanker
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

if TYPE_CHECKING:
    from cq.ranking.cross_encoder import CrossEncoderStage
    from cq.ranking.features import RankingFeatures
    from cq.ranking.fit import FitModel
    from cq.ranking.index import QuestionIndex
    from cq.ranking.large_index import LargeIndex
    from cq.ranking.late_interaction import TokenStatistics
    from cq.ranking.linear import LinearModel
    from cq.ranking.reading import Anchors
    from cq.ranking.saved import RankerParts

MAX_CANDIDATES, FIRST_STAGE_TOP_K = 1000, 200
"""The linear model ranks all questions of a bank with at most `MAX_CANDIDATES` different ones. Of a larger
bank it ranks the first of BM25 and sentence vectors.
"""

DECIMALS = 4
"""Logits are rounded before sorting: the order of summation changes the sixth decimal, which must not decide
ranks. Equal logits are ordered by question id."""

PASSED_OVER = 30.0
"""The gap between the logits of questions that the first stage rejects and all others: even a million of
them have no share of the scores.
"""

ROWS_PER_CHUNK = 16
"""Instructions ranked together."""

Indices = npt.NDArray[np.int64]
Logits = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RankedQuestion:
    """A question with its rank, from 1.

    `score`, in [0, 1], is the question's share among the ranked candidates: the softmax of the logits. It
    sums to 1 even if nothing fits. `p_relevant`, in [0, 1], is the probability that the question is worth
    asking here, independent of the rest of the bank, calibrated for pairs of which one in ten is; None if
    the ranker does not know.
    """

    rank: int
    qid: str
    question: str
    score: float
    p_relevant: float | None = None

    @property
    def fit(self) -> float | None:
        """The old name of `p_relevant`; the next version removes it."""
        return self.p_relevant

    def __post_init__(self) -> None:
        """Raises `InputError` if `score` or `p_relevant` is not a probability."""
        check_probability(self.score, "the score of a question")
        if self.p_relevant is not None:
            check_probability(self.p_relevant, "p_relevant of a question")


@dataclass(frozen=True)
class _Row:
    """Logits and, if known, fits of the questions at the indices `first` among n. The others follow in the
    order of their `first_scores` (n,), which are only given if `first` is not everything.
    """

    logits: Logits
    fits: Logits | None
    first: Indices
    first_scores: Floats | None = None

    def all_logits(self) -> Logits:
        """The logits of all questions."""
        if self.first_scores is None:
            return self.logits
        lower = self.logits.min() - PASSED_OVER - self.first_scores.max()
        logits: Logits = self.first_scores + np.float64(lower)
        logits[self.first] = self.logits
        return logits

    def all_fits(self) -> Logits | None:
        """The fits of all questions; those that are not in `first` get the least of the others."""
        if self.fits is None or self.first_scores is None:
            return self.fits
        fits = np.full(len(self.first_scores), self.fits.min())
        fits[self.first] = self.fits
        return fits


class QuestionRanker:
    """Ranks the questions of a bank for an instruction in its world. Safe to share between threads.

    If there are more than `max_candidates` questions, the linear model ranks the `first_stage_top_k` that
    BM25 and sentence vectors put first, and the others follow in that order. The cross-encoder, if any,
    reranks the first.

    `cq.ranking.general` ranks a text that is not a building instruction, and a bank that is not about blocks:
    nothing else here was trained on such texts.
    """

    def __init__(
        self,
        linear_model: LinearModel,
        token_statistics: TokenStatistics,
        backbone: Backbone,
        cross_encoder: CrossEncoderStage | None = None,
        first_stage_top_k: int = FIRST_STAGE_TOP_K,
        max_candidates: int = MAX_CANDIDATES,
        fit: FitModel | None = None,
    ) -> None:
        self.linear_model, self.token_statistics, self.backbone = linear_model, token_statistics, backbone
        self.cross_encoder, self.first_stage_top_k = cross_encoder, first_stage_top_k
        self.max_candidates, self.fit = max_candidates, fit
        self.general = GeneralRanker(backbone)
        self._indexes = KeptIndexes(self._create_index)
        self._anchors: Anchors | None = None

    def rank(
        self,
        bank: QuestionBank,
        instructions: Sequence[GroundedInstruction],
        *,
        candidates: Sequence[Sequence[str]] | None = None,
        top_k: int | None = None,
    ) -> list[list[RankedQuestion]]:
        """For each instruction the questions of the bank, or those of its candidate ids, best first.

        `top_k` keeps the first k (all, if there are fewer). Raises `InputError` for top_k below 1 and for
        a candidate id that is not in the bank.
        """
        check_top_k(top_k)
        if not instructions:
            return []
        if candidates is None:
            everything = np.arange(len(bank))
            starts = range(0, len(instructions), ROWS_PER_CHUNK)
            chunks = [instructions[first : first + ROWS_PER_CHUNK] for first in starts]
            if len(chunks) > 1:
                # The chunks share the index and all encodings, which are made before, with all threads.
                self.index(bank)
                instructions[0].encoding  # noqa: B018
            parts = side_by_side(lambda some: self._scores(bank, some, everything), chunks)
            found = [of_row for part in parts for of_row in part]
            return [ranked_questions(bank, everything, logits, fits, top_k) for logits, fits in found]
        indices = [np.array([bank.index_of(qid) for qid in qids], dtype=np.int64) for qids in candidates]
        return [
            ranked_questions(bank, of_row, *self._scores(bank, [instruction], of_row)[0], top_k)
            if len(of_row)
            else []
            for instruction, of_row in zip(instructions, indices, strict=True)
        ]

    def logits(self, bank: QuestionBank, instruction: GroundedInstruction, indices: Indices) -> Logits:
        """A logit for each of some questions, one or more, given by index in the bank.

        Equal texts are scored once and share their logit.
        """
        return self._scores(bank, [instruction], indices)[0][0]

    def _scores(
        self, bank: QuestionBank, instructions: Sequence[GroundedInstruction], indices: Indices
    ) -> list[tuple[Logits, Logits | None]]:
        """The logits and, if they are known, the fits of the same questions for several instructions."""
        text_of = text_numbers(bank)[indices]
        # For the whole bank the numbers are already those of all different texts.
        different = np.arange(text_of.max() + 1)
        if len(indices) < len(bank):
            different, text_of = np.unique(text_of, return_inverse=True)
        known = [instruction.is_building and is_about_blocks(bank) for instruction in instructions]
        rows = iter(
            self._rows(
                bank,
                [instruction for instruction, kind in zip(instructions, known, strict=True) if kind],
                different,
            )
        )
        found: list[tuple[Logits, Logits | None]] = []
        for instruction, is_known in zip(instructions, known, strict=True):
            if is_known:
                row = next(rows)
                logits, fits = row.all_logits(), row.all_fits()
            else:
                logits, fits = self.general.score(bank, instruction, different, self._large_index(bank))
            found.append((logits[text_of], None if fits is None else fits[text_of]))
        return found

    def _rows(
        self, bank: QuestionBank, instructions: Sequence[GroundedInstruction], different: Indices
    ) -> list[_Row]:
        """The trained models' rows for some different texts of the bank, given by index among them. All pairs
        that the cross-encoder reads are scored together.
        """
        if not instructions:
            return []
        firsts = first_occurrences(bank)[different]
        ties = tie_order(bank)[firsts]
        rows = self._first_stage(bank, instructions, different, ties)
        if self.cross_encoder is not None:
            # Indices among the different texts of the cross-encoder's input, row by row.
            read = [best_first(row.logits, ties[row.first])[: self.cross_encoder.top_k] for row in rows]
            texts = [
                [bank.questions[i] for i in firsts[row.first[places]]]
                for row, places in zip(rows, read, strict=True)
            ]
            pairs = [
                (instruction.text, instruction.world, of_row)
                for instruction, of_row in zip(instructions, texts, strict=True)
            ]
            weight = self.cross_encoder.weight
            fused = [
                fuse(row.logits, cross, places, weight)
                for row, cross, places in zip(rows, self.cross_encoder.read(pairs), read, strict=True)
            ]
            rows = [replace(row, logits=logits) for row, logits in zip(rows, fused, strict=True)]
        return rows

    def _first_stage(
        self,
        bank: QuestionBank,
        instructions: Sequence[GroundedInstruction],
        indices: Indices,
        ties: Indices,
    ) -> list[_Row]:
        """The linear model's rows for different texts, given by their index among those of the bank: of many
        texts, only for the first of the first stage.
        """
        from cq.ranking.large_index import LargeIndex

        index = self.index(bank)
        if not isinstance(index, LargeIndex) or len(indices) <= self.max_candidates:
            everything = np.arange(len(indices))
            return [
                _Row(self.linear_model(features), self._fits(features), everything)
                for features in _features(index, instructions, indices)
            ]
        rows = []
        for instruction in instructions:
            scores = index.first_scores(instruction)[indices]
            first = best_first(scores, ties, self.first_stage_top_k)
            (of_row,) = _features(index, [instruction], indices[first])
            rows.append(_Row(self.linear_model(of_row), self._fits(of_row), first, scores))
        return rows

    def _fits(self, features: RankingFeatures) -> Logits | None:
        return None if self.fit is None else self.fit(features)

    def index(self, bank: QuestionBank) -> QuestionIndex | LargeIndex:
        """The index of the bank's different texts, in the order of their first occurrence: computed on first
        use, and kept in memory for the banks used last.
        """
        return self._indexes.get(bank)

    def _large_index(self, bank: QuestionBank) -> LargeIndex | None:
        from cq.ranking.large_index import LargeIndex

        if len(first_occurrences(bank)) <= self.max_candidates:
            return None
        index = self.index(bank)
        assert isinstance(index, LargeIndex)
        return index

    def _create_index(self, bank: QuestionBank) -> QuestionIndex | LargeIndex:
        from cq.ranking.index import QuestionIndex
        from cq.ranking.large_index import LargeIndex
        from cq.ranking.reading import Anchors

        self._anchors = self._anchors or Anchors(self.backbone, self.token_statistics)
        texts = tuple(dict.fromkeys(bank.questions))
        return (LargeIndex if len(texts) > self.max_candidates else QuestionIndex)(texts, self._anchors)

    def with_cross_encoder(self, stage: CrossEncoderStage | None) -> QuestionRanker:
        """This ranker with another cross-encoder, or with none."""
        return QuestionRanker(*self._parts()._replace(cross_encoder=stage))

    def save_pretrained(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write all trained parts; `info` (training rows and figures) is added to the configuration."""
        from cq.ranking.saved import save_parts

        save_parts(self._parts(), Path(folder), info or {})

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str], backbone: Backbone) -> QuestionRanker:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        from cq.ranking.saved import load_parts

        return cls(*load_parts(Path(folder), backbone))

    def _parts(self) -> RankerParts:
        from cq.ranking.saved import RankerParts

        return RankerParts(
            self.linear_model,
            self.token_statistics,
            self.backbone,
            self.cross_encoder,
            self.first_stage_top_k,
            self.max_candidates,
            self.fit,
        )


def check_top_k(top_k: int | None) -> None:
    """Raise `InputError` unless `top_k` is None or an integer of 1 or more."""
    if top_k is not None and (isinstance(top_k, bool) or not isinstance(top_k, Integral) or top_k < 1):
        raise InputError(
            f"top_k is {excerpt(top_k)}; it must be a whole number of 1 or more, or None for all"
        )


def _features(
    index: QuestionIndex | LargeIndex, instructions: Sequence[GroundedInstruction], indices: Indices
) -> list[RankingFeatures]:
    from cq.ranking.features import batch_features
    from cq.ranking.large_index import LargeIndex

    if isinstance(index, LargeIndex):
        return batch_features(index.part(indices), instructions, np.arange(len(indices)))
    return batch_features(index, instructions, indices)


def best_first(logits: npt.NDArray[np.floating], ties: Indices, top_k: int | None = None) -> Indices:
    """Indices in descending order of the logits, equal ones in ascending order of `ties`: (n,), or only the
    first k.
    """
    rounded = logits.round(DECIMALS)
    if top_k is None or top_k >= len(rounded):
        return np.lexsort((ties, -rounded))
    least = np.partition(rounded, len(rounded) - top_k)[len(rounded) - top_k]
    kept = np.flatnonzero(rounded >= least)
    return kept[np.lexsort((ties[kept], -rounded[kept]))[:top_k]]


def ranked_questions(
    bank: QuestionBank, indices: Indices, logits: Logits, fits: Logits | None, top_k: int | None
) -> list[RankedQuestion]:
    """Questions of a bank, given by index with their logits and perhaps fits, best first."""
    order = best_first(logits, tie_order(bank)[indices], top_k)
    rounded = logits.round(DECIMALS)
    odds = np.exp(rounded - rounded.max())
    scores = odds / odds.sum()
    return [
        RankedQuestion(
            rank,
            bank.qids[indices[i]],
            bank.questions[indices[i]],
            float(scores[i]),
            None if fits is None else float(fits[i]),
        )
        for rank, i in enumerate(order.tolist(), start=1)
    ]
