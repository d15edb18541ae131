"""An interpretation among the candidates: where rules understand every word, their build is the likeliest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cq.building.actions import actions_between
from cq.building.decoding.candidates import Candidates
from cq.building.decoding.stepwise import Predict, stepwise_builds
from cq.building.example import BuildingExample
from cq.building.interpretation import (
    completed_interpretation,
    interpret,
    relaxed_interpretations,
)
from cq.meaning.instruction import meant
from cq.meaning.understand import Understanding
from cq.world import COLOURS
from cq.world.grid import Grid

EXACT = 0.94
"""How often an interpretation is exactly what the architect built, on the recorded clear rows that have one:
0.961 of 2,095 rows in folds 0 to 3, whose mistakes were looked at; 0.937 of 478 rows in fold 4.
"""

MOST_MEANINGS = 8
MEANT, ANSWERED = 0.7, 0.95
"""The share of the probability that the outcomes of a text get which is read, but leaves something open;
and with its answers, which the networks know less about.
"""
RELAXED = {1: 0.4, 2: 0.3}
"""The share of the probability that the builds get which rules make without one or two words."""
COMPLETED = (0.5, 0.5, 0.3, 0.2)
"""The share that the build gets in which so many open ends are filled in; with more, that of three. Few
recorded clear rows have open ends: 46 of 4,433."""
STEPWISE = 0.3
"""The share that a build gets which is made sentence by sentence (`cq.building.decoding.stepwise`)."""


def understood(example: BuildingExample) -> Candidates | None:
    """The build that the rules make of an instruction if they are sure of one, as the only candidate: exactly
    this with probability `EXACT`, else no change.
    """
    found = _interpretation(example)
    if found is None:
        return None
    grid, sureness = found
    plan = sureness * _certain(grid) + (1 - sureness) * _certain(example.start)
    alone = _alone(example.start, [grid], plan, sureness)
    return replace(alone, interpretation=grid, sureness=sureness, settled=bool(example.exchanges))


def with_interpretations(
    candidates: Sequence[Candidates], examples: Sequence[BuildingExample], predict: Predict
) -> list[Candidates]:
    """The candidates of each example, and the build that the rules make of the instruction if they are sure
    of one, with `EXACT` of the probability; else the build that they make with open ends filled in, with
    `COMPLETED` of it, or those without a word or two, with `RELAXED`, and the build sentence by sentence, if
    there is one, with `STEPWISE`. `predict` builds single sentences that rules do not read.
    """
    unsure = [example for example in examples if _interpretation(example) is None]
    stepwise = iter(stepwise_builds(unsure, predict))
    return [
        _with_interpretation(one, example)
        or _with_guesses(with_meanings(one, example), example, next(stepwise))
        for one, example in zip(candidates, examples, strict=True)
    ]


def with_meanings(candidates: Candidates, example: BuildingExample) -> Candidates:
    """The candidates and the outcomes of the text and its answers, if all words are read, with `MEANT` of the
    probability.
    """
    understanding = _understanding(example)
    if understanding is None or not understanding.results or not understanding.reading.is_full:
        return candidates
    results = understanding.results[:MOST_MEANINGS]
    share = ANSWERED if example.exchanges else MEANT
    plan = sum(one.probability * _certain(one.grid) for one in results)
    alone = _alone(candidates.start, [one.grid for one in results], np.asarray(plan), share)
    weights = np.array([one.probability for one in results])
    alone = replace(alone, probabilities=weights / weights.sum())
    best, sureness = results[0].grid, understanding.confidence
    joined = alone.joined(candidates, share)
    return replace(joined, interpretation=best, sureness=sureness, settled=bool(example.exchanges))


def _understanding(example: BuildingExample) -> Understanding | None:
    return meant(example.instruction, example.exchanges, example.start, example.facing, example.recent)


def _interpretation(example: BuildingExample) -> tuple[Grid, float] | None:
    """The build that the language is sure of, and how sure; of a text without answers else that of the
    older rules.
    """
    understanding = _understanding(example)
    if understanding is not None and understanding.grid is not None:
        return understanding.grid, understanding.confidence
    if example.exchanges:
        return None
    grid = interpret(example.instruction, example.start, example.facing, example.recent)
    return None if grid is None else (grid, EXACT)


def _with_interpretation(candidates: Candidates, example: BuildingExample) -> Candidates | None:
    found = _interpretation(example)
    if found is None:
        return None
    grid, sureness = found
    alone = _alone(candidates.start, [grid], _certain(grid), sureness)
    return replace(alone.joined(candidates, sureness), interpretation=grid, sureness=sureness)


def _with_guesses(candidates: Candidates, example: BuildingExample, stepwise: Grid | None) -> Candidates:
    grids, share = _guesses(example)
    if grids:
        plan = np.mean([_certain(one) for one in grids], axis=0)
        candidates = _alone(candidates.start, grids, plan, share).joined(candidates, share)
    if stepwise is not None and (stepwise != candidates.start).any():
        alone = _alone(candidates.start, [stepwise], _certain(stepwise), STEPWISE)
        candidates = alone.joined(candidates, STEPWISE)
    return candidates


def _guesses(example: BuildingExample) -> tuple[list[Grid], float]:
    """Builds that rules make but are not sure of, and their share of the probability."""
    said = example.instruction, example.start, example.facing, example.recent
    completed = completed_interpretation(*said)
    if completed is not None:
        grid, filled = completed
        return [grid], COMPLETED[min(filled, len(COMPLETED) - 1)]
    relaxed = relaxed_interpretations(*said)
    if not relaxed:
        return [], 0.0
    return [grid for grid, _ in relaxed], RELAXED[min(left_out for _, left_out in relaxed)]


def _alone(
    start: Grid, grids: Sequence[Grid], plan: npt.NDArray[np.float32], probability: float
) -> Candidates:
    """Grids as the only candidates, which share a probability."""
    actions = [tuple(actions_between(start, grid)) for grid in grids]
    return Candidates.of(start, grids, actions, [math.log(probability / len(grids))] * len(grids), plan)


def _certain(grid: Grid) -> npt.NDArray[np.float32]:
    """The plan (7, 9, 11, 11) that is sure of a grid."""
    plan = np.zeros((len(COLOURS) + 1, *grid.shape), dtype=np.float32)
    np.put_along_axis(plan, grid[None].astype(np.int64), 1.0, axis=0)
    return plan
