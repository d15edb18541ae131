"""From logits to probabilities, and from probabilities to decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Calibration:
    """p = σ(slopes · logits + offset) (Platt 1999; of several models, stacking), fitted on logits of rows
    that the models have not seen.
    """

    slopes: tuple[float, ...]
    offset: float

    def __call__(self, logits: Array) -> npt.NDArray[np.float64]:
        """Probabilities in [0, 1] of the logits of m models, (n, m) or, of one model, (n,)."""
        from scipy.special import expit

        logits = np.reshape(logits, (-1, len(self.slopes)))
        return np.asarray(expit(logits @ np.array(self.slopes) + self.offset), dtype=np.float64)

    @classmethod
    def fit(cls, logits: Array, labels: Array, strength: float = 1e4) -> Calibration:
        """Least log-loss on logits (n, m) or (n,) and their labels 0 or 1 (n,), with the inverse
        regularisation `strength`: without it, a perfect split of few rows would be trusted too much.
        """
        from sklearn.linear_model import LogisticRegression

        model = LogisticRegression(C=strength).fit(np.reshape(logits, (len(labels), -1)), labels)
        return cls(tuple(map(float, model.coef_[0])), float(model.intercept_[0]))

    @classmethod
    def near(cls, logits: Array, labels: Array, slopes: Sequence[float], strength: float) -> Calibration:
        """The same, with the regularisation towards given `slopes` (m,): few rows hardly change them, many
        do.
        """
        from scipy.optimize import minimize
        from scipy.special import expit

        given = np.array(slopes, dtype=np.float64)

        def objective(parameters: Array) -> tuple[float, Array]:
            z, change = logits @ parameters[:-1] + parameters[-1], parameters[:-1] - given
            error = expit(z) - labels
            loss = np.logaddexp(0, z).sum() - labels @ z + change @ change / (2 * strength)
            return float(loss), np.append(logits.T @ error + change / strength, error.sum())

        found = minimize(objective, np.append(given, 0.0), jac=True, method="L-BFGS-B").x
        return cls(tuple(map(float, found[:-1])), float(found[-1]))


def choose_threshold(p_unclear: Array) -> float:
    """The threshold with the best expected macro-F1, if the probabilities (n,) are calibrated.

    Expected counts (Lipton, Elkan and Naryanaswamy 2014) replace labels: few rows lie near the threshold,
    their labels are largely chance, and a threshold that follows them is worse on other rows.
    """
    p = np.sort(p_unclear)[::-1]
    called_unclear, n, unclear = np.arange(1, len(p) + 1), len(p), p.sum()
    hits = np.cumsum(p)
    rejections = (n - called_unclear) - (unclear - hits)
    f1_unclear = 2 * hits / (called_unclear + unclear)
    f1_clear = 2 * rejections / ((n - called_unclear) + (n - unclear))
    best = int(np.argmax(f1_unclear + f1_clear))
    return float((p[best] + p[min(best + 1, n - 1)]) / 2)
