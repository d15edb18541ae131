"""What each part of the builder is worth: the same training without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import torch

from cq.building.example import BuildingExample, encode_examples
from cq.building.model.network import BuildingNetwork
from cq.building.model.scene_tensors import SceneTensors
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks, out_of_fold_predictions
from cq.building.training.recorded_builds import RecordedBuild
from cq.modeling.checkpoints import CheckpointStore
from cq.world import SHAPE

Grids = npt.NDArray[np.int8]
RECORDED = BuilderTrainingConfig(
    pretraining_epochs=0,
    language_epochs=0,
    synthetic_per_epoch=0,
    dialogues_per_epoch=0,
    aggregation_epochs=0,
)
"""Recorded rows only, so that synthetic tasks do not teach what an ablation leaves out."""


def ablations(
    rows: Sequence[RecordedBuild],
    embedder: TokenEmbedder,
    store: CheckpointStore,
) -> Iterator[tuple[str, Grids]]:
    """Names of what is left out, and the grids (n, 9, 11, 11) built without it, out of fold."""

    def built(rows: Sequence[RecordedBuild], config: BuilderTrainingConfig) -> Grids:
        networks = fold_networks(rows, embedder, config, store)
        return np.stack([one.grid for one in out_of_fold_predictions(rows, networks, embedder)])

    yield "recorded rows only", built(rows, RECORDED)
    yield "… without augmentation", built(rows, replace(RECORDED, augment=False))
    yield "… without language", built([replace(row, instruction="build") for row in rows], RECORDED)
    placed = built([_without_world(row) for row in rows], RECORDED)
    starts = np.stack([row.start for row in rows])
    yield "… without the world", np.where(starts > 0, starts, placed)


def most_likely_actions(
    rows: Sequence[RecordedBuild], networks: Mapping[int, BuildingNetwork], embedder: TokenEmbedder
) -> Grids:
    """Grids (n, 9, 11, 11) built by taking the most likely action at each step."""
    return np.stack(
        [
            one.grid
            for one in out_of_fold_predictions(
                rows, networks, embedder, num_samples=0, test_time_augmentation=False
            )
        ]
    )


def plan_alone(
    rows: Sequence[RecordedBuild], networks: Mapping[int, BuildingNetwork], embedder: TokenEmbedder
) -> Grids:
    """Grids (n, 9, 11, 11) built from stage one's plan, without stage two."""
    built = np.stack([row.start for row in rows])
    for i, row in enumerate(rows):
        frame = row.example.frame()
        (example,) = encode_examples([BuildingExample(row.instruction, row.start)], [frame], embedder)
        scene = SceneTensors.of([example])
        with torch.inference_mode():
            contents = networks[row.fold].encode(scene).plan.contents(scene)
        plan = frame.world_plan(contents.numpy().reshape(-1, *SHAPE))
        built[i] = most_likely_changes(plan, row.start)
    return built


def most_likely_changes(plan: npt.NDArray[np.float32], start: Grids) -> Grids:
    """The start grid with its most likely changes; their number maximises the expected changed F1.

    `plan` holds the probability of each content of each cell: (7, 9, 11, 11).
    """
    held = start[None].astype(np.int64)
    expected = (1 - np.take_along_axis(plan, held, 0)).sum()
    changes = np.array(plan)
    np.put_along_axis(changes, held, 0.0, axis=0)
    content, chance = changes.argmax(0).ravel(), changes.max(0).ravel()
    order = np.argsort(-chance, kind="stable")
    f1 = 2 * np.cumsum(chance[order]) / (np.arange(1, len(order) + 1) + expected)
    chosen = order[: int(f1.argmax()) + 1]
    built = np.array(start).ravel()
    built[chosen] = content[chosen]
    return built.reshape(SHAPE)


def _without_world(row: RecordedBuild) -> RecordedBuild:
    """The row in an empty world; its target is what the row adds."""

    def added(grid: Grids) -> Grids:
        return np.where(grid == row.start, 0, grid).astype(np.int8)

    second = None if row.built is None else added(row.built)
    return replace(row, start=np.zeros_like(row.start), target=added(row.target), built=second)
