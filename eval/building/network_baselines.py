"""Trains a baseline network on the other folds' rows and builds each fold's rows with it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from cq.building.example import BuildingExample
from cq.building.training.fit import recorded_digest
from cq.building.training.recorded_builds import RecordedBuild
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.trainer import ResumableTrainer

EPOCHS, BATCH_SIZE = 12, 32

Grids = npt.NDArray[np.int8]
Network = TypeVar("Network", bound=nn.Module)
Batch = TypeVar("Batch")


def out_of_fold_builds(
    rows: Sequence[RecordedBuild],
    name: str,
    create: Callable[[], Network],
    make_batch: Callable[[Sequence[BuildingExample], random.Random], Batch],
    loss: Callable[[Network, Batch], torch.Tensor],
    build: Callable[[Network, RecordedBuild], Grids],
    learning_rate: float,
    max_grad_norm: float,
    store: CheckpointStore | None,
) -> Grids:
    """The grids (n, 9, 11, 11) that `build` makes from each row, with a network that has not seen its fold.

    `make_batch` draws the frames of a batch's examples. `name` identifies the baseline in the store. The
    learning rate falls linearly from epoch to epoch.
    """
    built = np.stack([row.start for row in rows])
    for fold in sorted({row.fold for row in rows}):
        others = [row for row in rows if row.fold != fold]
        trainer = ResumableTrainer(
            create,
            lambda network: torch.optim.AdamW(network.parameters(), learning_rate),
            _linear_by_epoch,
            partial(_batches, [row.example for row in others], make_batch),
            loss,
            max_grad_norm,
        )
        network = trainer.fit(EPOCHS, f"{name}, {recorded_digest(others)}", store)
        for i in (i for i, row in enumerate(rows) if row.fold == fold):
            built[i] = build(network, rows[i])
    return built


def _linear_by_epoch(step: int, steps: int) -> float:
    return 1 - (step * EPOCHS // steps) / EPOCHS


def _batches(
    examples: Sequence[BuildingExample],
    make_batch: Callable[[Sequence[BuildingExample], random.Random], Batch],
    epoch: int,
) -> tuple[int, Iterator[Batch]]:
    """The number of batches of an epoch, and the batches, in random order."""
    rng = random.Random(epoch)
    order = rng.sample(examples, len(examples))
    starts = range(0, len(order), BATCH_SIZE)
    return len(starts), (make_batch(order[start : start + BATCH_SIZE], rng) for start in starts)
