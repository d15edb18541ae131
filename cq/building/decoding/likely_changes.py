"""Change by change: the build where no candidate is likely right as a whole.

Where words are not read, the candidates are guesses of networks. If even the best of them is expected to be
mostly wrong, every change that is likely by itself is built instead. Over many builds, F1 is highest if all
changes are made that are likelier than half of it (Lipton, Elkan and Naryanaswamy 2014, "Optimal thresholding
of classifiers to maximize F1 measure").
"""

from __future__ import annotations

import numpy as np

from cq.building.actions import actions_between
from cq.building.decoding.candidates import Candidates
from cq.building.decoding.minimum_bayes_risk import (
    BuildPrediction,
    expected_changed_f1,
    minimum_bayes_risk,
)
from cq.types import Floats, Grid

UNSURE = 0.4
"""The expected changed F1 of the best candidate below which changes are chosen one by one."""
LIKELY = 0.18
"""The least probability of a change: half the F1 reached on a sample of the Minecraft training games."""


def best_build(candidates: Candidates) -> BuildPrediction:
    """The candidate with the highest expected score; or, where not every word is read and it is `UNSURE`, all
    likely changes, if there are any.
    """
    best = minimum_bayes_risk(candidates)
    if candidates.interpretation is not None or best.expected_changed_f1 >= UNSURE:
        return best
    start, plan = candidates.start, best.plan
    grid = likely_changes(plan, start)
    if np.array_equal(grid, start):
        return best
    contents = np.take_along_axis(plan, grid[None].astype(np.int64), 0)[0][grid != start]
    return BuildPrediction(
        grid,
        tuple(actions_between(start, grid, candidates.palette)),
        plan,
        expected_changed_f1(grid, plan, start),
        float(np.log(contents + 1e-9).sum()),
        obstructed=candidates.obstructed,
        sureness=candidates.sureness,
    )


def likely_changes(plan: Floats, start: Grid) -> Grid:
    """A start grid (9, 11, 11) with each change made whose probability in a plan (7, 9, 11, 11) is `LIKELY`
    or more. A block goes where air is that likely, or where another colour is and is likelier than both.
    """
    kept = np.take_along_axis(plan, start[None].astype(np.int64), 0)[0]
    colour, placed = (plan[1:].argmax(0) + 1).astype(np.int8), plan[1:].max(0)
    cleared = np.where((start > 0) & (plan[0] >= LIKELY), 0, start)
    is_new = (start == 0) | (placed > np.maximum(kept, plan[0]))
    is_new &= (colour != start) & (placed >= LIKELY)
    return np.where(is_new, colour, cleared).astype(np.int8)
