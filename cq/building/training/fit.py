"""Trains the building network in four phases (see `BuilderTrainingConfig`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import torch

from cq.building.example import BuildingExample, encode_examples
from cq.building.model.loss import building_loss
from cq.building.model.network import BuildingNetwork
from cq.building.model.training_batch import TrainingBatch
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import PRETRAINING_SCHEDULE, BuilderTrainingConfig, OptimizerConfig
from cq.building.training.epoch_examples import (
    examples_with_aggregation,
    language_examples,
    mixed_tasks,
    recorded_examples,
    synthetic_tasks,
)
from cq.building.training.recorded_builds import RecordedBuild
from cq.files.digests import fingerprint
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.trainer import ResumableTrainer

MAX_GRADIENT_NORM = 1.0
FINE_TUNING_EPOCHS = 3
BATCHES_PER_CHUNK = 64
"""The number of batches whose examples are sorted by size together."""

EpochExamples = Callable[[random.Random], Sequence[BuildingExample]]


def fit_network(
    builds: Sequence[RecordedBuild],
    embedder: TokenEmbedder,
    config: BuilderTrainingConfig,
    store: CheckpointStore | None = None,
    dialogues: Sequence[BuildingExample] = (),
) -> BuildingNetwork:
    """A network trained on all builds and on segments of `dialogues`. The store keeps each finished epoch, so
    that a killed job continues there.
    """
    train = partial(_train, embedder=embedder, augment=config.augment, store=store)
    network: BuildingNetwork | None = None
    # Phases 1 and 2 see no recorded build, so that all folds share their checkpoints.
    tasks = (config.num_synthetic_tasks, config.clarified)
    key = fingerprint("building network", embedder.digest(), config.augment, *tasks, _digest(synthetic_tasks))
    if epochs := config.pretraining_epochs:
        examples = partial(synthetic_tasks, *tasks)
        scheduled = round(epochs * PRETRAINING_SCHEDULE)
        network = train(scheduled, config.optimizer, examples, key, None, num_epochs=epochs)
    language = (config.num_language_tasks, _digest(mixed_tasks), list(dialogues))
    key = fingerprint(key, config.pretraining_epochs, *language)
    if config.language_epochs:
        examples = partial(language_examples, dialogues, config)
        network = train(config.language_epochs, config.optimizer, examples, key, network)
    shares = (config.second_builder_share, config.synthetic_per_epoch, config.dialogues_per_epoch)
    key = fingerprint(key, config.language_epochs, recorded_digest(builds), *shares)
    examples = partial(recorded_examples, builds, dialogues, config)
    network = train(config.epochs, config.optimizer, examples, key, network)
    if config.aggregation_epochs:
        key = fingerprint(key, config.epochs, "example aggregation", config.num_synthetic_sessions)
        slower = replace(config.optimizer, learning_rate=config.optimizer.learning_rate / 3)
        examples = partial(examples_with_aggregation, builds, dialogues, config, network, embedder)
        network = train(config.aggregation_epochs, slower, examples, key, network)
    return network


def fine_tune_network(
    initial: BuildingNetwork,
    builds: Sequence[RecordedBuild],
    embedder: TokenEmbedder,
    config: BuilderTrainingConfig,
    store: CheckpointStore | None = None,
    dialogues: Sequence[BuildingExample] = (),
) -> BuildingNetwork:
    """A trained network after `FINE_TUNING_EPOCHS` more of phase 3, at half the learning rate."""
    key = fingerprint("fine-tuned", recorded_digest(builds), list(dialogues))
    key = fingerprint(key, embedder.digest(), initial.state_dict(), config)
    examples = partial(recorded_examples, builds, dialogues, config)
    slower = replace(config.optimizer, learning_rate=config.optimizer.learning_rate / 2)
    return _train(FINE_TUNING_EPOCHS, slower, examples, key, initial, embedder, config.augment, store)


def recorded_digest(builds: Sequence[RecordedBuild]) -> str:
    """The fingerprint of everything that a network can learn from recorded builds."""
    learned = ("instruction", "start", "target", "built", "facing", "question")
    return fingerprint([tuple(getattr(build, name) for name in learned) for build in builds])


@cache
def _digest(tasks: Callable[[int, float, random.Random], list[BuildingExample]]) -> str:
    """The fingerprint of some synthetic tasks, which changes when the code that makes them changes."""
    return fingerprint(tasks(100, 0.5, random.Random(0)))


def _train(
    epochs: int,
    optimizer: OptimizerConfig,
    epoch_examples: EpochExamples,
    key: str,
    initial: BuildingNetwork | None,
    embedder: TokenEmbedder,
    augment: bool,
    store: CheckpointStore | None,
    num_epochs: int | None = None,
) -> BuildingNetwork:
    """One phase: the epochs of a schedule, or the first `num_epochs` of them, each on its own examples."""

    def batches(epoch: int) -> tuple[int, Iterator[TrainingBatch]]:
        rng = random.Random(f"{optimizer.seed} {epoch}")
        grouped = _batches_by_size(epoch_examples(rng), optimizer.batch_size, rng)
        return len(grouped), (_encode(batch, embedder, rng if augment else None) for batch in grouped)

    trainer: ResumableTrainer[BuildingNetwork, TrainingBatch] = ResumableTrainer(
        lambda: BuildingNetwork(embedder.width),
        partial(_adamw, optimizer),
        optimizer.schedule,
        batches,
        building_loss,
        MAX_GRADIENT_NORM,
        optimizer.seed,
    )
    return trainer.fit(epochs, fingerprint(key, epochs, optimizer), store, initial, num_epochs)


def _batches_by_size(
    examples: Sequence[BuildingExample], batch_size: int, rng: random.Random
) -> list[list[BuildingExample]]:
    """All examples once, in random batches with similar numbers of changes, blocks and characters."""
    order = rng.sample(examples, len(examples))
    batches = []
    for first in range(0, len(order), batch_size * BATCHES_PER_CHUNK):
        chunk = sorted(order[first : first + batch_size * BATCHES_PER_CHUNK], key=_size)
        batches += [chunk[i : i + batch_size] for i in range(0, len(chunk), batch_size)]
    rng.shuffle(batches)
    return batches


def _size(example: BuildingExample) -> tuple[int, int, int]:
    changes = int(np.count_nonzero(example.start != example.target))
    blocks = int(np.count_nonzero(example.start))
    return changes // 3, blocks // 8, len(example.instruction)


def _encode(
    examples: Sequence[BuildingExample], embedder: TokenEmbedder, rng: random.Random | None
) -> TrainingBatch:
    frames = [example.frame(rng) for example in examples]
    return TrainingBatch.of(encode_examples(examples, frames, embedder, rng))


def _adamw(config: OptimizerConfig, network: BuildingNetwork) -> torch.optim.AdamW:
    """AdamW (Loshchilov and Hutter 2019) with weight decay for matrices only."""
    matrices = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [{"params": matrices}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(
        groups, config.learning_rate, betas=(0.9, 0.98), weight_decay=config.weight_decay
    )
