"""Rows of unequal length, laid end to end: where each begins, and how some of them are taken."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int64]


def starts_of(lengths: Iterable[int]) -> Places:
    """(n + 1,) where each of n rows of these lengths begins, and the end."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, dtype=np.int64))])


def taken(starts: Places, places: Places) -> tuple[Places, Places]:
    """For some rows, in the order given: their own starts, and which elements they are made of."""
    lengths = np.diff(starts)[places]
    own = starts_of(lengths)
    return own, np.arange(own[-1]) + np.repeat(starts[places] - own[:-1], lengths)
