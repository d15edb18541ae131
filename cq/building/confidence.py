"""How good a build is to be expected: its changed F1, foreseen before anyone has seen it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.special import expit

if TYPE_CHECKING:
    from cq.building.decoding.candidates import Attempt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Confidence:
    """σ(weights · signs + the last weight), fitted on attempts at rows that the networks had not seen."""

    weights: tuple[float, ...]

    def __call__(self, attempt: Attempt) -> float:
        """The changed F1, in [0, 1], to be expected of an attempt."""
        return float(expit(signs(attempt) @ np.array(self.weights)))

    @classmethod
    def fit(cls, attempts: Sequence[Attempt], scores: Floats) -> Confidence:
        """Least log-loss for changed F1s `scores` (n,), each counted as a share of right and of wrong."""
        from sklearn.linear_model import LogisticRegression

        x = np.stack([signs(one) for one in attempts])
        n = len(x)
        model = LogisticRegression(C=1e4, fit_intercept=False)
        model.fit(np.tile(x, (2, 1)), np.repeat([1, 0], n), np.concatenate([scores, 1 - scores]))
        return cls(tuple(float(weight) for weight in model.coef_[0]))


def signs(attempt: Attempt) -> Floats:
    """What tells a good attempt: the changed F1 expected of it; the log-probability of its actions, in all
    and per choice; 1.
    """
    log = attempt.log_probability
    return np.array([attempt.expected, log, log / (len(attempt.actions) + 1), 1.0])
