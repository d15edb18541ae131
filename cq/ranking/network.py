"""The network over the features of instruction, world and candidate questions.

A linear part, a small hidden layer beside it, and a bilinear part that combines what an instruction leaves
open with what a question asks for. It is trained list-wise: the question that a person asked against the
other candidates of its row.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from cq.modeling.ensemble import Ensemble
from cq.ranking.features import RankingFeatures

HIDDEN, RANK, DROPOUT = 32, 8, 0.3
CLIPS = {"pair": 5.0, "question": 5.0, "instruction": 5.0}
"""Standardised features are cut to ± this."""


class RankingNetwork(nn.Module):
    """Standardised features pair (b, n, p), question (b, n, q), instruction (b, i) → logits (b, n)."""

    def __init__(self, pair: int, question: int, instruction: int) -> None:
        super().__init__()
        self.linear = nn.Linear(pair, 1, bias=False)
        self.prior = nn.Linear(question, 1, bias=False)
        self.hidden, self.output = nn.Linear(pair, HIDDEN), nn.Linear(HIDDEN, 1, bias=False)
        self.instruction_factors = nn.Linear(instruction, RANK, bias=False)
        self.question_factors = nn.Linear(question, RANK, bias=False)
        self.dropout = nn.Dropout(DROPOUT)
        for layer in (self.linear, self.prior, self.output):
            nn.init.zeros_(layer.weight)

    def forward(self, pair: torch.Tensor, question: torch.Tensor, instruction: torch.Tensor) -> torch.Tensor:
        bilinear = (
            self.question_factors(self.dropout(question))
            * self.instruction_factors(self.dropout(instruction))[:, None]
        )
        hidden = F.gelu(self.hidden(self.dropout(pair)))
        logits: torch.Tensor = (
            self.linear(self.dropout(pair)) + self.prior(question) + self.output(self.dropout(hidden))
        )[..., 0] + bilinear.sum(-1)
        return logits


def candidate_logits(
    networks: Ensemble[RankingNetwork], features: RankingFeatures
) -> npt.NDArray[np.float64]:
    """Mean logit of each of the n candidates: float64 (n,)."""
    logits: npt.NDArray[np.float64] = networks(
        pair=features.pair[None], question=features.question[None], instruction=features.instruction[None]
    )[0]
    return logits
