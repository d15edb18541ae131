"""From logits to probabilities, and from probabilities to decisions."""

from __future__ import annotations

import numpy as np
import pytest

from cq.clarity.calibration import Calibration, choose_threshold
from cq.metrics import macro_f1


def test_the_threshold_separates_separable_classes():
    p = np.concatenate([np.linspace(0, 0.2, 80), np.linspace(0.6, 1, 20)])
    unclear = np.arange(100) >= 80
    assert macro_f1(unclear, p > choose_threshold(p)) > 0.95


def test_the_threshold_is_the_best_one_where_probabilities_are_calibrated():
    rng = np.random.default_rng(0)
    p = rng.beta(0.5, 3, size=100_000)
    unclear = rng.random(len(p)) < p
    best = max(macro_f1(unclear, p > t) for t in np.linspace(0.02, 0.9, 89))
    assert macro_f1(unclear, p > choose_threshold(p)) > best - 0.003


@pytest.mark.parametrize("p", [np.full(5, 0.3), np.array([0.2, 0.9]), np.linspace(0, 1, 4)])
def test_a_threshold_is_found_for_few_or_equal_probabilities(p):
    assert p.min() <= choose_threshold(p) <= p.max()


def test_calibration_finds_the_scale_of_logits():
    rng = np.random.default_rng(0)
    true = rng.normal(size=4000)
    labels = (rng.random(4000) < 1 / (1 + np.exp(-true))).astype(int)
    calibration = Calibration.fit(3 * true - 1, labels)
    assert calibration.slopes[0] == pytest.approx(1 / 3, abs=0.04)
    assert calibration.offset == pytest.approx(1 / 3, abs=0.1)
    with np.errstate(all="raise"):
        assert Calibration((1.0,), 0.0)(np.array([-1e4, 0.0, 1e4])).tolist() == [0.0, 0.5, 1.0]


def test_calibration_weighs_two_models_by_what_they_know():
    rng = np.random.default_rng(0)
    true = rng.normal(size=4000)
    labels = (rng.random(4000) < 1 / (1 + np.exp(-true))).astype(int)
    calibration = Calibration.fit(np.column_stack([true, rng.normal(size=4000)]), labels)
    assert calibration.slopes == pytest.approx((1.0, 0.0), abs=0.15)


def test_few_rows_stay_near_the_given_slopes_and_many_leave_them():
    rng = np.random.default_rng(0)
    logits = rng.standard_normal((4000, 2))
    labels = (rng.random(4000) < 1 / (1 + np.exp(-2 * logits[:, 0]))).astype(int)
    nothing = Calibration.near(logits[:0], labels[:0], (0.0, 1.5), 0.25)
    few, many = (Calibration.near(logits[:n], labels[:n], (0.0, 1.5), 0.25) for n in (8, 4000))
    assert nothing.slopes == (0.0, 1.5)
    assert few.slopes[1] > 0.7 > 0.2 > abs(many.slopes[1])
    assert many.slopes[0] == pytest.approx(2, abs=0.2)
