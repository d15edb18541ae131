"""The linear model over the features of instruction, world and candidate questions.

It is trained list-wise: a person's question against the other candidates of its row. With the few recorded
rows, hidden layers and products of features were worse (`python -m eval ranking nested`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.ranking.features import RankingFeatures
from cq.types import Floats

CLIP = 5.0
"""Standardised features are clipped to ± this."""
PREFIX = "linear."
"""Prefix of its tensors among those of a ranker."""


@dataclass(frozen=True)
class LinearModel:
    """logit = `weights` · the features, standardised by `mean` and `scale`: (d,) each, the features of the
    pair before those of the question.
    """

    mean: Floats
    scale: Floats
    weights: Floats

    def __call__(self, features: RankingFeatures) -> npt.NDArray[np.float64]:
        """The logits of n candidates: float64 (n,)."""
        logits: npt.NDArray[np.float64] = (self.standardized(features) @ self.weights).astype(np.float64)
        return logits

    def standardized(self, features: RankingFeatures) -> Floats:
        """(n, d), in ± `CLIP`."""
        scaled = (side_by_side(features) - self.mean) * self.scale
        return np.asarray(np.clip(scaled, -CLIP, CLIP), dtype=np.float32)

    def tensors(self) -> dict[str, Floats]:
        """All arrays by name, for saving."""
        return {f"{PREFIX}{name}": array for name, array in vars(self).items()}

    @classmethod
    def from_tensors(cls, tensors: Mapping[str, npt.NDArray[Any]], width: int) -> LinearModel:
        """The model of `width` features that `tensors()` describes. Raises `KeyError` if an array is missing,
        `ValueError` if one has another width.
        """
        arrays = {field.name: tensors[f"{PREFIX}{field.name}"].astype(np.float32) for field in fields(cls)}
        for name, array in arrays.items():
            if array.shape != (width,):
                raise ValueError(f"{PREFIX}{name} has the shape {array.shape}, not ({width},)")
        return cls(**arrays)


def side_by_side(features: RankingFeatures) -> Floats:
    """The features of the pair, then those of the question: (n, d)."""
    return np.hstack([features.pair, features.question])
