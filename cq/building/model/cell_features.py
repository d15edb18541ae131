"""Features of a cell and its surroundings, which tell blocks of one colour apart."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from cq.world import COLOURS

Floats = npt.NDArray[np.float32]
Cells = npt.NDArray[np.int64]

NEIGHBOURS = np.array([offset for offset in itertools.product((-1, 0, 1), repeat=3) if any(offset)])
"""The 26 neighbours of a cell, as offsets (y, x, z)."""

FACE_NEIGHBOURS = np.array([offset for offset in NEIGHBOURS.tolist() if np.abs(offset).sum() == 1])
"""The six neighbours that share a face with the cell."""

MAX_COUNT = 9
"""Greater counts are clipped."""


def cell_features(grid: npt.NDArray[np.int8], cells: Cells) -> Floats:
    """Features of cells (n, 3), empty or not, of a grid (9, 11, 11): (n, len(cell_feature_names()))."""
    if not len(cells):
        return np.zeros((0, len(cell_feature_names())), dtype=np.float32)
    y, x, z = cells.T
    padded = np.pad(grid, 1)
    colour = grid[y, x, z]
    faces = _at(padded, cells, FACE_NEIGHBOURS)
    counts = np.bincount(grid.ravel(), minlength=len(COLOURS) + 1)[colour] * (colour > 0)
    column = grid[:, x, z] > 0
    top = np.where(column.any(0), len(grid) - 1 - column[::-1].argmax(0), -1)
    parts = [
        _at(padded, cells, NEIGHBOURS) > 0,
        (faces == colour[:, None]) & (colour[:, None] > 0),
        _extremes(np.argwhere(grid), cells),
        _extremes_of_colour(grid, cells, colour),
        np.column_stack([y == top, (top - y) / 5, column.sum(0) / 5]),
        (cells - [0, 5, 5]) / [8, 5, 5],
        np.column_stack([np.minimum(counts, MAX_COUNT) / 5, counts == 1]),
    ]
    return np.column_stack(parts).astype(np.float32)


def cell_feature_names() -> list[str]:
    """The names of the features, in order."""
    ends = [f"{end} {axis}" for axis in "yxz" for end in ("least", "greatest")]
    return [
        *(f"a block at {tuple(offset)}" for offset in NEIGHBOURS.tolist()),
        *(f"its colour at {tuple(offset)}" for offset in FACE_NEIGHBOURS.tolist()),
        *(f"{end} of all" for end in ends),
        *(f"{end} of its colour" for end in ends),
        *("tops its column", "below the column's top", "blocks of its column"),
        *("y", "x", "z"),
        *("blocks of its colour", "the only one"),
    ]


def _at(padded: npt.NDArray[np.int8], cells: Cells, offsets: Cells) -> npt.NDArray[np.int8]:
    """The contents at some offsets from each cell: (n, offsets)."""
    y, x, z = np.moveaxis(cells[:, None] + offsets + 1, -1, 0)
    return np.asarray(padded[y, x, z])


def _extremes(blocks: Cells, cells: Cells) -> npt.NDArray[np.bool_]:
    """Whether a cell has the least and greatest y, x and z of the blocks (m, 3): (n, 6)."""
    if not len(blocks):
        return np.zeros((len(cells), 6), dtype=bool)
    ends = np.stack([blocks.min(0), blocks.max(0)], axis=1).ravel()
    return np.asarray(np.repeat(cells, 2, axis=1) == ends)


def _extremes_of_colour(
    grid: npt.NDArray[np.int8], cells: Cells, colour: npt.NDArray[np.int8]
) -> npt.NDArray[np.bool_]:
    """The same among the blocks of the cell's own colour; false for an empty cell."""
    extremes = np.zeros((len(cells), 6), dtype=bool)
    for c in np.unique(colour[colour > 0]):
        extremes[colour == c] = _extremes(np.argwhere(grid == c), cells[colour == c])
    return extremes
