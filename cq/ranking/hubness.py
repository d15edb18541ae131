"""Hubness correction: scores relative to each question's scores with reference instructions.

Some questions are near neighbours of every instruction ("hubs", Radovanović et al. 2010). A z-score over a
hundred anchor instructions is more informative than the score itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cq.types import Floats

SPREAD_FLOOR = 0.1
"""Share of the mean spread that is added to each question's spread, so that a small one does not inflate its
z-scores."""


@lru_cache(maxsize=1)
def anchor_instructions() -> tuple[str, ...]:
    """A hundred instructions, written for this project."""
    path = Path(__file__).with_name("anchor_instructions.txt")
    return tuple(path.read_text(encoding="utf-8").splitlines())


@dataclass(frozen=True)
class HubnessStatistics:
    """Mean and spread of n questions' scores over the anchor instructions: (k, n) for k kinds of score."""

    names: tuple[str, ...]
    mean: Floats
    spread: Floats

    @classmethod
    def of(cls, names: tuple[str, ...], means: Floats, spreads: Floats) -> HubnessStatistics:
        """From the mean and the standard deviation of each of k kinds of score, (k, n) each."""
        floor = SPREAD_FLOOR * spreads.mean(1)
        return cls(names, means, np.asarray(spreads + floor[:, None] + 1e-6, dtype=np.float32))

    def z_scores(self, scores: Mapping[str, Floats], indices: npt.NDArray[np.int64]) -> dict[str, Floats]:
        """The z-scores of some questions, given by index: (…, n) by name, for scores of that shape."""
        values = np.stack([scores[name] for name in self.names], axis=-2)
        z = np.moveaxis((values - self.mean[:, indices]) / self.spread[:, indices], -2, 0)
        return dict(zip(self.names, z.astype(np.float32), strict=True))
