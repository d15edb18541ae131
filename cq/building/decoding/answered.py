"""Builds compared with the answers about all new blocks (`cq.reading.outcome_constraints`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cq.building.decoding.candidates import Candidates
from cq.building.decoding.meanings import alone
from cq.building.plan_changes import certain
from cq.reading.outcome_constraints import Area, OutcomeConstraints, disagreement
from cq.semantics.geometry import step
from cq.types import Cell, Grid
from cq.world.difference import Difference, Part
from cq.world.directions import OFFSETS
from cq.world.zone import Zone

BROKEN = 0.02
"""The weight of a build that contradicts all of an answer."""
MENDABLE = 0.3
"""Its weight as a build to repair."""
MEND_FROM = 0.25
"""The least contradiction of all builds from which on they are repaired."""
MENDED, MENDED_MOST, MOST_MENDED = 0.3, 0.6, 3
"""The share of the repaired builds where all contradict the answers a little, and where all contradict them
fully, and the number of the likeliest builds to repair.
"""
SUPPORTED, HIGHER, NEW_ROW, KEPT = 0.3, 0.02, 0.2, 0.6
"""Added to the probability of a block for its support, subtracted for each level, added for each row of an
area that has none, and added where the build has the block before the repair.
"""


def with_told(candidates: Candidates, known: OutcomeConstraints) -> Candidates:
    """The candidates; those that contradict the answers get less weight; where all do, the likeliest ones are
    added with their new blocks repaired.
    """
    if not known:
        return candidates
    start, palette = candidates.start, candidates.palette
    broken = np.array([disagreement(known, start, grid) for grid in candidates.grids])
    weighted = candidates.reweighted(BROKEN ** (broken - broken.min()))
    if broken.min() < MEND_FROM or not (known.areas or known.colours or known.total):
        return weighted
    worth = candidates.probabilities * MENDABLE**broken
    likeliest = np.argsort(-worth)[:MOST_MENDED]
    mended = [_mended(known, weighted, weighted.grids[i]) for i in likeliest]
    shares = worth[likeliest] / worth[likeliest].sum()
    plan = np.asarray(sum(share * certain(grid, palette) for share, grid in zip(shares, mended, strict=True)))
    put_right = alone(start, mended, plan, MENDED, palette)
    same = np.array([[np.array_equal(candidate, grid) for grid in mended] for candidate in put_right.grids])
    share = MENDED + (MENDED_MOST - MENDED) * min(1.0, (broken.min() - MEND_FROM) / (1 - MEND_FROM))
    return replace(put_right, probabilities=same @ shares).joined(weighted, share)


def _mended(known: OutcomeConstraints, candidates: Candidates, grid: Grid) -> Grid:
    """A build with its new blocks where the answers want them."""
    bases = [area for area in known.areas if area.base is not None]
    if bases and len(bases) == len(known.areas):
        moved = _moved(bases, candidates, grid)
        if moved is not None:
            return moved
    return _filled(known, candidates, grid)


def _moved(areas: Sequence[Area], candidates: Candidates, grid: Grid) -> Grid | None:
    """A build with its parts moved to the named cells, each to the nearest; all its new blocks to a single
    cell. None if there is no room.
    """
    from scipy.optimize import linear_sum_assignment

    new = candidates.placed(grid)
    told = {area.colour for area in areas}
    new = {cell: colour for cell, colour in new.items() if None in told or colour in told}
    found = Difference.between(candidates.start, grid).placed
    parts = [dict.fromkeys(part.cells, part.colour) for part in found if None in told or part.colour in told]
    if len(areas) == 1 and new:
        parts = [new]
    if not parts or len(parts) != len(areas):
        return None
    far = [[_distance(min(part), area) for area in areas] for part in parts]
    moved = grid.copy()
    for cell in new:
        moved[cell] = candidates.start[cell]
    for i, k in zip(*linear_sum_assignment(np.array(far)), strict=True):
        placed = _placed(parts[i], areas[k], moved)
        if placed is None:
            return None
        for cell, colour in placed.items():
            moved[cell] = colour
    return moved


def _distance(cell: Cell, area: Area) -> int:
    assert area.base is not None
    return sum(abs(a - b) for a, b in zip(cell, area.base, strict=True))


def _placed(part: dict[Cell, int], area: Area, grid: Grid) -> dict[Cell, int] | None:
    """A part with its first block in the named cell, or its end if it runs from there."""
    assert area.base is not None
    zone = Zone.of(grid)
    if area.way in OFFSETS and Part(1, tuple(sorted(part))).is_line:
        line = [step(area.base, area.way, i) for i in range(len(part))]
        ways = [dict(zip(line, part.values(), strict=True))]
    else:
        anchors = dict.fromkeys((min(part), min(part, key=_footprint), max(part, key=_footprint)))
        shifts = [np.subtract(area.base, anchor) for anchor in anchors]
        ways = [
            {
                (int(y), int(x), int(z)): colour
                for cell, colour in part.items()
                for y, x, z in [np.add(cell, shift)]
            }
            for shift in shifts
        ]
    return next((way for way in ways if all(zone.holds(c) and not grid[c] for c in way)), None)


def _footprint(cell: Cell) -> tuple[int, int, int]:
    return cell[1], cell[2], -cell[0]


def _filled(known: OutcomeConstraints, candidates: Candidates, grid: Grid) -> Grid:
    """A build with its new blocks where the answers want them: in the likeliest free cells there."""
    new, found = candidates.placed(grid), grid.copy()
    before = Counter(new.values())
    for cell in new:
        found[cell] = 0
    # Blocks that agree stay in place.
    likely = candidates.plan + KEPT * certain(np.where(grid == candidates.start, 0, grid), candidates.palette)
    kept = {area.colour for area in known.areas}
    if None not in kept and kept:  # The answers do not mention blocks of other colours.
        for cell, colour in new.items():
            found[cell] = found[cell] if colour in kept else colour
    told, areas = dict(known.counts), known.areas or (Area(None, frozenset(Zone.of(grid).cells())),)
    for area in areas:
        same = [other for other in areas if other.colour == area.colour]
        if area.colour is not None:
            here = told.get(area.colour) or (known.total if len(areas) == 1 else before[area.colour])
            left = {area.colour: max(area.least, (here or 0) // len(same))}
            total = left[area.colour]
        else:
            total = max(area.least, (known.total or before.total()) // len(same))
            left = {colour: told.get(colour, total) for colour in sorted(known.colours or before)}
        _fill(found, area, left, total, likely)
    return found


def _fill(grid: Grid, area: Area, left: dict[int, int], total: int, plan: npt.NDArray[np.float32]) -> None:
    """Put `total` blocks into the likeliest free cells, as many of each colour as are left."""
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
    """The bonus of a cell besides its probability: for its support, and for the new row that it fills."""
    new_rows = 0 if rows is None else ((1, cell[1]) not in rows) + ((2, cell[2]) not in rows)
    return SUPPORTED * _stands(grid, cell) - HIGHER * cell[0] + NEW_ROW * new_rows


def _stands(grid: Grid, cell: Cell) -> bool:
    """Whether a block in a cell would be on the ground, or on another."""
    return cell[0] == 0 or bool(grid[step(cell, "down")])
