"""Ranking in any domain: by the cosine of sentence vectors, for what is not about blocks.

No network of this project was trained on other domains. The backbone was, and on ten banks of other subjects
its cosine is better than BM25 in each (`python -m eval banks`). BM25 decides between equal cosines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cq.encoder.backbone import Backbone, l2_normalize
from cq.language.instruction import GroundedInstruction
from cq.ranking.bank import QuestionBank
from cq.ranking.kept_indexes import KeptIndexes

if TYPE_CHECKING:
    from cq.ranking.first_stage import BM25

SLOPE, OFFSET = 17.2, -3.8
"""logit = SLOPE × cosine + OFFSET that a question belongs to a text, if as many pairs belong together as do
not: fitted on the ten banks. With the constants of the nine other banks, the calibration error is 0.011.
"""

LARGEST = 2000
"""Questions of a bank whose vectors are kept. Of a larger bank, the first of BM25 are compared."""
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
        self, bank: QuestionBank, instruction: GroundedInstruction, indices: Indices
    ) -> tuple[Logits, Logits]:
        """The logit and the fit of some questions, given by index among the different texts of the bank."""
        from cq.ranking.fit import fit_of

        bm25, vectors = self._banks.get(bank)
        words = bm25.scores(instruction.text)[indices]
        read = np.arange(len(indices)) if vectors is not None else np.argsort(-words, kind="stable")[:LARGEST]
        texts = _texts(bank)
        chosen = (
            vectors[indices]
            if vectors is not None
            else l2_normalize(self.backbone.encode([texts[i] for i in indices[read]]))
        )
        asked = l2_normalize(instruction.encoding.states[:, -1].mean(0)[None])[0]
        evidence = np.full(len(indices), OFFSET - SLOPE)
        evidence[read] = SLOPE * (chosen @ asked).astype(np.float64) + OFFSET
        return evidence + TIE_BREAK * words, fit_of(evidence)

    def _read(self, bank: QuestionBank) -> tuple[BM25, npt.NDArray[np.float32] | None]:
        from cq.ranking.first_stage import BM25

        texts = _texts(bank)
        vectors = l2_normalize(self.backbone.encode(texts)) if len(texts) <= LARGEST else None
        return BM25(texts), vectors


def _texts(bank: QuestionBank) -> Sequence[str]:
    return tuple(dict.fromkeys(bank.questions))
