"""What the language makes of an instruction, among the candidates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cq.building.actions import actions_between
from cq.building.decoding.candidates import Candidates
from cq.building.example import BuildingExample
from cq.language.reading import read
from cq.meaning.understand import Understanding
from cq.meaning.understand import understood as outcomes_of
from cq.types import Floats, Grid
from cq.world import COLOURS

MOST_MEANINGS = 8
"""Outcomes that are considered."""
OPEN, ANSWERED = 0.7, 0.95
"""The share of the probability that the outcomes get of a text that is read in full and leaves something
open; and with its answers, which the networks know less about.
"""
PARTIAL = (0.6, 0.2)
"""Their share where one run of words is not read, and where several are: how often one of them was meant, of
recorded clear rows in folds 0 to 2.
"""
STEPWISE = 0.3
"""The share of a build that is made step by step (`cq.building.decoding.stepwise`)."""


def understood(start: Grid, understanding: Understanding | None) -> Candidates | None:
    """The build that is surely meant, if there is one, as the only candidate: what is left of its probability
    is that nothing changes.
    """
    if understanding is None or understanding.grid is None:
        return None
    grid, sureness = understanding.grid, understanding.confidence
    plan = sureness * certain(grid) + (1 - sureness) * certain(start)
    return replace(alone(start, [grid], plan, sureness), interpretation=grid, sureness=sureness)


def with_meanings(
    candidates: Candidates, understanding: Understanding | None, is_answered: bool = False
) -> Candidates:
    """The candidates of the networks, and the outcomes of what is read."""
    if understanding is None or not understanding.results:
        return candidates
    results, reading = understanding.results[:MOST_MEANINGS], understanding.reading
    share = PARTIAL[len(reading.unread_spans) > 1]
    if reading.is_full:
        share = ANSWERED if is_answered else OPEN
    if understanding.grid is not None:
        results, share = results[:1], understanding.confidence
    weights = np.array([one.probability for one in results])
    weights /= weights.sum()
    plan = sum(weight * certain(one.grid) for weight, one in zip(weights, results, strict=True))
    meant = alone(candidates.start, [one.grid for one in results], np.asarray(plan), share)
    joined = replace(meant, probabilities=weights).joined(candidates, share)
    if not reading.is_full:
        return joined
    return replace(joined, interpretation=results[0].grid, sureness=understanding.confidence)


def loosely(understanding: Understanding, example: BuildingExample) -> Understanding:
    """What a text without answers means if words are passed over, where what reads them all cannot be carried
    out: guesses about people who named something wrongly.
    """
    if understanding.results or not understanding.reading.is_full or example.exchanges:
        return understanding
    readings = [one for one in read(example.instruction) if not one.is_full]
    if not readings:
        return understanding
    return outcomes_of(readings, example.start, example.facing, example.recent)


def with_steps(candidates: Candidates, grid: Grid | None) -> Candidates:
    """The candidates, and what its steps lead to, if anywhere."""
    if grid is None or np.array_equal(grid, candidates.start):
        return candidates
    return alone(candidates.start, [grid], certain(grid), STEPWISE).joined(candidates, STEPWISE)


def alone(start: Grid, grids: Sequence[Grid], plan: Floats, probability: float) -> Candidates:
    """Grids as the only candidates, which share a probability."""
    actions = [tuple(actions_between(start, grid)) for grid in grids]
    return Candidates.of(start, grids, actions, [math.log(probability / len(grids))] * len(grids), plan)


def certain(grid: Grid) -> Floats:
    """The plan (7, 9, 11, 11) that is sure of a grid."""
    plan = np.zeros((len(COLOURS) + 1, *grid.shape), dtype=np.float32)
    np.put_along_axis(plan, grid[None].astype(np.int64), 1.0, axis=0)
    return plan
