"""Rows of unequal length, laid end to end in one array, and the offsets at which they begin."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]


def offsets_of(lengths: Iterable[int]) -> Indices:
    """(n + 1,) start of each of n rows of these lengths, and the end."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, dtype=np.int64))])


def take_rows(offsets: Indices, rows: Indices) -> tuple[Indices, Indices]:
    """Some rows, in the order given: their offsets, and the indices of their elements."""
    lengths = np.diff(offsets)[rows]
    taken = offsets_of(lengths)
    return taken, np.arange(taken[-1]) + np.repeat(offsets[rows] - taken[:-1], lengths)
