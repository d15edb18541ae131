"""The network over the features of instruction, world and candidate questions, and its ensemble.

A linear part, a small hidden layer beside it, and a bilinear part that lets what an instruction leaves open
meet what a question asks. It is trained list-wise: the asked question against its row's other candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from cq.modeling.ensemble import network_tensors, restored_networks
from cq.ranking.features import Features

HIDDEN, RANK, DROPOUT = 32, 8, 0.3
CLIP = 5.0
"""Standardised inputs are cut to [-CLIP, CLIP]."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Batch:
    """Rows of candidates as tensors: pair (b, n, p), question (b, n, q), instruction (b, i)."""

    pair: torch.Tensor
    question: torch.Tensor
    instruction: torch.Tensor

    def candidates(self, rows: torch.Tensor, places: torch.Tensor) -> Batch:
        """Some rows (b,), of each some candidates by place (b, k)."""
        own = rows[:, None]
        return Batch(self.pair[own, places], self.question[own, places], self.instruction[rows])


class RankingNetwork(nn.Module):
    """`Batch` → one logit per candidate, (b, n)."""

    def __init__(self, pair: int, question: int, instruction: int) -> None:
        super().__init__()
        self.linear = nn.Linear(pair, 1, bias=False)
        self.prior = nn.Linear(question, 1, bias=False)
        self.hidden, self.output = nn.Linear(pair, HIDDEN), nn.Linear(HIDDEN, 1, bias=False)
        self.left_open = nn.Linear(instruction, RANK, bias=False)
        self.asked_for = nn.Linear(question, RANK, bias=False)
        self.drop = nn.Dropout(DROPOUT)
        for layer in (self.linear, self.prior, self.output):
            nn.init.zeros_(layer.weight)

    def forward(self, batch: Batch) -> torch.Tensor:
        fits = (
            self.asked_for(self.drop(batch.question)) * self.left_open(self.drop(batch.instruction))[:, None]
        )
        hidden = F.gelu(self.hidden(self.drop(batch.pair)))
        logits: torch.Tensor = (
            self.linear(self.drop(batch.pair)) + self.prior(batch.question) + self.output(self.drop(hidden))
        )[..., 0] + fits.sum(-1)
        return logits


@dataclass(frozen=True)
class Scaling:
    """Means and inverse spreads of the three groups of features, over the candidates trained on."""

    pair_shift: Floats
    pair_gain: Floats
    question_shift: Floats
    question_gain: Floats
    instruction_shift: Floats
    instruction_gain: Floats

    @classmethod
    def fit(cls, rows: Sequence[Features]) -> Scaling:
        """From all candidates of all rows."""
        groups = (
            np.concatenate([row.pair for row in rows]),
            np.concatenate([row.question for row in rows]),
            np.stack([row.instruction for row in rows]),
        )
        moments = [(x.mean(0), (1 / (x.std(0) + 1e-3)).astype(np.float32)) for x in groups]
        return cls(*(m for pair in moments for m in pair))

    def __call__(self, row: Features) -> Batch:
        """One row, scaled, as a batch of one."""
        return Batch(
            _scaled(row.pair, self.pair_shift, self.pair_gain)[None],
            _scaled(row.question, self.question_shift, self.question_gain)[None],
            _scaled(row.instruction, self.instruction_shift, self.instruction_gain)[None],
        )


@dataclass(frozen=True)
class Ensemble:
    """Networks that share a scaling; their logits are averaged."""

    scaling: Scaling
    networks: Sequence[RankingNetwork]

    def logits(self, row: Features) -> npt.NDArray[np.float64]:
        """Mean logit of each candidate of a row: float64 (n,)."""
        batch = self.scaling(row)
        with torch.inference_mode():
            each = [network(batch)[0] for network in self.networks]
        return np.asarray(torch.stack(each).double().mean(0).numpy())

    def tensors(self) -> dict[str, Floats]:
        """All parameters by name, for saving."""
        tensors = {field.name: getattr(self.scaling, field.name) for field in fields(Scaling)}
        return tensors | network_tensors(self.networks)

    @classmethod
    def from_tensors(cls, tensors: dict[str, Floats], networks: int) -> Ensemble:
        """The ensemble that `tensors()` describes. Raises `RuntimeError` or `KeyError` where it does not."""
        scaling = Scaling(*(tensors[field.name].astype(np.float32) for field in fields(Scaling)))
        widths = [len(scaling.pair_shift), len(scaling.question_shift), len(scaling.instruction_shift)]
        return cls(scaling, restored_networks(lambda: RankingNetwork(*widths), tensors, networks))


def _scaled(x: Floats, shift: Floats, gain: Floats) -> torch.Tensor:
    return torch.from_numpy(np.clip((x - shift) * gain, -CLIP, CLIP).astype(np.float32))
