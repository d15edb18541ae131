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
"""Whether each of them shares a face with the cell."""

MAX_COUNT = 9
"""Greater counts are clipped."""


def cell_features(grids: Grid, cells: Cells) -> Floats:
    """Features of cells (n, 3), empty or not, each of a grid of its own (n, 9, 11, 11):
    (n, len(cell_feature_names())).
    """
    if not len(cells):
        return np.zeros((0, len(cell_feature_names())), dtype=np.float32)
    rows, (y, x, z) = np.arange(len(cells)), cells.T
    colour = grids[rows, y, x, z]
    filled = grids > 0
    same = filled & (grids == colour[:, None, None, None])
    around = _around(grids, cells)
    column = filled[rows, :, x, z]
    top = np.where(column.any(1), column.shape[1] - 1 - column[:, ::-1].argmax(1), -1)
    counts = same.sum((1, 2, 3))
    parts = [
        around > 0,
        (around[:, IS_FACE] == colour[:, None]) & (colour[:, None] > 0),
        _extremes(filled, cells),
        _extremes(same, cells),
        (y == top)[:, None],
        ((top - y) / 5)[:, None],
        (column.sum(1) / 5)[:, None],
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


def _around(grids: Grid, cells: Cells) -> npt.NDArray[np.int8]:
    """The contents of the 26 neighbours of each cell, 0 outside the grid: (n, 26)."""
    padded = np.pad(grids, [(0, 0), (1, 1), (1, 1), (1, 1)])
    strides = np.array([padded.shape[2] * padded.shape[3], padded.shape[3], 1])
    at = ((cells + 1) @ strides)[:, None] + NEIGHBOURS @ strides
    return np.take_along_axis(padded.reshape(len(cells), -1), at, axis=1)


def _extremes(blocks: Mask, cells: Cells) -> Mask:
    """Whether each cell has the least and the greatest y, x and z of the blocks of its grid
    (n, 9, 11, 11): (n, 6).
    """
    ends = []
    for at, others in zip(cells.T, ((2, 3), (1, 3), (1, 2)), strict=True):
        along: Mask = np.any(blocks, axis=others)
        first, last = along.argmax(1), along.shape[1] - 1 - along[:, ::-1].argmax(1)
        ends += [along.any(1) & (at == end) for end in (first, last)]
    return np.stack(ends, axis=1)
