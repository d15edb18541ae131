"""`changed_f1` between all pairs of many builds of one start, at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cq.types import Grid


def pairwise_changed_f1(grids: npt.NDArray[np.int8], start: Grid) -> npt.NDArray[np.float64]:
    """The `changed_f1` of each grid with each other as the target: float64 (n, n), symmetric, in [0, 1].

    `grids` are int8 (n, height, width, depth) and `start` is int8 of the same zone.
    """
    n = len(grids)
    flat, before = grids.reshape(n, -1), start.reshape(-1)
    changed = np.flatnonzero((flat != before).any(axis=0))
    contents = np.where(flat[:, changed] != before[changed], flat[:, changed], -1)
    # One column for each new content of each cell: two builds share a hit where both have a one.
    values = np.unique(contents[contents >= 0])
    edits = (contents[:, :, None] == values).reshape(n, -1).astype(np.float32)
    hits = (edits @ edits.T).astype(np.float64)
    sizes = np.diag(hits)[:, None] + np.diag(hits)[None, :]
    return np.where(sizes > 0, 2 * hits / np.maximum(sizes, 1), 1.0)
