"""Building step by step: each action is chosen in view of what the actions before it have changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch

from cq.building.batch import BREAK, MOST_ACTIONS, STOP, Batch, Example, Step, batch_of
from cq.building.network import NEVER, BuildingNetwork, Reading
from cq.world import SHAPE

LAST = slice(-1, None)


@dataclass(frozen=True)
class Rollout:
    """Steps in an example's frame; the plan before the first of them, float32 (7, 9, 11, 11) probabilities of
    each content of each cell; and the log-probability of all choices made.
    """

    steps: tuple[Step, ...]
    plan: npt.NDArray[np.float32]
    log_probability: float


def rollout(
    networks: Sequence[BuildingNetwork], examples: Sequence[Example], rng: np.random.Generator | None = None
) -> list[Rollout]:
    """The steps from each example's grid until the networks, their probabilities averaged, stop.

    The likeliest action is taken, or with `rng` one drawn by its probability. At most `MOST_ACTIONS`.
    """
    with torch.inference_mode():
        batch = batch_of([replace(example, to_follow=None) for example in examples])
        readings = [network.read(batch) for network in networks]
        plans = torch.stack([reading.plan.contents(batch) for reading in readings]).mean(0)
        taken, logs = _followed(networks, examples, batch, readings, rng)
    contents = plans.numpy().reshape(*plans.shape[:2], *SHAPE)
    return [Rollout(*each) for each in zip(taken, contents, logs, strict=True)]


def _followed(
    networks: Sequence[BuildingNetwork],
    examples: Sequence[Example],
    batch: Batch,
    readings: list[Reading],
    rng: np.random.Generator | None,
) -> tuple[list[tuple[Step, ...]], list[float]]:
    """Steps and log-probabilities, from the batch of all examples and what the networks read in it."""
    taken: list[tuple[Step, ...]] = [() for _ in examples]
    logs = [0.0 for _ in examples]
    live = list(range(len(examples)))
    while live:
        states = [network.follow(batch, reading) for network, reading in zip(networks, readings, strict=True)]
        kinds, log_kinds = _chosen(_kinds(networks, batch, readings, states), rng)
        cells, log_cells = _cells(networks, batch, readings, states, kinds, rng)
        stops = kinds == STOP
        log_steps = (log_kinds + log_cells.masked_fill(stops, 0.0)).tolist()
        for i, kind, cell, log in zip(live, kinds.tolist(), cells, log_steps, strict=True):
            logs[i] += log
            if kind != STOP:
                taken[i] = (*taken[i], Step(kind, cell))
        # All live rows have taken equally many steps.
        full = batch.kinds.shape[1] == MOST_ACTIONS
        going = [] if full else (~stops).nonzero()[:, 0].tolist()
        live = [live[place] for place in going]
        if live:
            batch = batch_of([replace(examples[i], taken=taken[i], to_follow=None) for i in live])
            # Words and blocks are read once; actions change neither.
            readings = [reading.take(going, batch.blocks.shape[1]) for reading in readings]
    return taken, logs


def _kinds(
    networks: Sequence[BuildingNetwork],
    batch: Batch,
    readings: Sequence[Reading],
    states: Sequence[torch.Tensor],
) -> torch.Tensor:
    """Probabilities (b, KINDS) of what to do next; nothing is broken where nothing stands."""
    standing = batch.standing[:, -1].any(-1, keepdim=True)
    kinds = torch.arange(BREAK + 1) == BREAK
    each = [
        network.what(batch, reading, state, LAST)[:, 0].masked_fill(kinds & ~standing, NEVER).softmax(-1)
        for network, reading, state in zip(networks, readings, states, strict=True)
    ]
    return torch.stack(each).mean(0)


def _cells(
    networks: Sequence[BuildingNetwork],
    batch: Batch,
    readings: Sequence[Reading],
    states: Sequence[torch.Tensor],
    kinds: torch.Tensor,
    rng: np.random.Generator | None,
) -> tuple[list[tuple[int, int, int]], torch.Tensor]:
    """Where to do it, and the log-probability (b,) of that; of no meaning in rows that stop."""
    found = [
        network.where(batch, reading, state, kinds[:, None], LAST)
        for network, reading, state in zip(networks, readings, states, strict=True)
    ]
    breaks, log_breaks = _chosen(torch.stack([where.breaks[:, 0].exp() for where in found]).mean(0), rng)
    places, log_places = _chosen(torch.stack([where.places[:, 0] for where in found]).mean(0), rng)
    broken = batch.blocks[torch.arange(len(breaks)), breaks]
    placed = torch.stack(torch.unravel_index(places, SHAPE), -1)
    breaking = kinds == BREAK
    cells = torch.where(breaking[:, None], broken, placed)
    return [(y, x, z) for y, x, z in cells.tolist()], torch.where(breaking, log_breaks, log_places)


def _chosen(
    probabilities: torch.Tensor, rng: np.random.Generator | None
) -> tuple[torch.Tensor, torch.Tensor]:
    """A place in each row (b, n), the likeliest or one drawn, and the log of its probability."""
    if rng is None:
        chosen = probabilities.argmax(-1)
    else:
        sums = probabilities.double().cumsum(-1)
        drawn = torch.from_numpy(rng.random((len(sums), 1))) * sums[:, -1:]
        chosen = (sums <= drawn).sum(-1).clamp(max=probabilities.shape[-1] - 1)
    return chosen, (probabilities.gather(-1, chosen[:, None])[:, 0] + 1e-9).log()
