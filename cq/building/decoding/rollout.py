"""Rollouts: trajectories sampled action by action, each given the world after the actions before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from cq.building.model.action_history import ActionHistory
from cq.building.model.network import BuildingNetwork, Decoded, EncodedScene, Memory
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
    encoded: Sequence[tuple[EncodedScene, Memory]],
    grids: Sequence[Grid],
    uniforms: Sequence[Doubles | None] = (None,),
) -> list[list[Rollout]]:
    """For each grid one rollout for each of `uniforms`. The networks' probabilities are averaged.

    `encoded` holds each network's encoding of all examples.
    """
    starts = [Trajectory(grid) for grid in grids]
    by_grid = [[Rollout(i, start, uniform) for uniform in uniforms] for i, start in enumerate(starts)]
    active = [rollout for of_grid in by_grid for rollout in of_grid]
    states = None
    with torch.inference_mode():
        for time in range(MAX_ACTIONS):
            check_deadline()
            states = _States(networks, encoded, active, states)
            active = _advance(states, active, time)
            if not active:
                break
    return by_grid


def _advance(states: _States, active: Sequence[Rollout], time: int) -> list[Rollout]:
    """Take one action in each rollout. Returns those that have not stopped."""
    kind_probabilities = states.kinds()
    going_on: dict[tuple[int, int], list[Rollout]] = {}
    for rollout in active:
        row = states.row(rollout)
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
    """The networks' decoder states after the trajectories of rollouts, all of equal length; equal ones are
    computed once, and only their last action is new to the states `before`.
    """

    def __init__(
        self,
        networks: Sequence[BuildingNetwork],
        encoded: Sequence[tuple[EncodedScene, Memory]],
        active: Sequence[Rollout],
        before: _States | None,
    ) -> None:
        distinct = {(rollout.example, rollout.trajectory.actions): rollout.trajectory for rollout in active}
        self._rows = {key: row for row, key in enumerate(distinct)}
        self._history = ActionHistory.of(list(distinct.values()))
        examples = [i for i, _ in distinct]
        known: list[Decoded | None] = [None] * len(networks)
        if before is not None:
            parents = [before._rows[i, actions[:-1]] for i, actions in distinct]
            known = [decoded.take(parents) for *_, decoded in before._by_network]
        self._by_network: list[tuple[BuildingNetwork, EncodedScene, Decoded]] = [
            (network, scene.take(examples), network.decode(self._history, memory.take(examples), decoded))
            for network, (scene, memory), decoded in zip(networks, encoded, known, strict=True)
        ]

    def row(self, rollout: Rollout) -> int:
        """The index of a rollout's trajectory."""
        return self._rows[rollout.example, rollout.trajectory.actions]

    def kinds(self) -> Doubles:
        """Probabilities (u, NUM_ACTION_KINDS) of the next action's kind."""
        logits = [
            network.kind_logits(self._history, scene, decoded.states, LAST)[:, 0]
            for network, scene, decoded in self._by_network
        ]
        return _mean([scores.softmax(-1) for scores in logits])

    def cells(self, rows: Sequence[int], kinds: Sequence[int]) -> Doubles:
        """Probabilities (m, NUM_CELLS) of the next action's cell, if it is of `kinds` (m,), after the
        trajectories at `rows` (m,).
        """
        history, next_kinds = self._history.take(rows), torch.tensor(kinds)[:, None]
        probabilities = []
        for network, scene, decoded in self._by_network:
            taken = scene.take(rows)
            cells = network.cell_predictions(history, taken, decoded.states[list(rows)], next_kinds, LAST)
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
