"""The grid metrics as slow, literal translations of their public definitions: oracles for the fast forms."""

from __future__ import annotations

import numpy as np

from cq.types import Grid
from cq.world.grid import DEPTH, HEIGHT, SHAPE, WIDTH


def quarter_turn(grid: Grid) -> Grid:
    """The public code's rotation: new[y, z, 10 - x] = old[y, x, z]."""
    turned = np.zeros(SHAPE, dtype=grid.dtype)
    for x in range(WIDTH):
        for z in range(DEPTH):
            turned[:, z, WIDTH - x - 1] = grid[:, x, z]
    return turned


def translate(grid: Grid, dx: int, dz: int) -> Grid:
    """The grid moved by (dx, dz); blocks that leave the zone are lost."""
    moved = np.zeros(SHAPE, dtype=grid.dtype)
    for x in range(WIDTH):
        for z in range(DEPTH):
            if 0 <= x + dx < WIDTH and 0 <= z + dz < DEPTH:
                moved[:, x + dx, z + dz] = grid[:, x, z]
    return moved


def every_shift(built: Grid, target: Grid) -> int:
    """The public text: turn and move the built grid every way, count agreement with the target."""
    most = 0
    for _ in range(4):
        for dx in range(-WIDTH, WIDTH + 1):
            for dz in range(-DEPTH, DEPTH + 1):
                most = max(most, int(((_sliced(built, dx, dz) == target) & (target != 0)).sum()))
        built = quarter_turn(built)
    return most


def admissible_shifts(built: Grid, target: Grid, full: Grid | None = None) -> int:
    """The public code: turn the target, and move it only if the whole of it (or of `full`) stays inside."""
    full = target if full is None else full
    most = 0
    for _ in range(4):
        for dx in range(-WIDTH + 1, WIDTH):
            for dz in range(-DEPTH + 1, DEPTH):
                if np.count_nonzero(_sliced(full, -dx, -dz)) == np.count_nonzero(full):
                    moved = _sliced(target, -dx, -dz)
                    most = max(most, int(((moved == built) & (moved != 0)).sum()))
        target, full = quarter_turn(target), quarter_turn(full)
    return most


def changed_f1(built: Grid, target: Grid, start: Grid) -> float:
    """The competition's F1 on signed differences, cell by cell."""
    changed, predicted, hits = 0, 0, 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            for z in range(DEPTH):
                truth = int(target[y, x, z]) - int(start[y, x, z])
                prediction = int(built[y, x, z]) - int(start[y, x, z])
                changed += truth != 0
                predicted += prediction != 0
                hits += truth == prediction != 0
    return 2 * hits / (changed + predicted) if changed + predicted else 1.0


def net_actions(start: Grid, end: Grid) -> set[tuple[str, int, int, int, int]]:
    """The published net actions: what is broken and placed, with its colour, from start to end."""
    actions = set()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            for z in range(DEPTH):
                before, after = int(start[y, x, z]), int(end[y, x, z])
                if before != after and before:
                    actions.add(("break", y, x, z, before))
                if before != after and after:
                    actions.add(("place", y, x, z, after))
    return actions


def net_action_counts(built: Grid, target: Grid, start: Grid, anywhere: bool = False) -> tuple[int, int, int]:
    """Matched, built and target net actions. `anywhere` turns and moves the built ones every way."""
    mine, theirs = net_actions(start, built), net_actions(start, target)
    if not anywhere:
        return len(mine & theirs), len(mine), len(theirs)
    most, turned = 0, mine
    for _ in range(4):
        for dx in range(-WIDTH, WIDTH + 1):
            for dz in range(-DEPTH, DEPTH + 1):
                moved = {(kind, y, x + dx, z + dz, colour) for kind, y, x, z, colour in turned}
                most = max(most, len(moved & theirs))
        turned = {(kind, y, z, WIDTH - 1 - x, colour) for kind, y, x, z, colour in turned}
    return most, len(mine), len(theirs)


def _sliced(grid: Grid, dx: int, dz: int) -> Grid:
    """`translate` by slices: the scan over shifts calls it two thousand times a pair."""
    moved = np.zeros(SHAPE, dtype=grid.dtype)
    moved[:, max(dx, 0) : WIDTH + min(dx, 0), max(dz, 0) : DEPTH + min(dz, 0)] = grid[
        :, max(-dx, 0) : WIDTH + min(-dx, 0), max(-dz, 0) : DEPTH + min(-dz, 0)
    ]
    return moved
