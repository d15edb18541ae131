"""Features of a cell and its surroundings, which tell blocks of one colour apart."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from cq.types import Floats, Grid, Mask

Cells = npt.NDArray[np.int64]

NEIGHBOURS = np.array([offset for offset in itertools.product((-1, 0, 1), repeat=3) if any(offset)])
"""The 26 neighbours of a cell, as offsets (y, x, z)."""

IS_FACE = np.abs(NEIGHBOURS).sum(1) == 1
"""Which of them share a face with the cell."""

MAX_COUNT = 9
"""Greater counts are clipped."""


def cell_features(grid: Grid, cells: Cells) -> Floats:
    """Features of cells (n, 3), empty or not, of a grid (9, 11, 11): (n, len(cell_feature_names()))."""
    if not len(cells):
        return np.zeros((0, len(cell_feature_names())), dtype=np.float32)
    y, x, z = cells.T
    colour = grid[y, x, z]
    around = _around(grid, cells)
    blocks = np.argwhere(grid)
    colours = grid[grid > 0]
    column = grid[:, x, z] > 0
    top = np.where(column.any(0), len(grid) - 1 - column[::-1].argmax(0), -1)
    counts = (colours == colour[:, None]).sum(1) * (colour > 0)
    parts = [
        around > 0,
        (around[:, IS_FACE] == colour[:, None]) & (colour[:, None] > 0),
        _extremes(blocks, cells),
        _extremes_of_colour(blocks, colours, cells, colour),
        (y == top)[:, None],
        ((top - y) / 5)[:, None],
        (column.sum(0) / 5)[:, None],
        (cells - [0, 5, 5]) / [8, 5, 5],
        (np.minimum(counts, MAX_COUNT) / 5)[:, None],
        (counts == 1)[:, None],
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32, casting="unsafe")


def cell_feature_names() -> list[str]:
    """The names of the features, in order."""
    ends = [f"{end} {axis}" for axis in "yxz" for end in ("least", "greatest")]
    return [
        *(f"a block at {tuple(offset)}" for offset in NEIGHBOURS.tolist()),
        *(f"its colour at {tuple(offset)}" for offset in NEIGHBOURS[IS_FACE].tolist()),
        *(f"{end} of all" for end in ends),
        *(f"{end} of its colour" for end in ends),
        *("tops its column", "below the column's top", "blocks of its column"),
        *("y", "x", "z"),
        *("blocks of its colour", "the only one"),
    ]


def _around(grid: Grid, cells: Cells) -> npt.NDArray[np.int8]:
    """The contents of the 26 neighbours of each cell, 0 outside the grid: (n, 26)."""
    padded = np.zeros([size + 2 for size in grid.shape], dtype=grid.dtype)
    padded[1:-1, 1:-1, 1:-1] = grid
    strides = np.array([padded.shape[1] * padded.shape[2], padded.shape[2], 1])
    return np.asarray(padded.ravel()[((cells + 1) @ strides)[:, None] + NEIGHBOURS @ strides])


def _extremes(blocks: Cells, cells: Cells) -> Mask:
    """Whether a cell has the least and greatest y, x and z of the blocks (m, 3): (n, 6)."""
    if not len(blocks):
        return np.zeros((len(cells), 6), dtype=bool)
    ends = np.stack([blocks.min(0), blocks.max(0)], axis=1).ravel()
    return np.asarray(np.repeat(cells, 2, axis=1) == ends)


def _extremes_of_colour(
    blocks: Cells, colours: npt.NDArray[np.int8], cells: Cells, colour: npt.NDArray[np.int8]
) -> Mask:
    """The same among the blocks of the cell's own colour; false for empty cells."""
    extremes = np.zeros((len(cells), 6), dtype=bool)
    for one in set(colour[colour > 0].tolist()):
        rows = colour == one
        extremes[rows] = _extremes(blocks[colours == one], cells[rows])
    return extremes
