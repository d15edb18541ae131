"""The two leaderboards of the IGLU 2022 NLP track: when to ask, and what to ask.

With `--folds`, models are trained here and every row is judged by one that was trained without its fold, and
whose thresholds and weights were chosen without it. Otherwise the bundled weights are judged, which were
trained on these very rows. Intervals are 95 % bootstraps over groups of equal instructions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cq.clarity.examples import ClarityRows, clarity_rows
from cq.clarity.training import OutOfFold, out_of_fold
from cq.clarity.training import Recipe as ClarityRecipe
from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn
from cq.encoder.backbone import Backbone, RememberingBackbone
from cq.modeling.checkpoints import Workshop
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.ranking.index import QuestionIndex, References
from cq.ranking.training.examples import AskedRow, asked_rows
from cq.ranking.training.networks import by_logits, ranking_rows
from eval.clarity.baselines import always_clear
from eval.clarity.scores import clarity_scores
from eval.options import Data, Out, Samples, WorkRoot
from eval.output import write_json
from eval.ranking.baselines import bm25_rankings
from eval.ranking.out_of_fold import out_of_fold_fusion, track_rankings
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
    rows = asked_rows(dataset)
    pipeline = Pipeline.from_pretrained()
    backbone = RememberingBackbone(Backbone.load() if folds else pipeline.backbone)
    when, what = (
        (
            _clarity_folds(clarity_rows(dataset, backbone), work / "clarity", samples),
            _ranking_folds(rows, bank, backbone, work / "ranking", samples),
        )
        if folds
        else (
            _clarity_bundled(clarity_rows(dataset, backbone), pipeline, samples),
            _ranking_bundled(rows, bank, pipeline, samples),
        )
    )
    judged = "out of fold" if folds else "bundled weights, SEEN IN TRAINING"
    print_table(f"When to ask, {len(dataset):,} rows, {judged}", when)
    print_table(f"What to ask, {len(rows):,} unclear rows, {judged}", what)
    write_json(out, {"judged": judged, "when": when, "what": what})


def _clarity_folds(rows: ClarityRows, work: Path, samples: int) -> dict[str, Scores]:
    ours = out_of_fold(
        rows.x, rows.targets, rows.folds, ClarityRecipe(explicit=rows.explicit), Workshop(work)
    )
    return {
        "always clear": clarity_scores(rows, always_clear(rows), samples),
        "ours": clarity_scores(rows, ours, samples),
    }


def _clarity_bundled(rows: ClarityRows, pipeline: Pipeline, samples: int) -> dict[str, Scores]:
    fitted = pipeline.classifier.fitted
    p = fitted.probabilities(rows.x)
    return {"bundled": clarity_scores(rows, OutOfFold(p, p > fitted.threshold, {}), samples)}


def _ranking_folds(
    rows: Sequence[AskedRow], bank: QuestionBank, backbone: Backbone, work: Path, samples: int
) -> dict[str, Scores]:
    references = References.fit(backbone, bank.questions)
    read = ranking_rows(rows, bank, QuestionIndex(bank.questions, references))
    checkpoints = Workshop(work)
    fusion = out_of_fold_fusion(rows, bank, read, backbone, checkpoints)
    rankings, texts = track_rankings(rows, bank, read, references, fusion, checkpoints)
    return {
        "BM25": ranking_scores(rows, bank, bm25_rankings(rows, bank), samples),
        "ours": ranking_scores(rows, bank, by_logits(rows, fusion.logits()), samples),
        f"ours, official list of {len(rows)} with repeats": ranking_scores(
            rows, bank, rankings, samples, texts
        ),
    }


def _ranking_bundled(
    rows: Sequence[AskedRow], bank: QuestionBank, pipeline: Pipeline, samples: int
) -> dict[str, Scores]:
    ranked = pipeline.ranker.rank(
        bank, [r.instruction for r in rows], [r.world for r in rows], pools=[r.pool for r in rows]
    )
    rankings = [[q.qid for q in row] for row in ranked]
    return {"bundled": ranking_scores(rows, bank, rankings, samples)}
