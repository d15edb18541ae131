"""Tasks carried out by networks: the grid they lead to, the actions, the plan and its probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.building.actions import Action, replay
from cq.building.batch import BREAK
from cq.building.frame import Frame
from cq.building.network import BuildingNetwork
from cq.building.rollout import Rollout, rollout
from cq.building.tasks import Task, examples_of
from cq.building.words import WordReader
from cq.world import COLOURS, SHAPE
from cq.world.grid import Grid

Floats = npt.NDArray[np.float32]
BATCH = 64


@dataclass(frozen=True)
class Attempt:
    """What networks make of one task, in the world's own directions and colours.

    `plan` is float32 (7, 9, 11, 11), see `Build`; `log_probability`, 0 or less, that of all actions in this
    order.
    """

    grid: Grid
    actions: tuple[Action, ...]
    plan: Floats
    log_probability: float


def attempts(
    networks: Sequence[BuildingNetwork],
    tasks: Sequence[Task],
    reader: WordReader,
    rng: np.random.Generator | None = None,
) -> list[Attempt]:
    """One attempt at each task, the likeliest action first, or with `rng` drawn (see `rollout`)."""
    read = examples_of([Task(task.instruction, task.start) for task in tasks], reader)
    order = sorted(range(len(tasks)), key=lambda i: len(read[i][0].words))
    found: dict[int, Attempt] = {}
    for first in range(0, len(order), BATCH):
        some = order[first : first + BATCH]
        rolled = rollout(networks, [read[i][0] for i in some], rng)
        for i, one in zip(some, rolled, strict=True):
            found[i] = _in_world(one, tasks[i].start, read[i][1])
    return [found[i] for i in range(len(tasks))]


def _in_world(rolled: Rollout, start: Grid, frame: Frame) -> Attempt:
    cells = frame.cells()
    actions = []
    for step in rolled.steps:
        y, x, z = (int(n) for n in cells[step.cell])
        kind, colour = ("break", 0) if step.kind == BREAK else ("place", frame.colours[step.kind - 1])
        actions.append(Action(kind, (y, x, z), colour))  # type: ignore[arg-type]
    plan = np.empty((len(COLOURS) + 1, *SHAPE), dtype=np.float32)
    colours = np.array([0, *frame.colours])[:, None, None, None]
    plan[(colours, *np.moveaxis(cells, -1, 0))] = rolled.plan
    return Attempt(replay(start, actions), tuple(actions), plan, rolled.log_probability)
