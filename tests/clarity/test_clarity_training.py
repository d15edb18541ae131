"""Fitting the classifier's networks, on a toy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from toy_clarity import TOY, toy_rows

import cq
from cq.clarity.training import count_networks, fit_classifier, predict_out_of_fold
from cq.metrics import macro_f1
from cq.modeling.checkpoints import CheckpointStore


def test_fitting_learns_is_deterministic_and_never_sees_the_held_fold():
    x, unclear, folds = toy_rows()
    predictions, again = (predict_out_of_fold(x, unclear, folds, TOY) for _ in range(2))
    assert np.array_equal(predictions.p_unclear, again.p_unclear)
    assert macro_f1(unclear, predictions.unclear) > 0.8
    other = predict_out_of_fold(x, np.where(folds == 2, 1 - unclear, unclear), folds, TOY)
    assert np.array_equal(other.p_unclear[folds == 2], predictions.p_unclear[folds == 2])


def test_training_leaves_the_global_random_state_alone():
    x, unclear, folds = toy_rows()
    before = torch.get_rng_state()
    fit_classifier(x, unclear, folds, TOY)
    assert torch.equal(before, torch.get_rng_state())


def test_a_constant_feature_gives_finite_probabilities():
    x, unclear, folds = toy_rows()
    x.words[:, 2] = 7.0
    assert np.isfinite(fit_classifier(x, unclear, folds, TOY).probabilities(x)).all()


def test_training_without_both_classes_is_refused():
    x, unclear, folds = toy_rows()
    with pytest.raises(cq.InputError, match="clear and unclear rows"):
        fit_classifier(x, 0 * unclear, folds, TOY)
    with pytest.raises(cq.InputError, match="two folds or more"):
        fit_classifier(x, unclear, np.zeros_like(folds), TOY)


def test_a_class_that_may_be_missing_from_a_fold_is_refused():
    x, _, folds = toy_rows()
    # Clear rows in two folds alone: without both of them, none is left to learn from.
    with pytest.raises(cq.InputError, match=r"three folds or more .* clear ones are in the folds \[0, 1\]"):
        predict_out_of_fold(x, (folds > 1).astype(int), folds, TOY)


def test_finished_networks_are_used_again(tmp_path):
    x, unclear, folds = toy_rows()
    first = fit_classifier(x, unclear, folds, TOY, CheckpointStore(tmp_path))
    stored = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(stored) == count_networks(3, TOY) - 3 * (2 + 1)
    next(iter(stored)).unlink()
    again = fit_classifier(x, unclear, folds, TOY, CheckpointStore(tmp_path))
    assert np.array_equal(first.probabilities(x), again.probabilities(x))
    written = [path for path in tmp_path.iterdir() if path.stat().st_mtime_ns != stored[path]]
    assert len(written) == 1
    fit_classifier(replace(x, words=x.words + 1), unclear, folds, TOY, CheckpointStore(tmp_path))
    assert len(list(tmp_path.iterdir())) == 2 * len(stored)
    more = replace(TOY, num_networks=2)
    fit_classifier(x, unclear, folds, more, CheckpointStore(tmp_path))
    assert len(list(tmp_path.iterdir())) == 2 * len(stored) + 1
