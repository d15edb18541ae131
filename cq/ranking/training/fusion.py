"""The weight of the cross-encoder relative to the linear model, chosen on rows that neither has seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.ranking.cross_encoder.pairs import Logits, fuse
from cq.ranking.cross_encoder.stage import RERANK_TOP_K
from cq.ranking.ranker import best_first

WEIGHTS = tuple(0.25 * i for i in range(9))
"""Candidate weights; 0 leaves the cross-encoder out. A few hundred rows do not tell closer ones apart."""


class Fusion:
    """Out-of-fold logits of two models over the same examples' candidates, fused.

    `linear` and `cross` hold one array an example, in the order of its candidates; `positives` (n,) is the
    index of the positive. The cross-encoder reads the first `RERANK_TOP_K` candidates.
    """

    def __init__(
        self,
        linear: Sequence[Logits],
        cross: Sequence[Logits],
        positives: npt.NDArray[np.int64],
        folds: npt.NDArray[np.int64],
    ) -> None:
        self.linear, self.cross = linear, cross
        self._folds = folds
        self._reciprocal_ranks = np.array(
            [
                [_reciprocal_rank(self._at(w, row), positive) for w in WEIGHTS]
                for row, positive in enumerate(positives)
            ]
        )

    def weight(self, without: int | None = None) -> float:
        """The weight with the best mean reciprocal rank on all rows, or on those of other folds."""
        return WEIGHTS[int(self._reciprocal_ranks[self._folds != without].mean(0).argmax())]

    def logits(self) -> list[Logits]:
        """Each example's fused logits, with the weight chosen without its fold."""
        weights = {int(k): self.weight(without=int(k)) for k in np.unique(self._folds)}
        return [self._at(weights[int(k)], row) for row, k in enumerate(self._folds)]

    def _at(self, weight: float, row: int) -> Logits:
        logits = self.linear[row]
        first = best_first(logits, np.arange(len(logits)))[:RERANK_TOP_K]
        return fuse(logits, self.cross[row][first], first, weight)


def _reciprocal_rank(logits: Logits, positive: int) -> float:
    return float(1 / (1 + (logits > logits[positive]).sum()))
