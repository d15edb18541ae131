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

from cq.building.model.cells import cell_features
from cq.building.model.trajectory import BREAK, MOST_ACTIONS, STOP, Course, Example
from cq.world import COLOURS, SHAPE

CELLS = int(np.prod(SHAPE))


@dataclass(frozen=True)
class Scene:
    """What there is before anything is done: b examples, w word pieces, n blocks."""

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

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Scene:
        """Examples side by side."""
        blocks = [example.blocks for example in examples]
        held = list(zip((example.grid for example in examples), blocks, strict=True))
        colours = [grid[tuple(cells.T)].astype(np.int64) for grid, cells in held]
        return cls(
            words=_padded([example.words for example in examples]).float(),
            words_there=_padded([np.ones(len(example.words), dtype=bool) for example in examples]),
            zone=torch.stack([_zone(e.named, of) for e, of in zip(examples, colours, strict=True)]),
            blocks=_padded(blocks),
            block_colours=_padded(colours),
            block_features=_padded([cell_features(grid, cells) for grid, cells in held]),
            blocks_there=_padded([np.ones(len(cells), dtype=bool) for cells in blocks]),
        )


@dataclass(frozen=True)
class Past:
    """What has been done: u courses; t numbers of steps, from 0. At each the last action's kind (u, t), its
    cell and the move to it (u, t, 3), its features (u, t, …); and which cells of the zone were taken
    (u, t, CELLS). `there` (u, t) is false beyond a course's end.
    """

    kinds: torch.Tensor
    cells: torch.Tensor
    moves: torch.Tensor
    features: torch.Tensor
    taken: torch.Tensor
    there: torch.Tensor

    @classmethod
    def of(cls, courses: Sequence[Course]) -> Past:
        """Courses side by side."""
        return cls(
            kinds=_padded([np.array(course.kinds) for course in courses]),
            cells=_padded([np.array(course.cells) for course in courses]),
            moves=_padded([np.array(course.moves) for course in courses]),
            features=_padded([np.array(course.features) for course in courses]),
            taken=_padded([np.array(course.taken) for course in courses], fill=True),
            there=_padded([np.ones(len(course.kinds), dtype=bool) for course in courses]),
        )

    def take(self, rows: Sequence[int]) -> Past:
        """Some of the courses, by place."""
        kept = (self.kinds, self.cells, self.moves, self.features, self.taken, self.there)
        return Past(*(tensor[list(rows)] for tensor in kept))


@dataclass(frozen=True)
class Aims:
    """What is to be done. By the plan: `place` (b, CELLS) the colour, 0 for none, and `broken` (b, n) which
    blocks. Next, after each number of steps: `kinds` (b, t), −1 unknown, at any of the cells `places`
    (b, t, CELLS) or of the blocks `breaks` (b, t, n).
    """

    place: torch.Tensor
    broken: torch.Tensor
    kinds: torch.Tensor
    places: torch.Tensor
    breaks: torch.Tensor


@dataclass(frozen=True)
class Lesson:
    """A batch to learn from: examples, the steps they ask for, taken one by one up to `MOST_ACTIONS`, and
    what was to be done after each.
    """

    scene: Scene
    past: Past
    aims: Aims

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Lesson:
        """Examples whose steps are known, side by side."""
        shown = [Course(example.grid).through(example.steps[:MOST_ACTIONS]) for example in examples]
        aims = [_Aims(example) for example in examples]
        return cls(
            Scene.of(examples),
            Past.of(shown),
            Aims(
                place=_padded([each.place for each in aims]),
                broken=_padded([each.broken for each in aims]),
                kinds=_padded([each.kinds for each in aims], fill=-1),
                places=_padded([each.places for each in aims]),
                breaks=_padded([each.breaks for each in aims]),
            ),
        )


class _Aims:
    """`Aims` of one example."""

    def __init__(self, example: Example) -> None:
        blocks, times = tuple(example.blocks.T), range(min(len(example.steps), MOST_ACTIONS) + 1)
        end = np.array(example.grid)
        for step in example.steps:
            end[step.cell] = step.colour
        changed = end != example.grid
        self.place = np.where(changed, end, 0).ravel().astype(np.int64)
        self.broken = changed[blocks]
        self.kinds = np.array([*(step.kind for step in example.steps), STOP])[: len(times)]
        left = [_left(example, t) for t in times]
        breaks = self.kinds == BREAK
        self.places = np.stack([cells.ravel() & ~br for cells, br in zip(left, breaks, strict=True)])
        self.breaks = np.stack([cells[blocks] & br for cells, br in zip(left, breaks, strict=True)])


def _left(example: Example, t: int) -> npt.NDArray[np.bool_]:
    """Cells where what comes next after t steps is still to be done: equal blocks may come in any order."""
    left = np.zeros(SHAPE, dtype=bool)
    for step in example.steps[t:]:
        if step.kind == example.steps[t].kind:
            left[step.cell] = True
    return left


def one_hot_cells(cells: torch.Tensor) -> torch.Tensor:
    """(…, 3) → (…, 9 + 11 + 11)."""
    return torch.cat([F.one_hot(cells[..., i], n) for i, n in enumerate(SHAPE)], -1).float()


class Steps:
    """Steps (y, x, z) from something to a cell, up to `before` and `after` along each axis; and where they
    lead in a zone with margins, lest they come in again on the other side.
    """

    def __init__(self, before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
        reach = [range(-b, a + 1) for b, a in zip(before, after, strict=True)]
        self._before = torch.tensor(before)
        self._shape = tuple(n + b + a for n, b, a in zip(SHAPE, before, after, strict=True))
        self._steps = self._flat(torch.tensor(list(itertools.product(*reach))))
        zone = torch.tensor(list(itertools.product(*(range(n) for n in SHAPE))))
        self._zone = self._flat(zone + self._before)

    def __len__(self) -> int:
        return len(self._steps)

    def gather(self, cells: torch.Tensor, by_step: torch.Tensor) -> torch.Tensor:
        """Sum up what things at `cells` (b, m, 3) say of the cells at each step from them, `by_step`
        (b, k, m, steps): (b, k, CELLS).
        """
        b, k = by_step.shape[:2]
        places = (self._flat(cells + self._before)[..., None] + self._steps).flatten(1)
        summed = by_step.new_zeros(b, k, int(np.prod(self._shape)))
        return summed.scatter_add(2, places[:, None].expand(-1, k, -1), by_step.flatten(2))[..., self._zone]

    def _flat(self, cells: torch.Tensor) -> torch.Tensor:
        y, x, z = cells.unbind(-1)
        return (y * self._shape[1] + x) * self._shape[2] + z


def _zone(named: int, colours: npt.NDArray[np.int64]) -> torch.Tensor:
    counts = np.bincount(colours, minlength=len(COLOURS) + 1)[1:]
    return torch.tensor([named / 4, *np.minimum(counts, 9) / 5, len(colours) / 10], dtype=torch.float32)


def _padded(arrays: Sequence[npt.NDArray[np.generic]], fill: float = 0) -> torch.Tensor:
    """Arrays of one rank, side by side, each filled up to the longest along every axis, 1 or more."""
    size = np.maximum(np.max([array.shape for array in arrays], axis=0), 1)
    out = np.full((len(arrays), *size), fill, dtype=arrays[0].dtype)
    for row, array in zip(out, arrays, strict=True):
        row[tuple(slice(n) for n in array.shape)] = array
    return torch.from_numpy(out)
