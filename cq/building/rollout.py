"""Building step by step: each action is chosen in view of what the actions before it have changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch

from cq.building.batch import BREAK, MOST_ACTIONS, STOP, Batch, Example, Step, batch_of
from cq.building.network import NEVER, BuildingNetwork, Reading
from cq.world import SHAPE

LAST = slice(-1, None)


def rollout(
    networks: Sequence[BuildingNetwork], examples: Sequence[Example], rng: np.random.Generator | None = None
) -> list[tuple[Step, ...]]:
    """The steps from each example's grid until the networks, their probabilities averaged, stop.

    The likeliest action is taken, or with `rng` one drawn by its probability. At most `MOST_ACTIONS`.
    """
    taken: list[tuple[Step, ...]] = [() for _ in examples]
    live, going = list(range(len(examples))), list(range(len(examples)))
    readings: list[Reading] = []
    with torch.inference_mode():
        while live:
            batch = batch_of([replace(examples[i], taken=taken[i], to_follow=None) for i in live])
            # Words and blocks are read once; actions change neither.
            readings = [reading.take(going, batch.blocks.shape[1]) for reading in readings] or [
                network.read(batch) for network in networks
            ]
            states = [
                network.follow(batch, reading) for network, reading in zip(networks, readings, strict=True)
            ]
            kinds = _chosen(_kinds(networks, batch, readings, states), rng)
            cells = _cells(networks, batch, readings, states, kinds, rng)
            for i, kind, cell in zip(live, kinds.tolist(), cells, strict=True):
                if kind != STOP:
                    taken[i] = (*taken[i], Step(kind, cell))
            # All live rows have taken equally many steps.
            full = batch.kinds.shape[1] == MOST_ACTIONS
            going = [] if full else [place for place, kind in enumerate(kinds.tolist()) if kind != STOP]
            live = [live[place] for place in going]
    return taken


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
) -> list[tuple[int, int, int]]:
    """Where to do it; of no meaning in rows that stop."""
    found = [
        network.where(batch, reading, state, kinds[:, None], LAST)
        for network, reading, state in zip(networks, readings, states, strict=True)
    ]
    breaks = _chosen(torch.stack([where.breaks[:, 0].exp() for where in found]).mean(0), rng)
    places = _chosen(torch.stack([where.places[:, 0] for where in found]).mean(0), rng)
    broken = batch.blocks[torch.arange(len(breaks)), breaks]
    placed = torch.stack(torch.unravel_index(places, SHAPE), -1)
    cells = torch.where((kinds == BREAK)[:, None], broken, placed)
    return [(y, x, z) for y, x, z in cells.tolist()]


def _chosen(probabilities: torch.Tensor, rng: np.random.Generator | None) -> torch.Tensor:
    """A place in each row (b, n): the likeliest, or one drawn."""
    if rng is None:
        return probabilities.argmax(-1)
    sums = probabilities.double().cumsum(-1)
    drawn = torch.from_numpy(rng.random((len(sums), 1))) * sums[:, -1:]
    return (sums <= drawn).sum(-1).clamp(max=probabilities.shape[-1] - 1)
