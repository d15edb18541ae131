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
from cq.building.training.cross_validation import fold_networks, out_of_fold_builds
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.fit import fine_tune_network, fit_network
from cq.building.training.recorded_builds import recorded_builds
from cq.data import load_singleturn
from cq.metrics import changed_f1, corpus_changed_f1, grid_f1
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.cards import building_card
from pipelines.training.job import (
    BackboneName,
    Data,
    Epochs,
    Out,
    TrainingJob,
    Work,
    changed_option,
    last_name,
)

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
    short: Annotated[
        bool,
        typer.Option("--short", help="Train half as long on the rows, as for the folds."),
    ] = False,
    initial: Annotated[
        Path | None,
        typer.Option(help="Fine-tune the builder of this folder instead of training a new one.", exists=True),
    ] = None,
) -> None:
    """Fit the builder: first on synthetic tasks and dialogues, then on the rows. The networks of the folds,
    for the figures and the confidence, are trained half as long on the rows.
    """
    rows, dialogues = recorded_builds(load_singleturn(data)), training_dialogues()
    options = changed_option("synthetic-tasks", synthetic_tasks, BuilderTrainingConfig.num_synthetic_tasks)
    options += changed_option("epochs", epochs, BuilderTrainingConfig.epochs)
    options += " --short" if short else ""
    options += f" --initial {last_name(str(initial))}" if initial else ""
    job = TrainingJob("building", data, out, backbone, options)
    embedder = TokenEmbedder(job.backbone, CACHED_TEXTS, half_precision=True)
    config = BuilderTrainingConfig(
        num_synthetic_tasks=synthetic_tasks,
        num_language_tasks=synthetic_tasks * 3 // 4,
        epochs=epochs,
        synthetic_per_epoch=synthetic_tasks // 8,
        num_synthetic_sessions=synthetic_tasks * 3 // 16,
    )
    of_folds = config.shortened()
    config = of_folds if short else config
    epochs_of_folds = of_folds.total_epochs * len({row.fold for row in rows})
    with job.store(work, config.total_epochs + epochs_of_folds) as store:
        networks = fold_networks(rows, embedder, of_folds, store, dialogues)
        predictions = out_of_fold_builds(rows, networks, job.backbone)
        if initial is None:
            network = fit_network(rows, embedder, config, store, dialogues)
        else:
            trained = NetworkBuilder.from_pretrained(initial / "building", job.backbone).networks[0]
            network = fine_tune_network(trained, rows, embedder, config, store, dialogues)
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
