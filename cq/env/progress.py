"""`Progress`: how near an episode is to its target, and the reward of each step.

It uses the signed difference from the starting world, cell by cell: `target − start` is the truth,
`grid − start` the prediction. `cq.metrics.maximal_intersection` computes their maximal intersection over
rotations and horizontal shifts; here each changed cell adds or withdraws its votes, so that a step costs
microseconds.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.data.tasks.task import Task
from cq.metrics.intersection import rotations
from cq.types import Cell
from cq.world.grid import WIDTH

REACH = WIDTH - 1
"""The largest shift, either way, after which the zone still overlaps itself."""

SHIFTS = 2 * REACH + 1
NO_MOVE = REACH * SHIFTS + REACH


class Progress:
    """The score of a grid against a task, from its start on.

    `matched` is the maximal intersection of the differences, `size` the number of cells that differ from the
    start, `best` the most that has been matched. The task's `invariant`, `admissible_only` and `exact` apply
    to the differences.
    """

    def __init__(self, task: Task, start: npt.NDArray[Any]) -> None:
        self._start = start.astype(np.int64)
        truth = task.target_grid - self._start
        y, x, z = np.nonzero(truth)
        self.goal_size = len(y)
        self._exact = task.exact
        turned = rotations(x, z, REACH, REACH)
        ballots = (np.arange(4)[:, None] * SHIFTS + turned[:, 0] + REACH) * SHIFTS + turned[:, 1] + REACH
        kinds: dict[tuple[int, int], list[int]] = defaultdict(list)
        for i, kind in enumerate(zip(y.tolist(), truth[y, x, z].tolist(), strict=True)):
            kinds[kind].append(i)
        self._ballots = {kind: ballots[:, rows].ravel() for kind, rows in kinds.items()}
        self._votes = np.zeros(4 * SHIFTS * SHIFTS, dtype=np.int64)
        self._counted = _counted(turned, task) if self.goal_size else np.array([NO_MOVE])
        self._difference: dict[Cell, int] = {}
        self.matched = self.size = self.best = 0

    @property
    def is_done(self) -> bool:
        """Whether all differences match and, if the task is exact, nothing else differs."""
        return self.matched == self.goal_size and (not self._exact or self.size == self.goal_size)

    def change(self, cell: Cell, colour: int) -> tuple[int, int]:
        """The grid's cell (y, x, z) is now `colour`. Returns by how much the matches have grown, and by how
        much the number of differing cells has shrunk.
        """
        matched, size = self.matched, self.size
        before, after = self._difference.pop(cell, 0), colour - int(self._start[cell])
        self._vote(cell, before, -1)
        self._vote(cell, after, 1)
        if after:
            self._difference[cell] = after
        self.size = len(self._difference)
        self.matched = int(self._votes[self._counted].max())
        return self.matched - matched, size - self.size

    def _vote(self, cell: Cell, difference: int, vote: int) -> None:
        ballots = self._ballots.get((cell[0], difference))
        if difference and ballots is not None:
            self._votes[ballots - (cell[1] * SHIFTS + cell[2])] += vote


def _counted(turned: npt.NDArray[np.int64], task: Task) -> npt.NDArray[np.int64]:
    """The ballots (rotation, dx, dz) that count, as indices."""
    if not task.invariant:
        return np.array([NO_MOVE])
    allowed = np.ones((4, SHIFTS, SHIFTS), dtype=bool)
    if task.admissible_only:
        shifts = np.arange(SHIFTS) - REACH
        least, most = turned.max(axis=2) - REACH, turned.min(axis=2)
        inside = (least[..., None] <= shifts) & (shifts <= most[..., None])
        allowed = inside[:, 0, :, None] & inside[:, 1, None, :]
    return np.flatnonzero(allowed)
