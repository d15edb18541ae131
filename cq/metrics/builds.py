"""What to build: scores of a built grid against its target."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cq.errors import InputError, excerpt
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
    """F1 of the whole grid, in [0, 1], up to rotation and horizontal shift.

    True positives are the maximal intersection, the denominators the built and the target block counts; two
    empty grids score 1. Arguments and errors are those of `maximal_intersection`; returns a float or a
    float64 array (n,).
    """
    (builts, targets), single = as_pairs(built=built, target=target)
    hits = maximal_intersection(built, target, admissible_only=admissible_only, full=full)
    sizes = np.count_nonzero(builts, axis=(1, 2, 3)) + np.count_nonzero(targets, axis=(1, 2, 3))
    return _f1(np.atleast_1d(hits), sizes, single)


def changed_f1(built: Any, target: Any, start: Any) -> Any:
    """F1 of the changed cells, in place, in [0, 1]: the measure of the IGLU 2022 builders' competition.

    The truth is the signed difference target − start, the prediction built − start; a cell is a true positive
    if both are equal and not zero. If neither changes anything the score is 1. Grids are integer (height,
    width, depth) or batches of equal length; returns a float or a float64 array (n,).
    """
    (builts, targets, starts), single = as_pairs(built=built, target=target, start=start)
    truth, prediction = targets - starts, builts - starts
    hits = ((truth == prediction) & (truth != 0)).sum(axis=(1, 2, 3))
    sizes = np.count_nonzero(truth, axis=(1, 2, 3)) + np.count_nonzero(prediction, axis=(1, 2, 3))
    return _f1(hits, sizes, single)


def corpus_changed_f1(built: Any, target: Any, start: Any) -> CorpusF1:
    """The mean `changed_f1` of a batch: weighted by changed cells (the competition's), and plain.

    Raises `InputError` if there are no tasks, or no target changes anything.
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
    """`corpus_changed_f1` per skill. `skills` holds the skills of each task (`cq.metrics.skills` of its
    goal).

    A task counts under each of its skills. Skills whose tasks change nothing are left out. Raises
    `InputError` if `skills` and tasks differ in number.
    """
    (builts, targets, starts), _ = as_pairs(built=built, target=target, start=start)
    if not isinstance(skills, Sequence) or not all(map(_are_names, skills)):
        raise InputError(f"skills are {excerpt(skills)}; give a set of names for each task")
    if len(skills) != len(builts):
        raise InputError(f"{len(skills)} sets of skills for {len(builts)} tasks; give one per task")
    table = {}
    for skill in sorted({name for names in skills for name in names}):
        rows = [i for i, names in enumerate(skills) if skill in names]
        if (targets[rows] != starts[rows]).any():
            table[skill] = corpus_changed_f1(builts[rows], targets[rows], starts[rows])
    return table


def _are_names(names: Any) -> bool:
    # A name alone is a collection of letters, and an array without dimensions one that cannot be read.
    is_collection = isinstance(names, Collection) and not isinstance(names, (str, bytes))
    return is_collection and getattr(names, "ndim", 1) > 0 and all(isinstance(name, str) for name in names)


def _f1(hits: Any, sizes: Any, single: bool) -> Any:
    scores = np.where(sizes > 0, 2 * hits / np.maximum(sizes, 1), 1.0)
    return float(scores[0]) if single else scores
