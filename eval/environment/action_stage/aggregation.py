"""Example aggregation for stage two: examples that start where the network's own actions led.

The network plays the first of two instructions. From a state on its way the oracle goes on, which gives a
recovery example. And the second instruction begins in the world that it leaves: its example may lead to the
recorded target, which may need repairs that no word asks for, or make its own changes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cq.building.example import BuildingExample
from cq.types import Grid
from eval.environment.action_stage.distributions import Distributions
from eval.environment.action_stage.network import (
    ActionExample,
    ActionNetwork,
    Rollout,
    action_example,
    roll_out,
)
from eval.environment.action_stage.trajectories import Walk, body_in, followed, oracle_walk

MAX_STEPS = 150
LONGEST = 120
"""Actions of an example at most; longer ones are left out."""

WantedBy = Callable[[Sequence[Walk]], list[Distributions]]
"""The distributions of walks, by what their instructions say."""


@dataclass(frozen=True)
class Recovery:
    """The second instruction of a pair, in the world that the first led to: with the target that was
    recorded, and with its own changes alone; where they differ, the first needs implicit actions.
    """

    rollout: Rollout
    recorded: BuildingExample
    explicit: BuildingExample

    @property
    def own_changes(self) -> Grid:
        """The world after the instruction's own changes alone."""
        assert self.explicit.target is not None, "the examples have targets"
        return self.explicit.target

    @property
    def is_implicit(self) -> bool:
        """Whether the recorded target needs implicit actions."""
        assert self.recorded.target is not None, "the examples have targets"
        return not np.array_equal(self.recorded.target, self.own_changes)


def walk_of(example: BuildingExample) -> Walk | None:
    """The oracle's walk from the place where episodes begin, if it is short enough."""
    assert example.target is not None, "the examples have targets"
    walk = oracle_walk(body_in(example.start), example.target.astype(np.int32))
    return walk if walk is not None and len(walk.actions) <= LONGEST else None


def play_firsts(
    network: ActionNetwork, firsts: Sequence[Walk], seconds: Sequence[BuildingExample], wanted: WantedBy
) -> list[Recovery]:
    """The second instructions, after the network has played the first ones."""
    rollouts = roll_out(network, [walk.body for walk in firsts], wanted(firsts), MAX_STEPS)
    recoveries = []
    for rollout, second in zip(rollouts, seconds, strict=True):
        assert second.target is not None, "the examples have targets"
        start = rollout.body.grid.astype(np.int8)
        own = np.where(second.start == second.target, start, second.target)
        recoveries.append(
            Recovery(rollout, replace(second, start=start), replace(second, start=start, target=own))
        )
    return recoveries


def recovered_on_the_way(
    firsts: Sequence[Walk], rollouts: Sequence[Rollout], wanted: WantedBy, rng: np.random.Generator
) -> list[ActionExample]:
    """From a random state of each rollout the oracle goes on to the target. What the network did before is
    seen, but not learned.
    """
    examples = []
    for first, rollout, of in zip(firsts, rollouts, wanted(firsts), strict=True):
        if not rollout.actions or np.array_equal(rollout.body.grid, first.target):
            continue
        at = int(rng.integers(len(rollout.actions)))
        *_, state = followed(first.body, rollout.actions[: at + 1])
        rest = oracle_walk(state, first.target)
        if rest is not None and at + len(rest.actions) <= LONGEST:
            before = rollout.actions[:at]
            examples.append(action_example(first.body, of, (*before, *rest.actions), learned_from=at))
    return examples


def recovered_afterwards(
    recoveries: Sequence[Recovery], implicit: Sequence[bool], wanted: WantedBy
) -> list[ActionExample]:
    """The oracle carries out the second instructions from where the network stands after the first: to the
    recorded targets, or, where that is said to need implicit actions, with their own changes alone.
    """
    walks = []
    for one, is_implicit in zip(recoveries, implicit, strict=True):
        target = (one.explicit if is_implicit else one.recorded).target
        assert target is not None, "the examples have targets"
        walk = oracle_walk(one.rollout.body, target.astype(np.int32))
        if walk is not None and len(walk.actions) <= LONGEST:
            # What is wanted is what the instruction says.
            walks.append((walk, replace(walk, target=one.own_changes.astype(np.int32))))
    said = wanted([of for _, of in walks]) if walks else []
    return [action_example(walk.body, of, walk.actions) for (walk, _), of in zip(walks, said, strict=True)]
