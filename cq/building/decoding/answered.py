"""Builds held against what answers tell of all new blocks (`cq.meaning.told`), and mended by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cq.building.decoding.candidates import Candidates
from cq.building.decoding.meanings import alone, certain
from cq.meaning.geometry import step
from cq.meaning.told import EVERYWHERE, Area, Told, extent_of
from cq.types import Cell, Floats, Grid

BROKEN = 0.02
"""What a build counts that keeps nothing of an answer."""
MENDABLE = 0.3
"""What it counts as one to be put right."""
MENDED, MOST_MENDED = 0.7, 3
"""The share of the builds that are mended where none keeps all, and from how many of the likeliest they are
made.
"""
SUPPORTED, HIGHER, NEW_ROW, KEPT = 0.3, 0.02, 0.2, 0.6
"""What it adds to the probability of a block that it stands on something, takes off for each level, and adds
for each row of an area that has none, and where the build has it before it is put right.
"""


def with_told(candidates: Candidates, known: Told) -> Candidates:
    """The candidates, those with less weight that break what was answered; where all do, also the likeliest
    ones with their new blocks put right.
    """
    if not known:
        return candidates
    start = candidates.start
    broken = np.array([_broken(known, candidates.placed(grid)) for grid in candidates.grids])
    weighted = candidates.reweighted(BROKEN ** (broken - broken.min()))
    if not broken.min():
        return weighted
    worth = candidates.probabilities * MENDABLE**broken
    likeliest = np.argsort(-worth)[:MOST_MENDED]
    mended = [_mended(known, weighted, weighted.grids[i]) for i in likeliest]
    shares = worth[likeliest] / worth[likeliest].sum()
    plan = np.asarray(sum(share * certain(grid) for share, grid in zip(shares, mended, strict=True)))
    put_right = alone(start, mended, plan, MENDED)
    same = np.array([[np.array_equal(one, grid) for grid in mended] for one in put_right.grids])
    return replace(put_right, probabilities=same @ shares).joined(weighted, MENDED)


def _broken(known: Told, new: dict[Cell, int]) -> float:
    """How much of what was answered new blocks do not keep, for each answer in [0, 1]."""
    counts, wanted = Counter(new.values()), dict(known.counts)
    loss = 0.0
    if known.areas:
        inside = [cell for cell, colour in new.items() if any(one.holds(cell, colour) for one in known.areas)]
        reached = [
            _reached(one, [cell for cell, of in new.items() if one.holds(cell, of)]) for one in known.areas
        ]
        loss += 1 - len(inside) / max(1, len(new)) * sum(reached) / len(reached)
    if known.colours:
        loss += 1 - len(known.colours & set(counts)) / len(known.colours | set(counts))
    if wanted:
        loss += min(
            1.0, sum(abs(counts[one] - number) for one, number in wanted.items()) / sum(wanted.values())
        )
    elif known.total is not None:
        loss += min(1.0, abs(known.total - len(new)) / known.total)
    return loss


def _reached(area: Area, cells: Sequence[Cell]) -> float:
    """How much of an area's extent blocks in it have, in [0, 1]."""
    if not area.is_whole or not cells:
        return float(bool(cells))
    (width, depth), (most_wide, most_deep) = extent_of(cells), area.extent
    return width * depth / (most_wide * most_deep)


def _mended(known: Told, candidates: Candidates, grid: Grid) -> Grid:
    """A build with its new blocks where they were said to be: the likeliest free cells there."""
    new, found = candidates.placed(grid), grid.copy()
    before = Counter(new.values())
    for cell in new:
        found[cell] = 0
    # What agrees stays where it is.
    likely = candidates.plan + KEPT * certain(np.where(grid == candidates.start, 0, grid))
    told, areas = dict(known.counts), known.areas or (Area(None, EVERYWHERE),)
    for area in areas:
        same = [one for one in areas if one.colour == area.colour]
        if area.colour is not None:
            here = told.get(area.colour) or (known.total if len(areas) == 1 else before[area.colour])
            left = {area.colour: max(area.least, (here or 0) // len(same))}
            total = left[area.colour]
        else:
            total = max(area.least, (known.total or before.total()) // len(same))
            left = {one: told.get(one, total) for one in sorted(known.colours or before)}
        _fill(found, area, left, total, likely)
    return found


def _fill(grid: Grid, area: Area, left: dict[int, int], total: int, plan: Floats) -> None:
    """Put so many blocks into the likeliest free cells, as many of each colour as are left."""
    free = {cell for cell in area.cells if not grid[cell]}
    rows: set[tuple[int, int]] = set()
    for _ in range(total):
        options = [
            (float(plan[(colour, *cell)]) + _bonus(cell, grid, rows if area.is_whole else None), cell, colour)
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
        rows |= {(1, cell[1]), (2, cell[2])}


def _bonus(cell: Cell, grid: Grid, rows: set[tuple[int, int]] | None) -> float:
    """What speaks for a cell besides its probability: what it stands on, and new rows that it reaches."""
    new_rows = 0 if rows is None else ((1, cell[1]) not in rows) + ((2, cell[2]) not in rows)
    return SUPPORTED * _stands(grid, cell) - HIGHER * cell[0] + NEW_ROW * new_rows


def _stands(grid: Grid, cell: Cell) -> bool:
    """Whether a block in a cell would stand on the ground, or on another."""
    return cell[0] == 0 or bool(grid[step(cell, "down")])
