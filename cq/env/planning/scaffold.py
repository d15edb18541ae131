"""Helping blocks, which are placed besides the target so that each of its blocks can be attached."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from scipy.ndimage import binary_erosion, binary_propagation, generate_binary_structure

from cq.types import Cell, Mask
from cq.world.grid import SHAPE

NEIGHBOURS: tuple[Cell, ...] = ((-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 0, 0))
"""Differences of grid indices (y, x, z)."""
SIDES = generate_binary_structure(3, 1)
SIDES[1, 1, 1] = False
"""The same as a mask around a cell."""


def scaffold(grid: npt.NDArray[np.integer], target: npt.NDArray[np.integer]) -> list[Cell]:
    """Free cells, as grid indices (y, x, z). If they are filled, all blocks of the target are connected with
    the floor or a block of the grid. Each part of the target gets the shortest chain to the connected cells.
    Cells that the target encloses are left out: nobody could break a block in them.
    """
    helping: list[Cell] = []
    wanted = (target != 0) & (grid == 0)
    # A free cell with the floor or a block of the target on each side.
    filled = np.pad(target != 0, 1)
    filled[0] = True
    enclosed = set(_cells(binary_erosion(filled, SIDES)[1:-1, 1:-1, 1:-1] & (target == 0)))
    held = grid != 0
    while True:
        # Wanted cells that are connected with the floor or with held cells are held, too.
        held[0] |= wanted[0]
        held = binary_propagation(held, mask=held | wanted)
        if not (wanted & ~held).any():
            return helping
        chain = _shortest_chain(held, wanted & ~held, enclosed)
        if not chain:
            return helping
        for cell in chain:
            held[cell] = True
        helping += chain


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The cells of the zone beside a cell."""
    for dy, dx, dz in NEIGHBOURS:
        y, x, z = cell[0] + dy, cell[1] + dx, cell[2] + dz
        if 0 <= y < SHAPE[0] and 0 <= x < SHAPE[1] and 0 <= z < SHAPE[2]:
            yield y, x, z


def _shortest_chain(held: Mask, parts: Mask, enclosed: set[Cell]) -> list[Cell]:
    """The fewest free cells from the floor or a held cell to one beside the nearest of the parts."""
    came: dict[Cell, Cell | None] = dict.fromkeys(_cells(held))
    queue = deque(came)
    # A chain from the floor costs its first cell, too.
    second = [(0, x, z) for x in range(SHAPE[1]) for z in range(SHAPE[2])]
    while queue or second:
        level, queue = queue, deque()
        for cell in level:
            for after in neighbours(cell):
                if after not in came and after not in enclosed:
                    came[after] = cell
                    queue.append(after)
        for cell in second:
            if cell not in came and cell not in enclosed:
                came[cell] = None
                queue.append(cell)
        second = []
        for cell in queue:
            if parts[cell]:
                return _back(cell, came, held)
    return []


def _cells(mask: Mask) -> list[Cell]:
    return [(y, x, z) for y, x, z in np.argwhere(mask).tolist()]


def _back(cell: Cell, came: dict[Cell, Cell | None], held: Mask) -> list[Cell]:
    """The way back from a cell, without its end and without cells that are held."""
    chain = []
    before = came[cell]
    while before is not None and not held[before]:
        chain.append(before)
        before = came[before]
    return chain[::-1]
