"""Train the ranker: its networks, its cross-encoder, and the weight of the latter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.metrics import mean_reciprocal_rank
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.cards import ranking_card
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.cross_encoder import CrossEncoder, CrossEncoderStage
from cq.ranking.cross_encoder.pairs import Logits
from cq.ranking.index import Anchors, QuestionIndex
from cq.ranking.training.cross_encoder import (
    candidate_logits,
    fit_cross_encoder,
    out_of_fold_cross_encoder_logits,
)
from cq.ranking.training.examples import RankingExample, encode_examples, ranking_examples
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.listwise import CrossEncoderTrainingConfig
from cq.ranking.training.networks import (
    RankingTrainingConfig,
    fit_networks,
    out_of_fold_logits,
    rank_candidates,
)
from pipelines.training.job import (
    BackboneName,
    Data,
    Epochs,
    Out,
    TrainingJob,
    Work,
    changed_option,
    console,
    last_name,
)


def ranking(
    data: Data = None,
    out: Out = WEIGHTS,
    backbone: BackboneName = None,
    work: Work = Path("runs/ranking"),
    epochs: Epochs = RankingTrainingConfig.epochs,
    train_cross_encoder: Annotated[
        bool,
        typer.Option(
            "--train-cross-encoder/--no-cross-encoder",
            help="Also train the cross-encoder, which takes most of the time.",
        ),
    ] = True,
    cross_encoder: Annotated[
        str | None,
        typer.Option(help="A CrossEncoder to use instead of training ours: a folder or a hub's model id."),
    ] = None,
) -> None:
    """Fit the ranker."""
    examples = ranking_examples(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    options = changed_option("epochs", epochs, RankingTrainingConfig.epochs)
    options += "" if train_cross_encoder else " --no-cross-encoder"
    options += "" if cross_encoder is None else f" --cross-encoder {last_name(cross_encoder)}"
    job = TrainingJob("ranking", data, out, backbone, options)
    console.print(f"reading {len(examples):,} rows with a question, and a bank of {len(bank):,} …")
    anchors = Anchors.fit(job.backbone, bank.questions)
    encoded = encode_examples(examples, bank, QuestionIndex(bank.questions, anchors), job.backbone)
    config = RankingTrainingConfig(epochs=epochs)
    folds = len(np.unique(encoded.folds))
    trains = train_cross_encoder and cross_encoder is None
    total = config.num_networks * (folds + 1) + trains * (2 * folds + 1)
    with job.store(work, total) as store:
        logits = out_of_fold_logits(encoded, config, store)
        networks = fit_networks(encoded, config, store)
        stage = None
        if train_cross_encoder or cross_encoder is not None:
            cross_logits, model = _cross_encoder(examples, bank, job.backbone, cross_encoder, store, work)
            fusion = Fusion(logits, cross_logits, encoded.positives, encoded.folds)
            logits, stage = fusion.logits(), CrossEncoderStage(model, fusion.weight())
    rankings, positives = rank_candidates(examples, logits), [example.positive for example in examples]
    info = {
        "rows": len(examples),
        "bank": len(bank),
        "cross_weight": stage.weight if stage else 0.0,
        "out_of_fold": {
            "mrr": round(mean_reciprocal_rank(rankings, positives), 4),
            "mrr@20": round(mean_reciprocal_rank(rankings, positives, cutoff=20), 4),
        },
    }
    ranker = QuestionRanker(networks, anchors.statistics, job.backbone, stage)
    ranker.save_pretrained(out / "ranking", info)
    job.finish(info, ranking_card(info, job.backbone.name, config.num_networks, job.source))


def _cross_encoder(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    backbone: Backbone,
    source: str | None,
    store: CheckpointStore,
    work: Path,
) -> tuple[list[Logits], CrossEncoder]:
    """The logits of every example's candidates by a cross-encoder that has not seen its fold, and the
    cross-encoder to use: trained, or read from `source`, which has seen none of the examples.
    """
    if source is not None:
        model = CrossEncoder.from_pretrained(source)
        return [candidate_logits(model, example, bank) for example in examples], model
    config, bert, checkpoints = CrossEncoderTrainingConfig(), backbone.bert(), work / "checkpoints"
    logits = out_of_fold_cross_encoder_logits(examples, bank, bert, config, store, checkpoints)
    return logits, fit_cross_encoder(examples, bank, bert, config, store, checkpoints)
