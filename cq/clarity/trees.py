"""Gradient-boosted trees over the findings (Friedman 2001): what several of them say together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

TREES, LEAVES = 60, 6
LEARNING_RATE = 0.1
LEAST_ROWS = 30
"""Rows in a leaf."""

PREFIX = "trees."

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class BoostedTrees:
    """logit = `bias` + the values of the leaves to which a row of findings leads, one in each of t trees.

    From node i of a tree a row goes to `below[tree, i, 1]` if its finding `finding[tree, i]` is above
    `threshold[tree, i]`, else to `below[tree, i, 0]`; a leaf leads to itself. Arrays have the shape (t, n),
    of t trees with n nodes, `below` (t, n, 2) and `bias` (1,).
    """

    finding: npt.NDArray[np.int32]
    threshold: Floats
    below: npt.NDArray[np.int32]
    value: Floats
    bias: Floats

    def logits(self, findings: Floats) -> npt.NDArray[np.float64]:
        """A logit for each row of findings (n, k): float64 (n,)."""
        trees, rows = np.arange(len(self.value)), np.arange(len(findings))[:, None]
        at: npt.NDArray[np.int32] = np.zeros((len(findings), len(trees)), dtype=np.int32)
        for _ in range(LEAVES - 1):
            is_above = findings[rows, self.finding[trees, at]] > self.threshold[trees, at]
            at = self.below[trees, at, is_above.astype(np.int64)]
        return np.asarray(self.value[trees, at].sum(1, dtype=np.float64) + self.bias, dtype=np.float64)

    @classmethod
    def fit(cls, findings: Floats, unclear: npt.NDArray[Any]) -> BoostedTrees:
        """The trees of rows of findings (n, k) with labels 0 or 1 (n,)."""
        from sklearn.ensemble import HistGradientBoostingClassifier

        model = HistGradientBoostingClassifier(
            max_iter=TREES,
            learning_rate=LEARNING_RATE,
            max_leaf_nodes=LEAVES,
            min_samples_leaf=LEAST_ROWS,
            early_stopping=False,
            random_state=0,
        ).fit(findings, unclear)
        trees = [tree.nodes for (tree,) in model._predictors]
        shape = (len(trees), max(map(len, trees)))
        found = cls(
            np.zeros(shape, np.int32),
            np.zeros(shape, np.float32),
            np.zeros((*shape, 2), np.int32),
            np.zeros(shape, np.float32),
            np.asarray(model._baseline_prediction, np.float32).reshape(1),
        )
        for i, nodes in enumerate(trees):
            n, inner = len(nodes), nodes["is_leaf"] == 0
            found.finding[i, :n] = np.where(inner, nodes["feature_idx"], 0)
            found.threshold[i, :n] = np.where(inner, nodes["num_threshold"], 0)
            for side, name in enumerate(("left", "right")):
                found.below[i, :n, side] = np.where(inner, nodes[name], np.arange(n))
            found.value[i, :n] = nodes["value"]
        return found

    def tensors(self) -> dict[str, npt.NDArray[Any]]:
        """All arrays by name, for saving."""
        return {f"{PREFIX}{name}": array for name, array in vars(self).items()}

    @classmethod
    def from_tensors(cls, tensors: Mapping[str, npt.NDArray[Any]]) -> BoostedTrees:
        """The trees that `tensors()` describes. Raises `KeyError` if an array is missing."""
        return cls(**{one.name: tensors[PREFIX + one.name] for one in fields(cls)})
