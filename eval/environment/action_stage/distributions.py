"""The four distributions that stage one gives to stage two (Suhr et al. 2019, section 4).

Their goals are here the wanted content of each cell, from which blocks to place and to break follow. The
other two are over columns: those that the body visits, and those that it cannot pass. Columns are (15, 15),
[x, z], from −7 to 7, as far as a body can go.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.env.physics import MARGIN, Physics
from cq.world import COLOURS
from cq.world.grid import HALF, WIDTH

Floats = npt.NDArray[np.float32]

FARTHEST = HALF + MARGIN
COLUMNS = 2 * FARTHEST + 1
BODY_LEVELS = 2
"""A block on one of the lowest levels keeps a body on the floor out of its column."""


@dataclass(frozen=True)
class Distributions:
    """`contents` float32 (7, 9, 11, 11): the probability of each content of each cell after the instruction;
    `visits` and `no_pass` float32 (15, 15): that the body passes a column, and that it cannot.
    """

    contents: Floats
    visits: Floats
    no_pass: Floats

    def places(self, grid: npt.NDArray[np.integer]) -> Floats:
        """What is left to place in a world: the probability of each colour in each free cell,
        (6, 9, 11, 11).
        """
        return np.asarray(self.contents[1:] * (grid == 0))

    def breaks(self, grid: npt.NDArray[np.integer]) -> Floats:
        """What is left to break: the probability that a block is to go, (9, 11, 11)."""
        stays = np.take_along_axis(self.contents, grid[None].astype(np.int64), 0)[0]
        return np.asarray((1 - stays) * (grid != 0))


def certain(grid: npt.NDArray[np.integer]) -> Floats:
    """Contents (7, 9, 11, 11) that leave no doubt: exactly a grid (9, 11, 11)."""
    return np.asarray(grid[None] == np.arange(len(COLOURS) + 1)[:, None, None, None], dtype=np.float32)


def visited(bodies: Iterable[Physics]) -> Floats:
    """The columns (15, 15) in which a body is at some time: 1 or 0."""
    columns = np.zeros((COLUMNS, COLUMNS), dtype=np.float32)
    for body in bodies:
        x, _, z = body.position
        columns[column(x), column(z)] = 1
    return columns


def impassable(grids: Iterable[npt.NDArray[np.integer]]) -> Floats:
    """The columns (15, 15) that a block keeps a walking body out of at some time: 1 or 0."""
    columns = np.zeros((COLUMNS, COLUMNS), dtype=np.float32)
    zone = slice(MARGIN, MARGIN + WIDTH)
    for grid in grids:
        columns[zone, zone] = np.maximum(columns[zone, zone], (grid[:BODY_LEVELS] != 0).any(axis=0))
    return columns


def column(coordinate: float) -> int:
    """The index of the column of a coordinate x or z."""
    return min(max(round(coordinate), -FARTHEST), FARTHEST) + FARTHEST
