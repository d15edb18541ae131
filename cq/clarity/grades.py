"""How much a request needs clarification, from 1 to 4: multinomial logistic regression of vectors and
form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.features import ClarityFeatures
from cq.clarity.request_features import linear_input
from cq.types import Floats

STRENGTHS = (0.03, 0.1, 0.3, 1.0, 3.0)
"""Inverse regularisations that inner folds choose from."""


@dataclass(frozen=True)
class GradeModel:
    """`weights` (g, d) and `biases` (g,) of the g `grades` (g,) that occurred."""

    weights: Floats
    biases: Floats
    grades: npt.NDArray[np.int64]

    def __call__(self, x: ClarityFeatures) -> npt.NDArray[np.int64]:
        """The likeliest grade of each text: (n,)."""
        logits = linear_input(x) @ self.weights.T + self.biases
        return np.asarray(self.grades[np.argmax(logits, axis=1)])

    @classmethod
    def fit(cls, x: ClarityFeatures, grades: npt.NDArray[Any], folds: npt.NDArray[Any]) -> GradeModel:
        """From features of n texts, their grades (n,) and folds (n,): the strength is that of the highest
        weighted F1 on folds that were held out.
        """
        from sklearn.metrics import f1_score

        def held_out(strength: float) -> float:
            found = np.zeros(len(x), dtype=np.int64)
            for k in np.unique(folds):
                held = folds == k
                found[held] = cls._fit(x[~held], grades[~held], strength)(x[held])
            return float(f1_score(grades, found, average="weighted"))

        return cls._fit(x, grades, max(STRENGTHS, key=held_out))

    @classmethod
    def _fit(cls, x: ClarityFeatures, grades: npt.NDArray[Any], strength: float) -> GradeModel:
        from sklearn.linear_model import LogisticRegression

        values = np.unique(grades)
        if len(values) == 1:
            return cls(
                np.zeros((1, linear_input(x).shape[1]), dtype=np.float32),
                np.zeros(1, dtype=np.float32),
                values,
            )
        model = LogisticRegression(C=strength, max_iter=2000).fit(linear_input(x), grades)
        weights, biases = model.coef_, model.intercept_
        if len(values) == 2:
            weights, biases = np.vstack([-weights, weights]) / 2, np.concatenate([-biases, biases]) / 2
        return cls(weights.astype(np.float32), biases.astype(np.float32), values)
