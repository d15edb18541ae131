"""What to ask: baselines, stages, and the track's protocol.

Every ranking is judged out of fold over the row's candidates. Intervals are 95 % bootstraps over groups of
equal instructions. A question counts as seen if a row of the training folds has the same question text. The
last line follows the official evaluator instead: every row ranks one list of all questions that people asked,
repeats included. Trained models are kept in `--work`, so that a killed run resumes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tqdm import tqdm

from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.cross_encoder import CrossEncoderStage
from cq.ranking.index import QuestionIndex
from cq.ranking.reading import Anchors
from cq.ranking.training.cross_encoder import fit_cross_encoder, out_of_fold_cross_encoder_logits
from cq.ranking.training.examples import EncodedExamples, RankingExample, encode_examples, ranking_examples
from cq.ranking.training.fit_linear import (
    RankingTrainingConfig,
    fit_by_fold,
    out_of_fold_logits,
    rank_candidates,
)
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.listwise import CrossEncoderTrainingConfig
from cq.reading.grounded import ground
from cq.track import repeats_last
from cq.world import World
from eval.options import RANKING_WORK, Data, Out, RowsOut, Samples, Work
from eval.output import show, write_rows
from eval.ranking.baselines import baselines
from eval.ranking.scores import Rankings, Scores, ranking_scores


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = RANKING_WORK,
    rows: RowsOut = None,
    out: Out = None,
) -> None:
    examples = ranking_examples(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    backbone = Backbone.load()
    anchors = Anchors.fit(backbone, bank.questions)
    index = QuestionIndex(bank.questions, anchors)
    store = CheckpointStore(work)
    encoded = encode_examples(examples, bank, index, backbone)
    table: dict[str, Scores] = {}

    def add(name: str, rankings: Rankings, positives: Sequence[str] | None = None) -> None:
        table[name] = ranking_scores(examples, bank, rankings, samples, positives)
        tqdm.write(f"  {name}: {table[name]['MRR']}")

    for name, rankings in baselines(examples, bank, backbone).items():
        add(name, rankings)
    in_empty_world = [replace(example, world=World.parse()) for example in examples]
    blind = encode_examples(in_empty_world, bank, index, backbone)
    logits = out_of_fold_logits(blind, RankingTrainingConfig(), store)
    add("linear model without the world", rank_candidates(examples, logits))
    # The ranker of each fold: its linear model and its cross-encoder, trained on all other folds.
    fusion = Fusion(
        out_of_fold_logits(encoded, RankingTrainingConfig(), store),
        out_of_fold_cross_encoder_logits(
            examples, bank, backbone.encoder, CrossEncoderTrainingConfig(), store
        ),
        encoded.positives,
        encoded.folds,
    )
    add("linear model alone", rank_candidates(examples, fusion.linear))
    add("cross-encoder alone", rank_candidates(examples, fusion.cross))
    ours = rank_candidates(examples, fusion.logits())
    add("cross-encoder + linear model (cq)", ours)
    ranks = [ranked.index(example.positive) + 1 for ranked, example in zip(ours, examples, strict=True)]
    write_rows(rows, fold=encoded.folds, rank=ranks)
    track = f"cq, under the track's protocol: one list of {len(examples)}, with repeats"
    add(track, *track_rankings(examples, bank, encoded, anchors, fusion, store))
    pool = round(sum(len(one.candidates) for one in examples) / len(examples))
    show({f"What to ask, {len(examples):,} rows, pools of {pool}": table}, out)


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
