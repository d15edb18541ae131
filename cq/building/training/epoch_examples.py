"""The training examples of one epoch, drawn anew for each."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cq.building.example import BuildingExample
from cq.building.model.network import BuildingNetwork
from cq.building.synthetic import synthetic_task
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.example_aggregation import aggregated_examples
from cq.building.training.recorded_builds import RecordedBuild
from cq.building.training.sessions import chained_sessions, synthetic_session


def synthetic_tasks(count: int, rng: random.Random) -> list[BuildingExample]:
    """New synthetic tasks."""
    return [synthetic_task(rng) for _ in range(count)]


def recorded_examples(
    builds: Sequence[RecordedBuild], config: BuilderTrainingConfig, rng: random.Random
) -> list[BuildingExample]:
    """Each recorded build with one of its targets, and synthetic tasks."""
    take_second = [one.built is not None and rng.random() < config.second_builder_share for one in builds]
    recorded = [
        BuildingExample(build.instruction, build.start, build.built) if second else build.example
        for build, second in zip(builds, take_second, strict=True)
    ]
    return recorded + synthetic_tasks(config.synthetic_per_epoch, rng)


def examples_with_aggregation(
    builds: Sequence[RecordedBuild],
    config: BuilderTrainingConfig,
    network: BuildingNetwork,
    embedder: TokenEmbedder,
    rng: random.Random,
) -> list[BuildingExample]:
    """The recorded examples, and examples that start in worlds that the network's errors led to."""
    sessions = chained_sessions([build.example for build in builds])
    sessions += [synthetic_session(rng, 2) for _ in range(config.num_synthetic_sessions)]
    recorded = recorded_examples(builds, config, rng)
    return [*recorded, *aggregated_examples(network, sessions, embedder)]
