"""The confidence of a build: the changed F1 to expect, estimated before the target is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cq.types import Doubles

if TYPE_CHECKING:
    from cq.building.decoding.minimum_bayes_risk import BuildPrediction

NUM_FEATURES = 5


@dataclass(frozen=True)
class Confidence:
    """A logistic regression on the confidence features, fitted on out-of-fold predictions. Where every word
    is read, the confidence is the sureness of the reading.

    `weights` has one value per feature.
    """

    weights: tuple[float, ...]

    def __call__(self, prediction: BuildPrediction) -> float:
        """The changed F1, in [0, 1], to expect of a prediction."""
        from scipy.special import expit

        if prediction.interpreted:
            return prediction.sureness
        return float(expit(confidence_features(prediction) @ np.array(self.weights)))

    @classmethod
    def fit(cls, predictions: Sequence[BuildPrediction], scores: Doubles) -> Confidence:
        """Minimize the log-loss against changed F1 scores (n,), each in [0, 1], as soft labels, over the
        predictions that are not interpreted.
        """
        from sklearn.linear_model import LogisticRegression

        of_network = np.array([not prediction.interpreted for prediction in predictions])
        x = np.stack([confidence_features(prediction) for prediction in predictions])[of_network]
        scores, n = scores[of_network], len(x)
        model = LogisticRegression(C=1e4, fit_intercept=False)
        model.fit(np.tile(x, (2, 1)), np.repeat([1, 0], n), np.concatenate([scores, 1 - scores]))
        return cls(tuple(float(weight) for weight in model.coef_[0]))


def confidence_features(prediction: BuildPrediction) -> Doubles:
    """The features (5,) of a prediction: its expected changed F1, the log-probability of its actions in
    total and per choice, whether its instruction has an obstacle, and 1 for the intercept.
    """
    log_probability = prediction.log_probability
    choices = len(prediction.actions) + 1
    per_choice, obstructed = log_probability / choices, float(prediction.obstructed)
    return np.array([prediction.expected_changed_f1, log_probability, per_choice, obstructed, 1.0])
