"""Example aggregation: training examples that start after the network's own errors.

The method is DAgger (Ross et al. 2011) as Suhr et al. 2019 use it ("Executing Instructions in Situated
Collaborative Interactions"). A network trained on recorded worlds alone never sees a world that contains an
error, so its errors compound over a sequence of instructions. Here the network builds along sequences of
instructions, and learns each instruction again from the world that its own builds led to. The target
contains only what the instruction changes: earlier errors stay, because no instruction asks to repair them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cq.building.decoding.prediction import predict_builds
from cq.building.example import BuildingExample
from cq.building.model.network import BuildingNetwork
from cq.building.token_embedder import TokenEmbedder
from cq.types import Grid


def aggregated_examples(
    network: BuildingNetwork, sessions: Sequence[Sequence[BuildingExample]], embedder: TokenEmbedder
) -> list[BuildingExample]:
    """The sessions' examples after the first, each from the world after the network's builds, if it differs
    from the recorded one. All examples need targets.
    """
    aggregated: list[BuildingExample] = []
    grids: list[Grid] = [session[0].start for session in sessions]
    for i in range(max((len(session) for session in sessions), default=0) - 1):
        active = [s for s, session in enumerate(sessions) if i + 1 < len(session)]
        examples = [replace(sessions[s][i], start=grids[s]) for s in active]
        # Only the likeliest actions, because the network's own errors are wanted.
        predictions = predict_builds(
            [network], examples, embedder, num_samples=0, test_time_augmentation=False
        )
        for s, prediction in zip(active, predictions, strict=True):
            grids[s] = prediction.grid
            following = sessions[s][i + 1]
            if not np.array_equal(prediction.grid, following.start):
                aggregated.append(_restarted(following, prediction.grid))
    return aggregated


def _restarted(example: BuildingExample, start: Grid) -> BuildingExample:
    """The example from another start: the target gets the example's changes and is otherwise `start`."""
    assert example.target is not None, "examples of sessions have targets"
    target = np.where(example.start == example.target, start, example.target)
    return replace(example, start=start, target=target)
