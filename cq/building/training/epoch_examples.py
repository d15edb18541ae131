"""The training examples of one epoch, drawn anew for each."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from cq.building.example import BuildingExample
from cq.building.model.network import BuildingNetwork
from cq.building.synthetic import clarified, continued_task, mixed_task, synthetic_task
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.example_aggregation import aggregated_examples
from cq.building.training.recorded_builds import RecordedBuild
from cq.building.training.sessions import chained_sessions, synthetic_session
from cq.language.asked import kinds_asked

CONTINUED_SHARE = 0.15

DrawTask = Callable[[random.Random], BuildingExample]


def synthetic_tasks(
    count: int, clarified_share: float, rng: random.Random, draw: DrawTask = synthetic_task
) -> list[BuildingExample]:
    """New synthetic tasks, a share of them with exchanges, and some that continue a dialogue."""
    tasks = [continued_task(rng) if rng.random() < CONTINUED_SHARE else draw(rng) for _ in range(count)]
    return [clarified(rng, task) if rng.random() < clarified_share else task for task in tasks]


mixed_tasks = partial(synthetic_tasks, draw=mixed_task)
"""The same for tasks of all kinds."""


def language_examples(
    dialogues: Sequence[BuildingExample], config: BuilderTrainingConfig, rng: random.Random
) -> list[BuildingExample]:
    """New synthetic tasks of all kinds, and all recorded `dialogues`."""
    return [*mixed_tasks(config.num_language_tasks, config.clarified, rng), *dialogues]


def recorded_examples(
    builds: Sequence[RecordedBuild],
    dialogues: Sequence[BuildingExample],
    config: BuilderTrainingConfig,
    rng: random.Random,
) -> list[BuildingExample]:
    """Each recorded build with one of its targets, some of the `dialogues`, and synthetic tasks; a share of
    the builds and of the tasks has exchanges.
    """
    recorded = [_recorded_example(build, config, rng) for build in builds]
    recorded += rng.sample(list(dialogues), min(len(dialogues), config.dialogues_per_epoch))
    return recorded + mixed_tasks(config.synthetic_per_epoch, config.clarified, rng)


def _recorded_example(
    build: RecordedBuild, config: BuilderTrainingConfig, rng: random.Random
) -> BuildingExample:
    example = build.example
    if build.built is not None and rng.random() < config.second_builder_share:
        example = replace(example, target=build.built)
    if rng.random() >= config.clarified or (example.start == example.target).all():
        return example
    if build.question is None:
        return clarified(rng, example)
    return clarified(rng, example, build.question, kinds_asked(build.question))


def examples_with_aggregation(
    builds: Sequence[RecordedBuild],
    dialogues: Sequence[BuildingExample],
    config: BuilderTrainingConfig,
    network: BuildingNetwork,
    embedder: TokenEmbedder,
    rng: random.Random,
) -> list[BuildingExample]:
    """The recorded examples, and examples that start in worlds after the network's errors."""
    sessions = chained_sessions([build.example for build in builds])
    sessions += [synthetic_session(rng, 2) for _ in range(config.num_synthetic_sessions)]
    recorded = recorded_examples(builds, dialogues, config, rng)
    return [*recorded, *aggregated_examples(network, sessions, embedder)]
