"""Example aggregation: tasks that begin where the network's own errors led (Suhr et al. 2019, "Executing
Instructions in Situated Collaborative Interactions").

Trained on recorded worlds only, a network never sees a world that an error has left behind, and errors
beget errors. It is run over sequences of instructions; each is learned again from the world that its own
builds led to, with what the instruction changes as its aim. What was built wrongly before stays: nothing in
the words asks for it to be mended.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cq.building.decoding.candidates import attempts
from cq.building.model.network import BuildingNetwork
from cq.building.task import Task
from cq.building.token_embedder import WordReader
from cq.world.grid import Grid


def recovery_tasks(
    network: BuildingNetwork, sessions: Sequence[Sequence[Task]], reader: WordReader
) -> list[Task]:
    """The later tasks of the sessions, each from the world that the network's builds led to, where that is
    not the recorded one.
    """
    found: list[Task] = []
    grids: list[Grid] = [session[0].start for session in sessions]
    for i in range(max((len(session) for session in sessions), default=0) - 1):
        going = [s for s, session in enumerate(sessions) if i + 1 < len(session)]
        tasks = [Task(sessions[s][i].instruction, grids[s]) for s in going]
        # The likeliest actions, and no more: the network's errors are wanted.
        built = attempts([network], tasks, reader, draws=0, mirrored=False)
        for s, one in zip(going, built, strict=True):
            grids[s] = one.grid
            following = sessions[s][i + 1]
            if not np.array_equal(one.grid, following.start):
                found.append(_from(one.grid, following))
    return found


def _from(grid: Grid, task: Task) -> Task:
    """A task begun in another world: the cells that it changes hold in the end what they should."""
    assert task.target is not None, "tasks in sequence have targets"
    return Task(task.instruction, grid, np.where(task.start == task.target, grid, task.target))
