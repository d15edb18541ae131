"""The structures that stand in a world: towers, rows, walls, squares, holes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.language.obstacles.obstacle import Cells
from cq.world.components import label_components
from cq.world.grid import Grid
from cq.world.palette import COLOURS

Mask = npt.NDArray[np.bool_]


def mask_of(grid: Grid, colours: Sequence[int] = ()) -> Mask:
    """The blocks of some colours, or all: bool (9, 11, 11)."""
    if not colours:
        return grid > 0
    wanted = np.zeros(len(COLOURS) + 1, dtype=bool)
    wanted[list(colours)] = True
    return wanted[grid]


def components(mask: Mask) -> list[Cells]:
    """Groups of blocks that share faces, each as cells (n, 3)."""
    labels = label_components(mask)
    cells = np.argwhere(mask)
    numbers = labels[tuple(cells.T)]
    return [cells[numbers == i] for i in range(1, int(labels.max(initial=0)) + 1)]


def runs(mask: Mask, axis: int, least: int = 2) -> Mask:
    """The blocks in straight runs of at least `least` along an axis: bool, as the mask."""
    moved = np.moveaxis(mask, axis, 0)
    found = np.zeros_like(moved)
    for start in range(moved.shape[0] - least + 1):
        whole = moved[start : start + least].all(axis=0)
        found[start : start + least] |= whole
    return np.moveaxis(found, 0, axis)


def longest_run(mask: Mask) -> int:
    """How many blocks the longest straight run along an axis has."""
    for least in range(max(mask.shape), 0, -1):
        if any(runs(mask, axis, least).any() for axis in range(3) if mask.shape[axis] >= least):
            return least
    return 0


def towers(mask: Mask) -> list[Cells]:
    """Vertical runs of two blocks or more. Runs that touch each other count as one."""
    return components(runs(mask, 0))


def rows(mask: Mask) -> list[Cells]:
    """Horizontal straight runs of three blocks or more, else of two. Runs that touch each other at the same
    level count as one."""
    for least in (3, 2):
        found = [
            cells
            for y in range(mask.shape[0])
            if mask[y].any()
            for cells in components(_level(runs(mask, 1, least) | runs(mask, 2, least), y))
        ]
        if found:
            return found
    return []


def legs(grid: Grid, colours: Sequence[int] = ()) -> list[Cells]:
    """The columns on the ground that carry something wider: groups of the lowest level, if two or more."""
    carried = (grid > 0) & np.roll(grid > 0, -1, axis=0)
    found = components(_level(carried, 0))
    wanted = mask_of(grid, colours)
    return [cells for cells in found if wanted[tuple(cells.T)].any()] if len(found) > 1 else []


def walls(mask: Mask) -> list[Cells]:
    """Groups that are two blocks wide and high somewhere."""
    wide = (runs(mask, 1) | runs(mask, 2)) & runs(mask, 0)
    return [cells for cells in components(mask) if wide[tuple(cells.T)].sum() >= 4]


def areas(mask: Mask) -> list[Cells]:
    """Groups of four blocks or more."""
    return [cells for cells in components(mask) if len(cells) >= 4]


def has_aligned(cells: Cells) -> bool:
    """Whether two of the cells (n, 3) are at the same height and on a line along an axis."""
    return any(len({tuple(cell) for cell in cells[:, axes]}) < len(cells) for axes in ([0, 1], [0, 2]))


def has_steps(cells: Cells) -> bool:
    """Whether two columns of the cells (n, 3) side by side differ by one in height."""
    tops: dict[tuple[int, int], int] = {}
    for y, x, z in cells:
        tops[x, z] = max(y, tops.get((x, z), -1))
    return any(
        abs(tops.get((x + dx, z + dz), -9) - top) == 1
        for (x, z), top in tops.items()
        for dx, dz in ((0, 1), (1, 0))
    )


def has_hole(grid: Grid) -> bool:
    """Whether some empty cell lies between two blocks on a straight line."""
    mask = grid > 0
    for axis in (0, 1, 2):
        moved = np.moveaxis(mask, axis, 0)
        below = np.maximum.accumulate(moved, axis=0)
        above = np.maximum.accumulate(moved[::-1], axis=0)[::-1]
        if (below & above & ~moved).any():
            return True
    return bool(_hangs(mask).any())


def floating(mask: Mask, grid: Grid) -> Cells:
    """The blocks of the mask that have nothing below them and are not on the ground: cells (n, 3)."""
    return np.argwhere(mask & _hangs(grid > 0))


def _hangs(mask: Mask) -> Mask:
    below = np.zeros_like(mask)
    below[1:] = mask[:-1]
    below[0] = True
    hangs: Mask = mask & ~below
    return hangs


def _level(mask: Mask, y: int) -> Mask:
    one = np.zeros_like(mask)
    one[y] = mask[y]
    return one
