"""Policies: after which step each episode stops, so that no more than a share of the instructions is asked
about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from cq.types import Doubles
from eval.loop.episodes import Episode

Score = Callable[[Episode, int], float]
"""How much a policy wants to ask the next question of an episode, after so many questions."""


def by_value(episode: Episode, asked: int) -> float:
    """The value of the best answer."""
    return episode.steps[asked].value


def by_obstacles_and_value(episode: Episode, asked: int) -> float:
    """Obstacles first, then the value of the best answer."""
    return float(episode.steps[asked].blocked) + by_value(episode, asked)


def by_probability(p_unclear: Doubles) -> Score:
    """The probability that a person would ask."""
    return lambda episode, asked: float(p_unclear[episode.index])


def at_random(seed: int, num_episodes: int) -> Score:
    """A number drawn for each episode and each question."""
    draws = np.random.default_rng(seed).random((num_episodes, 10))
    return lambda episode, asked: float(draws[episode.index, asked])


def stops(
    episodes: Sequence[Episode], score: Score, share: float, budget: int, margin: float = 0.0
) -> npt.NDArray[np.int64]:
    """The number of questions asked in each episode (n,), at most `budget`.

    A question is asked if its score is above a threshold. For the episodes of one fold, it is the one
    at which the first question would be asked in `share` of the episodes of the other folds.
    """
    folds = np.array([episode.fold for episode in episodes])
    count = np.zeros(len(episodes), dtype=np.int64)
    for fold in np.unique(folds):
        others = [episodes[i] for i in np.flatnonzero(folds != fold).tolist()]
        first = [_score(episode, score, 0) for episode in others]
        threshold = np.quantile(first, 1 - share + margin, method="lower") if share < 1 else -np.inf
        for i in np.flatnonzero(folds == fold).tolist():
            while count[i] < budget and _score(episodes[i], score, int(count[i])) > threshold:
                count[i] += 1
    return count


def _score(episode: Episode, score: Score, asked: int) -> float:
    """The score of the next question; minus infinity if there is none."""
    if episode.steps[asked].question is None:
        return -np.inf
    return score(episode, asked)
