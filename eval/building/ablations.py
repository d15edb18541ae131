"""What each part of the builder is worth: the same training with the part left out."""

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
from cq.modeling.checkpoints import Workshop
from cq.world import SHAPE

Grids = npt.NDArray[np.int8]
RECORDED = BuilderTrainingConfig(pretraining_epochs=0, synthetic_per_epoch=0, aggregation_epochs=0)
"""Recorded rows only: synthetic tasks could teach what an ablation leaves out."""


def ablations(
    rows: Sequence[RecordedBuild], embedder: TokenEmbedder, workshop: Workshop
) -> Iterator[tuple[str, Grids]]:
    """Names of what is left out, and what is built without it from each row, out of fold: (n, 9, 11, 11)."""

    def built(rows: Sequence[RecordedBuild], config: BuilderTrainingConfig) -> Grids:
        networks = fold_networks(rows, embedder, config, workshop)
        return np.stack([one.grid for one in out_of_fold_predictions(rows, networks, embedder)])

    yield "without recovery", built(rows, replace(BuilderTrainingConfig(), aggregation_epochs=0))
    yield "recorded rows only", built(rows, RECORDED)
    yield "… without augmentation", built(rows, replace(RECORDED, augment=False))
    yield "… without language", built([replace(row, instruction="build") for row in rows], RECORDED)
    placed = built([_without_world(row) for row in rows], RECORDED)
    starts = np.stack([row.start for row in rows])
    yield "… without the world", np.where(starts > 0, starts, placed)


def by_likeliest(
    rows: Sequence[RecordedBuild], networks: Mapping[int, BuildingNetwork], embedder: TokenEmbedder
) -> Grids:
    """What comes of the likeliest action each time."""
    predictions = out_of_fold_predictions(
        rows, networks, embedder, num_samples=0, test_time_augmentation=False
    )
    return np.stack([one.grid for one in predictions])


def by_plan_alone(
    rows: Sequence[RecordedBuild], networks: Mapping[int, BuildingNetwork], embedder: TokenEmbedder
) -> Grids:
    """What stage one alone would build."""
    built = np.stack([row.start for row in rows])
    for i, row in enumerate(rows):
        frame = row.example.frame()
        (example,) = encode_examples([BuildingExample(row.instruction, row.start)], [frame], embedder)
        scene = SceneTensors.of([example])
        with torch.inference_mode():
            contents = networks[row.fold].encode(scene).plan.contents(scene)
        plan = frame.world_plan(contents.numpy().reshape(-1, *SHAPE))
        built[i] = likeliest_changes(plan, row.start)
    return built


def likeliest_changes(plan: npt.NDArray[np.float32], start: Grids) -> Grids:
    """The likeliest changes by probabilities (7, 9, 11, 11) of each content, as many as make changed F1 the
    highest in expectation.
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
    """In an empty world, asking for what the row adds."""

    def added(grid: Grids) -> Grids:
        return np.where(grid == row.start, 0, grid).astype(np.int8)

    second = None if row.built is None else added(row.built)
    return replace(row, start=np.zeros_like(row.start), target=added(row.target), built=second)
