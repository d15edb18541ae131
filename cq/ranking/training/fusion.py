"""How much the cross-encoder's word counts beside the network's, chosen on rows that neither has seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.ranking.cross_encoder import DEPTH, Logits, fused
from cq.ranking.ranker import best_first

WEIGHTS = tuple(round(0.05 * i, 2) for i in range(41))
"""To choose from; 0 leaves the cross-encoder out."""


class Fusion:
    """Out-of-fold logits of two models over the same rows' candidates, joined.

    `network` and `cross` hold one array a row, in the order of its pool; `asked` (rows,) is the place of the
    asked question in it. `depth` is how many of the first candidates the cross-encoder reads.
    """

    def __init__(
        self,
        network: Sequence[Logits],
        cross: Sequence[Logits],
        asked: npt.NDArray[np.int64],
        folds: npt.NDArray[np.int64],
        depth: int = DEPTH,
    ) -> None:
        self.network, self.cross = network, cross
        self._folds, self._depth = folds, depth
        self._reciprocal = np.array(
            [[_reciprocal(self._at(w, row), place) for w in WEIGHTS] for row, place in enumerate(asked)]
        )

    def weight(self, without: int | None = None) -> float:
        """The weight of the best mean reciprocal rank on all rows, or on those of other folds."""
        return WEIGHTS[int(self._reciprocal[self._folds != without].mean(0).argmax())]

    def logits(self) -> list[Logits]:
        """Each row's joined logits, at the weight chosen without its fold."""
        weights = {int(k): self.weight(without=int(k)) for k in np.unique(self._folds)}
        return [self._at(weights[int(k)], row) for row, k in enumerate(self._folds)]

    def _at(self, weight: float, row: int) -> Logits:
        logits = self.network[row]
        first = best_first(logits, np.arange(len(logits)))[: self._depth]
        return fused(logits, self.cross[row][first], first, weight)


def _reciprocal(logits: Logits, asked: int) -> float:
    return float(1 / (1 + (logits > logits[asked]).sum()))
