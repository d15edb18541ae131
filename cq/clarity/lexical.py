"""A linear model of n-grams and findings: logistic regression, which trains in a second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from cq.clarity.features import ClarityFeatures
from cq.clarity.ngrams import BUCKETS
from cq.types import Floats

FINDING_SCALE = 0.3
"""Scale of findings; n-grams have unit length, and the regularisation covers both."""

PREFIX = "lexical."


@dataclass(frozen=True)
class LexicalModel:
    """logit = n-grams · `weights` + findings · `finding_weights` + `bias`. Counts of n-grams are multiplied
    by their inverse document frequency `idf` and scaled to unit length, words and characters apart.

    `idf` and `weights` are (2 × BUCKETS,), `finding_weights` (k,), `bias` (1,).
    """

    idf: Floats
    weights: Floats
    finding_weights: Floats
    bias: Floats

    def logits(self, features: ClarityFeatures) -> npt.NDArray[np.float64]:
        """A logit for each instruction: float64 (n,)."""
        linear = weighted(features.ngrams, self.idf) @ self.weights
        return np.asarray(linear + features.findings @ self.finding_weights + self.bias, dtype=np.float64)

    @classmethod
    def fit(cls, features: ClarityFeatures, unclear: npt.NDArray[Any], strength: float) -> LexicalModel:
        """Logistic regression with the inverse regularisation `strength` on labels 0 or 1 (n,). Parameters
        are rounded to float16, as they are saved.
        """
        from sklearn.linear_model import LogisticRegression

        idf = _rounded(inverse_frequencies(features.ngrams))
        x = sparse.hstack([weighted(features.ngrams, idf), FINDING_SCALE * features.findings], format="csr")
        model = LogisticRegression(C=strength, solver="liblinear", random_state=0).fit(x, unclear)
        weights, findings = np.split(model.coef_[0], [features.ngrams.shape[1]])
        return cls(
            idf, _rounded(weights), _rounded(FINDING_SCALE * findings), _rounded(np.array(model.intercept_))
        )

    def tensors(self) -> dict[str, npt.NDArray[np.float16]]:
        """All parameters by name, for saving."""
        return {f"{PREFIX}{name}": array.astype(np.float16) for name, array in vars(self).items()}

    @classmethod
    def from_tensors(cls, tensors: Mapping[str, npt.NDArray[Any]]) -> LexicalModel:
        """The model that `tensors()` describes. Raises `KeyError` if one is missing."""
        return cls(**{field.name: tensors[PREFIX + field.name].astype(np.float32) for field in fields(cls)})


def inverse_frequencies(ngrams: sparse.csr_matrix) -> Floats:
    """1 + log((1 + n) / (1 + the texts with it)) of each n-gram (scikit-learn's smooth form)."""
    texts_with = np.bincount(ngrams.indices, minlength=ngrams.shape[1])
    return np.asarray(1 + np.log((1 + ngrams.shape[0]) / (1 + texts_with)), dtype=np.float32)


def weighted(ngrams: sparse.csr_matrix, idf: Floats) -> sparse.csr_matrix:
    """Counts times `idf`, of unit length in each half, words and characters."""
    values = ngrams.data * idf[ngrams.indices]
    row = np.repeat(np.arange(ngrams.shape[0]), np.diff(ngrams.indptr))
    half = 2 * row + (ngrams.indices >= BUCKETS)
    lengths = np.sqrt(np.bincount(half, values**2, minlength=2 * ngrams.shape[0]))
    unit = (values / np.maximum(lengths, 1e-9)[half]).astype(np.float32)
    return sparse.csr_matrix((unit, ngrams.indices, ngrams.indptr), ngrams.shape)


def _rounded(array: npt.NDArray[Any]) -> Floats:
    return np.asarray(array.astype(np.float16), dtype=np.float32)
