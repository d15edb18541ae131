"""Fitting the building network: first on made-up tasks, then on recorded ones."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn

from cq.building.decoding.candidates import DRAWS, Attempt, attempts
from cq.building.model.batch import Lesson
from cq.building.model.network import BuildingNetwork, building_loss
from cq.building.synthetic import generated_task
from cq.building.task import Task, examples_of
from cq.building.token_embedder import WordReader
from cq.building.training.example_aggregation import recovery_tasks
from cq.building.training.examples import BuildRow
from cq.building.training.sessions import chained_sessions, generated_session
from cq.modeling.checkpoints import Workshop
from cq.modeling.trainer import Training

CHUNK = 64
"""Batches among whose rows those of like size are put together; padding costs more than all else."""

Draw = Callable[[random.Random], Sequence[Task]]


@dataclass(frozen=True)
class Pace:
    """How steps are taken: `rows` at a time, at a rate that rises over `warm_up` steps, then falls along a
    half cosine; with weight decay.
    """

    rows: int = 32
    rate: float = 1e-3
    warm_up: int = 200
    decay: float = 0.02
    seed: int = 0


@dataclass(frozen=True)
class BuildRecipe:
    """How a network is trained: `first_epochs` over `made_up` tasks, new ones each; `epochs` over the rows;
    and `last_epochs`, at a third of the rate, over the rows and what `sessions` made-up sequences, beside
    those of the rows, teach of recovery (see `cq.building.training.example_aggregation`).

    Where a second person built from the same words, the result stands in for the architect's target in a
    share `second` of the passes. Recorded instructions hardly ever ask for less than three blocks; lest
    that be learned, `beside` made-up tasks are mixed with the rows in each epoch. Where `augmented`, each
    pass draws the frame that a task is read in (see `cq.building.canonical_frame`).
    """

    pace: Pace = Pace()
    made_up: int = 8000
    first_epochs: int = 6
    epochs: int = 12
    second: float = 0.25
    beside: int = 1500
    sessions: int = 1500
    last_epochs: int = 2
    augmented: bool = True

    def in_all(self) -> int:
        """Epochs that one network takes."""
        return self.first_epochs + self.epochs + self.last_epochs


def fit_network(
    rows: Sequence[BuildRow], reader: WordReader, recipe: BuildRecipe, workshop: Workshop | None = None
) -> BuildingNetwork:
    """Fit on all rows. Each finished epoch is kept in the workshop, where a killed job goes on."""
    phase = partial(_phase, reader=reader, workshop=workshop, augmented=recipe.augmented)
    said, pace, network = f"building network on {reader.digest()}", recipe.pace, None
    said += f", {recipe.made_up} made-up tasks like {_made_up_digest()}"
    if not recipe.augmented:
        said += ", not augmented"
    if recipe.first_epochs:
        network = phase(said, recipe.first_epochs, pace, partial(_made_up, recipe.made_up), begun=None)
    said += f" for {recipe.first_epochs} epochs, {row_digest(rows)} {recipe.second} {recipe.beside}"
    network = phase(said, recipe.epochs, pace, partial(_recorded, recipe, rows), begun=network)
    if recipe.last_epochs:
        said += f" for {recipe.epochs} epochs, recovery {recipe.sessions}"
        draw = partial(_with_recovery, recipe, rows, network, reader)
        network = phase(said, recipe.last_epochs, replace(pace, rate=pace.rate / 3), draw, begun=network)
    return network


def fold_networks(
    rows: Sequence[BuildRow], reader: WordReader, recipe: BuildRecipe, workshop: Workshop | None = None
) -> dict[int, BuildingNetwork]:
    """For each fold a network fitted on the rows of the others."""
    return {
        fold: fit_network([row for row in rows if row.fold != fold], reader, recipe, workshop)
        for fold in sorted({row.fold for row in rows})
    }


def out_of_fold_attempts(
    rows: Sequence[BuildRow],
    networks: Mapping[int, BuildingNetwork],
    reader: WordReader,
    draws: int = DRAWS,
    mirrored: bool = True,
) -> list[Attempt]:
    """An attempt (see `attempts`) at each row by the network of its fold (see `fold_networks`)."""
    found: dict[int, Attempt] = {}
    for fold, network in networks.items():
        held = [i for i, row in enumerate(rows) if row.fold == fold]
        tasks = [rows[i].task for i in held]
        found |= zip(held, attempts([network], tasks, reader, draws, mirrored), strict=True)
    return [found[i] for i in range(len(rows))]


def _phase(
    said: str,
    epochs: int,
    pace: Pace,
    draw: Draw,
    reader: WordReader,
    workshop: Workshop | None,
    augmented: bool,
    begun: BuildingNetwork | None,
) -> BuildingNetwork:
    training: Training[BuildingNetwork] = Training(
        lambda: BuildingNetwork(reader.width),
        partial(_optimiser, pace),
        partial(_epoch, pace, epochs, draw, reader, augmented),
        pace.seed,
    )
    return training.fit(epochs, f"{said}, {epochs} epochs, {pace}", workshop, begun)


def row_digest(rows: Sequence[BuildRow]) -> str:
    """Of all that a network could learn from rows."""
    digest = hashlib.sha256()
    for row in rows:
        grids = (row.start, row.target, row.start if row.built is None else row.built)
        digest.update(row.instruction.encode() + b"".join(grid.tobytes() for grid in grids))
    return digest.hexdigest()


def _made_up_digest() -> str:
    """Of some made-up tasks: another version of what makes them up makes others."""
    digest = hashlib.sha256()
    for task in _made_up(100, random.Random(0)):
        digest.update(task.instruction.encode() + task.start.tobytes() + np.asarray(task.target).tobytes())
    return digest.hexdigest()[:12]


def _optimiser(pace: Pace, network: BuildingNetwork) -> torch.optim.AdamW:
    """Weight decay for matrices only."""
    matrices = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [{"params": matrices}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, pace.rate, betas=(0.9, 0.98), weight_decay=pace.decay)


def _epoch(
    pace: Pace,
    epochs: int,
    draw: Draw,
    reader: WordReader,
    augmented: bool,
    network: BuildingNetwork,
    optimiser: torch.optim.AdamW,
    epoch: int,
) -> None:
    rng = random.Random(f"{pace.seed} {epoch}")
    batches = list(_batches(draw(rng), pace.rows, rng))
    for i, tasks in enumerate(batches):
        step = epoch * len(batches) + i
        done = step / (epochs * len(batches))
        rate = pace.rate * min(1.0, (step + 1) / pace.warm_up) * (1.01 + math.cos(math.pi * done)) / 2
        for group in optimiser.param_groups:
            group["lr"] = rate
        drawn = rng if augmented else None
        examples = examples_of(tasks, [task.frame(drawn) for task in tasks], reader, drawn)
        loss = building_loss(network, Lesson.of(examples))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()


def _made_up(count: int, rng: random.Random) -> list[Task]:
    return [generated_task(rng) for _ in range(count)]


def _recorded(recipe: BuildRecipe, rows: Sequence[BuildRow], rng: random.Random) -> list[Task]:
    """Each row with one of its two targets, and made-up tasks beside them."""
    second = [row.built is not None and rng.random() < recipe.second for row in rows]
    drawn = [
        Task(row.instruction, row.start, row.built) if by_second else row.task
        for row, by_second in zip(rows, second, strict=True)
    ]
    return drawn + _made_up(recipe.beside, rng)


def _with_recovery(
    recipe: BuildRecipe,
    rows: Sequence[BuildRow],
    network: BuildingNetwork,
    reader: WordReader,
    rng: random.Random,
) -> list[Task]:
    """The rows, and tasks begun in worlds that the network's errors led to."""
    sessions = chained_sessions([row.task for row in rows])
    sessions += [generated_session(rng, 2) for _ in range(recipe.sessions)]
    return [*_recorded(recipe, rows, rng), *recovery_tasks(network, sessions, reader)]


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
