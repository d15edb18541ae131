"""Rows cut by the length of their instruction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

LENGTHS = ((1, 8), (9, 14), (15, 22), (23, 10_000))
"""Words, from and to: about a quarter of the rows each."""


def by_length(
    instructions: Sequence[str], figures: Callable[[Any], dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The figures of the rows of each length; `figures` takes which rows, (n,) booleans."""
    words = np.array([len(text.split()) for text in instructions])
    table = {}
    for least, most in LENGTHS:
        of = (words >= least) & (words <= most)
        if of.any():
            table[f"{least} to {most}" if most < LENGTHS[-1][1] else f"{least} and more"] = figures(of)
    return table
