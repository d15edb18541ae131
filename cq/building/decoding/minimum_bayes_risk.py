"""Minimum-Bayes-risk decoding (Kumar and Byrne 2004): the candidate with the highest expected score.

The likeliest sequence of actions need not be the build that is right in most cells. The candidates and the
networks' plans together estimate the probability of each content of each cell, and the candidate whose
expected changed F1 is highest is chosen. Its expected changed F1 also gives the confidence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cq.building.actions import Action
from cq.building.decoding.candidates import Candidates
from cq.types import Floats, Grid


@dataclass(frozen=True)
class BuildPrediction:
    """The chosen candidate of an example, in the world's directions and colours.

    `plan` is float32 (7, 9, 11, 11), see `Build`. `expected_changed_f1`, in [0, 1], is that of `grid` under
    the plan. `log_probability`, at most 0, is that of all `actions` in order. `interpreted` says whether
    rules read every word and would build the same; `obstructed` and `sureness` are those of the
    candidates.
    """

    grid: Grid
    actions: tuple[Action, ...]
    plan: Floats
    expected_changed_f1: float
    log_probability: float
    interpreted: bool = False
    obstructed: bool = False
    sureness: float = 0.0


def minimum_bayes_risk(candidates: Candidates) -> BuildPrediction:
    """The candidate with the highest expected changed F1, times its agreement; the first one among equals.

    A candidate that changes nothing scores only if nothing is to change: it earns its own probability.
    """
    plan, start = candidates.plan, candidates.start
    scores = [
        expected_changed_f1(grid, plan, start) if (grid != start).any() else float(probability)
        for grid, probability in zip(candidates.grids, candidates.probabilities, strict=True)
    ]
    # The scores of mirrored candidates differ by rounding errors, which depend on the rest of the batch.
    best = int(np.argmax(np.round(scores * candidates.agreement, 4)))
    interpretation = candidates.interpretation
    return BuildPrediction(
        candidates.grids[best],
        candidates.actions[best],
        plan,
        scores[best],
        float(candidates.log_probabilities[best]),
        interpretation is not None and np.array_equal(interpretation, candidates.grids[best]),
        candidates.obstructed,
        candidates.sureness,
    )


def expected_changed_f1(grid: Grid, plan: Floats, start: Grid) -> float:
    """The changed F1, in [0, 1], to expect of a grid (9, 11, 11) under probabilities (7, 9, 11, 11) of each
    content: the ratio of the expected hits to the expected number of changes.
    """
    correct, unchanged = (
        np.take_along_axis(plan, cells[None].astype(np.int64), 0)[0] for cells in (grid, start)
    )
    changed = grid != start
    sizes = changed.sum() + (1 - unchanged).sum()
    return float(2 * correct[changed].sum() / sizes) if sizes > 0 else 1.0
