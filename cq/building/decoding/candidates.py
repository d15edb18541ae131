"""Tasks carried out by networks: the grid they lead to, the actions, and the probability of every content.

The likeliest sequence of actions need not be the build that is right in most cells (Kumar and Byrne 2004).
Several builds are drawn; they and the plan say how likely each content of each cell is, and the one is
taken whose expected changed F1 is highest. What is expected of it says how sure to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from cq.building.actions import Action
from cq.building.canonical_frame import Frame
from cq.building.decoding.rollout import Rollout, rollouts
from cq.building.model.batch import Scene
from cq.building.model.network import BuildingNetwork
from cq.building.model.trajectory import BREAK, MOST_ACTIONS
from cq.building.task import Task, examples_of
from cq.building.token_embedder import WordReader
from cq.world import COLOURS, SHAPE
from cq.world.grid import Grid

Floats = npt.NDArray[np.float32]
BATCH = 32
DRAWS = 4


@dataclass(frozen=True)
class Attempt:
    """What networks make of one task, in the world's own directions and colours.

    `plan` is float32 (7, 9, 11, 11), see `Build`; `expected`, in [0, 1], the changed F1 that it expects of
    `grid`; `log_probability`, 0 or less, that of all actions in this order.
    """

    grid: Grid
    actions: tuple[Action, ...]
    plan: Floats
    expected: float
    log_probability: float


def attempts(
    networks: Sequence[BuildingNetwork],
    tasks: Sequence[Task],
    reader: WordReader,
    draws: int = DRAWS,
    mirrored: bool = True,
    seed: int = 0,
) -> list[Attempt]:
    """One attempt at each task, the best of the likeliest build and of `draws` drawn ones; where `mirrored`,
    of as many again from the task read in a mirror.

    What is drawn depends on `seed` and the task alone, not on the tasks beside it.
    """
    chances = [None, *_chances(draws, seed)]
    order = sorted(range(len(tasks)), key=lambda i: len(tasks[i].instruction))
    found: dict[int, Attempt] = {}
    for first in range(0, len(order), BATCH):
        some = order[first : first + BATCH]
        asked = [Task(tasks[i].instruction, tasks[i].start) for i in some]
        frames = [task.frame() for task in asked]
        if mirrored:
            frames += [frame.mirror() for frame in frames]
        read = _read(networks, asked * (1 + mirrored), frames, reader, chances)
        for place, i in enumerate(some):
            found[i] = _best(read[place :: len(some)], tasks[i].start)
    return [found[i] for i in range(len(tasks))]


def expected_f1(grid: Grid, plan: Floats, start: Grid) -> float:
    """Changed F1 to be expected of a grid (9, 11, 11), by probabilities (7, 9, 11, 11) of each content: hits
    and changes in expectation.
    """
    right, kept = (np.take_along_axis(plan, held[None].astype(np.int64), 0)[0] for held in (grid, start))
    changed = grid != start
    sizes = changed.sum() + (1 - kept).sum()
    return float(2 * right[changed].sum() / sizes) if sizes > 0 else 1.0


def _chances(draws: int, seed: int) -> npt.NDArray[np.float64]:
    """Chances (draws, MOST_ACTIONS + 1, 2) in [0, 1), spread evenly over the draws at each choice."""
    rng = np.random.default_rng(seed)
    size = (draws, MOST_ACTIONS + 1, 2)
    strata = rng.permuted(np.broadcast_to(np.arange(draws)[:, None, None], size), axis=0)
    return (strata + rng.random(size)) / max(1, draws)


class _Way(NamedTuple):
    """A rollout in the world's own directions and colours."""

    grid: Grid
    actions: tuple[Action, ...]
    log_probability: float


class _Read(NamedTuple):
    """What a task read in one frame comes to: the plan, and rollouts."""

    plan: Floats
    ways: list[_Way]


def _read(
    networks: Sequence[BuildingNetwork],
    tasks: Sequence[Task],
    frames: Sequence[Frame],
    reader: WordReader,
    chances: Sequence[npt.NDArray[np.float64] | None],
) -> list[_Read]:
    examples = examples_of(tasks, frames, reader)
    with torch.inference_mode():
        scene = Scene.of(examples)
        readings = [network.read(scene) for network in networks]
        plans = torch.stack([reading.plan.contents(scene) for reading in readings]).mean(0)
    contents = plans.numpy().reshape(len(tasks), -1, *SHAPE)
    rolled = rollouts(networks, readings, [example.grid for example in examples], chances)
    return [
        _Read(frame.contents_back(plan), [_in_world(one, frame) for one in of_task])
        for plan, of_task, frame in zip(contents, rolled, frames, strict=True)
    ]


def _in_world(rolled: Rollout, frame: Frame) -> _Way:
    cells, actions = frame.cells(), []
    for step in rolled.course.steps:
        y, x, z = (int(n) for n in cells[step.cell])
        if step.kind == BREAK:
            actions.append(Action("break", (y, x, z)))
        else:
            actions.append(Action("place", (y, x, z), frame.colours[step.kind - 1]))
    return _Way(frame.back(rolled.course.grid), tuple(actions), rolled.log_probability)


def _best(read: Sequence[_Read], start: Grid) -> Attempt:
    """The way of highest expected changed F1, the first of equals."""
    ways = [way for one in read for way in one.ways]
    contents = np.arange(len(COLOURS) + 1)[:, None, None, None]
    drawn = np.mean([way.grid == contents for way in ways], axis=0)
    plan = ((np.mean([one.plan for one in read], axis=0) + drawn) / 2).astype(np.float32)
    scores = [expected_f1(way.grid, plan, start) for way in ways]
    # Builds that mirror each other differ in the last bits alone, which the tasks beside this one may move.
    best = int(np.argmax(np.round(scores, 4)))
    way = ways[best]
    return Attempt(way.grid, way.actions, plan, scores[best], way.log_probability)
