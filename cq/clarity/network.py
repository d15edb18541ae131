"""The network over the classifier's features: a linear part, and a small hidden layer beside it."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from cq.language.questions import AMBIGUITY_KINDS

HIDDEN = 64
CLIP = 8.0
"""Standardized features are clipped to ± this."""

HEADS = 2 + len(AMBIGUITY_KINDS)
"""Outputs, of which only the first is used. The others were for auxiliary tasks, which did not help; saved
weights have them."""


class ClarityNetwork(nn.Module):
    """Standardized features (n, d) → logits of p(unclear) (n,)."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.linear = nn.Linear(features, 1)
        self.hidden = nn.Linear(features, HIDDEN)
        self.heads = nn.Linear(HIDDEN, HEADS)
        self.input_dropout, self.hidden_dropout = nn.Dropout(0.4), nn.Dropout(0.5)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        features = self.input_dropout(features)
        heads = self.heads(self.hidden_dropout(F.gelu(self.hidden(features))))
        logits: torch.Tensor = heads[:, 0] + self.linear(features)[:, 0]
        return logits
