"""The need of clarification of a request, from 1 to 4: extremely randomized trees (Geurts et al. 2006) on its
form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.features import ClarityFeatures
from cq.types import Floats

TREES, FEWEST_IN_LEAF, FEATURES_TRIED = 400, 2, 0.5

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class GradeModel:
    """All nodes of some trees, end to end: the `feature` (n,) that a node compares with its `threshold`
    (n,); `children` (n, 2), the next node for values up to it, and for others, of a leaf the leaf itself; and
    the share of each of the g `grades` (g,) at the node, `shares` (n, g). `roots` (t,) are the starts of the
    trees.
    """

    roots: Indices
    feature: Indices
    threshold: npt.NDArray[np.float64]
    children: Indices
    shares: Floats
    grades: Indices

    def __call__(self, x: ClarityFeatures) -> Indices:
        """The likeliest grade of each text: (n,)."""
        form, texts = x.findings.astype(np.float32), np.arange(len(x))[:, None]
        node = np.tile(self.roots, (len(x), 1))
        while True:
            goes_right = form[texts, self.feature[node]] > self.threshold[node]
            following = self.children[node, goes_right.astype(int)]
            if (following == node).all():
                return np.asarray(self.grades[self.shares[node].mean(1).argmax(1)])
            node = following

    @classmethod
    def fit(cls, x: ClarityFeatures, grades: npt.NDArray[Any]) -> GradeModel:
        """From features of n texts and their grades (n,)."""
        from sklearn.ensemble import ExtraTreesClassifier

        forest = ExtraTreesClassifier(
            TREES, min_samples_leaf=FEWEST_IN_LEAF, max_features=FEATURES_TRIED, random_state=0
        ).fit(x.findings.astype(np.float32), grades)
        trees = [estimator.tree_ for estimator in forest.estimators_]
        roots = np.cumsum([0, *(tree.node_count for tree in trees)])[:-1]
        children = []
        for root, tree in zip(roots, trees, strict=True):
            itself = np.arange(tree.node_count)
            both = np.stack([tree.children_left, tree.children_right], axis=1)
            children.append(root + np.where(both < 0, itself[:, None], both))
        return cls(
            roots,
            np.concatenate([np.maximum(tree.feature, 0) for tree in trees]),
            np.concatenate([tree.threshold for tree in trees]),
            np.concatenate(children),
            np.concatenate([tree.value[:, 0] for tree in trees]).astype(np.float32),
            np.asarray(forest.classes_, dtype=np.int64),
        )
