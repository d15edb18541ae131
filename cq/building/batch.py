"""Instructions, worlds and the actions taken so far, as tensors."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from cq.building.cells import Cells, Floats, cell_features, cell_names
from cq.building.words import Vectors
from cq.world import COLOURS, SHAPE
from cq.world.grid import Grid

STOP, BREAK = 0, len(COLOURS) + 1
"""Kinds of action besides 1…6, to place a block of that colour."""

KINDS = len(COLOURS) + 2
MOST_ACTIONS = 40
DISTANCES = 12
"""From the last action along one axis: −5…5, cut, and that there is no last one."""

MARGIN = 3
"""Cells around the zone that steps may lead to, lest they come in again on the other side."""

STEPS = torch.tensor(list(itertools.product(range(-2, 4), range(-3, 4), range(-3, 4))))
"""Steps (y, x, z) from something to a block to place."""

PADDED_SHAPE = tuple(n + 2 * MARGIN for n in SHAPE)
PADDED = int(np.prod(PADDED_SHAPE))


def flat(cells: torch.Tensor, origin: int = MARGIN) -> torch.Tensor:
    """Places of cells (…, 3) in the flattened zone with its margin; `origin` 0 for steps between cells."""
    y, x, z = (cells + origin).unbind(-1)
    return (y * PADDED_SHAPE[1] + x) * PADDED_SHAPE[2] + z


ZONE = flat(torch.tensor(list(itertools.product(*(range(n) for n in SHAPE)))))
"""Places of the zone's own cells, by y, x, z."""


def one_hot_cells(cells: torch.Tensor) -> torch.Tensor:
    """(…, 3) → (…, 9 + 11 + 11)."""
    return torch.cat([F.one_hot(cells[..., i], n) for i, n in enumerate(SHAPE)], -1).float()


@dataclass(frozen=True)
class Step:
    """One action in an example's frame: what (see `KINDS`) and where."""

    kind: int
    cell: tuple[int, int, int]

    @property
    def colour(self) -> int:
        """What the cell holds afterwards; 0 is air."""
        return 0 if self.kind == BREAK else self.kind


@dataclass(frozen=True)
class Example:
    """An instruction in its frame: vectors of its word pieces (w, …), the grid, how many colours it names;
    the steps taken so far, and, where it is known, all that are to follow.
    """

    words: Vectors
    grid: Grid
    named: int
    taken: tuple[Step, ...] = ()
    to_follow: tuple[Step, ...] | None = None


@dataclass(frozen=True)
class Batch:
    """b examples; w word pieces, n blocks that stood, t numbers of actions, from 0."""

    ZONE: ClassVar[int] = len(COLOURS) + 2

    words: torch.Tensor
    """(b, w, …)."""
    words_there: torch.Tensor
    zone: torch.Tensor
    """(b, ZONE): colours named, blocks of each colour, blocks; scaled."""
    blocks: torch.Tensor
    """(b, n, 3) cells, (b, n) colours, (b, n, …) features."""
    block_colours: torch.Tensor
    block_features: torch.Tensor
    blocks_there: torch.Tensor
    kinds: torch.Tensor
    """(b, t) of the last action; its cell (b, t, 3), features and move from the one before (b, t, 3)."""
    cells: torch.Tensor
    action_features: torch.Tensor
    moves: torch.Tensor
    standing: torch.Tensor
    """(b, t, n) which blocks still stand."""
    sources: torch.Tensor
    """(b, t, 1 + n + t) what a step may be taken from: the zone, blocks that stood, actions taken."""
    taken: torch.Tensor
    """(b, t, cells of the zone) which are occupied."""
    next_kinds: torch.Tensor
    """(b, t) what is to be done next, −1 unknown; (b, t, n) and (b, t, cells) where it may be done."""
    next_breaks: torch.Tensor
    next_places: torch.Tensor
    to_place: torch.Tensor
    """(b, cells) the colour placed there by all steps, 0 for none; (b, n) which blocks they break."""
    to_break: torch.Tensor


def batch_of(examples: Sequence[Example]) -> Batch:
    """Lay examples side by side; of each the steps taken, then those to follow, up to `MOST_ACTIONS`."""
    rows = [_Row(example) for example in examples]
    return Batch(
        words=_padded([row.words for row in rows]).float(),
        words_there=_padded([np.ones(len(row.words), dtype=bool) for row in rows]),
        zone=torch.from_numpy(np.stack([row.zone for row in rows])),
        blocks=_padded([row.blocks for row in rows]),
        block_colours=_padded([row.colours for row in rows]),
        block_features=_padded([cell_features(row.grids[0], row.blocks) for row in rows]),
        blocks_there=_padded([np.ones(len(row.blocks), dtype=bool) for row in rows]),
        kinds=_padded([row.kinds for row in rows]),
        cells=_padded([row.cells for row in rows]),
        action_features=_padded([row.features() for row in rows]),
        moves=_padded([row.moves() for row in rows]),
        standing=_padded([row.standing() for row in rows]),
        sources=_sources(rows),
        taken=_padded([row.occupied() for row in rows], fill=True),
        next_kinds=_padded([row.next_kinds() for row in rows], fill=-1),
        next_breaks=_padded([row.next_breaks() for row in rows]),
        next_places=_padded([row.next_places() for row in rows]),
        to_place=_padded([np.where(row.changed, row.end, 0).ravel().astype(np.int64) for row in rows]),
        to_break=_padded([row.changed[tuple(row.blocks.T)] for row in rows]),
    )


class _Row:
    """One example, step by step: its grid before each step, t of them."""

    def __init__(self, example: Example) -> None:
        self.words = example.words
        self.follow = example.to_follow
        self.steps = [*example.taken, *(example.to_follow or ())]
        shown = self.steps[:MOST_ACTIONS]
        self.grids = [np.array(example.grid)]
        for step in shown:
            grid = self.grids[-1].copy()
            grid[step.cell] = step.colour
            self.grids.append(grid)
        self.end = self.grids[-1].copy()
        for step in self.steps[MOST_ACTIONS:]:
            self.end[step.cell] = step.colour
        self.changed = self.end != example.grid
        self.blocks: Cells = np.argwhere(example.grid)
        self.colours = example.grid[tuple(self.blocks.T)].astype(np.int64)
        counts = np.bincount(self.colours, minlength=len(COLOURS) + 1)[1:]
        self.zone = np.array(
            [example.named / 4, *np.minimum(counts, 9) / 5, len(self.blocks) / 10], dtype=np.float32
        )
        self.kinds = np.array([0, *(step.kind for step in shown)])
        self.cells = np.array([(0, 0, 0), *(step.cell for step in shown)])

    def features(self) -> Floats:
        """Of each action's cell, once it is done; none before the first."""
        none = np.zeros((1, len(cell_names())), dtype=np.float32)
        after = zip(self.grids[1:], self.cells[1:], strict=True)
        return np.concatenate([none, *(cell_features(grid, cell[None]) for grid, cell in after)])

    def moves(self) -> npt.NDArray[np.int64]:
        half = (DISTANCES - 1) // 2
        moves = np.full_like(self.cells, DISTANCES - 1)
        moves[2:] = np.clip(np.diff(self.cells[1:], axis=0), -half, half) + half
        return moves

    def standing(self) -> npt.NDArray[np.bool_]:
        return np.stack([grid[tuple(self.blocks.T)] > 0 for grid in self.grids])

    def occupied(self) -> npt.NDArray[np.bool_]:
        return np.stack([grid.ravel() > 0 for grid in self.grids])

    def next_kinds(self) -> npt.NDArray[np.int64]:
        if self.follow is None:
            return np.full(len(self.grids), -1)
        kinds = np.array([*(step.kind for step in self.steps), STOP])[: len(self.grids)]
        kinds[: len(self.steps) - len(self.follow)] = -1
        return kinds

    def next_breaks(self) -> npt.NDArray[np.bool_]:
        return np.stack([self._left(t, breaks=True)[tuple(self.blocks.T)] for t in range(len(self.grids))])

    def next_places(self) -> npt.NDArray[np.bool_]:
        return np.stack([self._left(t, breaks=False).ravel() for t in range(len(self.grids))])

    def _left(self, t: int, breaks: bool) -> npt.NDArray[np.bool_]:
        """Cells where what comes next at t is still to be done; none where it is no break, or no place."""
        left = np.zeros(SHAPE, dtype=bool)
        if self.follow is None or t >= len(self.steps):
            return left
        following = self.steps[t].kind
        if (following == BREAK) == breaks:
            for step in self.steps[t:]:
                if step.kind == following:
                    left[step.cell] = True
        return left


def _sources(rows: Sequence[_Row]) -> torch.Tensor:
    n, t = max(1, *(len(row.blocks) for row in rows)), max(len(row.grids) for row in rows)
    sources = np.zeros((len(rows), t, 1 + n + t), dtype=bool)
    sources[..., 0] = True
    for row, of_row in zip(rows, sources, strict=True):
        of_row[:, 1 : 1 + len(row.blocks)] = True
        done = np.tril(np.ones((t, t), dtype=bool))
        done[:, 0] = False
        done[:, len(row.grids) :] = False
        of_row[:, 1 + n :] = done
    return torch.from_numpy(sources)


def _padded(arrays: Sequence[npt.NDArray[np.generic]], fill: float = 0) -> torch.Tensor:
    """Arrays of one rank, side by side, each filled up to the longest along every axis, 1 or more."""
    size = np.maximum(np.max([array.shape for array in arrays], axis=0), 1)
    out = np.full((len(arrays), *size), fill, dtype=arrays[0].dtype)
    for row, array in zip(out, arrays, strict=True):
        row[tuple(slice(n) for n in array.shape)] = array
    return torch.from_numpy(out)
