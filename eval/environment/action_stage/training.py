"""Trains the two stages on the oracle's walks, then on examples that the network's own errors led to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from torch import nn

from cq.building.example import BuildingExample
from cq.building.model.network import BuildingNetwork
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.sessions import chained_sessions
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.ensemble import restore_network
from cq.modeling.fingerprint import fingerprint
from cq.modeling.trainer import TrainingConfig
from eval.environment.action_stage.aggregation import (
    Recovery,
    play_firsts,
    recovered_afterwards,
    recovered_on_the_way,
    walk_of,
)
from eval.environment.action_stage.distributions import Distributions, certain
from eval.environment.action_stage.implicit import implicit_features, implicit_probabilities
from eval.environment.action_stage.network import (
    TEMPERATURE,
    ActionExample,
    ActionNetwork,
    action_example,
    train_actions,
)
from eval.environment.action_stage.trajectories import RecordedWalk, Walk
from eval.environment.action_stage.visits import (
    ColumnNetwork,
    distributions,
    of_oracle,
    of_recorded,
    train_columns,
)

Network = TypeVar("Network", bound=nn.Module)

IMITATION = TrainingConfig(epochs=12, batch_size=16, learning_rate=1.5e-3, weight_decay=0.01)
AGGREGATION = replace(IMITATION, epochs=5, learning_rate=8e-4)


@dataclass(frozen=True)
class Sizes:
    """How many walks of the oracle are imitated, and in each round of aggregation how many pairs of
    instructions are played.
    """

    walks: int = 120
    pairs: int = 40
    rounds: int = 1


@dataclass(frozen=True)
class Stages:
    """The trained networks: the one of columns, and that of actions before and after aggregation; and the
    second instructions that aggregation met.
    """

    columns: ColumnNetwork
    imitating: ActionNetwork
    aggregated: ActionNetwork
    recoveries: list[Recovery]

    def wanted(self, walks: Sequence[Walk]) -> list[Distributions]:
        """The distributions of walks, as if stage one were sure of their targets."""
        positions = [(walk.body.position[0], walk.body.position[2]) for walk in walks]
        contents = [certain(walk.target) for walk in walks]
        return distributions(self.columns, contents, [walk.body.grid for walk in walks], positions)


def train_stages(
    examples: Sequence[BuildingExample],
    recorded: Sequence[RecordedWalk],
    building: BuildingNetwork,
    embedder: TokenEmbedder,
    sizes: Sizes,
    store: CheckpointStore,
    seed: int = 0,
) -> Stages:
    """Both stages, trained on recorded examples with targets, and the columns also on recorded walks."""
    rng = np.random.default_rng(seed)
    chosen = [examples[i] for i in rng.permutation(len(examples))]
    key = fingerprint("stages", sizes, seed, [(one.start, one.target) for one in chosen])
    walks = [walk for one in chosen[: sizes.walks] if (walk := walk_of(one))]
    columns = _stored(
        store,
        fingerprint(key, "columns", len(recorded)),
        ColumnNetwork,
        lambda: train_columns([*map(of_oracle, walks), *map(of_recorded, recorded)], seed),
    )
    stages = Stages(columns, ActionNetwork(), ActionNetwork(), [])
    pool = [
        action_example(walk.body, wanted, walk.actions)
        for walk, wanted in zip(walks, stages.wanted(walks), strict=True)
    ]
    imitating = _stored(
        store,
        fingerprint(key, "imitation"),
        ActionNetwork,
        partial(train_actions, pool, IMITATION, seed=seed),
    )
    stages = replace(stages, imitating=imitating, aggregated=imitating)
    pairs = [session[:2] for session in chained_sessions(chosen)]
    for number in range(sizes.rounds):
        some = pairs[number * sizes.pairs : (number + 1) * sizes.pairs]
        firsts = [(walk, second) for first, second in some if (walk := walk_of(first))]
        stages, new = _aggregate(stages, firsts, building, embedder, rng)
        pool += new
        train = partial(train_actions, pool, AGGREGATION, stages.aggregated, seed)
        network = _stored(store, fingerprint(key, "aggregation", number, TEMPERATURE), ActionNetwork, train)
        stages = replace(stages, aggregated=network)
    return stages


def _aggregate(
    stages: Stages,
    firsts: Sequence[tuple[Walk, BuildingExample]],
    building: BuildingNetwork,
    embedder: TokenEmbedder,
    rng: np.random.Generator,
) -> tuple[Stages, list[ActionExample]]:
    """One round: the recoveries that it met, and the examples to learn from."""
    walks = [walk for walk, _ in firsts]
    recoveries = play_firsts(stages.aggregated, walks, [second for _, second in firsts], stages.wanted)
    examples = recovered_on_the_way(walks, [one.rollout for one in recoveries], stages.wanted, rng)
    probabilities, _ = judged(recoveries, building, embedder)
    implicit = (probabilities[: len(recoveries)] > 0.5).tolist()
    examples += recovered_afterwards(recoveries, implicit, stages.wanted)
    return replace(stages, recoveries=stages.recoveries + recoveries), examples


def judged(
    recoveries: Sequence[Recovery], building: BuildingNetwork, embedder: TokenEmbedder
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """How probably the recorded targets need implicit actions, and whether they do; then the same for the
    instructions' own changes, which never do: (2n,) each.
    """
    examples = [one.recorded for one in recoveries] + [one.explicit for one in recoveries]
    implicit = np.array([one.is_implicit for one in recoveries] + [False] * len(recoveries))
    pairs = np.tile(np.arange(len(recoveries)), 2)
    return implicit_probabilities(implicit_features(building, examples, embedder), implicit, pairs), implicit


def _stored(
    store: CheckpointStore, key: str, create: Callable[[], Network], train: Callable[[], Network]
) -> Network:
    return restore_network(create, store.get_or_create(key, lambda: train().state_dict()))
