"""The value of an answer: how much better the chosen build is expected to be once the answer is known.

This is the expected value of information: the best expected `changed_f1` under each possible answer, averaged
over the answers, minus the best expected one now. No score has to be learned; the candidates and their
probabilities suffice.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from cq.building.decoding.candidates import Candidates
from cq.metrics.pairwise import pairwise_changed_f1

Floats = npt.NDArray[np.float64]

UNDERSTOOD = 0.9
"""The share of answers that tell the attribute that was asked for. The others tell nothing, and leave the
expected score as it is. On 150 recorded rows, after the simulated architect's answers a candidate with the
true attribute had the highest weight for 237 of 268 questions.
"""

DIGITS = 9
"""Values are rounded, so that equal ones are equal whatever the order of their sums."""


class AnswerValue:
    """The value of answers about the candidates of one instruction."""

    def __init__(self, candidates: Candidates) -> None:
        self._probabilities = candidates.probabilities
        scores = pairwise_changed_f1(candidates.grids, candidates.start)
        # (n, n): what building i earns where j is meant, times the probability of j.
        self._earned = scores * self._probabilities
        self.score_now = float(self._earned.sum(axis=1).max())

    def __call__(self, groups: Sequence[Hashable]) -> float:
        """The value in [0, 1] of learning the group of the build that is meant.

        `groups` names the group of each candidate (n,). More groups are never worth less.
        """
        numbers = group_numbers(groups)
        members = np.zeros((len(numbers), int(numbers.max()) + 1))
        members[np.arange(len(numbers)), numbers] = 1
        after = (self._earned @ members).max(axis=0).sum()
        return round(float(np.clip(UNDERSTOOD * (after - self.score_now), 0, 1)), DIGITS)


def group_numbers(groups: Sequence[Hashable]) -> npt.NDArray[np.int64]:
    """The groups (n,) as numbers from 0, in order of first appearance."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups])
