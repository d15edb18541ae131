"""The cross-encoder's training: its lists, resuming, and logits out of fold."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from forked import started
from toy_cross_encoder import (
    LONGER,
    PAIRS,
    TEXT,
    TOY,
    WORLD,
    save_tiny_bert,
    toy_examples,
)

import cq
from cq.encoder.encoder import Encoder
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.cross_encoder.stage import cross_logits
from cq.ranking.training.cross_encoder import (
    fit_cross_encoder,
    held_out_logits,
    out_of_fold_cross_encoder_logits,
)
from cq.ranking.training.examples import RankingExample
from cq.ranking.training.listwise import listwise_examples


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_bert(tmp_path_factory.mktemp("tiny"))


def test_negatives_are_resampled_in_each_epoch():
    rows, bank = toy_examples()
    first, second = (listwise_examples(rows, bank, TOY, epoch) for epoch in range(2))
    assert first == listwise_examples(rows, bank, TOY, 0)
    assert first != listwise_examples(rows, bank, replace(TOY, seed=1), 0)
    assert len(first) == len(rows)
    assert {one.query for one in first} != {one.query for one in second}
    for example in [*first, *second]:
        assert len(example.docs) == 1 + TOY.hard_negatives + TOY.easy_negatives
        assert example.docs[0] not in example.docs[1:]


def test_only_the_upper_layers_are_trained_and_a_killed_job_ends_with_the_same_weights(tiny, tmp_path):
    encoder = Encoder.load(str(tiny))
    rows, bank = toy_examples()
    state = torch.get_rng_state()
    whole = fit_cross_encoder(rows, bank, encoder, TOY, CheckpointStore(tmp_path / "kept"))
    assert torch.equal(torch.get_rng_state(), state)
    delta = whole.delta()
    assert {name.split(".")[2] for name in delta if name.startswith("encoder")} == {"1", "2"}
    assert not any(name.startswith("embeddings") for name in delta)

    kept = fit_cross_encoder(rows, bank, encoder, TOY, CheckpointStore(tmp_path / "kept"))
    np.testing.assert_array_equal(kept.logits(PAIRS), whole.logits(PAIRS))
    again = fit_cross_encoder(rows, bank, encoder, TOY)
    np.testing.assert_array_equal(again.logits(PAIRS), whole.logits(PAIRS))

    deeper = fit_cross_encoder(rows, bank, encoder, replace(TOY, frozen_layers=2)).delta()
    assert {name.split(".")[2] for name in deeper if name.startswith("encoder")} == {"2"}
    with pytest.raises(cq.InputError, match="frozen_layers is 3, and the encoder has 3 layers"):
        fit_cross_encoder(rows, bank, encoder, replace(TOY, frozen_layers=3))


def test_a_job_killed_within_a_training_run_resumes_there(tiny, tmp_path):
    """Killed in an epoch, it continues there and ends with the same weights."""
    running, epochs = tmp_path / "running", []
    encoder, (rows, bank) = Encoder.load(str(tiny)), toy_examples()

    def count() -> None:
        epochs.append(1)
        if len(epochs) == 3:
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGKILL)).start()

    job = started(lambda: fit_cross_encoder(rows, bank, encoder, LONGER, CheckpointStore(running, count)))
    job.join()
    assert job.exitcode == -signal.SIGKILL
    assert 3 <= len(list(running.glob("*.pt"))) < LONGER.epochs
    resumed = fit_cross_encoder(rows, bank, encoder, LONGER, CheckpointStore(running))
    whole = fit_cross_encoder(rows, bank, encoder, LONGER)
    np.testing.assert_array_equal(resumed.logits(PAIRS), whole.logits(PAIRS))


def test_the_most_frequent_question_gets_the_highest_logit(tiny):
    """What nearly everyone asks comes first."""
    encoder = Encoder.load(str(tiny))
    bank = QuestionBank.parse(["which tower", "where to place", "two on the block"])
    asked = [bank.qids[0]] * 10 + list(bank.qids[1:])
    rows = [RankingExample(f"place {i}", WORLD, qid, bank.qids, 0) for i, qid in enumerate(asked)]
    config = replace(TOY, epochs=10, learning_rate=1e-2, head_learning_rate=1e-2)
    found = cross_logits(fit_cross_encoder(rows, bank, encoder, config), TEXT, WORLD, bank.questions)
    assert found[0] > found[1:].max() + 1


def test_held_out_logits_are_those_of_each_fold(tiny, tmp_path):
    encoder = Encoder.load(str(tiny))
    rows, bank = toy_examples()
    store = CheckpointStore(tmp_path)
    judged = out_of_fold_cross_encoder_logits(rows, bank, encoder, TOY, store)
    assert [len(found) for found in judged] == [len(row.candidates) for row in rows]
    one = held_out_logits(1, rows, bank, encoder, TOY, store)
    assert sorted(one) == [i for i, row in enumerate(rows) if row.fold == 1]
    model = fit_cross_encoder([row for row in rows if row.fold != 1], bank, encoder, TOY)
    for i, found in one.items():
        np.testing.assert_array_equal(found, judged[i])
        np.testing.assert_array_equal(found, cross_logits(model, rows[i].instruction, WORLD, bank.questions))
