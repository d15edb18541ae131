"""The network over the classifier's input: a linear part, and a small hidden layer beside it.

Both halves see the same input x = [sentence vectors, explicit features]. Besides p(unclear) the hidden layer
can learn two more things in training (multi-task, Caruana 1997): how well a second person rebuilt a clear
instruction, and what the question about an unclear one asked for. An ensemble of networks from several
seeds averages their logits (Lakshminarayanan et al. 2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from cq.clarity.calibration import Calibration
from cq.language.kinds import QUESTION_KINDS
from cq.modeling.ensemble import network_tensors, restored_networks

HIDDEN = 256
CLIP = 8.0
"""Standardised inputs are cut to [-CLIP, CLIP]."""

SCALING = ("shift", "gain", "weight")
"""Names of the tensors of a `Scaling`."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Outputs:
    """Logits of a batch: unclear (n,), rebuilt (n,), kinds (n, len(QUESTION_KINDS))."""

    unclear: torch.Tensor
    rebuilt: torch.Tensor
    kinds: torch.Tensor


class ClarityNetwork(nn.Module):
    """x (n, width), already scaled → `Outputs`."""

    def __init__(self, width: int, dropout: tuple[float, float] = (0.4, 0.5)) -> None:
        super().__init__()
        self.linear = nn.Linear(width, 1)
        self.hidden = nn.Linear(width, HIDDEN)
        self.heads = nn.Linear(HIDDEN, 2 + len(QUESTION_KINDS))
        self.drop_input, self.drop_hidden = nn.Dropout(dropout[0]), nn.Dropout(dropout[1])

    def forward(self, x: torch.Tensor) -> Outputs:
        x = self.drop_input(x)
        heads = self.heads(self.drop_hidden(F.gelu(self.hidden(x))))
        return Outputs(heads[:, 0] + self.linear(x)[:, 0], heads[:, 1], heads[:, 2:])


@dataclass(frozen=True)
class Scaling:
    """x → ((x − shift) × gain, cut to ±CLIP) × weight."""

    shift: Floats
    gain: Floats
    weight: Floats

    def __call__(self, x: Floats) -> torch.Tensor:
        """Scaled x (n, d) as a float32 tensor."""
        cut = np.clip((x - self.shift) * self.gain, -CLIP, CLIP) * self.weight
        return torch.from_numpy(cut.astype(np.float32))


@dataclass(frozen=True)
class Ensemble:
    """Networks that share a scaling."""

    scaling: Scaling
    networks: Sequence[ClarityNetwork]

    def logits(self, x: Floats) -> npt.NDArray[np.float64]:
        """Mean logit of p(unclear) for each row of x (n, d): float64 (n,)."""
        scaled = self.scaling(x)
        with torch.inference_mode():
            each = [network.eval()(scaled).unclear for network in self.networks]
        mean: npt.NDArray[np.float64] = torch.stack(each).double().mean(0).numpy()
        return mean

    def tensors(self) -> dict[str, Floats]:
        """All parameters by name, for saving."""
        return {name: getattr(self.scaling, name) for name in SCALING} | network_tensors(self.networks)

    @classmethod
    def from_tensors(cls, tensors: dict[str, Floats], networks: int) -> Ensemble:
        """The ensemble that `tensors()` describes. Raises `RuntimeError` or `KeyError` where it does not."""
        scaling = Scaling(*(tensors[name].astype(np.float32) for name in SCALING))
        width = len(scaling.shift)
        return cls(scaling, restored_networks(lambda: ClarityNetwork(width), tensors, networks))


@dataclass(frozen=True)
class Fitted:
    """An ensemble with its calibration and decision threshold."""

    ensemble: Ensemble
    calibration: Calibration
    threshold: float

    def probabilities(self, x: Floats) -> npt.NDArray[np.float64]:
        """Calibrated p(unclear) for each row of x (n, d): float64 (n,)."""
        return self.calibration(self.ensemble.logits(x))
