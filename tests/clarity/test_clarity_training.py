"""Fitting the classifier's networks, on a toy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from toy_clarity import TOY, toy_rows

import cq
from cq.clarity.examples import targets_of
from cq.clarity.training import count_networks, fit_classifier, predict_out_of_fold
from cq.metrics import macro_f1
from cq.modeling.checkpoints import CheckpointStore


def test_fitting_learns_is_deterministic_and_never_sees_the_held_fold():
    x, targets, folds = toy_rows()
    predictions, again = (predict_out_of_fold(x, targets, folds, TOY) for _ in range(2))
    assert np.array_equal(predictions.p_unclear, again.p_unclear)
    assert macro_f1(targets.unclear, predictions.unclear) > 0.8
    flipped = targets_of(
        np.where(folds == 2, 1 - targets.unclear, targets.unclear).tolist(), targets.rebuilt, [None] * len(x)
    )
    flipped = replace(flipped, kinds=targets.kinds)
    other = predict_out_of_fold(x, flipped, folds, TOY)
    assert np.array_equal(other.p_unclear[folds == 2], predictions.p_unclear[folds == 2])


def test_training_leaves_the_global_random_state_alone():
    x, targets, folds = toy_rows()
    before = torch.get_rng_state()
    fit_classifier(x, targets, folds, TOY)
    assert torch.equal(before, torch.get_rng_state())


def test_a_constant_feature_gives_finite_probabilities():
    x, targets, folds = toy_rows()
    x.words[:, 2] = 7.0
    assert np.isfinite(fit_classifier(x, targets, folds, TOY).probabilities(x)).all()


def test_training_without_both_classes_is_refused():
    x, targets, folds = toy_rows()
    none = targets_of([0] * len(x), targets.rebuilt, [None] * len(x))
    with pytest.raises(cq.InputError, match="clear and unclear rows"):
        fit_classifier(x, none, folds, TOY)
    with pytest.raises(cq.InputError, match="two folds or more"):
        fit_classifier(x, targets, np.zeros_like(folds), TOY)


def test_a_class_that_may_be_missing_from_a_fold_is_refused():
    x, targets, folds = toy_rows()
    # Clear rows in two folds alone: without both of them, none is left to learn from.
    few = targets_of([int(fold > 1) for fold in folds], targets.rebuilt, [None] * len(x))
    with pytest.raises(cq.InputError, match=r"three folds or more .* clear ones are in the folds \[0, 1\]"):
        predict_out_of_fold(x, few, folds, TOY)


def test_finished_networks_are_used_again(tmp_path):
    x, targets, folds = toy_rows()
    first = fit_classifier(x, targets, folds, TOY, CheckpointStore(tmp_path))
    stored = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(stored) == count_networks(5, TOY) - 5 * (4 + 1)
    next(iter(stored)).unlink()
    again = fit_classifier(x, targets, folds, TOY, CheckpointStore(tmp_path))
    assert np.array_equal(first.probabilities(x), again.probabilities(x))
    written = [path for path in tmp_path.iterdir() if path.stat().st_mtime_ns != stored[path]]
    assert len(written) == 1
    fit_classifier(replace(x, words=x.words + 1), targets, folds, TOY, CheckpointStore(tmp_path))
    assert len(list(tmp_path.iterdir())) == 2 * len(stored)
    more = replace(TOY, num_networks=2)
    fit_classifier(x, targets, folds, more, CheckpointStore(tmp_path))
    assert len(list(tmp_path.iterdir())) == 2 * len(stored) + 1


@pytest.mark.parametrize("weights", [{"rebuilt_weight": 0.5}, {"kinds_weight": 0.5}])
def test_the_auxiliary_losses_train_too(weights):
    x, targets, folds = toy_rows()
    plain, helped = (fit_classifier(x, targets, folds, one) for one in (TOY, replace(TOY, **weights)))
    p = helped.probabilities(x)
    assert np.isfinite(p).all()
    assert not np.array_equal(p, plain.probabilities(x))
    assert macro_f1(targets.unclear, p > helped.threshold) > 0.8
