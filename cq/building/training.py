"""Fitting the building network: first on made-up tasks, then on recorded ones."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn

from cq.building.attempts import Attempt, attempts
from cq.building.batch import Lesson
from cq.building.generated import generated_task
from cq.building.network import BuildingNetwork, building_loss
from cq.building.rows import BuildRow
from cq.building.tasks import Task, examples_of
from cq.building.words import WordReader
from cq.epochs import Training
from cq.workshop import Workshop

CHUNK = 64
"""Batches among whose rows those of like size are put together; padding costs more than all else."""

Draw = Callable[[random.Random], Sequence[Task]]


@dataclass(frozen=True)
class BuildRecipe:
    """How it is trained: `first_epochs` over `made_up` tasks, new ones each, then `epochs` over the rows.

    Where a second person built from the same words, the result stands in for the architect's target in a
    share `second` of the passes. In both parts the rate rises over `warm_up` steps, then falls along a half
    cosine.
    """

    epochs: int = 12
    first_epochs: int = 6
    made_up: int = 8000
    rows: int = 32
    rate: float = 1e-3
    warm_up: int = 200
    decay: float = 0.02
    second: float = 0.25
    seed: int = 0


def epochs_to_train(folds: int, recipe: BuildRecipe) -> int:
    """Epochs that `out_of_fold_attempts` and `fit_network` on all rows finish together."""
    return (folds + 1) * (recipe.epochs + recipe.first_epochs)


def fit_network(
    rows: Sequence[BuildRow], reader: WordReader, recipe: BuildRecipe, workshop: Workshop | None = None
) -> BuildingNetwork:
    """Fit on all rows. Each finished epoch is kept in the workshop, where a killed job goes on."""
    digest = hashlib.sha256(repr(recipe).encode())
    for row in rows:
        grids = (row.start, row.target, row.start if row.built is None else row.built)
        digest.update(row.instruction.encode() + b"".join(grid.tobytes() for grid in grids))
    begun = None
    if recipe.first_epochs:
        first = f"building network, made-up tasks {recipe}"
        begun = _training(recipe, recipe.first_epochs, partial(_made_up, recipe), reader).fit(
            recipe.first_epochs, first, workshop
        )
    training = _training(recipe, recipe.epochs, partial(_recorded, recipe, rows), reader)
    return training.fit(recipe.epochs, f"building network {digest.hexdigest()}", workshop, begun)


def out_of_fold_attempts(
    rows: Sequence[BuildRow], reader: WordReader, recipe: BuildRecipe, workshop: Workshop | None = None
) -> list[Attempt]:
    """An attempt at each row by a network fitted on the rows of the other folds."""
    found: dict[int, Attempt] = {}
    for fold in sorted({row.fold for row in rows}):
        network = fit_network([row for row in rows if row.fold != fold], reader, recipe, workshop)
        held = [i for i, row in enumerate(rows) if row.fold == fold]
        found |= zip(held, attempts([network], [rows[i].task for i in held], reader), strict=True)
    return [found[i] for i in range(len(rows))]


def _training(recipe: BuildRecipe, epochs: int, draw: Draw, reader: WordReader) -> Training[BuildingNetwork]:
    return Training(
        lambda: BuildingNetwork(reader.width),
        partial(_optimiser, recipe),
        partial(_epoch, recipe, epochs, draw, reader),
        recipe.seed,
    )


def _optimiser(recipe: BuildRecipe, network: BuildingNetwork) -> torch.optim.AdamW:
    """Weight decay for matrices only."""
    matrices = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [{"params": matrices}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, recipe.rate, betas=(0.9, 0.98), weight_decay=recipe.decay)


def _epoch(
    recipe: BuildRecipe,
    epochs: int,
    draw: Draw,
    reader: WordReader,
    network: BuildingNetwork,
    optimiser: torch.optim.AdamW,
    epoch: int,
) -> None:
    rng = random.Random(f"{recipe.seed} {epoch}")
    batches = list(_batches(draw(rng), recipe.rows, rng))
    for i, tasks in enumerate(batches):
        step = epoch * len(batches) + i
        done = step / (epochs * len(batches))
        rate = recipe.rate * min(1.0, (step + 1) / recipe.warm_up) * (1.01 + math.cos(math.pi * done)) / 2
        for group in optimiser.param_groups:
            group["lr"] = rate
        examples = [example for example, _ in examples_of(tasks, reader, rng)]
        loss = building_loss(network, Lesson.of(examples))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()


def _made_up(recipe: BuildRecipe, rng: random.Random) -> list[Task]:
    return [generated_task(rng) for _ in range(recipe.made_up)]


def _recorded(recipe: BuildRecipe, rows: Sequence[BuildRow], rng: random.Random) -> list[Task]:
    """Each row with one of its two targets."""
    second = [row.built is not None and rng.random() < recipe.second for row in rows]
    return [
        Task(row.instruction, row.start, row.built) if by_second else row.task
        for row, by_second in zip(rows, second, strict=True)
    ]


def _batches(tasks: Sequence[Task], size: int, rng: random.Random) -> Iterator[list[Task]]:
    """All tasks once, in batches of about equally many changes, blocks and words."""
    order = rng.sample(tasks, len(tasks))
    batches = []
    for first in range(0, len(order), size * CHUNK):
        chunk = sorted(order[first : first + size * CHUNK], key=_size)
        batches += [chunk[i : i + size] for i in range(0, len(chunk), size)]
    rng.shuffle(batches)
    yield from batches


def _size(task: Task) -> tuple[int, int, int]:
    changes, blocks = int(np.count_nonzero(task.start != task.target)), int(np.count_nonzero(task.start))
    return changes // 3, blocks // 8, len(task.instruction)
