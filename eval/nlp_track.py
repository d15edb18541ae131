"""The two questions of the IGLU 2022 NLP track: `python -m eval.nlp_track --data PATH --folds`.

With `--folds` every row is judged by a model fitted without its fold (and its thresholds and weights
chosen without it); without, the bundled weights are judged, which were trained on these very rows.
Intervals are 95 % bootstraps over groups of equal instructions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from cq.backbone import Backbone, RememberingBackbone
from cq.clarity import training as clarity_training
from cq.clarity.features import feature_names
from cq.clarity.model import inputs
from cq.data import load_question_bank, load_singleturn, normalise, stack_grids
from cq.files import write_text
from cq.metrics import (
    average_precision,
    bootstrap_interval,
    expected_calibration_error,
    macro_f1,
    mean_reciprocal_rank,
    recall_at_k,
    track_bin,
)
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank
from cq.ranking import training as ranking_training
from cq.ranking.training import AskedRow
from cq.world import World
from eval.ranking_baselines import baselines
from eval.tables import console, print_table

Array = npt.NDArray[Any]
Figures = dict[str, Any]


@dataclass(frozen=True)
class ClarityRows:
    """The input of the classifier for all rows, its labels, folds, and instruction groups."""

    x: Array
    unclear: Array
    folds: Array
    groups: Array


def main(
    data: Annotated[
        Path | None, typer.Option(help="Single-turn folder or zip; by default in CQ_DATA.")
    ] = None,
    folds: Annotated[bool, typer.Option("--folds", help="Judge out of fold, by models fitted here.")] = False,
    samples: Annotated[int, typer.Option(help="Bootstrap samples.")] = 1000,
    out: Annotated[Path | None, typer.Option(help="Also write the figures as JSON.")] = None,
) -> None:
    dataset = load_singleturn(data)
    bank = QuestionBank.parse(load_question_bank(data))
    rows = ranking_training.asked_rows(dataset)
    pipeline = Pipeline.from_pretrained()
    backbone = RememberingBackbone(Backbone.load() if folds else pipeline.backbone)
    when, what = (
        (
            _clarity_folds(_clarity_rows(dataset, backbone), samples),
            _ranking_folds(rows, bank, backbone, samples),
        )
        if folds
        else (
            _clarity_bundled(_clarity_rows(dataset, backbone), pipeline, samples),
            _ranking_bundled(rows, bank, pipeline, samples),
        )
    )
    judged = "out of fold" if folds else "bundled weights, SEEN IN TRAINING"
    print_table(f"When to ask, {len(dataset):,} rows, {judged}", when)
    print_table(f"What to ask, {len(rows):,} unclear rows, {judged}", what)
    if out is not None:
        write_text(out, json.dumps({"judged": judged, "when": when, "what": what}, indent=1) + "\n")


def _clarity_rows(dataset: Any, backbone: Backbone) -> ClarityRows:
    texts = dataset["instruction"][:]
    worlds = [World.parse(grid) for grid in stack_grids(dataset, "start")]
    return ClarityRows(
        inputs(backbone, texts, worlds),
        np.array(dataset["label"][:]),
        np.array(dataset["fold"][:]),
        np.array([normalise(text) for text in texts]),
    )


def _clarity_folds(rows: ClarityRows, samples: int) -> dict[str, Figures]:
    width = rows.x.shape[1] - len(feature_names())
    about_world = np.array([not name.startswith("words") for name in feature_names()])
    text, explicit = rows.x[:, :width], rows.x[:, width:]
    parts = {
        "explicit features alone": explicit,
        "sentence vector alone": text,
        "sentence vector + words": np.hstack([text, explicit[:, ~about_world]]),
        "sentence vector + world and agreement": np.hstack([text, explicit[:, about_world]]),
        "sentence vector + all (ours)": rows.x,
    }
    majority = clarity_training.OutOfFold(
        np.full(len(rows.unclear), rows.unclear.mean()), np.zeros(len(rows.unclear), dtype=bool)
    )
    table = {"always clear": _clarity_figures(rows, majority, samples)}
    for name, x in parts.items():
        judged = clarity_training.out_of_fold(x, rows.unclear, rows.folds)
        table[name] = _clarity_figures(rows, judged, samples)
        console.print(f"  {name}: {table[name]['macro-F1']}", style="dim")
    return table


def _clarity_bundled(rows: ClarityRows, pipeline: Pipeline, samples: int) -> dict[str, Figures]:
    head = pipeline.classifier.head
    p = head.probabilities(rows.x)
    return {"bundled": _clarity_figures(rows, clarity_training.OutOfFold(p, p > head.threshold), samples)}


def _clarity_figures(rows: ClarityRows, judged: clarity_training.OutOfFold, samples: int) -> Figures:
    def interval(metric: Callable[..., float], predicted: Array) -> str:
        return str(bootstrap_interval(metric, rows.unclear, predicted, groups=rows.groups, samples=samples))

    return {
        "macro-F1": interval(macro_f1, judged.unclear),
        "track bin": track_bin(macro_f1(rows.unclear, judged.unclear)),
        "average precision": interval(average_precision, judged.p_unclear),
        "calibration error": round(expected_calibration_error(rows.unclear, judged.p_unclear), 3),
    }


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
