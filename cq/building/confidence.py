"""How good a build is to be expected: its changed F1, foreseen before anyone has seen it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cq.logistic import sigmoid
from cq.world.grid import Grid

if TYPE_CHECKING:
    from cq.building.attempts import Attempt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Confidence:
    """σ(weights · signs + the last weight), fitted on attempts at rows that the networks had not seen."""

    weights: tuple[float, ...]

    def __call__(self, attempt: Attempt, start: Grid) -> float:
        """The changed F1, in [0, 1], to be expected of an attempt."""
        return float(sigmoid(signs(attempt, start) @ np.array(self.weights)))

    @classmethod
    def fit(cls, attempts: Sequence[Attempt], starts: Sequence[Grid], scores: Floats) -> Confidence:
        """Least log-loss for changed F1s `scores` (n,), each counted as a share of right and of wrong."""
        from sklearn.linear_model import LogisticRegression

        x = np.stack([signs(one, start) for one, start in zip(attempts, starts, strict=True)])
        n = len(x)
        model = LogisticRegression(C=1e4, fit_intercept=False)
        model.fit(np.tile(x, (2, 1)), np.repeat([1, 0], n), np.concatenate([scores, 1 - scores]))
        return cls(tuple(float(weight) for weight in model.coef_[0]))


def signs(attempt: Attempt, start: Grid) -> Floats:
    """What tells a good attempt: the log-probability of its actions, in all and per choice; the changed F1
    that the plan expects of it; 1.
    """
    cells = attempt.grid[None].astype(np.int64)
    right, kept = (
        np.take_along_axis(attempt.plan, held, axis=0)[0] for held in (cells, start[None].astype(np.int64))
    )
    changed = attempt.grid != start
    expected = 2 * right[changed].sum() / (changed.sum() + (1 - kept).sum() + 1e-6)
    log = attempt.log_probability
    return np.array([log, log / (len(attempt.actions) + 1), expected, 1.0])
