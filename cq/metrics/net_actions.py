"""The net actions of a builder in a dialogue, as published for the Minecraft dialogues.

The net actions between two worlds are the breaks and placements that lead from one to the other: each is a
kind, a cell and a colour. A recoloured cell is two actions: one block is broken, another is placed. Undone
actions do not count.

The score is the micro-F1 of the builder's net actions against the recorded ones: matches, actions built and
actions recorded are each summed over all rows (Jayannavar et al. 2020, "Learning to execute instructions in a
Minecraft dialogue", section 5). An action matches if kind, cell and colour are equal.

Free of place, the actions of a row match after the best of 4 turns about the vertical axis and all horizontal
shifts, the same for all its actions; heights stay. As in the maximal intersection, each pair of actions of
equal kind, colour and height votes for the (turn, shift) that would bring them together.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cq.arrays import as_array
from cq.errors import InputError, excerpt
from cq.metrics.grids import Grids, as_pairs
from cq.metrics.intersection import matches_by_shift

ROWS_AT_A_TIME = 256
"""Bounds the memory: each row has a counter for each of the turns and shifts, 1,764 in 11 × 11 cells."""

Counts = npt.NDArray[np.int64]


def net_action_counts(built: Any, target: Any, start: Any, *, anywhere: bool = False) -> Counts:
    """Per row, the net actions that match, those built, and those of the target: int64 (n, 3).

    Grids are integer (height, width, depth), [y, x, z], 0 air, or batches of equal length; a single grid
    is a batch of one. `anywhere` counts matches free of place. Raises `InputError` for wrong shapes, dtypes
    or lengths.
    """
    (builts, targets, starts), _ = as_pairs(built=built, target=target, start=start)
    mine, theirs = _changes(starts, builts), _changes(starts, targets)
    # A difference that both lack is not a match.
    in_place = sum(((a == b) & (a != 0)).sum(axis=(1, 2, 3)) for a, b in zip(mine, theirs, strict=True))
    matched = _best_matches(mine, theirs) if anywhere else in_place
    sizes = [sum(np.count_nonzero(part, axis=(1, 2, 3)) for part in parts) for parts in (mine, theirs)]
    return np.stack([matched, *sizes], axis=1).astype(np.int64)


def micro_f1(counts: npt.ArrayLike) -> float:
    """The F1 in [0, 1] of counts (n, 3) summed over rows: matched, built, of the target.

    0 if nothing matches, and also if there is nothing to match, as published. Raises `InputError` for other
    shapes, for counts that are not integers of 0 or more, and for more matches than actions.
    """
    remedy = "give rows of three whole numbers of 0 or more, the first the least"
    table = as_array(counts, "counts", remedy)
    if (
        table.ndim != 2
        or table.shape[1] != 3
        or table.dtype.kind not in "iu"
        or (table < 0).any()
        or (table[:, :1] > table).any()
    ):
        raise InputError(f"counts is {excerpt(counts)}; {remedy}")
    # Sums of integers wrap around beyond 64 bits.
    matched, built, wanted = table.sum(axis=0, dtype=np.float64).tolist()
    return 2 * matched / (built + wanted) if matched else 0.0


def net_action_f1(built: Any, target: Any, start: Any, *, anywhere: bool = False) -> float:
    """The micro-F1 in [0, 1] of the net actions of a batch: the published score, or free of place.

    Arguments and errors are those of `net_action_counts`; also `InputError` if no target changes anything.
    """
    counts = net_action_counts(built, target, start, anywhere=anywhere)
    if not counts[:, 2].any():
        raise InputError(f"none of the {len(counts)} targets changes a cell; there is nothing to score")
    return micro_f1(counts)


def _changes(starts: Grids, ends: Grids) -> tuple[Grids, Grids]:
    """The colours that were broken and the colours that were placed, by cell; 0 elsewhere."""
    changed = starts != ends
    return np.where(changed, starts, 0), np.where(changed, ends, 0)


def _best_matches(mine: tuple[Grids, Grids], theirs: tuple[Grids, Grids]) -> Counts:
    """The most matches of each row under one turn and shift for both kinds of action."""
    best = np.zeros(len(mine[0]), dtype=np.int64)
    for first in range(0, len(best), ROWS_AT_A_TIME):
        rows = slice(first, first + ROWS_AT_A_TIME)
        votes = sum(matches_by_shift(a[rows], b[rows]) for a, b in zip(mine, theirs, strict=True))
        best[rows] = np.asarray(votes).max(axis=1)
    return best
