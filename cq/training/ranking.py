"""Training the ranker: its linear model, its cross-encoder, and the weight of the latter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cq.encoder.backbone import Backbone
from cq.errors import InputError, excerpt
from cq.metrics import mean_reciprocal_rank
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.cross_encoder import CrossEncoder, CrossEncoderStage
from cq.ranking.cross_encoder.pairs import Logits
from cq.ranking.fit import FitModel
from cq.ranking.index import QuestionIndex
from cq.ranking.reading import Anchors
from cq.ranking.training.cross_encoder import (
    candidate_logits,
    fit_cross_encoder,
    out_of_fold_cross_encoder_logits,
)
from cq.ranking.training.examples import RankingExample, encode_examples, ranking_examples
from cq.ranking.training.fit_linear import (
    RankingTrainingConfig,
    fit_linear_model,
    out_of_fold_logits,
    rank_candidates,
)
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.listwise import CrossEncoderTrainingConfig
from cq.ranking.training.tuning import out_of_fold_tuned_logits, tune_cross_encoder
from cq.training.trained import OpenStore, Trained

if TYPE_CHECKING:
    import datasets

    from cq.ranking.cross_encoder.prefix import PrefixCrossEncoder


def check_bank(questions: Mapping[str, str]) -> None:
    """Raise `InputError` for a bank of id → text with a single question; rows without questions make it
    empty.
    """
    if len(questions) == 1:
        only = next(iter(questions.values()))
        raise InputError(f"the only question is {excerpt(only)}; ranking needs at least two")


def train_ranking(
    dataset: datasets.Dataset,
    questions: Mapping[str, str],
    backbone: Backbone,
    epochs: int,
    open_store: OpenStore,
    *,
    train_cross_encoder: bool,
    cross_encoder: str | None,
    tune: bool = False,
    kept: CrossEncoderStage | None = None,
) -> Trained[QuestionRanker]:
    """A ranker trained on the rows of a data set with a question of the bank `questions`, id → text.

    Its cross-encoder is trained too if `train_cross_encoder`, or read from `cross_encoder`, a folder or a
    hub's model id, and tuned on the rows if `tune`. Raises `InputError` if all questions are in one fold, or
    if the bank has a single one.
    """
    check_bank(questions)
    examples, bank = ranking_examples(dataset), QuestionBank.parse(questions)
    anchors = Anchors.fit(backbone, bank.questions)
    encoded = encode_examples(examples, bank, QuestionIndex(bank.questions, anchors), backbone)
    config = RankingTrainingConfig(epochs=epochs)
    folds = len(np.unique(encoded.folds))
    trains = train_cross_encoder and cross_encoder is None and kept is None
    # Of each cross-encoder its epochs are kept, and of a fold's also its logits.
    epochs_of_all = (folds + 1) * CrossEncoderTrainingConfig().epochs
    with open_store(folds + 1 + trains * (epochs_of_all + folds)) as store:
        logits = out_of_fold_logits(encoded, config, store)
        linear_model = fit_linear_model(encoded, config, store)
        stage = kept
        if trains or (cross_encoder is not None and kept is None):
            cross_logits, model = _cross_encoder(examples, bank, backbone, cross_encoder, tune, store)
            fusion = Fusion(logits, cross_logits, encoded.positives, encoded.folds)
            logits, stage = fusion.logits(), CrossEncoderStage(model, fusion.weight())
    rankings, positives = rank_candidates(examples, logits), [example.positive for example in examples]
    info = {
        "rows": len(examples),
        "bank": len(bank),
        "cross_weight": stage.weight if stage else 0.0,
        "judged_alone": kept is not None,
        "out_of_fold": {
            "mrr": round(mean_reciprocal_rank(rankings, positives), 4),
            "mrr@20": round(mean_reciprocal_rank(rankings, positives, cutoff=20), 4),
        },
    }
    fit = FitModel.train(encoded)
    return Trained(QuestionRanker(linear_model, anchors.statistics, backbone, stage, fit=fit), info)


def _cross_encoder(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    backbone: Backbone,
    source: str | None,
    tune: bool,
    store: CheckpointStore,
) -> tuple[list[Logits], CrossEncoder | PrefixCrossEncoder]:
    """The logits of every example's candidates by a cross-encoder that has not seen its fold, and the final
    cross-encoder: trained, or read from `source`, which has seen none of the examples, and tuned.
    """
    if source is not None and tune:
        config = CrossEncoderTrainingConfig()
        logits = out_of_fold_tuned_logits(source, examples, bank, config, store.folder)
        return logits, tune_cross_encoder(source, examples, bank, config, store.folder)
    if source is not None:
        model = CrossEncoder(source)
        return [candidate_logits(model, example, bank) for example in examples], model
    config, encoder = CrossEncoderTrainingConfig(), backbone.encoder
    logits = out_of_fold_cross_encoder_logits(examples, bank, encoder, config, store)
    return logits, fit_cross_encoder(examples, bank, encoder, config, store)
