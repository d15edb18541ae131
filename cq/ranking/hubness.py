"""Instructions to measure questions by: a question that resembles all of them resembles none in particular.

Some questions are near neighbours of every instruction ("hubs", Radovanović et al. 2010). How much a score
exceeds what the question gets from other instructions says more than the score itself.
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
"""Share of the mean spread that is added to each question's own, lest a small one blow its scores up."""


@lru_cache(maxsize=1)
def reference_instructions() -> tuple[str, ...]:
    """A hundred instructions, written for this project."""
    return tuple(Path(__file__).with_name("anchor_instructions.txt").read_text(encoding="utf-8").splitlines())


@dataclass(frozen=True)
class Usual:
    """What each of n questions usually scores: mean and spread over the reference instructions, (n,) each."""

    mean: Floats
    spread: Floats

    @classmethod
    def of(cls, scores: Floats) -> Usual:
        """From the scores (references, n) of one kind."""
        return cls.joined([scores])

    @classmethod
    def joined(cls, parts: Sequence[Floats]) -> Usual:
        """From such scores of several sets of questions, one after the other."""
        spread = np.concatenate([np.std(part, axis=0) for part in parts])
        mean = np.concatenate([np.mean(part, axis=0) for part in parts])
        return cls(mean, spread + SPREAD_FLOOR * spread.mean() + 1e-6)

    def excess(self, scores: Floats, places: npt.NDArray[np.int64]) -> Floats:
        """By how many spreads the scores of some questions, given by place, exceed the usual."""
        return np.asarray((scores - self.mean[places]) / self.spread[places], dtype=np.float32)
