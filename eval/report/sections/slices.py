"""Scores by the length of the instruction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

LENGTHS = ((1, 8), (9, 14), (15, 22), (23, 10_000))
"""Ranges of word counts, each with about a quarter of the rows."""


def by_length(
    instructions: Sequence[str], scores: Callable[[Any], dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The scores of the rows in each range of lengths; `scores` takes a mask of rows, (n,) booleans."""
    words = np.array([len(text.split()) for text in instructions])
    table = {}
    for least, most in LENGTHS:
        chosen = (words >= least) & (words <= most)
        if chosen.any():
            table[f"{least} to {most}" if most < LENGTHS[-1][1] else f"{least} and more"] = scores(chosen)
    return table
