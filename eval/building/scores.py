"""The scores of builds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.building.training.recorded_builds import RecordedBuild
from cq.data import normalise
from cq.metrics import bootstrap_interval, changed_f1, grid_f1

Grids = npt.NDArray[np.int8]
Scores = dict[str, Any]


def weighted_mean(values: npt.NDArray[Any], weights: npt.NDArray[Any]) -> float:
    """The mean of values with weights; 0 if all weights are."""
    return float(np.average(values, weights=weights)) if np.any(weights) else 0.0


@dataclass
class BuildScorer:
    """Scores grids (n, 9, 11, 11) that were built from the rows."""

    rows: Sequence[RecordedBuild]
    samples: int

    def __post_init__(self) -> None:
        self.start = np.stack([row.start for row in self.rows])
        self.target = np.stack([row.target for row in self.rows])
        self.weights = np.count_nonzero(self.start != self.target, axis=(1, 2, 3))
        self.groups = np.array([normalise(row.instruction) for row in self.rows])

    def scores(self, built: Grids, chosen: npt.NDArray[np.bool_]) -> Scores:
        """Every score over the chosen rows (n,); empty if there are none."""
        if not chosen.any():
            return {}
        built, target = built[chosen], self.target[chosen]
        scores = changed_f1(built, target, self.start[chosen])
        return {
            "changed F1, weighted": self._interval(weighted_mean, chosen, scores, self.weights[chosen]),
            "plain": self._interval(np.mean, chosen, scores),
            "grid F1": self._interval(np.mean, chosen, grid_f1(built, target)),
            "exact": self._interval(np.mean, chosen, (built == target).all(axis=(1, 2, 3)).astype(float)),
        }

    def second_person(self, clear: npt.NDArray[np.bool_]) -> dict[str, Scores]:
        """What a second person built from the rows that one did; empty if there are none."""
        has = np.array([row.built is not None for row in self.rows]) & clear
        person = np.stack([row.start if row.built is None else row.built for row in self.rows])
        name = f"second person, {has.sum():,} of these rows"
        return {name: self.scores(person, has)} if has.any() else {}

    def _interval(self, statistic: Callable[..., Any], chosen: npt.NDArray[np.bool_], *values: Any) -> str:
        return str(bootstrap_interval(statistic, *values, groups=self.groups[chosen], samples=self.samples))
