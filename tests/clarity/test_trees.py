"""Boosted trees give what scikit-learn's give, and are saved whole."""

from __future__ import annotations

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from cq.clarity.trees import LEARNING_RATE, LEAST_ROWS, LEAVES, TREES, BoostedTrees

RNG = np.random.default_rng(0)
ROWS = RNG.random((400, 5)).astype(np.float32)
UNCLEAR = (ROWS[:, 0] * ROWS[:, 1] > 0.3).astype(int)


def test_logits_are_those_of_scikit_learn():
    theirs = HistGradientBoostingClassifier(
        max_iter=TREES,
        learning_rate=LEARNING_RATE,
        max_leaf_nodes=LEAVES,
        min_samples_leaf=LEAST_ROWS,
        early_stopping=False,
        random_state=0,
    ).fit(ROWS, UNCLEAR)
    ours = BoostedTrees.fit(ROWS, UNCLEAR)
    np.testing.assert_allclose(ours.logits(ROWS), theirs.decision_function(ROWS), atol=1e-4)
    assert ours.logits(ROWS[:0]).shape == (0,)


def test_saved_trees_give_equal_logits():
    trees = BoostedTrees.fit(ROWS, UNCLEAR)
    again = BoostedTrees.from_tensors(trees.tensors())
    assert np.array_equal(again.logits(ROWS), trees.logits(ROWS))


def test_few_rows_give_one_leaf():
    trees = BoostedTrees.fit(ROWS[:10], np.arange(10) % 2)
    assert len(set(trees.logits(ROWS))) == 1
