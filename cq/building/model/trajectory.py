"""Trajectories: the actions taken from a grid, and the network's view of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cq.building.model.cell_features import Cells, cell_feature_names, cell_features
from cq.building.token_embedder import TokenVectors
from cq.encoder.backbone import MAX_TOKENS
from cq.types import Cell, Floats, Grid
from cq.world import COLOURS

EXCHANGE_POSITIONS = (128, 160, 192, 224)
"""The positions at which the tokens of the first, second, … exchange begin; later ones share the last."""

HISTORY_TURNS, HISTORY_TOKENS = 5, 24
"""The number of turns before the instruction that the network reads, and of first tokens of each."""

RECENT_BLOCKS = 5
"""The number of last placed blocks that the network tells from the others."""

STOP, BREAK = 0, len(COLOURS) + 1
"""Action kinds; 1…6 place a block of that colour."""

NUM_ACTION_KINDS = len(COLOURS) + 2
MAX_ACTIONS = 40

MAX_DISPLACEMENT = 5
NUM_DISPLACEMENTS = 2 * MAX_DISPLACEMENT + 2
"""Displacements from the last action along one axis: −5…5, clipped, and "there is no last action"."""

_NO_DISPLACEMENT = NUM_DISPLACEMENTS - 1


class FrameAction(NamedTuple):
    """An action in the canonical frame: its kind (see `NUM_ACTION_KINDS`) and its cell (y, x, z)."""

    kind: int
    cell: Cell

    @property
    def colour(self) -> int:
        """The content of the cell after the action; 0 is air."""
        return 0 if self.kind == BREAK else self.kind


def token_positions(lengths: Sequence[int], history: Sequence[int] = ()) -> npt.NDArray[np.int64]:
    """The positions of the tokens of an instruction and its exchanges, of `lengths` tokens, then of the
    turns of the `history`.

    Exchanges begin at positions of their own, so that the network tells them from the instruction and from
    each other. Each turn of the history begins at 0: `EncodedExample.turns` tells them apart.
    """
    starts = [0, *EXCHANGE_POSITIONS, *[EXCHANGE_POSITIONS[-1]] * len(lengths)]
    positions = [start + np.arange(length) for start, length in zip(starts, lengths, strict=False)]
    positions += [np.arange(length) for length in history]
    return np.minimum(np.concatenate(positions), MAX_TOKENS - 1)


def turn_number(age: int, speaker: str) -> int:
    """The number, from 1, of a turn of the history: `age` 1 is the last turn before the instruction."""
    return 2 * age - (speaker == "architect")


NUM_TURNS = turn_number(HISTORY_TURNS, "builder") + 1
"""The number of turn numbers, with 0 for texts outside the history."""


@dataclass(frozen=True)
class EncodedExample:
    """An instruction, its exchanges and its world in the canonical frame.

    `tokens` holds the token vectors (tokens, width) of all texts one after another, `positions` (tokens,)
    their positions (see `token_positions`), `turns` (tokens,) the numbers of their turns (see
    `turn_number`), 0 for the instruction and its exchanges. `grid` is (9, 11, 11), `num_named` is the number
    of colours that the texts name. `actions` lead to the target if it is known. `recency` (9, 11, 11) is 1
    where the last block was placed, 2 for the one before, up to `RECENT_BLOCKS`, and 0 elsewhere.
    `gaze` (9, 11, 11, features) describes each cell by the builder's pose (`cq.building.model.gaze`).
    """

    tokens: TokenVectors
    positions: npt.NDArray[np.int64]
    grid: Grid
    num_named: int
    actions: tuple[FrameAction, ...] = ()
    turns: npt.NDArray[np.int64] | None = None
    recency: Grid | None = None
    gaze: Floats | None = None

    @property
    def blocks(self) -> Cells:
        """The cells (n, 3) of the blocks in the start grid."""
        return np.argwhere(self.grid)


class Trajectory:
    """The actions taken from a start grid, and the grid after them.

    The lists hold one entry per number of actions taken, from 0: the last action's kind, its cell, its
    displacement from the action before, and the grid. A trajectory is immutable; `after` gives a longer one.
    """

    def __init__(self, grid: Grid) -> None:
        self.actions: tuple[FrameAction, ...] = ()
        self.kinds, self.cells, self.grids = [0], [(0, 0, 0)], [grid]
        self.displacements: list[npt.NDArray[np.int64]] = [np.full(3, _NO_DISPLACEMENT)]
        self._features: list[Floats] = [np.zeros(len(cell_feature_names()), dtype=np.float32)]
        self._extensions: dict[FrameAction, Trajectory] = {}

    @property
    def grid(self) -> Grid:
        """The grid after all actions."""
        return self.grids[-1]

    def after(self, action: FrameAction) -> Trajectory:
        """This trajectory and one more action. Equal actions give the same object."""
        if action not in self._extensions:
            self._extensions[action] = self._extended(action)
        return self._extensions[action]

    def after_all(self, actions: Sequence[FrameAction]) -> Trajectory:
        """This trajectory and several more actions."""
        trajectory = self
        for action in actions:
            trajectory = trajectory.after(action)
        return trajectory

    def _extended(self, action: FrameAction) -> Trajectory:
        new = Trajectory.__new__(Trajectory)
        grid = np.array(self.grid)
        grid[action.cell] = action.colour
        new.actions = (*self.actions, action)
        new.kinds, new.cells = [*self.kinds, action.kind], [*self.cells, action.cell]
        new.grids = [*self.grids, grid]
        new.displacements = [*self.displacements, self._displacement(action)]
        new._features = list(self._features)
        new._extensions = {}
        return new

    def _displacement(self, action: FrameAction) -> npt.NDArray[np.int64]:
        """The displacement (3,) from the last action along y, x, z, as class indices."""
        if not self.actions:
            return self.displacements[0]
        difference = np.subtract(action.cell, self.cells[-1])
        return np.clip(difference, -MAX_DISPLACEMENT, MAX_DISPLACEMENT) + MAX_DISPLACEMENT


def features_of(trajectories: Sequence[Trajectory]) -> list[Floats]:
    """For each trajectory the features (t, features) of the last action's cell after each number of actions.
    New features are computed together.
    """
    new = [
        (trajectory, t)
        for trajectory in trajectories
        for t in range(len(trajectory._features), len(trajectory.grids))
    ]
    if new:
        grids = np.stack([trajectory.grids[t] for trajectory, t in new])
        cells = np.array([trajectory.cells[t] for trajectory, t in new])
        for (trajectory, _), features in zip(new, cell_features(grids, cells), strict=True):
            trajectory._features.append(features)
    return [np.array(trajectory._features) for trajectory in trajectories]
