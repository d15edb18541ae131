"""Training the builder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cq.building import NetworkBuilder
from cq.building.confidence import Confidence
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks, out_of_fold_builds
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.fit import fine_tune_network, fit_network
from cq.building.training.recorded_builds import recorded_builds
from cq.encoder.backbone import Backbone
from cq.metrics import changed_f1, corpus_changed_f1, grid_f1
from cq.training.trained import OpenStore, Trained

if TYPE_CHECKING:
    import datasets

CACHED_TEXTS = 40_000
"""Texts whose vectors stay in memory: all recorded instructions in all their canonical frames."""


def train_building(
    dataset: datasets.Dataset,
    backbone: Backbone,
    config: BuilderTrainingConfig,
    open_store: OpenStore,
    *,
    short: bool = False,
    initial: Path | None = None,
) -> Trained[NetworkBuilder]:
    """A builder trained first on synthetic tasks and dialogues, then on the rows with a target; or, with
    `initial`, the folder of a pipeline, its builder fine-tuned.

    The networks of the folds, for the figures and the confidence, are trained half as long on the rows; so
    is the builder itself if `short`.
    """
    rows, dialogues = recorded_builds(dataset), training_dialogues()
    embedder = TokenEmbedder(backbone, CACHED_TEXTS, half_precision=True)
    of_folds = config.shortened()
    config = of_folds if short else config
    epochs_of_folds = of_folds.total_epochs * len({row.fold for row in rows})
    with open_store(config.total_epochs + epochs_of_folds) as store:
        networks = fold_networks(rows, embedder, of_folds, store, dialogues)
        predictions = out_of_fold_builds(rows, networks, backbone)
        if initial is None:
            network = fit_network(rows, embedder, config, store, dialogues)
        else:
            trained = NetworkBuilder.from_pretrained(initial / "building", backbone).networks[0]
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
    return Trained(NetworkBuilder([network], confidence, backbone), info)
