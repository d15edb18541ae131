"""The linear model over the features of instruction, world and candidate questions.

It is trained list-wise: the question that a person asked against the other candidates of its row. With as few
rows as were recorded, hidden layers and products of features only lost (`python -m eval ranking-nested`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from cq.modeling.ensemble import Ensemble
from cq.ranking.features import RankingFeatures

CLIPS = {"pair": 5.0, "question": 5.0}
"""Standardised features are cut to ± this."""


class RankingNetwork(nn.Module):
    """Standardised features pair (b, n, p) and question (b, n, q) → logits (b, n)."""

    def __init__(self, pair: int, question: int) -> None:
        super().__init__()
        self.linear = nn.Linear(pair, 1, bias=False)
        self.prior = nn.Linear(question, 1, bias=False)

    def forward(self, pair: torch.Tensor, question: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = (self.linear(pair) + self.prior(question))[..., 0]
        return logits


def candidate_logits(
    networks: Ensemble[RankingNetwork], features: RankingFeatures
) -> npt.NDArray[np.float64]:
    """Mean logit of each of the n candidates: float64 (n,)."""
    logits: npt.NDArray[np.float64] = networks(pair=features.pair[None], question=features.question[None])[0]
    return logits
