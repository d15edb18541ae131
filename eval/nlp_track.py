"""The two questions of the IGLU 2022 NLP track: `python -m eval.nlp_track --data PATH --folds`.

With `--folds` every row is judged by a model fitted without its fold (and its thresholds and weights
chosen without it); without, the bundled weights are judged, which were trained on these very rows.
Intervals are 95 % bootstraps over groups of equal instructions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from cq.backbone import Backbone, RememberingBackbone
from cq.clarity.rows import ClarityRows, clarity_rows
from cq.clarity.training import OutOfFold, Recipe, Workshop, out_of_fold
from cq.data import load_question_bank, load_singleturn, normalise
from cq.files import write_text
from cq.metrics import bootstrap_interval, mean_reciprocal_rank, recall_at_k
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.ranking import training as ranking_training
from cq.ranking.training import AskedRow
from eval.clarity import WORK, always_clear, clarity_figures
from eval.ranking_baselines import baselines
from eval.tables import print_table

Figures = dict[str, Any]


def main(
    data: Annotated[
        Path | None, typer.Option(help="Single-turn folder or zip; by default in CQ_DATA.")
    ] = None,
    folds: Annotated[bool, typer.Option("--folds", help="Judge out of fold, by models fitted here.")] = False,
    samples: Annotated[int, typer.Option(help="Bootstrap samples.")] = 1000,
    work: Annotated[Path, typer.Option(help="Folder of finished networks.")] = WORK,
    out: Annotated[Path | None, typer.Option(help="Also write the figures as JSON.")] = None,
) -> None:
    dataset = load_singleturn(data)
    bank = QuestionBank.parse(load_question_bank(data))
    rows = ranking_training.asked_rows(dataset)
    pipeline = Pipeline.from_pretrained()
    backbone = RememberingBackbone(Backbone.load() if folds else pipeline.backbone)
    when, what = (
        (
            _clarity_folds(clarity_rows(dataset, backbone), work, samples),
            _ranking_folds(rows, bank, backbone, samples),
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
    if out is not None:
        write_text(out, json.dumps({"judged": judged, "when": when, "what": what}, indent=1) + "\n")


def _clarity_folds(rows: ClarityRows, work: Path, samples: int) -> dict[str, Figures]:
    ours = out_of_fold(rows.x, rows.targets, rows.folds, Recipe(explicit=rows.explicit), Workshop(work))
    return {
        "always clear": clarity_figures(rows, always_clear(rows), samples),
        "ours": clarity_figures(rows, ours, samples),
    }


def _clarity_bundled(rows: ClarityRows, pipeline: Pipeline, samples: int) -> dict[str, Figures]:
    fitted = pipeline.classifier.fitted
    p = fitted.probabilities(rows.x)
    return {"bundled": clarity_figures(rows, OutOfFold(p, p > fitted.threshold, {}), samples)}


def _ranking_folds(
    rows: Sequence[AskedRow], bank: QuestionBank, backbone: Backbone, samples: int
) -> dict[str, Figures]:
    asked = [row.qid for row in rows]
    table = {
        name: _ranking_figures(rows, rankings, asked, samples)
        for name, rankings in baselines(rows, bank, backbone).items()
    }
    rankers = ranking_training.fit_by_fold(rows, bank, backbone)
    fused = [[q.qid for q in row] for row in ranking_training.out_of_fold(rankers, rows, bank)]
    table["BM25, then cosine (ours)"] = _ranking_figures(rows, fused, asked, samples)
    # The official evaluator gives every row the whole list of asked questions, repeats included, and looks
    # the asked text up at its first place.
    texts = [bank[qid] for qid in asked]
    official = ranking_training.out_of_fold(rankers, rows, QuestionBank.parse(texts), pools=False)
    ranked_texts = [[q.question for q in row] for row in official]
    name = f"ours, official list of {len(texts)} with repeats"
    table[name] = _ranking_figures(rows, ranked_texts, texts, samples)
    return table


def _ranking_bundled(
    rows: Sequence[AskedRow], bank: QuestionBank, pipeline: Pipeline, samples: int
) -> dict[str, Figures]:
    ranked = pipeline.ranker.rank(
        bank, [r.instruction for r in rows], [r.world for r in rows], pools=[r.pool for r in rows]
    )
    rankings = [[q.qid for q in row] for row in ranked]
    return {"bundled": _ranking_figures(rows, rankings, [row.qid for row in rows], samples)}


def _ranking_figures(
    rows: Sequence[AskedRow], rankings: Sequence[Sequence[str]], asked: Sequence[str], samples: int
) -> Figures:
    groups = np.array([normalise(row.instruction) for row in rows])
    reciprocal = {
        cutoff: np.array(
            [mean_reciprocal_rank([r], [a], cutoff=cutoff) for r, a in zip(rankings, asked, strict=True)]
        )
        for cutoff in (None, 20)
    }
    return {
        "MRR": str(bootstrap_interval(np.mean, reciprocal[None], groups=groups, samples=samples)),
        "MRR@20": str(bootstrap_interval(np.mean, reciprocal[20], groups=groups, samples=samples)),
        **{f"recall@{k}": round(recall_at_k(rankings, asked, k), 3) for k in (1, 5, 20)},
    }


if __name__ == "__main__":
    from cq.cli import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
