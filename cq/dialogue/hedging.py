"""Hedging: a build that is not sure enough to be called done is asked about, or said to be unsure."""

from __future__ import annotations

import numpy as np

from cq.building import Build
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.language.request import LIKE_THIS
from cq.meaning.grounded import GroundedInstruction
from cq.meaning.instruction import sure_build
from cq.meaning.questions import MOST_OPTIONS, MOST_RESULTS, value_of
from cq.meaning.telling import Telling
from cq.types import Grid

DONE_FROM = 0.7
"""The confidence from which a build is called done. Of recorded clear rows of folds 0 to 2 that are read,
95 % from it on are exact, 38 % below (`python -m eval talks calibration`).
"""
NOT_SURE = "I am not sure"
"""How the reason begins with which an unsure build is built."""
LEAST_SHARE = 0.05
"""The share of the probability that another build must have to be offered."""
_OPEN = {
    "which": "which one is meant",
    "colour": "the colour",
    "count": "how many",
    "size": "the size",
    "place": "the place",
    "direction": "the direction",
    "axis": "the direction",
}
"""What a choice of a kind leaves unsure."""
DECIDED = 0.8
"""The share of an option that leaves nothing unsure."""


def like_this(build: Build, instruction: GroundedInstruction, cost: float) -> ClarifyingQuestion | None:
    """The question whether a build is meant, with the next distinct ones as further options, if knowing it is
    expected to add more than `cost` to the changed F1. None if not, or if the builds cannot be said in words
    that mean them and nothing else.
    """
    start = instruction.world.grid
    results = instruction.heard.understanding.results[:MOST_RESULTS]
    if len(results) < 2 or was_asked(instruction) or instruction.heard.tells_nothing:
        return None
    grids, weights = np.stack([one.grid for one in results]), np.array([one.probability for one in results])
    value = value_of(grids, weights, range(len(results)), start)
    if value <= cost:
        return None
    best = _said(start, build.grid, instruction)
    if best is None:
        return None
    options = [Option(best, _share(build.grid, grids, weights))]
    for grid, weight in zip(grids, weights.tolist(), strict=True):
        if len(options) < MOST_OPTIONS and weight >= LEAST_SHARE and not np.array_equal(grid, build.grid):
            words = _said(start, grid, instruction)
            options += [] if words is None else [Option(words, round(weight, 4))]
    return ClarifyingQuestion("confirmation", f"{LIKE_THIS}: {best}?", tuple(options), value)


def was_asked(instruction: GroundedInstruction) -> bool:
    """Whether the builder has asked so about the instruction."""
    return any(one.question.startswith(LIKE_THIS) for one in instruction.request.exchanges)


def unsure_of(build: Build, instruction: GroundedInstruction) -> str:
    """What a build that is not called done is unsure of, as a sentence."""
    understanding = instruction.heard.understanding
    if build.unread or not understanding.reading.is_full:
        return f"{NOT_SURE} of this: some words I did not understand; say “undo” if it is wrong"
    named = [
        _OPEN[hole.kind]
        for hole, _, share in understanding.decisions
        if hole.kind in _OPEN and share < DECIDED
    ]
    about = " and ".join(dict.fromkeys(named)) or "what is meant"
    return f"{NOT_SURE} of {about}; say “undo” if it is wrong"


def removes_more(build: Build, instruction: GroundedInstruction) -> bool:
    """Whether a build takes away or repaints blocks that no outcome of the words does."""
    start = instruction.world.grid
    named = np.zeros(start.shape, bool)
    for one in instruction.heard.understanding.results:
        named |= (start > 0) & (one.grid != start)
    return bool(((start > 0) & (build.grid != start) & ~named).any())


def _said(start: Grid, grid: Grid, instruction: GroundedInstruction) -> str | None:
    """A build as an order that is sure to mean it."""
    words = Telling(start, grid).order()
    if words is None:
        return None
    again = sure_build(words, start, instruction.facing)
    return words if again is not None and np.array_equal(again, grid) else None


def _share(grid: Grid, grids: Grid, weights: np.ndarray) -> float:
    return round(float(weights[[np.array_equal(one, grid) for one in grids]].sum()), 4)
