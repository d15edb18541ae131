"""Train the builder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from cq.building import NetworkBuilder
from cq.building.confidence import Confidence
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks, out_of_fold_predictions
from cq.building.training.fit import fit_network
from cq.building.training.recorded_builds import recorded_builds
from cq.data import load_singleturn
from cq.metrics import changed_f1, corpus_changed_f1, grid_f1
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.cards import building_card
from pipelines.training.job import BackboneName, Data, Epochs, Out, TrainingJob, Work, changed_option

CACHED_TEXTS = 40_000
"""Texts whose vectors stay in memory: all recorded instructions in all their canonical frames."""


def building(
    data: Data = None,
    out: Out = WEIGHTS,
    backbone: BackboneName = None,
    work: Work = Path("runs/building"),
    epochs: Epochs = BuilderTrainingConfig.epochs,
    synthetic_tasks: Annotated[
        int, typer.Option(min=16, help="Synthetic tasks per epoch.")
    ] = BuilderTrainingConfig.num_synthetic_tasks,
) -> None:
    """Fit the builder: first on synthetic tasks, then on the rows."""
    rows = recorded_builds(load_singleturn(data))
    options = changed_option("synthetic-tasks", synthetic_tasks, BuilderTrainingConfig.num_synthetic_tasks)
    options += changed_option("epochs", epochs, BuilderTrainingConfig.epochs)
    job = TrainingJob("building", data, out, backbone, options)
    embedder = TokenEmbedder(job.backbone, CACHED_TEXTS)
    config = BuilderTrainingConfig(
        num_synthetic_tasks=synthetic_tasks,
        epochs=epochs,
        synthetic_per_epoch=synthetic_tasks * 3 // 16,
        num_synthetic_sessions=synthetic_tasks * 3 // 16,
    )
    with job.store(work, config.total_epochs * (len({row.fold for row in rows}) + 1)) as store:
        networks = fold_networks(rows, embedder, config, store)
        predictions = out_of_fold_predictions(rows, networks, embedder)
        network = fit_network(rows, embedder, config, store)
    clear = np.array([row.clear for row in rows])
    starts, targets = np.stack([row.start for row in rows]), np.stack([row.target for row in rows])
    built = np.stack([prediction.grid for prediction in predictions])
    scores = corpus_changed_f1(built[clear], targets[clear], starts[clear])
    info = {
        "rows": len(rows),
        "out_of_fold": {
            "changed_f1_weighted": round(scores.weighted, 4),
            "changed_f1": round(scores.plain, 4),
            "grid_f1": round(float(grid_f1(built[clear], targets[clear]).mean()), 4),
        },
    }
    confidence = Confidence.fit(predictions, changed_f1(built, targets, starts))
    NetworkBuilder([network], confidence, job.backbone).save_pretrained(out / "building", info)
    job.finish(info, building_card(info, job.backbone.name, job.source))
