"""The cross-encoder: what it reads, how it is trained, kept and resumed, and how its word is weighed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from conftest import DATA, needs_data
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.data import load_question_bank
from cq.encoder.backbone import Backbone
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.checkpoints import Workshop
from cq.ranking import QuestionBank, Ranker, own_bank
from cq.ranking.cross_encoder import LONGEST, CrossEncoder, CrossStage, cross_logits, fused, situation
from cq.ranking.training.cross_encoder import CrossRecipe, fit_cross_encoder, out_of_fold_cross_logits
from cq.ranking.training.examples import asked_rows
from cq.ranking.training.fusion import Fusion
from cq.world import World

TOY = CrossRecipe(epochs=2, rows=4, hard=2, easy=1)
WORLD = World.parse([(0, 63, 0, "red"), (1, 63, 0, "red"), (0, 63, 2, "blue")])
TEXT = "Place two green blocks on the red tower"
logits = st.lists(st.floats(-5, 5), min_size=2, max_size=12)


@pytest.fixture(scope="module")
def backbone() -> Backbone:
    return Backbone.load()


def test_the_situation_counts_the_blocks():
    assert situation(TEXT, WORLD) == f"{TEXT} (there: 2 red, 1 blue)"
    assert situation(TEXT, World.parse()) == f"{TEXT} (there: nothing)"


def test_untrained_it_is_the_backbone(backbone):
    """The mean of the last states of the joined word pieces, by the encoder itself."""
    model = CrossEncoder(backbone.bert()).eval()
    question = "Which tower do you mean?"
    first, second = backbone.tokenize([situation(TEXT, WORLD), question])
    ids = torch.tensor([first + second[1:]])
    with torch.inference_mode():
        last = backbone.encoder.states(ids, torch.ones_like(ids, dtype=torch.bool))[-1]
        expected = model.head(last.mean(1)).item()
    assert cross_logits(model, TEXT, WORLD, [question])[0] == pytest.approx(expected, abs=1e-5)


def test_a_question_is_scored_alike_alone_and_among_others(backbone):
    model = CrossEncoder(backbone.bert()).eval()
    questions = own_bank().questions[:40]
    together = cross_logits(model, TEXT, WORLD, questions)
    alone = [cross_logits(model, TEXT, WORLD, [q])[0] for q in questions]
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_a_long_instruction_is_cut_and_the_question_is_not(backbone):
    model = CrossEncoder(backbone.bert()).eval()
    long = " ".join(["block"] * 300)
    rows = model._ids([(long, "Which tower?"), (long, "Which wall?")])
    assert [len(row) for row in rows] == [LONGEST, LONGEST]
    assert rows[0] != rows[1]
    end = backbone.tokenize(["Which tower?"])[0][1:]
    assert rows[0][-len(end) :] == end


@given(logits, st.floats(0, 2), st.data())
def test_unread_questions_get_the_least_of_the_read(values, weight, data):
    network = np.array(values)
    read = np.array(data.draw(st.lists(st.integers(0, len(values) - 1), min_size=1, unique=True)))
    cross = np.array(data.draw(st.lists(st.floats(-5, 5), min_size=len(read), max_size=len(read))))
    joined = fused(network, cross, read, weight)
    np.testing.assert_allclose(joined[read], network[read] + weight * cross)
    others = np.setdiff1d(np.arange(len(values)), read)
    np.testing.assert_allclose(joined[others], network[others] + weight * cross.min())


def test_the_weight_is_chosen_without_the_fold():
    """Where the cross-encoder is right on all folds but one, only that one trusts it."""
    n, folds = 40, np.arange(40) % 4
    asked = np.zeros(n, dtype=np.int64)
    network = [np.array([0.0, 0.5, 0.0])] * n
    right, wrong = np.array([1.0, 0.0, 0.0]), np.array([-1.0, 1.0, 1.0])
    mixed = Fusion(network, [wrong if k else right for k in folds], asked, folds)
    assert mixed.weight(without=0) == 0
    trusted = Fusion(network, [right if k else wrong for k in folds], asked, folds)
    assert trusted.weight(without=0) >= 0.5
    joined = trusted.logits()
    assert joined[1].argmax() == 0
    assert joined[0].argmax() != 0


@needs_data
def test_training_resumes_to_the_same_weights_and_a_saved_ranker_scores_alike(singleturn, backbone, tmp_path):
    rows = [row for row in asked_rows(singleturn) if row.fold < 2][:12]
    bank = QuestionBank.parse(load_question_bank(DATA / "iglu_singleturn.zip"))
    state = torch.get_rng_state()
    workshop = Workshop(tmp_path / "kept")
    model = fit_cross_encoder(rows, bank, backbone.bert(), TOY, workshop)
    assert torch.equal(torch.get_rng_state(), state)
    kept = sorted((tmp_path / "kept").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert len(kept) == TOY.epochs
    kept[-1].unlink()
    again = fit_cross_encoder(rows, bank, backbone.bert(), TOY, workshop)
    parameters = zip(model.parameters(), again.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in parameters)

    judged = out_of_fold_cross_logits(rows, bank, backbone.bert(), TOY, workshop)
    assert [len(found) for found in judged] == [len(row.pool) for row in rows]

    bundled = Ranker.from_pretrained(WEIGHTS / "ranking", backbone)
    ranker = Ranker(bundled.ensemble, bundled.scale, backbone, CrossStage(model, 0.5, depth=8))
    ranker.save_pretrained(tmp_path / "saved", {})
    # Weights are kept at half precision, so that a second saving changes nothing more.
    once = Ranker.from_pretrained(tmp_path / "saved", backbone)
    once.save_pretrained(tmp_path / "saved", {})
    twice = Ranker.from_pretrained(tmp_path / "saved", backbone)
    asked = (own_bank(), [TEXT], [WORLD])
    assert once.rank(*asked) == twice.rank(*asked)
    assert {q.qid for q in once.rank(*asked)[0]} == set(own_bank().qids)

    repeated = QuestionBank.parse(own_bank().questions * 2)
    ranked = once.rank(repeated, [TEXT], [WORLD])[0]
    assert len({(q.question, q.score) for q in ranked}) == len(own_bank())


def test_another_encoder_is_refused(tmp_path: Path):
    backbone = Backbone("another", object())  # type: ignore[arg-type]
    with pytest.raises(cq.InputError, match=r"'another' is none; give a BERT"):
        backbone.bert()
