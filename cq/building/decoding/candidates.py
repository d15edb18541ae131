"""Candidates: the different builds of a builder for one instruction, with their probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cq.building.actions import Action
from cq.types import Cell, Grid
from cq.world import IGLU_2022, Palette

DENIED = 1e-6
"""The weight of a denied build."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """n different builds from one start world, in the world's directions and colours.

    `start` is a grid, `grids` are int8 (n, height, width, depth), `actions` lead to each grid.
    `probabilities` (n,) sum to 1: how often each was sampled. `log_probabilities` (n,), at most 0, are those
    of the actions in order. For `network_plan` see `Build`. `agreement` (n,), in (0, 1], is how well each
    agrees with the evidence besides the words that the network reads. `interpretation` is the most probably
    meant grid where every word is read, `sureness` the probability that it is exactly right.
    `obstructed` says whether the instruction has an obstacle (`cq.reading.obstacles`), and `corrections`
    are its misspelt words, as written and as read. `unread` are the words that no rule reads. `told` says
    whether answers describe the new blocks. `palette` names the colours. For
    `networks_saw` see `Build`.
    """

    start: Grid
    grids: npt.NDArray[np.int8]
    actions: tuple[tuple[Action, ...], ...]
    probabilities: npt.NDArray[np.float64]
    log_probabilities: npt.NDArray[np.float64]
    network_plan: npt.NDArray[np.float32]
    agreement: npt.NDArray[np.float64]
    interpretation: Grid | None = None
    sureness: float = 0.0
    obstructed: bool = False
    corrections: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()
    told: bool = False
    palette: Palette = IGLU_2022
    networks_saw: str = ""

    def __len__(self) -> int:
        return len(self.grids)

    @classmethod
    def of(
        cls,
        start: Grid,
        grids: Sequence[Grid],
        actions: Sequence[tuple[Action, ...]],
        log_probabilities: Sequence[float],
        network_plan: npt.NDArray[np.float32],
    ) -> Candidates:
        """Merge equal grids of a sample: the actions are those of the first of them."""
        firsts, places = _distinct(grids)
        return cls(
            start,
            np.stack([grids[i] for i in firsts]).astype(np.int8),
            tuple(actions[i] for i in firsts),
            np.bincount(places).astype(np.float64) / len(grids),
            np.array([log_probabilities[i] for i in firsts]),
            network_plan,
            np.ones(len(firsts)),
        )

    def joined(self, other: Candidates, share: float = 0.5) -> Candidates:
        """These and other candidates from the same start, which have `share` of the probability and the rest;
        equal builds become one.
        """
        grids = np.concatenate([self.grids, other.grids])
        firsts, places = _distinct(grids)
        weights = np.concatenate([share * self.probabilities, (1 - share) * other.probabilities])
        return replace(
            self,
            grids=grids[firsts],
            actions=tuple((*self.actions, *other.actions)[i] for i in firsts),
            probabilities=np.bincount(places, weights).astype(np.float64),
            log_probabilities=np.concatenate([self.log_probabilities, other.log_probabilities])[firsts],
            network_plan=(share * self.network_plan + (1 - share) * other.network_plan).astype(np.float32),
            agreement=np.concatenate([self.agreement, other.agreement])[firsts],
        )

    def first(self, number: int) -> Candidates:
        """The first candidates, with all of the probability."""
        return replace(
            self,
            grids=self.grids[:number],
            actions=self.actions[:number],
            probabilities=self.probabilities[:number] / self.probabilities[:number].sum(),
            log_probabilities=self.log_probabilities[:number],
            agreement=self.agreement[:number],
        )

    def reweighted(self, weights: npt.NDArray[np.float64]) -> Candidates:
        """The candidates after a message with a likelihood for each in `weights` (n,), greater than 0 (Bayes'
        rule).
        """
        probabilities = self.probabilities * weights
        agreement = self.agreement * weights / weights.max()
        return replace(self, probabilities=probabilities / probabilities.sum(), agreement=agreement)

    def without(self, grid: Grid) -> Candidates:
        """The candidates after the build of a grid was denied."""
        return self.reweighted(
            np.array([DENIED if np.array_equal(candidate, grid) else 1.0 for candidate in self.grids])
        )

    def placed(self, grid: Grid) -> dict[Cell, int]:
        """The blocks that a build places, with their colours."""
        changed = np.argwhere((grid != self.start) & (grid > 0)).tolist()
        return {(y, x, z): int(grid[y, x, z]) for y, x, z in changed}

    @property
    def plan(self) -> npt.NDArray[np.float32]:
        """The probability of each content of each cell: the mean of the network's plan and of
        the candidates' grids.
        """
        contents = np.arange(len(self.network_plan))[:, None, None, None]
        frequencies = np.zeros_like(self.network_plan, dtype=np.float64)
        for probability, grid in zip(self.probabilities, self.grids, strict=True):
            frequencies += probability * (grid == contents)
        plan: npt.NDArray[np.float32] = ((self.network_plan + frequencies) / 2).astype(np.float32)
        return plan


def _distinct(grids: Sequence[Grid] | npt.NDArray[np.int8]) -> tuple[list[int], list[int]]:
    """The index of the first of each group of equal grids, and the group of each grid."""
    groups: dict[bytes, int] = {}
    places = [groups.setdefault(grid.tobytes(), len(groups)) for grid in grids]
    return [places.index(group) for group in range(len(groups))], places
