"""Builds held against what answers tell of all new blocks (`cq.meaning.told`), and mended by it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import numpy.typing as npt

from cq.building.decoding.candidates import Candidates
from cq.building.decoding.meanings import alone, certain
from cq.meaning.geometry import Cell, step
from cq.meaning.told import Told
from cq.world.grid import SHAPE, Grid

BROKEN = 0.02
"""What a build counts that keeps nothing of an answer."""
MENDED, MOST_MENDED = 0.7, 3
"""The share of the builds that are mended where none keeps all, and from how many of the likeliest they are
made.
"""
SUPPORTED, HIGHER = 0.3, 0.02
"""What it adds to the probability of a block that it stands on something, and takes off for each level."""
EVERYWHERE = frozenset(product(*map(range, SHAPE)))


def with_told(candidates: Candidates, known: Told) -> Candidates:
    """The candidates, those with less weight that break what was answered; where all do, also the likeliest
    ones with their new blocks put right.
    """
    if not known:
        return candidates
    start = candidates.start
    broken = np.array([_broken(known, start, grid) for grid in candidates.grids])
    weighted = candidates.reweighted(BROKEN ** (broken - broken.min()))
    if not broken.min():
        return weighted
    likeliest = np.argsort(-weighted.probabilities)[:MOST_MENDED]
    mended = [_mended(known, start, weighted.grids[i], weighted.plan) for i in likeliest]
    plan = np.mean([certain(grid) for grid in mended], axis=0)
    return alone(start, mended, plan, MENDED).joined(weighted, MENDED)


def _new(start: Grid, grid: Grid) -> dict[Cell, int]:
    """The blocks that a build places, with their colours."""
    return {(y, x, z): int(grid[y, x, z]) for y, x, z in np.argwhere((grid != start) & (grid > 0)).tolist()}


def _broken(known: Told, start: Grid, grid: Grid) -> float:
    """How much of what was answered a build does not keep, for each answer in [0, 1]."""
    new = _new(start, grid)
    counts, wanted = Counter(new.values()), dict(known.counts)
    there = [
        sum(cell in area and of in (None, colour) for cell, colour in new.items()) for of, area in known.areas
    ]
    inside = sum(
        any(cell in area and of in (None, colour) for of, area in known.areas) for cell, colour in new.items()
    )
    loss = 0.0
    if known.areas:
        loss += 1 - inside / max(1, len(new)) * sum(map(bool, there)) / len(there)
    if known.colours:
        loss += 1 - len(known.colours & set(counts)) / len(known.colours | set(counts))
    if wanted:
        loss += min(1.0, sum(abs(counts[one] - number) for one, number in wanted.items()) / sum(wanted.values()))
    elif known.total is not None:
        loss += min(1.0, abs(known.total - len(new)) / known.total)
    return loss


def _mended(known: Told, start: Grid, grid: Grid, plan: npt.NDArray[np.float32]) -> Grid:
    """A build with its new blocks where they were said to be: the likeliest free cells there."""
    before, found = Counter(_new(start, grid).values()), grid.copy()
    for cell in _new(start, grid):
        found[cell] = 0
    told, areas = dict(known.counts), dict[int | None, frozenset[Cell]]()
    for colour, cells in known.areas or [(None, EVERYWHERE)]:
        areas[colour] = areas.get(colour, frozenset()) | cells
    for colour, cells in areas.items():
        alone_there = known.total if len(areas) == 1 else None
        columns = len({cell[1:] for cell in cells}) if known.areas else 0
        if colour is not None:
            left = {colour: told.get(colour) or alone_there or max(columns, before[colour])}
        else:
            most = alone_there or max(columns, before.total())
            left = {one: told.get(one, most) for one in sorted(known.colours or before)}
        _fill(found, cells, left, alone_there or max([columns, *left.values()]), plan)
    return found


def _fill(
    grid: Grid, cells: frozenset[Cell], left: dict[int, int], total: int, plan: npt.NDArray[np.float32]
) -> None:
    """Put so many blocks into the likeliest free cells, as many of each colour as are left."""
    free = {cell for cell in cells if not grid[cell]}
    for _ in range(total):
        options = [
            (float(plan[(colour, *cell)]) + SUPPORTED * _stands(grid, cell) - HIGHER * cell[0], cell, colour)
            for cell in free
            for colour, number in left.items()
            if number
        ]
        if not options:
            return
        _, cell, colour = max(options)
        grid[cell] = colour
        left[colour] -= 1
        free.remove(cell)


def _stands(grid: Grid, cell: Cell) -> bool:
    """Whether a block in a cell would stand on the ground, or on another."""
    return cell[0] == 0 or bool(grid[step(cell, "down")])
