"""The clarity classifier: logistic regression on a frozen sentence vector joined with explicit features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.backbone import Backbone, Vectors
from cq.clarity.features import explicit_features, feature_names
from cq.errors import InputError
from cq.logistic import sigmoid
from cq.store import load_part, save_part
from cq.world import World

KIND = "logistic"
LAYERS = (4, 6)
"""Hidden layers whose mean vectors are joined. Earlier layers keep more of the wording than the last,
which was trained to forget it: alone, layer 4 or 5 measures 0.02 average precision above the last."""


@dataclass(frozen=True)
class Clarity:
    """Whether an instruction is clear enough to act on in its world.

    `p_unclear` is the probability, in [0, 1], that a person would ask back; `is_clear` holds where it is
    not above `threshold`.
    """

    is_clear: bool
    p_unclear: float
    threshold: float


@dataclass(frozen=True)
class LogisticHead:
    """p = σ(x · weight + bias), with a decision threshold on p. The scaling of x is folded into both."""

    weight: Vectors
    bias: float
    threshold: float

    def probabilities(self, x: Vectors) -> npt.NDArray[np.float64]:
        """p for each row of x (n, d): float64 (n,)."""
        return sigmoid(x.astype(np.float64) @ self.weight + self.bias)


class ClarityClassifier:
    """Says how likely a person would ask back before acting on an instruction in a world."""

    def __init__(self, head: LogisticHead, backbone: Backbone) -> None:
        self.head, self.backbone = head, backbone

    def classify(self, instructions: Sequence[str], worlds: Sequence[World]) -> list[Clarity]:
        """One `Clarity` per (instruction, world), computed as one batch."""
        p_unclear = self.head.probabilities(inputs(self.backbone, instructions, worlds))
        threshold = self.head.threshold
        return [Clarity(bool(p <= threshold), float(p), threshold) for p in p_unclear]

    def save_pretrained(self, folder: Path, info: dict[str, Any]) -> None:
        """Write the head; `info` (what it was trained on, with which figures) is kept beside it."""
        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "layers": list(LAYERS),
            "features": feature_names(),
            "threshold": self.head.threshold,
            "bias": self.head.bias,
        }
        save_part(folder, config | info, {"weight": self.head.weight})

    @classmethod
    def from_pretrained(cls, folder: Path, backbone: Backbone) -> ClarityClassifier:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        config, tensors = load_part(folder, KIND, ("weight",), backbone)
        if config["features"] != feature_names() or config["layers"] != list(LAYERS):
            raise InputError(
                f"the weights in {str(folder)!r} were trained on other features than this version computes; "
                "train again with python -m pipelines.train clarity"
            )
        head = LogisticHead(tensors["weight"], config["bias"], config["threshold"])
        return cls(head, backbone)


def inputs(backbone: Backbone, instructions: Sequence[str], worlds: Sequence[World]) -> Vectors:
    """The classifier's input (n, d): sentence vectors of `LAYERS`, then the explicit features."""
    return np.hstack([backbone.encode(instructions, LAYERS), explicit_features(instructions, worlds)])
