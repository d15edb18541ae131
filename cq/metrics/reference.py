"""The grid metrics as slow, literal translations of their public definitions: oracles for the fast forms."""

from __future__ import annotations

import numpy as np

from cq.types import Grid


def quarter_turn(grid: Grid) -> Grid:
    """The public code's rotation: new[y, z, width - 1 - x] = old[y, x, z]."""
    height, width, depth = grid.shape
    turned = np.zeros((height, depth, width), dtype=grid.dtype)
    for x in range(width):
        for z in range(depth):
            turned[:, z, width - x - 1] = grid[:, x, z]
    return turned


def translate(grid: Grid, dx: int, dz: int) -> Grid:
    """The grid moved by (dx, dz); blocks that leave the zone are lost."""
    return moved_into(grid, grid.shape, dx, dz)


def moved_into(grid: Grid, shape: tuple[int, ...], dx: int, dz: int) -> Grid:
    """The grid moved by (dx, dz) into a zone of a shape; blocks that leave that are lost."""
    moved = np.zeros(shape, dtype=grid.dtype)
    (_, width, depth), (_, wide, deep) = grid.shape, shape
    into_x, into_z = _kept(width, wide, dx), _kept(depth, deep, dz)
    from_x, from_z = slice(into_x.start - dx, into_x.stop - dx), slice(into_z.start - dz, into_z.stop - dz)
    moved[:, into_x, into_z] = grid[:, from_x, from_z]
    return moved


def _kept(length: int, room: int, by: int) -> slice:
    """The slice, out of `room` places, for the cells that remain of `length` after a move."""
    first = min(max(by, 0), room)
    return slice(first, max(first, min(length + by, room)))


def every_shift(built: Grid, target: Grid) -> int:
    """The public text: turn and move the built grid every way, count agreement with the target."""
    most = 0
    for _ in range(4):
        for dx in _shifts(built, target):
            for dz in _shifts(built, target):
                moved = moved_into(built, target.shape, dx, dz)
                most = max(most, int(((moved == target) & (target != 0)).sum()))
        built = quarter_turn(built)
    return most


def admissible_shifts(built: Grid, target: Grid, full: Grid | None = None) -> int:
    """The public code: turn the target, and move it only if the whole of it (or of `full`) stays inside."""
    full = target if full is None else full
    most = 0
    for _ in range(4):
        for dx in _shifts(built, target):
            for dz in _shifts(built, target):
                if np.count_nonzero(moved_into(full, built.shape, -dx, -dz)) == np.count_nonzero(full):
                    moved = moved_into(target, built.shape, -dx, -dz)
                    most = max(most, int(((moved == built) & (moved != 0)).sum()))
        target, full = quarter_turn(target), quarter_turn(full)
    return most


def changed_f1(built: Grid, target: Grid, start: Grid) -> float:
    """The competition's F1 on signed differences, cell by cell."""
    changed, predicted, hits = 0, 0, 0
    for cell in np.ndindex(*start.shape):
        truth = int(target[cell]) - int(start[cell])
        prediction = int(built[cell]) - int(start[cell])
        changed += truth != 0
        predicted += prediction != 0
        hits += truth == prediction != 0
    return 2 * hits / (changed + predicted) if changed + predicted else 1.0


def net_actions(start: Grid, end: Grid) -> set[tuple[str, int, int, int, int]]:
    """The published net actions: broken and placed blocks, with their colours, from start to end."""
    actions = set()
    for y, x, z in np.ndindex(*start.shape):
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
    reach = max(start.shape[1:])
    for _ in range(4):
        for dx in range(-2 * reach, 2 * reach + 1):
            for dz in range(-2 * reach, 2 * reach + 1):
                moved = {(kind, y, x + dx, z + dz, colour) for kind, y, x, z, colour in turned}
                most = max(most, len(moved & theirs))
        turned = {(kind, y, z, -x, colour) for kind, y, x, z, colour in turned}
    return most, len(mine), len(theirs)


def _shifts(grid: Grid, other: Grid) -> range:
    """Shifts after which two grids, turned or not, can share a cell, and some more."""
    reach = max(grid.shape[1:] + other.shape[1:])
    return range(-reach, reach + 1)
