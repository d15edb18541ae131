"""The two leaderboards of the IGLU 2022 NLP track: when to ask, and what to ask.

With `--folds`, models are trained here and every row is judged by one that was trained without its fold, and
whose thresholds and weights were chosen without it. Otherwise the bundled weights are judged, which were
trained on these rows. Intervals are 95 % bootstraps over groups of equal instructions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from cq.clarity.examples import ClarityExamples, clarity_examples
from cq.clarity.training import ClarityTrainingConfig, OutOfFoldPredictions, predict_out_of_fold
from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone
from cq.meaning.grounded import ground
from cq.modeling.checkpoints import CheckpointStore
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.index import QuestionIndex
from cq.ranking.reading import Anchors
from cq.ranking.training.examples import RankingExample, encode_examples, ranking_examples
from cq.ranking.training.linear import rank_candidates
from eval.clarity.baselines import always_clear
from eval.clarity.scores import clarity_scores
from eval.options import Data, Out, Samples, WorkRoot
from eval.output import write_json
from eval.ranking.baselines import bm25_rankings
from eval.ranking.out_of_fold import out_of_fold_fusion, track_label, track_rankings
from eval.ranking.scores import ranking_scores

Scores = dict[str, Any]


def main(
    data: Data = None,
    folds: Annotated[
        bool, typer.Option("--folds", help="Judge out of fold, with models trained here.")
    ] = False,
    samples: Samples = 1000,
    work: WorkRoot = Path("runs"),
    out: Out = None,
) -> None:
    dataset = load_singleturn(data)
    bank = QuestionBank.parse(load_question_bank(data))
    examples = ranking_examples(dataset)
    pipeline = Pipeline.from_pretrained()
    backbone = Backbone.load() if folds else pipeline.backbone
    when, what = (
        (
            _clarity_folds(clarity_examples(dataset, backbone), work / "clarity", samples),
            _ranking_folds(examples, bank, backbone, work / "ranking", samples),
        )
        if folds
        else (
            _clarity_bundled(clarity_examples(dataset, backbone), pipeline, samples),
            _ranking_bundled(examples, bank, pipeline, samples),
        )
    )
    judged = "out of fold" if folds else "bundled weights, SEEN IN TRAINING"
    print_table(f"When to ask, {len(dataset):,} rows, {judged}", when)
    print_table(f"What to ask, {len(examples):,} unclear rows, {judged}", what)
    write_json(out, {"judged": judged, "when": when, "what": what})


def _clarity_folds(examples: ClarityExamples, work: Path, samples: int) -> dict[str, Scores]:
    config = ClarityTrainingConfig()
    predictions = predict_out_of_fold(
        examples.x, examples.targets, examples.folds, config, CheckpointStore(work)
    )
    return {
        "always clear": clarity_scores(examples, always_clear(examples), samples),
        "cq": clarity_scores(examples, predictions, samples),
    }


def _clarity_bundled(examples: ClarityExamples, pipeline: Pipeline, samples: int) -> dict[str, Scores]:
    clarities = pipeline.classify(list(examples.instructions), examples.worlds)
    predictions = OutOfFoldPredictions(
        np.array([clarity.p_unclear for clarity in clarities]),
        np.array([not clarity.is_clear for clarity in clarities]),
        {},
    )
    return {"bundled": clarity_scores(examples, predictions, samples)}


def _ranking_folds(
    examples: Sequence[RankingExample], bank: QuestionBank, backbone: Backbone, work: Path, samples: int
) -> dict[str, Scores]:
    anchors = Anchors.fit(backbone, bank.questions)
    encoded = encode_examples(examples, bank, QuestionIndex(bank.questions, anchors), backbone)
    store = CheckpointStore(work)
    fusion = out_of_fold_fusion(examples, bank, encoded, backbone, store)
    rankings, texts = track_rankings(examples, bank, encoded, anchors, fusion, store)
    return {
        "BM25 (first stage)": ranking_scores(examples, bank, bm25_rankings(examples, bank), samples),
        "cq": ranking_scores(examples, bank, rank_candidates(examples, fusion.logits()), samples),
        track_label(len(examples)): ranking_scores(examples, bank, rankings, samples, texts),
    }


def _ranking_bundled(
    examples: Sequence[RankingExample], bank: QuestionBank, pipeline: Pipeline, samples: int
) -> dict[str, Scores]:
    ranker = pipeline.ranker
    assert isinstance(ranker, QuestionRanker)
    instructions = ground(
        [one.instruction for one in examples], [one.world for one in examples], ranker.backbone
    )
    ranked = ranker.rank(bank, instructions, candidates=[one.candidates for one in examples])
    rankings = [[question.qid for question in one] for one in ranked]
    return {"bundled": ranking_scores(examples, bank, rankings, samples)}
