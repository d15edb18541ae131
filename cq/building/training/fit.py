"""Trains the building network in four phases (see `BuilderTrainingConfig`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import torch

from cq.building.example import BuildingExample, encode_examples
from cq.building.model.loss import building_loss
from cq.building.model.network import BuildingNetwork
from cq.building.model.training_batch import TrainingBatch
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.batches import batches_by_size
from cq.building.training.config import PRETRAINING_SCHEDULE, BuilderTrainingConfig, OptimizerConfig
from cq.building.training.epoch_examples import (
    examples_with_aggregation,
    language_examples,
    mixed_tasks,
    recorded_examples,
    synthetic_tasks,
)
from cq.building.training.recorded_builds import RecordedBuild
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.fingerprint import fingerprint
from cq.modeling.trainer import ResumableTrainer

MAX_GRADIENT_NORM = 1.0
FINE_TUNING_EPOCHS = 3

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
    network, key = pretrained_network(embedder, config, store, dialogues)
    key = fingerprint(key, recorded_digest(builds))
    key = fingerprint(
        key, config.second_builder_share, config.synthetic_per_epoch, config.dialogues_per_epoch
    )
    examples = partial(recorded_examples, builds, dialogues, config)
    network = train(config.epochs, config.optimizer, examples, key, network)
    if config.aggregation_epochs:
        key = fingerprint(key, config.epochs, "example aggregation", config.num_synthetic_sessions)
        slower = replace(config.optimizer, learning_rate=config.optimizer.learning_rate / 3)
        examples = partial(examples_with_aggregation, builds, dialogues, config, network, embedder)
        network = train(config.aggregation_epochs, slower, examples, key, network)
    return network


def pretrained_network(
    embedder: TokenEmbedder,
    config: BuilderTrainingConfig,
    store: CheckpointStore | None = None,
    dialogues: Sequence[BuildingExample] = (),
) -> tuple[BuildingNetwork | None, str]:
    """The network after the first two phases, which see no recorded build, and the key of its checkpoints;
    None if these phases have no epochs.
    """
    train = partial(_train, embedder=embedder, augment=config.augment, store=store)
    network = None
    key = fingerprint(
        "building network", embedder.digest(), config.augment, config.num_synthetic_tasks, _synthetic_digest()
    )
    key = fingerprint(key, config.clarified)
    if config.pretraining_epochs:
        scheduled = round(config.pretraining_epochs * PRETRAINING_SCHEDULE)
        examples = partial(synthetic_tasks, config.num_synthetic_tasks, config.clarified)
        network = train(
            scheduled, config.optimizer, examples, key, None, num_epochs=config.pretraining_epochs
        )
    key = fingerprint(key, config.pretraining_epochs, list(dialogues))
    if config.language_epochs:
        key = fingerprint(key, config.num_language_tasks, _language_digest())
        examples = partial(language_examples, dialogues, config)
        network = train(config.language_epochs, config.optimizer, examples, key, network)
    return network, fingerprint(key, config.language_epochs)


def fine_tune_network(
    initial: BuildingNetwork,
    builds: Sequence[RecordedBuild],
    embedder: TokenEmbedder,
    config: BuilderTrainingConfig,
    store: CheckpointStore | None = None,
    dialogues: Sequence[BuildingExample] = (),
) -> BuildingNetwork:
    """A trained network after `FINE_TUNING_EPOCHS` more of phase 3."""
    key = fingerprint("fine-tuned", recorded_digest(builds), list(dialogues))
    examples = partial(recorded_examples, builds, dialogues, config)
    return further_trained(initial, FINE_TUNING_EPOCHS, examples, key, embedder, config, store)


def further_trained(
    initial: BuildingNetwork,
    epochs: int,
    examples: EpochExamples,
    key: str,
    embedder: TokenEmbedder,
    config: BuilderTrainingConfig,
    store: CheckpointStore | None = None,
) -> BuildingNetwork:
    """A trained network after more epochs at half the learning rate. `key` tells the examples apart."""
    key = fingerprint(key, embedder.digest(), initial.state_dict(), config)
    slower = replace(config.optimizer, learning_rate=config.optimizer.learning_rate / 2)
    return _train(epochs, slower, examples, key, initial, embedder, config.augment, store)


def recorded_digest(builds: Sequence[RecordedBuild]) -> str:
    """The fingerprint of everything that a network can learn from recorded builds."""
    return fingerprint(
        [
            (build.instruction, build.start, build.target, build.built, build.facing, build.question)
            for build in builds
        ]
    )


def _synthetic_digest() -> str:
    """The fingerprint of some synthetic tasks, which changes when the code that makes them changes."""
    return fingerprint(synthetic_tasks(100, 0.5, random.Random(0)))


def _language_digest() -> str:
    """The same for tasks of all kinds."""
    return fingerprint(mixed_tasks(100, 0.5, random.Random(0)))


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
        grouped = batches_by_size(epoch_examples(rng), optimizer.batch_size, rng)
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
