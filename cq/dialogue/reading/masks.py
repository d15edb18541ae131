"""Masks of the zone: which cells a place covers."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.dialogue.reading.lexicon import SIDE
from cq.world import SHAPE
from cq.world.directions import Offset, axis_and_sign

Cell = tuple[int, int, int]
Mask = npt.NDArray[np.bool_]
MIDDLE, LAST = SHAPE[1] // 2, SHAPE[1] - 1
INDEX = dict(enumerate(np.indices(SHAPE)))
"""The index (9, 11, 11) of each cell along each axis: 0 up, 1 from west to east, 2 from north to south."""


def cells_of(mask: Mask) -> list[Cell]:
    """The cells (y, x, z) of a mask (9, 11, 11), in order."""
    return [(y, x, z) for y, x, z in np.argwhere(mask).tolist()]


def inside_box(low: npt.NDArray[np.int64], high: npt.NDArray[np.int64]) -> Mask:
    """The cells (9, 11, 11) of a box from its lowest to its highest indices (3,)."""
    return all_of([(low[i] <= INDEX[i]) & (INDEX[i] <= high[i]) for i in range(3)])


def shifted(mask: Mask, offset: Offset, steps: int = 1) -> Mask:
    """The cells some steps away from those of a mask (9, 11, 11); what leaves the zone is gone."""
    cells = np.argwhere(mask) + np.array(offset) * steps
    cells = cells[((cells >= 0) & (cells < SHAPE)).all(axis=1)]
    moved = np.zeros(SHAPE, dtype=bool)
    moved[tuple(cells.T)] = True
    return moved


def all_of(masks: Sequence[Mask]) -> Mask:
    """The cells that are in all masks."""
    return np.asarray(np.logical_and.reduce(masks), dtype=bool)


def any_of(masks: Sequence[Mask]) -> Mask:
    """The cells that are in any of the masks."""
    return np.asarray(np.logical_or.reduce(masks), dtype=bool)


def from_edge(edge: str, distance: int) -> Mask:
    """The cells at a distance from an edge of the zone, 0 for those that touch it."""
    axis, sign = axis_and_sign(edge)
    return np.asarray(INDEX[axis] == (LAST - distance if sign > 0 else distance))


def half(sides: str) -> Mask:
    """The cells on one or two sides of the middle."""
    masks = []
    for side in re.findall(SIDE, sides):
        axis, sign = axis_and_sign(side)
        masks.append((INDEX[axis] - MIDDLE) * sign > 0)
    return all_of(masks)
