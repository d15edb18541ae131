"""Validation of the grids given to metrics."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cq.arrays import as_array, check_integers
from cq.errors import InputError
from cq.world import Zone

Grids = npt.NDArray[np.int64]

LEAST_ID, GREATEST_ID = -(2**31), 2**31 - 1
"""The ids of blocks that metrics take: numbers made of an id and a place stay within 64 bits."""


def as_grids(grids: Any, name: str) -> tuple[Grids, bool]:
    """`grids` as int64 (n, height, width, depth), and whether it was a single grid.

    `grids` is an integer array of the shape of a zone, (height, width, depth), or of n such grids; an object
    with a `.grid` (a `World`, a `Build`); or a list of either. Ids have up to 32 bits, and may be negative,
    as in signed differences. Raises `InputError` for another shape or dtype, for other ids and for masked
    cells; the message names the argument, `name`.
    """
    if isinstance(grids, list | tuple):
        grids = [getattr(grid, "grid", grid) for grid in grids]
    array = as_array(getattr(grids, "grid", grids), name, "give an array of grids of one zone")
    if array.ndim not in (3, 4):
        raise InputError(
            f"{name} has shape {array.shape}; give (height, width, depth), indexed [y, x, z], or n of them"
        )
    height, width, depth = array.shape[-3:]
    try:
        Zone(width, depth, height)
    except InputError as error:
        raise InputError(f"{name} has shape {array.shape}: {error}") from None
    check_integers(array, name, LEAST_ID, GREATEST_ID)
    return array.reshape(-1, *array.shape[-3:]).astype(np.int64, copy=False), array.ndim == 3


def as_pairs(**grids: Any) -> tuple[list[Grids], bool]:
    """The arrays of several arguments of one zone and of equal length, by name, and whether all were single
    grids.
    """
    checked = {name: as_grids(value, name) for name, value in grids.items()}
    if len({array.shape[1:] for array, _ in checked.values()}) > 1:
        told = ", ".join(f"{name} has shape {array.shape[1:]}" for name, (array, _) in checked.items())
        raise InputError(f"{told}; give grids of one zone, indexed [y, x, z]")
    lengths = {name: len(array) for name, (array, _) in checked.items()}
    singles = {single for _, single in checked.values()}
    if len(set(lengths.values())) > 1 or len(singles) > 1:
        raise InputError(f"grids must be equally many, all single or all batches; got {lengths}")
    return [array for array, _ in checked.values()], singles == {True}
