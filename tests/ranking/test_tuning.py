"""Tuning a `CrossEncoder` of sentence-transformers: what it learns, what is saved, and resuming."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sentence_transformers
import torch
from toy_cross_encoder import PAIRS, TEXT, TOY, WORLD, tiny_config, tiny_tokenizer, toy_examples

from cq.ranking import QuestionBank
from cq.ranking.cross_encoder.stage import cross_logits
from cq.ranking.training import tuning
from cq.ranking.training.examples import RankingExample
from cq.ranking.training.tuning import out_of_fold_tuned_logits, tune_cross_encoder


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from transformers import BertForSequenceClassification

    folder = tmp_path_factory.mktemp("source")
    torch.manual_seed(0)
    BertForSequenceClassification(tiny_config(2, num_labels=1)).save_pretrained(folder)
    tiny_tokenizer().save_pretrained(folder)
    return folder


def test_the_question_that_nearly_everyone_asks_gets_the_highest_logit(source):
    bank = QuestionBank.parse(["which tower", "where to place", "two on the block"])
    asked = [bank.qids[0]] * 10 + list(bank.qids[1:])
    rows = [RankingExample(f"place {i}", WORLD, qid, bank.qids, 0) for i, qid in enumerate(asked)]
    config = replace(TOY, epochs=10, learning_rate=1e-2)
    found = cross_logits(tune_cross_encoder(source, rows, bank, config), TEXT, WORLD, bank.questions)
    assert found[0] > found[1:].max() + 1


def test_what_is_tuned_is_a_folder_of_the_library_and_is_read_again(source, tmp_path):
    rows, bank = toy_examples()
    model = tune_cross_encoder(source, rows, bank, TOY, tmp_path)
    (folder,) = tmp_path.iterdir()
    library = sentence_transformers.CrossEncoder(str(folder), local_files_only=True)
    raw = library.predict(PAIRS, activation_fn=torch.nn.Identity(), show_progress_bar=False)
    np.testing.assert_allclose(raw, model.logits(PAIRS), atol=1e-6)
    again = tune_cross_encoder(source, rows, bank, TOY, tmp_path)
    np.testing.assert_array_equal(again.logits(PAIRS), model.logits(PAIRS))
    untuned = sentence_transformers.CrossEncoder(str(source), local_files_only=True)
    assert not np.allclose(raw, untuned.predict(PAIRS, activation_fn=torch.nn.Identity()), atol=1e-5)


class Killed(Exception):
    """Stands for the end of the process."""


def test_a_killed_job_goes_on_at_its_last_checkpoint_and_ends_with_the_same_weights(
    source, tmp_path, monkeypatch
):
    from transformers import TrainerCallback

    rows, bank = toy_examples()
    config = replace(TOY, epochs=4)
    monkeypatch.setattr(tuning, "STEPS_KEPT", 2)
    whole = tune_cross_encoder(source, rows, bank, config, tmp_path / "whole")

    class Kill(TrainerCallback):
        def on_save(self, *_: object, **__: object) -> None:
            raise Killed

    make = tuning._trainer

    def killed(*arguments):
        trainer = make(*arguments)
        trainer.add_callback(Kill())
        return trainer

    monkeypatch.setattr(tuning, "_trainer", killed)
    with pytest.raises(Killed):
        tune_cross_encoder(source, rows, bank, config, tmp_path / "killed")
    assert list((tmp_path / "killed").glob("*-steps/checkpoint-2"))
    monkeypatch.setattr(tuning, "_trainer", make)
    resumed = tune_cross_encoder(source, rows, bank, config, tmp_path / "killed")
    np.testing.assert_allclose(resumed.logits(PAIRS), whole.logits(PAIRS), atol=1e-6)


def test_logits_out_of_fold_come_from_models_without_the_fold(source, tmp_path):
    rows, bank = toy_examples()
    found = out_of_fold_tuned_logits(source, rows, bank, TOY, tmp_path)
    others = tune_cross_encoder(source, [row for row in rows if row.fold != 1], bank, TOY)
    for row, logits in zip(rows, found, strict=True):
        if row.fold == 1:
            expected = cross_logits(others, row.instruction, row.world, [bank[qid] for qid in row.candidates])
            np.testing.assert_allclose(logits, expected, atol=1e-6)
