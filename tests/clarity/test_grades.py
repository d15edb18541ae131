"""Grades by the form of a request: the forest that is saved decides as the one that was fitted."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.ensemble import ExtraTreesClassifier

from cq.clarity import grades
from cq.clarity.features import ClarityFeatures
from cq.clarity.grades import GradeModel


def test_grades_are_those_of_the_forest():
    rng = np.random.default_rng(0)
    form = rng.integers(0, 4, (90, 5)).astype(np.float32)
    needs = 1 + (form[:, 0] + rng.integers(0, 2, 90)).astype(int) % 4
    x = ClarityFeatures(np.zeros((90, 1), np.float32), form, sparse.csr_matrix((90, 1)))
    forest = ExtraTreesClassifier(
        grades.TREES,
        min_samples_leaf=grades.FEWEST_IN_LEAF,
        max_features=grades.FEATURES_TRIED,
        random_state=0,
    ).fit(form[:60], needs[:60])
    model = GradeModel.fit(x[np.arange(60)], needs[:60])
    np.testing.assert_array_equal(model(x), forest.predict(form))


def test_one_grade_alone_is_always_given():
    x = ClarityFeatures(np.zeros((6, 1), np.float32), np.zeros((6, 2), np.float32), sparse.csr_matrix((6, 1)))
    assert GradeModel.fit(x, np.full(6, 3))(x).tolist() == [3] * 6
