"""Training the linear ranking model on recorded rows."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import DATA, needs_data

import cq
from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.metrics import mean_reciprocal_rank
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.first_stage import BM25
from cq.ranking.index import QuestionIndex
from cq.ranking.training.examples import encode_examples, ranking_examples
from cq.ranking.training.fit_linear import (
    RankingTrainingConfig,
    fit_linear_model,
    out_of_fold_logits,
    rank_candidates,
)
from cq.reading.grounded import ground
from cq.training.ranking import train_ranking

TOY = RankingTrainingConfig(epochs=20)


@needs_data
def test_the_model_beats_bm25_on_recorded_rows(singleturn, backbone, anchors, tmp_path):
    """A toy of the full job: a quarter of the unclear rows, out of fold, over their candidates; then again
    from the models kept, as after a crash.
    """
    examples = ranking_examples(singleturn)[::4]
    bank = QuestionBank.parse(load_question_bank(DATA / "iglu_singleturn.zip"))
    positives = [example.positive for example in examples]
    bm25 = BM25(bank.questions)
    by_bm25 = []
    for example in examples:
        scores = bm25.scores(example.instruction)
        by_bm25.append(sorted(example.candidates, key=lambda qid: -scores[bank.index_of(qid)]))
    index = QuestionIndex(bank.questions, anchors)
    encoded = encode_examples(examples, bank, index, backbone)
    assert len(encoded) == len(examples)
    finished = []
    store = CheckpointStore(tmp_path, on_finished=lambda: finished.append(1))
    logits = out_of_fold_logits(encoded, TOY, store)
    ours = mean_reciprocal_rank(rank_candidates(examples, logits), positives)
    assert ours > 0.40
    assert ours > mean_reciprocal_rank(by_bm25, positives) + 0.02

    kept = sorted(tmp_path.iterdir())
    assert len(kept) == len(finished) == 5
    kept[0].unlink()
    again = out_of_fold_logits(encoded, TOY, store)
    assert all(np.array_equal(a, b) for a, b in zip(logits, again, strict=True))

    fitted = QuestionRanker(fit_linear_model(encoded, TOY), anchors.statistics, backbone)
    first = examples[0]
    (instruction,) = ground([first.instruction], [first.world], backbone)
    ranked = [q.qid for q in fitted.rank(bank, [instruction], candidates=[first.candidates])[0]]
    indices = np.array([bank.index_of(qid) for qid in first.candidates])
    assert ranked == rank_candidates([first], [fitted.logits(bank, instruction, indices)])[0]
    with pytest.raises(cq.InputError, match="got none"):
        encode_examples([], bank, fitted.index(bank), backbone)


def test_a_single_question_is_refused_before_the_training(tmp_path):
    """With no other question to rank below it, the fit would have one class."""
    (tmp_path / "rows.csv").write_text("instruction,clear,question\nBuild it.,no,How wide?\nGo.,yes,\n")
    rows, bank = load_singleturn(tmp_path / "rows.csv"), load_question_bank(tmp_path / "rows.csv")
    with pytest.raises(InputError, match="'How wide\\?'; ranking needs at least two"):
        train_ranking(
            rows,
            bank,
            Backbone.load(),
            1,
            lambda _: pytest.fail("the training has begun"),
            train_cross_encoder=False,
            cross_encoder=None,
        )
