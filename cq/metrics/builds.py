"""What to build: scores of a built grid against its target."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cq.errors import InputError
from cq.metrics.grids import as_pairs
from cq.metrics.intersection import maximal_intersection


@dataclass(frozen=True)
class CorpusF1:
    """`changed_f1` over tasks: `weighted` by the cells each target changes, and the `plain` mean."""

    weighted: float
    plain: float
    tasks: int
    changed_cells: int


def grid_f1(built: Any, target: Any, *, admissible_only: bool = False, full: Any = None) -> Any:
    """F1 of the whole grid, free of place and turn, in [0, 1].

    True positives are the maximal intersection, the denominators the built and the target block counts;
    two empty grids score 1. Takes, returns (float, or float64 array) and raises as `maximal_intersection`.
    """
    (builts, targets), single = as_pairs(built=built, target=target)
    hits = maximal_intersection(built, target, admissible_only=admissible_only, full=full)
    sizes = np.count_nonzero(builts, axis=(1, 2, 3)) + np.count_nonzero(targets, axis=(1, 2, 3))
    return _f1(np.atleast_1d(hits), sizes, single)


def changed_f1(built: Any, target: Any, start: Any) -> Any:
    """F1 of the changes, in place, in [0, 1]: the measure of the IGLU 2022 builders' competition.

    The truth is the signed difference target − start, the prediction built − start; a cell is hit where
    both are equal and not zero. Where neither changes anything the score is 1. Grids are integer
    (9, 11, 11) or batches (n, 9, 11, 11) of equal length; returns a float or a float64 array (n,).
    """
    (builts, targets, starts), single = as_pairs(built=built, target=target, start=start)
    wanted, made = targets - starts, builts - starts
    hits = ((wanted == made) & (wanted != 0)).sum(axis=(1, 2, 3))
    sizes = np.count_nonzero(wanted, axis=(1, 2, 3)) + np.count_nonzero(made, axis=(1, 2, 3))
    return _f1(hits, sizes, single)


def corpus_changed_f1(built: Any, target: Any, start: Any) -> CorpusF1:
    """`changed_f1` of a batch as one figure: weighted by changed cells (the competition's), and plain.

    Raises `InputError` where there are no tasks, or no target changes anything.
    """
    (builts, targets, starts), _ = as_pairs(built=built, target=target, start=start)
    scores = changed_f1(builts, targets, starts)
    weights = np.count_nonzero(targets - starts, axis=(1, 2, 3))
    if not weights.any():
        raise InputError(f"none of the {len(weights)} targets changes a cell; there is nothing to weight by")
    weighted = float(np.average(scores, weights=weights))
    return CorpusF1(weighted, float(scores.mean()), len(scores), int(weights.sum()))


def f1_by_skill(
    built: Any, target: Any, start: Any, skills: Sequence[Collection[str]]
) -> dict[str, CorpusF1]:
    """`corpus_changed_f1` per skill. `skills` names each task's (`cq.metrics.skills` of its goal).

    A task counts under each of its skills; a skill of no task, or of tasks that change nothing, is absent.
    Raises `InputError` where skills are not as many as tasks.
    """
    (builts, targets, starts), _ = as_pairs(built=built, target=target, start=start)
    if len(skills) != len(builts):
        raise InputError(f"{len(skills)} sets of skills for {len(builts)} tasks; give one per task")
    table = {}
    for skill in sorted({name for names in skills for name in names}):
        rows = [i for i, names in enumerate(skills) if skill in names]
        if (targets[rows] != starts[rows]).any():
            table[skill] = corpus_changed_f1(builts[rows], targets[rows], starts[rows])
    return table


def _f1(hits: Any, sizes: Any, single: bool) -> Any:
    scores = np.where(sizes > 0, 2 * hits / np.maximum(sizes, 1), 1.0)
    return float(scores[0]) if single else scores
