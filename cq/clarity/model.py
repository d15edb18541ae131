"""The classifier's two models and their joint decision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.clarity.calibration import Calibration
from cq.clarity.features import ClarityFeatures
from cq.clarity.lexical import LexicalModel
from cq.clarity.network import ClarityNetwork
from cq.modeling.ensemble import Ensemble


@dataclass(frozen=True)
class ClarityModel:
    """Networks over words and findings, a linear model of n-grams and findings, the calibration that weighs
    their logits, and the decision threshold on the probability.
    """

    networks: Ensemble[ClarityNetwork]
    lexical: LexicalModel
    calibration: Calibration
    threshold: float

    def probabilities(self, features: ClarityFeatures) -> npt.NDArray[np.float64]:
        """Calibrated p(unclear) of each of n instructions: float64 (n,), in [0, 1]."""
        return self.calibration(member_logits(self.networks, self.lexical, features))


def member_logits(
    networks: Ensemble[ClarityNetwork], lexical: LexicalModel, features: ClarityFeatures
) -> npt.NDArray[np.float64]:
    """The logits of both models: float64 (n, 2)."""
    return np.column_stack([networks(features.dense), lexical.logits(features)])
