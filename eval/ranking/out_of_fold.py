"""Out-of-fold rankings over each row's candidates and under the track's protocol."""

from __future__ import annotations

from collections.abc import Sequence

from tqdm import tqdm

from cq.encoder.backbone import Backbone
from cq.meaning.grounded import ground
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.cross_encoder import CrossEncoderStage
from cq.ranking.reading import Anchors
from cq.ranking.training.cross_encoder import fit_cross_encoder, out_of_fold_cross_encoder_logits
from cq.ranking.training.examples import EncodedExamples, RankingExample
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.linear import RankingTrainingConfig, fit_by_fold, out_of_fold_logits
from cq.ranking.training.listwise import CrossEncoderTrainingConfig
from cq.track import repeats_last
from eval.ranking.scores import Rankings


def out_of_fold_fusion(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoded: EncodedExamples,
    backbone: Backbone,
    store: CheckpointStore,
) -> Fusion:
    """The ranker of each fold: its linear model and its cross-encoder, trained on all other folds."""
    linear = out_of_fold_logits(encoded, RankingTrainingConfig(), store)
    cross_encoder = out_of_fold_cross_encoder_logits(
        examples, bank, backbone.encoder, CrossEncoderTrainingConfig(), store
    )
    return Fusion(linear, cross_encoder, encoded.positives, encoded.folds)


def track_rankings(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoded: EncodedExamples,
    anchors: Anchors,
    fusion: Fusion,
    store: CheckpointStore,
) -> tuple[Rankings, list[str]]:
    """Rankings of texts under the track's protocol, as the submission gives them, and the positive texts.

    Every row ranks one list of all questions that people asked, with repeats. The evaluator looks for the
    first place of the positive text.
    """
    texts = [bank[example.positive] for example in examples]
    listed, backbone = QuestionBank.parse(texts), anchors.backbone
    instructions = ground([one.instruction for one in examples], [one.world for one in examples], backbone)
    rankings: Rankings = [[] for _ in examples]
    for k, model in fit_by_fold(encoded, RankingTrainingConfig(), store).items():
        others = [example for example in examples if example.fold != k]
        cross_encoder = fit_cross_encoder(others, bank, backbone.encoder, CrossEncoderTrainingConfig(), store)
        stage = CrossEncoderStage(cross_encoder, fusion.weight(without=k))
        ranker = QuestionRanker(model, anchors.statistics, backbone, stage)
        held_out = [i for i, example in enumerate(examples) if example.fold == k]
        for i in tqdm(held_out, desc=f"fold {k}", disable=None):
            (ranked,) = ranker.rank(listed, [instructions[i]])
            rankings[i] = repeats_last([question.question for question in ranked])
    return rankings, texts


def track_label(num_questions: int) -> str:
    """The name in tables of `track_rankings` over a list of so many questions."""
    return f"cq, under the track's protocol: one list of {num_questions}, with repeats"
