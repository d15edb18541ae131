"""The report's section on what to build."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks, out_of_fold_predictions
from cq.building.training.recorded_builds import recorded_builds
from cq.encoder.backbone import Backbone
from cq.metrics import changed_f1
from cq.modeling.checkpoints import Workshop
from eval.building.baselines import by_rules, majority_action
from eval.building.figures import REMEMBERED, Scored, confidence_table
from eval.report.markdown import Report, quoted
from eval.report.plots import worlds
from eval.report.runs import Run
from eval.report.sections.slices import by_length

ANCHORS = {
    "the competition's language-to-blocks module": {"changed F1, weighted": "0.313"},
    "a prompted large language model, whole grid, free shift and turn": {"grid F1": "0.72 to 0.80"},
}
WORST = 3


def building_section(
    report: Report, dataset: Any, backbone: Backbone, work: Path, runs: Path, samples: int
) -> None:
    """Tables and errors with their worlds; saves the runs of the rules and of ours."""
    rows = recorded_builds(dataset)
    embedder, scored = TokenEmbedder(backbone, REMEMBERED), Scored(rows, samples)
    clear = np.array([row.clear for row in rows])
    networks = fold_networks(rows, embedder, BuilderTrainingConfig(), Workshop(work))
    predictions = out_of_fold_predictions(rows, networks, embedder)
    built = np.stack([one.grid for one in predictions])
    grids = {
        "no change": scored.start,
        "majority action": majority_action(rows),
        "rules": by_rules(rows),
        "ours": built,
    }
    for name in ("rules", "ours"):
        _run(name, scored, grids[name], clear).save(runs / f"building, {name}.json")
    report.section("What to build", "python -m eval.building.figures --no-slow")
    report.text(
        f"{int(clear.sum()):,} clear rows with a target; each built by networks fitted on the other folds. "
        "Changed F1 compares the changed cells in place, grid F1 the whole grid, free of place and turn."
    )
    table: dict[str, Any] = {name: scored.figures(grid, clear) for name, grid in grids.items()}
    report.beside_published("builder", ANCHORS, table)
    report.table("beside a second person", scored.beside_a_second_person(built, clear))
    report.table("label and skill", scored.by_kind(built))
    lengths = by_length([row.instruction for row in rows], lambda of: scored.figures(built, of & clear))
    report.table("words in the instruction, clear rows", lengths)
    report.table("confidence", confidence_table(rows, predictions, scored))
    _errors(report, scored, built, clear)


def _run(name: str, scored: Scored, built: Any, clear: Any) -> Run:
    columns = {
        "changed_f1": changed_f1(built, scored.target, scored.start)[clear],
        "changed_cells": scored.weights[clear],
    }
    places = np.flatnonzero(clear).tolist()
    keys = [f"{i} {scored.rows[i].instruction[:20]}" for i in places]
    return Run("building", name, keys, scored.groups[clear].tolist(), columns)


def _errors(report: Report, scored: Scored, built: Any, clear: Any) -> None:
    report.text(
        "**Worst errors.** Clear rows of which a second person built exactly what was meant, and we the "
        "least: the most changed cells among those with nothing right."
    )
    scores = changed_f1(built, scored.target, scored.start)
    agreed = np.array(
        [row.built is not None and np.array_equal(row.built, row.target) for row in scored.rows]
    )
    of = np.flatnonzero(clear & agreed)
    order = of[np.lexsort((-scored.weights[of], scores[of]))]
    if not len(order):
        report.text("There are no such rows.")
    for number, i in enumerate(order[:WORST].tolist(), start=1):
        grids = {"before": scored.start[i], "meant": scored.target[i], "built": built[i]}
        report.text(quoted(scored.rows[i].instruction))
        report.figure(
            f"building-error-{number}",
            f"changed F1 {scores[i]:.2f} over {scored.weights[i]} cells",
            partial(worlds, grids=grids),
            11,
            4.2,
        )
