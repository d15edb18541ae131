"""The network over the classifier's features: a linear part, and a small hidden layer beside it.

Besides p(unclear) the hidden layer can learn two more things in training (multi-task learning, Caruana 1997):
how well a second person rebuilt a clear instruction, and which kinds of ambiguity the question about an
unclear one asked about.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from cq.clarity.features import ClarityFeatures
from cq.language.questions import AMBIGUITY_KINDS
from cq.modeling.ensemble import Ensemble

HIDDEN = 64
CLIPS = {"features": 8.0}
"""Standardized features are clipped to ± this."""

UNCLEAR_COLUMN, REBUILT_COLUMN, KIND_COLUMNS = 0, 1, slice(2, 2 + len(AMBIGUITY_KINDS))
"""Columns of the network's output."""


class ClarityNetwork(nn.Module):
    """Standardized features (n, d) → logits (n, KIND_COLUMNS.stop); their columns are named above."""

    def __init__(self, features: int, dropout: tuple[float, float] = (0.4, 0.5)) -> None:
        super().__init__()
        self.linear = nn.Linear(features, 1)
        self.hidden = nn.Linear(features, HIDDEN)
        self.heads = nn.Linear(HIDDEN, KIND_COLUMNS.stop)
        self.input_dropout, self.hidden_dropout = nn.Dropout(dropout[0]), nn.Dropout(dropout[1])

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        features = self.input_dropout(features)
        heads = self.heads(self.hidden_dropout(F.gelu(self.hidden(features))))
        return torch.cat([heads[:, :1] + self.linear(features), heads[:, 1:]], dim=1)


def unclear_logits(networks: Ensemble[ClarityNetwork], features: ClarityFeatures) -> npt.NDArray[np.float64]:
    """Mean logit of p(unclear) for each of n instructions: float64 (n,)."""
    return networks(features=features.dense)[:, UNCLEAR_COLUMN]
