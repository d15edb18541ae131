"""Ranking in any domain, by the cosine of sentence vectors, for texts that are not about blocks.

No network of this project was trained on other domains. The backbone was, and on ten banks of other subjects
its cosine is better than BM25 in each (`python -m eval ranking domains`). BM25 decides between equal cosines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone, l2_normalize
from cq.ranking.bank import KeptIndexes, QuestionBank
from cq.reading.grounded import GroundedInstruction

if TYPE_CHECKING:
    from cq.ranking.first_stage import BM25
    from cq.ranking.large_index import LargeIndex

SLOPE, OFFSET = 17.2, -3.8
"""logit = SLOPE × cosine + OFFSET that a question belongs to a text, if as many pairs match as do not:
fitted on the ten banks. With the constants of the nine other banks, the calibration error is 0.011.
"""

TIE_BREAK = 1e-4
"""Weight of BM25 in the logit."""

Indices = npt.NDArray[np.int64]
Logits = npt.NDArray[np.float64]


class GeneralRanker:
    """Scores questions about anything by their meaning. Safe to share between threads."""

    def __init__(self, backbone: Backbone) -> None:
        self.backbone = backbone
        self._banks = KeptIndexes(self._read)

    def score(
        self,
        bank: QuestionBank,
        instruction: GroundedInstruction,
        indices: Indices,
        large: LargeIndex | None = None,
    ) -> tuple[Logits, Logits]:
        """The logit and the fit of some questions, given by index among the different texts of the bank.
        `large` is the bank's own index, if it has one.
        """
        from cq.ranking.fit import fit_of

        if large is not None:
            words, cosines = large.word_scores(instruction).astype(np.float64), large.cosines(instruction)
        else:
            bm25, vectors = self._banks.get(bank)
            words = bm25.scores(instruction.text)
            cosines = vectors @ l2_normalize(instruction.encoding.states[:, -1].mean(0))
        evidence = SLOPE * cosines[indices].astype(np.float64) + OFFSET
        return evidence + TIE_BREAK * words[indices], fit_of(evidence)

    def _read(self, bank: QuestionBank) -> tuple[BM25, npt.NDArray[np.float32]]:
        from cq.ranking.first_stage import BM25

        texts = tuple(dict.fromkeys(bank.questions))
        return BM25(texts), l2_normalize(self.backbone.encode(texts))
