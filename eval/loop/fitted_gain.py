"""Fits how much a question adds to the changed F1, from what is known before it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.dialogue.expected_gain import ExpectedGain
from eval.loop.episodes import Episode
from eval.loop.policies import Policy, Score, by_confidence, by_value, is_blocked

RIDGE = 1.0
"""The penalty on the squared coefficients, against a sum of squared errors; the constant has none."""

COMMON = {"value": by_value, "doubt": by_confidence, "blocked": is_blocked}
"""What the gain is fitted to. Where an obstacle blocks building, cq asks whatever the gain; but such rows
would bend the other coefficients if nothing told them apart.
"""


@dataclass(frozen=True)
class FittedGain:
    """A ridge regression of the gain of a question on some scores of its episode."""

    names: tuple[str, ...]
    features: tuple[Score, ...]
    constant: float
    coefficients: tuple[float, ...]

    def __call__(self, episode: Episode, asked: int) -> float:
        """The expected gain of the next question."""
        weighted = zip(self.coefficients, self.features, strict=True)
        return self.constant + sum(weight * score(episode, asked) for weight, score in weighted)

    @property
    def model(self) -> ExpectedGain:
        """The library's model with these coefficients. Raises `ValueError` if the value and the doubt are not
        among the features.
        """
        named = [self.coefficients[self.names.index(name)] for name in ("value", "doubt")]
        return ExpectedGain(round(self.constant, 4), *(round(one, 4) for one in named))


def fit_gain(episodes: Sequence[Episode], features: dict[str, Score] | None = None) -> FittedGain:
    """The regression over all questions of the episodes. Its rows weigh the same: the gain is that of a
    dialogue, whatever it builds.
    """
    chosen = COMMON if features is None else features
    questions = [(episode, asked) for episode in episodes for asked in range(len(episode.steps) - 1)]
    x = np.array([[score(*one) for score in chosen.values()] for one in questions], dtype=np.float64)
    gains = [episode.steps[n + 1].changed_f1 - episode.steps[n].changed_f1 for episode, n in questions]
    constant, coefficients = _ridge(x.reshape(-1, len(chosen)), np.array(gains, dtype=np.float64))
    return FittedGain(tuple(chosen), tuple(chosen.values()), constant, tuple(coefficients.tolist()))


def by_expected_gain(features: dict[str, Score] | None = None) -> Policy:
    """The expected gain, as it is fitted to the episodes of the other folds."""
    return lambda others: fit_gain(others, features)


def by_obstacles_and_gain(others: Sequence[Episode]) -> Score:
    """The library's policy with fitted coefficients: obstacles first, then the expected gain."""
    gain = fit_gain(others)
    return lambda episode, asked: 10 * is_blocked(episode, asked) + gain(episode, asked)


def cost_for_share(episodes: Sequence[Episode], gain: Score, share: float) -> float:
    """The cost of asking at which the first question is asked in `share` of the episodes, obstacles
    included; those are asked about at any cost.
    """
    gains = [gain(one, 0) if len(one.steps) > 1 else -np.inf for one in episodes]
    gains = [np.inf if is_blocked(one, 0) else g for one, g in zip(episodes, gains, strict=True)]
    return float(np.quantile(gains, 1 - share, method="lower"))


def _ridge(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
    """The constant and the coefficients (d,) for features (n, d) and gains (n,). Without rows all are 0."""
    if not len(y):
        return 0.0, np.zeros(x.shape[1])
    centred, mean = x - x.mean(axis=0), float(y.mean())
    weights = np.linalg.solve(centred.T @ centred + RIDGE * np.eye(x.shape[1]), centred.T @ (y - mean))
    return mean - float(x.mean(axis=0) @ weights), weights
