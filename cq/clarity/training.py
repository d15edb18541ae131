"""Fitting the clarity classifier, and judging it on folds it has not seen.

Everything chosen from data, the regularisation and the threshold, is chosen by cross-validation inside
the training folds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.model import LogisticHead
from cq.errors import InputError
from cq.logistic import sigmoid
from cq.metrics import macro_f1

STRENGTHS = (0.0003, 0.001, 0.003, 0.01)
"""Inverse regularisation strengths tried; the one of least log-loss on inner folds is taken."""

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class OutOfFold:
    """What a model says of every row when fitted without the row's fold: probabilities and decisions."""

    p_unclear: npt.NDArray[np.float64]
    unclear: npt.NDArray[np.bool_]


def fit(x: Array, unclear: Array, folds: Array) -> LogisticHead:
    """Fit on all rows: x (n, d), unclear (n,) of 0 and 1, folds (n,) the groups of inner validation.

    Deterministic. Raises `InputError` where a class is missing or there are fewer than two folds.
    """
    if len(np.unique(unclear)) < 2 or len(np.unique(folds)) < 2:
        raise InputError(
            f"training needs clear and ambiguous rows in two folds or more; got labels "
            f"{np.unique(unclear).tolist()} in folds {np.unique(folds).tolist()}"
        )
    inner = {c: _cross_validated(x, unclear, folds, c) for c in STRENGTHS}
    strength = min(STRENGTHS, key=lambda c: _log_loss(unclear, inner[c]))
    weight, bias = _logistic(x, unclear, strength)
    return LogisticHead(weight.astype(np.float32), bias, choose_threshold(unclear, inner[strength]))


def out_of_fold(x: Array, unclear: Array, folds: Array) -> OutOfFold:
    """Fit once without each fold and predict it. Rows come back in their order."""
    p, decided = np.zeros(len(x)), np.zeros(len(x), dtype=bool)
    for k in np.unique(folds):
        held = folds == k
        head = fit(x[~held], unclear[~held], folds[~held])
        p[held] = head.probabilities(x[held])
        decided[held] = p[held] > head.threshold
    return OutOfFold(p, decided)


def choose_threshold(unclear: Array, p_unclear: Array) -> float:
    """The threshold of best macro-F1, read off a smoothed curve: its raw peak is mostly chance."""
    candidates = np.unique(np.quantile(p_unclear, np.linspace(0.5, 0.99, 150)))
    scores = np.array([macro_f1(unclear, p_unclear > t) for t in candidates])
    width = min(15, len(scores))
    padded = np.pad(scores, (width // 2, width - 1 - width // 2), mode="edge")
    return float(candidates[np.argmax(np.convolve(padded, np.full(width, 1 / width), mode="valid"))])


def _cross_validated(x: Array, unclear: Array, folds: Array, strength: float) -> Array:
    p = np.zeros(len(x))
    for k in np.unique(folds):
        held = folds == k
        weight, bias = _logistic(x[~held], unclear[~held], strength)
        p[held] = sigmoid(x[held] @ weight + bias)
    return p


def _logistic(x: Array, unclear: Array, strength: float) -> tuple[Array, float]:
    """Weights and bias for unscaled x of a logistic regression fitted on standardised x."""
    from sklearn.linear_model import LogisticRegression

    mean, scale = x.mean(0), x.std(0)
    scale = np.where(scale > 0, scale, 1.0)
    model = LogisticRegression(C=strength, max_iter=1000).fit((x - mean) / scale, unclear)
    weight = model.coef_[0] / scale
    return weight, float(model.intercept_[0] - mean @ weight)


def _log_loss(unclear: Array, p: Array) -> float:
    p = np.clip(p, 1e-12, 1 - 1e-12)
    return float(-np.mean(np.where(unclear == 1, np.log(p), np.log(1 - p))))
