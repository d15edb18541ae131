"""Rollouts: trajectories sampled action by action, each given the world after the actions before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from cq.building.model.action_history import ActionHistory
from cq.building.model.network import BuildingNetwork, EncodedScene
from cq.building.model.scene_tensors import cell_indices
from cq.building.model.trajectory import BREAK, MAX_ACTIONS, STOP, FrameAction, Trajectory
from cq.deadlines import check_deadline
from cq.types import Doubles, Grid
from cq.world import SHAPE

LAST = slice(-1, None)


@dataclass
class Rollout:
    """One trajectory in an example, until the networks stop, and the log-probability of its choices.

    With `uniforms` (MAX_ACTIONS + 1, 2), numbers in [0, 1), each choice is sampled by inversion of its
    cumulative distribution; without them the likeliest is taken.
    """

    example: int
    trajectory: Trajectory
    uniforms: Doubles | None
    log_probability: float = 0.0


def rollouts(
    networks: Sequence[BuildingNetwork],
    encoded: Sequence[EncodedScene],
    grids: Sequence[Grid],
    uniforms: Sequence[Doubles | None] = (None,),
) -> list[list[Rollout]]:
    """For each grid one rollout for each of `uniforms`. The networks' probabilities are averaged.

    `encoded` holds each network's encoding of all examples.
    """
    starts = [Trajectory(grid) for grid in grids]
    by_grid = [[Rollout(i, start, one) for one in uniforms] for i, start in enumerate(starts)]
    active = [rollout for of_grid in by_grid for rollout in of_grid]
    with torch.inference_mode():
        for time in range(MAX_ACTIONS):
            check_deadline()
            active = _advance(networks, encoded, active, time)
            if not active:
                break
    return by_grid


def _advance(
    networks: Sequence[BuildingNetwork], encoded: Sequence[EncodedScene], active: Sequence[Rollout], time: int
) -> list[Rollout]:
    """Take one action in each rollout. Returns those that have not stopped. Equal trajectories are computed
    once.
    """
    examples = {rollout.trajectory: rollout.example for rollout in active}
    states = _States(networks, encoded, list(examples), list(examples.values()))
    rows = {trajectory: row for row, trajectory in enumerate(examples)}
    kind_probabilities = states.kinds()
    going_on: dict[tuple[int, int], list[Rollout]] = {}
    for rollout in active:
        row = rows[rollout.trajectory]
        kind = _choose(kind_probabilities[row], rollout, time, 0)
        if kind != STOP:
            going_on.setdefault((row, kind), []).append(rollout)
    if not going_on:
        return []
    cell_probabilities = states.cells(*zip(*going_on, strict=True))
    for ((_, kind), group), probabilities in zip(going_on.items(), cell_probabilities, strict=True):
        for rollout in group:
            y, x, z = np.unravel_index(_choose(probabilities, rollout, time, 1), SHAPE)
            action = FrameAction(kind, (int(y), int(x), int(z)))
            rollout.trajectory = rollout.trajectory.after(action)
    return [rollout for group in going_on.values() for rollout in group]


class _States:
    """The networks' decoder states after u trajectories of equal length."""

    def __init__(
        self,
        networks: Sequence[BuildingNetwork],
        encoded: Sequence[EncodedScene],
        trajectories: Sequence[Trajectory],
        examples: Sequence[int],
    ) -> None:
        """`examples` (u,) are the indices of the trajectories' examples in `encoded`."""
        self._history = ActionHistory.of(trajectories)
        scenes = [one.take(examples) for one in encoded]
        states = [net.decode(self._history, scene) for net, scene in zip(networks, scenes, strict=True)]
        self._by_network = list(zip(networks, scenes, states, strict=True))

    def kinds(self) -> Doubles:
        """Probabilities (u, NUM_ACTION_KINDS) of the next action's kind."""
        logits = [
            network.kind_logits(self._history, scene, state, LAST)[:, 0]
            for network, scene, state in self._by_network
        ]
        return _mean([one.softmax(-1) for one in logits])

    def cells(self, rows: Sequence[int], kinds: Sequence[int]) -> Doubles:
        """Probabilities (m, NUM_CELLS) of the next action's cell, if it is of `kinds` (m,), after the
        trajectories at `rows` (m,).
        """
        history, next_kinds = self._history.take(rows), torch.tensor(kinds)[:, None]
        probabilities = []
        for network, scene, state in self._by_network:
            taken = scene.take(rows)
            cells = network.cell_predictions(history, taken, state[list(rows)], next_kinds, LAST)
            breaks = torch.zeros_like(cells.places[:, 0])
            breaks = breaks.scatter_add(1, cell_indices(taken.blocks), cells.breaks[:, 0].exp())
            probabilities.append(torch.where(next_kinds == BREAK, breaks, cells.places[:, 0]))
        return _mean(probabilities)


def _mean(probabilities: Sequence[torch.Tensor]) -> Doubles:
    return torch.stack(list(probabilities)).mean(0).double().numpy()


def _choose(probabilities: Doubles, rollout: Rollout, time: int, choice: int) -> int:
    """The likeliest index of the probabilities (k,), or the sampled one; adds to the log-probability."""
    if rollout.uniforms is None:
        chosen = int(probabilities.argmax())
    else:
        cumulative = probabilities.cumsum()
        uniform = rollout.uniforms[time, choice] * cumulative[-1]
        chosen = int(np.searchsorted(cumulative, uniform, side="right"))
    rollout.log_probability += float(np.log(probabilities[chosen] + 1e-9))
    return chosen
