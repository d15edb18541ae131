"""The outcomes of the readings of an instruction, among the candidates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cq.building.actions import actions_between
from cq.building.decoding.candidates import Candidates
from cq.building.example import BuildingExample
from cq.building.plan_changes import certain
from cq.language.reading import read
from cq.reading.understand import Understanding
from cq.reading.understand import understood as outcomes_of
from cq.types import Grid
from cq.world import IGLU_2022, Palette

MOST_MEANINGS = 8
"""Outcomes that become candidates."""
OPEN, ANSWERED = 0.7, 0.95
"""The share of the outcomes of a text that is read in full and leaves a slot open; and of such a text with
its answers, which the networks know less about.
"""
PARTIAL = (0.6, 0.2)
"""Their share where one run of words is not read, and where several are: how often one of them was meant, of
recorded clear rows in folds 0 to 2.
"""
KNOWN = 0.9
"""The certainty of a reading from which on the networks add no build, but choose among its outcomes."""
STEPWISE = 0.3
"""The share of a build that is made step by step (`cq.building.decoding.stepwise`)."""


def understood(
    start: Grid, understanding: Understanding | None, palette: Palette = IGLU_2022
) -> Candidates | None:
    """The surely meant build, if there is one, as the only candidate; the rest of its probability is for no
    change.
    """
    if understanding is None or understanding.grid is None:
        return None
    grid, sureness = understanding.grid, understanding.confidence
    plan = sureness * certain(grid, palette) + (1 - sureness) * certain(start, palette)
    return replace(alone(start, [grid], plan, sureness, palette), interpretation=grid, sureness=sureness)


def with_meanings(
    candidates: Candidates, understanding: Understanding | None, is_answered: bool = False
) -> Candidates:
    """The candidates of the networks, joined with the outcomes of the readings."""
    if understanding is None or not understanding.results:
        return candidates
    results, reading = understanding.results[:MOST_MEANINGS], understanding.reading
    share = PARTIAL[len(reading.unread_spans) > 1]
    if reading.is_full:
        share = ANSWERED if is_answered else OPEN
    if understanding.grid is not None:
        results, share = results[:1], understanding.confidence
    weights = np.array([result.probability for result in results])
    weights /= weights.sum()
    palette = candidates.palette
    plan = sum(
        weight * certain(result.grid, palette) for weight, result in zip(weights, results, strict=True)
    )
    meant = alone(candidates.start, [result.grid for result in results], np.asarray(plan), share, palette)
    joined = replace(meant, probabilities=weights).joined(candidates, share)
    if not reading.is_full:
        return joined
    if not is_answered and understanding.confidence >= KNOWN * understanding.results[0].probability:
        joined = joined.first(len(results))
    return replace(joined, interpretation=results[0].grid, sureness=understanding.confidence)


def loosely(understanding: Understanding, example: BuildingExample) -> Understanding:
    """The outcomes of a text without answers if words are skipped, where the full reading cannot be carried
    out: guesses about people who named something wrongly.
    """
    if understanding.results or not understanding.reading.is_full or example.exchanges:
        return understanding
    readings = [reading for reading in read(example.instruction) if not reading.is_full]
    if not readings:
        return understanding
    return outcomes_of(readings, example.start, example.facing, example.recent)


def with_steps(candidates: Candidates, grid: Grid | None) -> Candidates:
    """The candidates and the outcome of the steps, if there is one."""
    if grid is None or np.array_equal(grid, candidates.start):
        return candidates
    palette = candidates.palette
    made = alone(candidates.start, [grid], certain(grid, palette), STEPWISE, palette)
    return made.joined(candidates, STEPWISE)


def alone(
    start: Grid,
    grids: Sequence[Grid],
    plan: npt.NDArray[np.float32],
    probability: float,
    palette: Palette = IGLU_2022,
) -> Candidates:
    """Grids as the only candidates, with a shared probability."""
    actions = [tuple(actions_between(start, grid, palette)) for grid in grids]
    chances = [math.log(probability / len(grids))] * len(grids)
    return replace(Candidates.of(start, grids, actions, chances, plan), palette=palette)
