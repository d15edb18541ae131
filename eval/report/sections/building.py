"""The report's section on what to build."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks, out_of_fold_builds
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.recorded_builds import recorded_builds
from cq.encoder.backbone import Backbone
from cq.metrics import changed_f1
from cq.modeling.checkpoints import CheckpointStore
from eval.building.baselines import language, most_frequent_action
from eval.building.calibration import confidence_table
from eval.building.evaluate import CACHED_TEXTS
from eval.building.scores import BuildScorer
from eval.comparison.run import Run
from eval.report.plots import worlds
from eval.report.report import Report, quoted
from eval.report.sections.slices import by_length

PUBLISHED = {
    "the competition's language-to-blocks module": {"changed F1, weighted": "0.313"},
    "a prompted large language model, whole grid, free shift and turn": {"grid F1": "0.72 to 0.80"},
}
WORST = 3


def building_section(
    report: Report, dataset: Any, backbone: Backbone, work: Path, runs: Path, samples: int
) -> None:
    """Add tables and the worst errors with their worlds; save the runs of the language alone and of cq."""
    rows = recorded_builds(dataset)
    embedder, scorer = TokenEmbedder(backbone, CACHED_TEXTS), BuildScorer(rows, samples)
    clear = np.array([row.clear for row in rows])
    config, store = BuilderTrainingConfig().shortened(), CheckpointStore(work)
    networks = fold_networks(rows, embedder, config, store, training_dialogues())
    predictions = out_of_fold_builds(rows, networks, backbone)
    built = np.stack([one.grid for one in predictions])
    grids = {
        "no change": scorer.start,
        "most frequent action": most_frequent_action(rows),
        "language alone": language(rows),
        "cq": built,
    }
    for name in ("language alone", "cq"):
        _run(name, scorer, grids[name], clear).save(runs / f"building, {name}.json")
    report.section("What to build", "python -m eval building --no-baselines")
    report.text(
        f"{int(clear.sum()):,} clear rows with a target; each built by networks trained on the other folds. "
        "Changed F1 compares the changed cells in place, grid F1 the whole grid, free of place and turn."
    )
    table: dict[str, Any] = {name: scorer.scores(grid, clear) for name, grid in grids.items()}
    report.table_with_published("builder", PUBLISHED, table)
    report.table("against a second person", scorer.against_second_person(built, clear))
    report.table("label and skill", scorer.by_kind(built))
    lengths = by_length(
        [row.instruction for row in rows], lambda chosen: scorer.scores(built, chosen & clear)
    )
    report.table("words in the instruction, clear rows", lengths)
    report.table("confidence", confidence_table(rows, predictions, scorer))
    _errors(report, scorer, built, clear)


def _run(name: str, scorer: BuildScorer, built: Any, clear: Any) -> Run:
    columns = {
        "changed_f1": changed_f1(built, scorer.target, scorer.start)[clear],
        "changed_cells": scorer.weights[clear],
    }
    places = np.flatnonzero(clear).tolist()
    keys = [f"{i} {scorer.rows[i].instruction[:20]}" for i in places]
    return Run("building", name, keys, scorer.groups[clear].tolist(), columns)


def _errors(report: Report, scorer: BuildScorer, built: Any, clear: Any) -> None:
    report.text(
        "**Worst errors.** Clear rows that a second person built exactly right, with the lowest changed F1; "
        "among equals those with the most changed cells."
    )
    scores = changed_f1(built, scorer.target, scorer.start)
    agreed = np.array(
        [row.built is not None and np.array_equal(row.built, row.target) for row in scorer.rows]
    )
    of = np.flatnonzero(clear & agreed)
    order = of[np.lexsort((-scorer.weights[of], scores[of]))]
    if not len(order):
        report.text("There are no such rows.")
    for number, i in enumerate(order[:WORST].tolist(), start=1):
        grids = {"before": scorer.start[i], "target": scorer.target[i], "built": built[i]}
        report.text(quoted(scorer.rows[i].instruction))
        report.figure(
            f"building-error-{number}",
            f"changed F1 {scores[i]:.2f} over {scorer.weights[i]} cells",
            partial(worlds, grids=grids),
            11,
            4.2,
        )
