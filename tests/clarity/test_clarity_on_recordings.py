"""The classifier on recorded rows: what it uses, what it learns, and that a killed training continues."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, needs_data
from forked import command, killed

from cq.clarity import ClarityClassifier
from cq.clarity.examples import clarity_examples
from cq.clarity.features import finding_features
from cq.clarity.training import ClarityTrainingConfig, predict_out_of_fold
from cq.cli.runner import run
from cq.data import fold
from cq.jobs.train import app
from cq.metrics import macro_f1
from cq.modeling.artifacts import WEIGHTS
from cq.reading.grounded import ground
from cq.world import COLOURS, World


@pytest.fixture(scope="module")
def recorded(singleturn, backbone):
    """Every fortieth recorded row, with the bundled classifier."""
    classifier = ClarityClassifier.from_pretrained(WEIGHTS / "clarity", backbone)
    return clarity_examples(singleturn.select(range(0, len(singleturn), 40)), backbone), classifier


@needs_data
def test_another_rows_world_lowers_macro_f1(recorded):
    """Other rows' worlds lower macro-F1."""
    examples, classifier = recorded
    model = classifier.model
    others = [examples.worlds[i] for i in np.random.default_rng(0).permutation(len(examples.worlds))]
    findings_there = finding_features(ground(examples.instructions, others))
    p, wrong_p = (model.probabilities(x) for x in (examples.x, replace(examples.x, findings=findings_there)))
    assert np.abs(p - wrong_p).mean() > 0.01
    right, wrong = (macro_f1(examples.unclear, one > model.threshold) for one in (p, wrong_p))
    assert right - wrong > 0.04


@needs_data
def test_a_permutation_of_colours_keeps_probabilities(recorded):
    """Permuting colours in words and world together changes p by less than 0.05 on average."""
    examples, classifier = recorded
    rng = np.random.default_rng(0)
    texts, worlds = [], []
    some = slice(None, None, 3)
    for text, world in zip(examples.instructions[some], examples.worlds[some], strict=True):
        new = rng.permutation(6)
        names = dict(zip(COLOURS, (COLOURS[i] for i in new), strict=True))
        texts.append(re.sub("|".join(COLOURS), lambda m, names=names: names[m[0]], text.casefold()))
        worlds.append(World.parse(np.concatenate([[0], new + 1]).astype(np.int8)[world.grid]))
    clarities = classifier.classify(ground(texts, worlds, classifier.backbone))
    recoloured = np.array([clarity.p_unclear for clarity in clarities])
    before = classifier.model.probabilities(examples.x)[some]
    assert np.abs(before - recoloured).mean() < 0.05


@needs_data
def test_the_networks_learn_on_recorded_rows(recorded):
    """A toy of the full job: a part of the rows, the real parts, judged out of fold."""
    examples, _ = recorded
    config = ClarityTrainingConfig(num_networks=3, num_inner_networks=1, epochs=8, learning_rate=1e-3)
    predictions = predict_out_of_fold(examples.x, examples.unclear, examples.folds, config)
    assert macro_f1(examples.unclear, predictions.unclear) > 0.6
    assert macro_f1(examples.unclear, np.zeros(len(examples.x))) < 0.5


@needs_data
def test_a_killed_training_resumes_to_the_same_weights(tmp_path, monkeypatch):
    """`kill -9` while networks are trained, then the same command again."""
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "cache"))
    small = tmp_path / "small.zip"
    with zipfile.ZipFile(DATA / "iglu_singleturn.zip") as source, zipfile.ZipFile(small, "w") as target:
        name = next(n for n in source.namelist() if n.endswith("clarifying_questions_train.csv"))
        table = pd.read_csv(io.BytesIO(source.read(name)))
        table = table[table["InputInstruction"].map(fold) < 3].head(48)  # Fewer folds are fewer networks.
        root = name[: -len("clarifying_questions_train.csv")]
        target.writestr(name, table.to_csv(index=False))
        for other in ("question_bank.csv", *set(table["InitializedWorldPath"])):
            target.writestr(f"{root}{other}", source.read(f"{root}{other}"))

    def told(work: str, out: str) -> list[object]:
        paths = ["--data", small, "--work", tmp_path / work, "--out", tmp_path / out]
        return ["clarity", *paths, "--epochs", 1]

    def done() -> int:
        return len(list((tmp_path / "a").glob("[!.]*.pt")))

    assert killed(command(app, "train", *told("a", "out_a")), lambda: done() >= 5, 600) == -9
    assert done() >= 5
    assert not (tmp_path / "out_a" / "clarity" / "config.json").exists()
    for work, out in (("a", "out_a"), ("b", "out_b")):
        monkeypatch.setattr(sys, "argv", ["train", *map(str, told(work, out))])
        with pytest.raises(SystemExit) as stopped:
            run(app)
        assert stopped.value.code == 0
    for name in ("model.safetensors", "config.json"):
        a, b = ((tmp_path / out / "clarity" / name).read_bytes() for out in ("out_a", "out_b"))
        assert a == b
