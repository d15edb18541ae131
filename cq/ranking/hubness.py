"""Hubness correction: a question that resembles every instruction resembles none in particular.

Some questions are near neighbours of every instruction ("hubs", Radovanović et al. 2010). How far a score
stands above what the question gets from a hundred anchor instructions says more than the score itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

SPREAD_FLOOR = 0.1
"""Share of the mean spread that is added to each question's own, so that a small one does not inflate its
z-scores."""


@lru_cache(maxsize=1)
def anchor_instructions() -> tuple[str, ...]:
    """A hundred instructions, written for this project."""
    path = Path(__file__).with_name("anchor_instructions.txt")
    return tuple(path.read_text(encoding="utf-8").splitlines())


@dataclass(frozen=True)
class HubnessStatistics:
    """Mean and spread of each of n questions' scores over the anchor instructions: (n,) each."""

    mean: Floats
    spread: Floats

    @classmethod
    def fit(cls, scores: Sequence[Floats]) -> HubnessStatistics:
        """From scores of one kind, (anchors, n_i) for each of several sets of questions in order."""
        spread = np.concatenate([np.std(part, axis=0) for part in scores])
        mean = np.concatenate([np.mean(part, axis=0) for part in scores])
        return cls(mean, spread + SPREAD_FLOOR * spread.mean() + 1e-6)

    def z_scores(self, scores: Floats, indices: npt.NDArray[np.int64]) -> Floats:
        """By how many spreads the scores of some questions, given by index, exceed their means."""
        return np.asarray((scores - self.mean[indices]) / self.spread[indices], dtype=np.float32)
