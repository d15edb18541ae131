"""The fit of a question and an instruction, independent of the rest of the bank: a calibrated probability.

Ranks and the softmax over a bank only compare its questions; the best of a bank where nothing fits is still
the best. The fit compares a question with people's questions about this instruction and about others. It
is logistic regression on the ranker's features, without those that depend on the other candidates, scores
that are not corrected for hubness, and slots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.ranking.clauses import KIND_PREFIX, question_feature_names
from cq.ranking.features import (
    COMPARED_SUFFIX,
    UNCORRECTED_SUFFIX,
    RankingFeatures,
    pair_feature_names,
)
from cq.ranking.slot_features import slot_feature_names

if TYPE_CHECKING:
    from cq.ranking.training.examples import EncodedExamples

SHARE = 0.1
"""The share of relevant questions that the fit assumes: one of ten."""
CLIP = 10.0
"""Features are clipped to ± this: all are z-scores, shares or small counts."""
STRENGTH = 0.01
"""Inverse regularisation, on standardised features."""

Logits = npt.NDArray[np.float64]


@dataclass(frozen=True)
class FitModel:
    """logit = features · `weights` + `bias`, if as many pairs match as do not. Weights are those of
    the question's features after those of the pair.
    """

    weights: tuple[float, ...]
    bias: float

    def __call__(self, features: RankingFeatures) -> Logits:
        """The fit of n questions: float64 (n,), in [0, 1]."""
        return fit_of(_columns(features) @ np.array(self.weights) + self.bias)

    @classmethod
    def train(cls, examples: EncodedExamples) -> FitModel:
        """From examples: the question asked against all others of its row, both with half of the weight."""
        from sklearn.linear_model import LogisticRegression

        x = np.concatenate([_columns(row) for row in examples.features])
        asked = np.zeros(len(x), dtype=bool)
        starts = np.cumsum([0, *(len(row.pair) for row in examples.features[:-1])])
        asked[starts + examples.positives] = True
        mean, scale = x.mean(0), x.std(0) + 1e-3
        weight = np.where(asked, len(x) / asked.sum(), len(x) / (~asked).sum()) / 2
        model = LogisticRegression(C=STRENGTH, max_iter=300)
        model.fit((x - mean) / scale, asked, sample_weight=weight)
        weights = model.coef_[0] / scale
        bias = float(model.intercept_[0] - mean @ weights)
        return cls(tuple(round(float(w), 6) for w in weights), round(bias, 6))

    def to_config(self) -> dict[str, Any]:
        """The model for the configuration of a saved ranker."""
        return {"weights": list(self.weights), "bias": self.bias}


def num_fit_features() -> int:
    """The number of weights of a `FitModel`."""
    return int(_of_pair().sum() + _of_question().sum())


def fit_of(logits: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Probabilities (n,), in [0, 1], if one of ten pairs matches, from logits for one of two."""
    from scipy.special import expit

    return np.asarray(expit(logits + np.log(SHARE / (1 - SHARE))), dtype=np.float64)


def _columns(features: RankingFeatures) -> npt.NDArray[np.float64]:
    columns = np.hstack([features.pair[:, _of_pair()], features.question[:, _of_question()]])
    return np.clip(columns, -CLIP, CLIP).astype(np.float64)


@lru_cache(maxsize=1)
def _of_pair() -> npt.NDArray[np.bool_]:
    """Which features of a pair are used."""
    left_out, suffixes = set(slot_feature_names()), (COMPARED_SUFFIX, UNCORRECTED_SUFFIX)
    return np.array([name not in left_out and not name.endswith(suffixes) for name in pair_feature_names()])


@lru_cache(maxsize=1)
def _of_question() -> npt.NDArray[np.bool_]:
    """Which features of a question are used."""
    return np.array([not name.startswith(KIND_PREFIX) for name in question_feature_names()])
