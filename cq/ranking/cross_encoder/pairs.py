"""Shared code of all readers of text pairs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

BATCH_SIZE = 32
"""Pairs scored at a time."""

Pair = tuple[str, str]
Logits = npt.NDArray[np.float64]


def fuse(logits: Logits, cross: Logits, read: npt.NDArray[np.int64], weight: float) -> Logits:
    """logits + weight · cross, (n,). `cross` are the logits of the questions with the indices `read`; all
    others get the minimum of `cross`.
    """
    added = np.full(len(logits), cross.min())
    added[read] = cross
    return np.asarray(logits + weight * added)
