"""Plans: their changes for drawing, and plans that are sure of a grid."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cq.types import Grid
from cq.world import IGLU_2022, Palette

MIN_DRAWN_PROBABILITY = 0.02
"""Less likely changes are not drawn."""


def likeliest_changes(plan: npt.NDArray[np.float32], start: Grid) -> tuple[Grid, npt.NDArray[np.float32]]:
    """The likeliest new content of each cell, int8 of the zone, and the probability that it changes at all.

    A block that is likely broken has its colour. Cells that hardly change are air.
    """
    index = start[None].astype(np.int64)
    changes = 1 - np.take_along_axis(plan, index, axis=0)[0]
    others = np.array(plan)
    np.put_along_axis(others, index, 0.0, axis=0)
    likeliest = others.argmax(axis=0).astype(np.int8)
    likeliest = np.where(likeliest == 0, start, likeliest)
    return np.where(changes > MIN_DRAWN_PROBABILITY, likeliest, 0).astype(np.int8), changes


def certain(grid: Grid, palette: Palette = IGLU_2022) -> npt.NDArray[np.float32]:
    """The plan that is sure of a grid: 1 for the content of each cell, 0 for the others, (1 + highest id,
    height, width, depth).
    """
    plan = np.zeros((palette.highest + 1, *grid.shape), dtype=np.float32)
    np.put_along_axis(plan, grid[None].astype(np.int64), 1.0, axis=0)
    return plan
