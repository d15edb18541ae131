"""Fitting the building network, and judging it on folds it has not seen."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn

from cq.building.batch import batch_of
from cq.building.network import BuildingNetwork, building_loss
from cq.building.rows import BuildRow
from cq.building.tasks import Task, examples_of
from cq.building.words import WordReader
from cq.epochs import Training
from cq.workshop import Workshop

CHUNK = 64
"""Batches among whose rows those of like size are put together; padding costs more than all else."""


@dataclass(frozen=True)
class BuildRecipe:
    """How it is trained. Where a second person built from the same words, the result stands in for the
    architect's target in a share `second` of the passes. The rate rises over `warm_up` steps, then falls
    along a half cosine.
    """

    epochs: int = 30
    rows: int = 32
    rate: float = 1e-3
    warm_up: int = 200
    decay: float = 0.02
    second: float = 0.25
    seed: int = 0


def fit_network(
    rows: Sequence[BuildRow], reader: WordReader, recipe: BuildRecipe, workshop: Workshop | None = None
) -> BuildingNetwork:
    """Fit on all rows. Each finished epoch is kept in the workshop, where a killed job goes on."""
    digest = hashlib.sha256(repr(recipe).encode())
    for row in rows:
        grids = (row.start, row.target, row.start if row.built is None else row.built)
        digest.update(row.instruction.encode() + b"".join(grid.tobytes() for grid in grids))
    training: Training[BuildingNetwork] = Training(
        lambda: BuildingNetwork(reader.width),
        partial(_optimiser, recipe),
        partial(_epoch, recipe, rows, reader),
        recipe.seed,
    )
    return training.fit(recipe.epochs, f"building network {digest.hexdigest()}", workshop)


def _optimiser(recipe: BuildRecipe, network: BuildingNetwork) -> torch.optim.AdamW:
    """Weight decay for matrices only."""
    matrices = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [{"params": matrices}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, recipe.rate, betas=(0.9, 0.98), weight_decay=recipe.decay)


def _epoch(
    recipe: BuildRecipe,
    rows: Sequence[BuildRow],
    reader: WordReader,
    network: BuildingNetwork,
    optimiser: torch.optim.AdamW,
    epoch: int,
) -> None:
    rng = random.Random(f"{recipe.seed} {epoch}")
    batches = list(_batches(rows, recipe.rows, rng))
    for i, some in enumerate(batches):
        step = epoch * len(batches) + i
        done = step / (recipe.epochs * len(batches))
        rate = recipe.rate * min(1.0, (step + 1) / recipe.warm_up) * (1.01 + math.cos(math.pi * done)) / 2
        for group in optimiser.param_groups:
            group["lr"] = rate
        drawn = examples_of([_drawn(row, recipe, rng) for row in some], reader, rng)
        loss = building_loss(network, batch_of([example for example, _ in drawn]))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()


def _batches(rows: Sequence[BuildRow], size: int, rng: random.Random) -> Iterator[list[BuildRow]]:
    """All rows once, in batches of about equally many changes, blocks and words."""
    order = rng.sample(list(rows), len(rows))
    batches = []
    for first in range(0, len(order), size * CHUNK):
        chunk = sorted(order[first : first + size * CHUNK], key=_size)
        batches += [chunk[i : i + size] for i in range(0, len(chunk), size)]
    rng.shuffle(batches)
    yield from batches


def _size(row: BuildRow) -> tuple[int, int, int]:
    changes, blocks = int(np.count_nonzero(row.start != row.target)), int(np.count_nonzero(row.start))
    return changes // 3, blocks // 8, len(row.instruction)


def _drawn(row: BuildRow, recipe: BuildRecipe, rng: random.Random) -> Task:
    """A row with one of its two targets."""
    second = row.built is not None and rng.random() < recipe.second
    return Task(row.instruction, row.start, row.built if second else row.target)
