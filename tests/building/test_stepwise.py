"""Sentences and clauses are carried out one after another, as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np

import cq
from cq.building.decoding.meanings import alone
from cq.building.decoding.minimum_bayes_risk import BuildPrediction, minimum_bayes_risk
from cq.building.decoding.stepwise import stepwise_builds
from cq.building.example import BuildingExample
from cq.building.plan_changes import certain
from eval.behaviours.notation import changed, parse_world

WORLD = parse_world("red -2,0,1; blue 2,0..2,1")


def no_network(examples: Sequence[BuildingExample]) -> list[NoReturn]:
    """All is read."""
    assert not examples
    return []


def test_a_sentence_acts_in_the_world_of_those_before() -> None:
    text = "Facing north. Remove the red block. Put a green block to the left of the blue tower."
    (grid,) = stepwise_builds([BuildingExample(text, WORLD.grid)], no_network)
    assert grid is not None
    assert np.array_equal(grid, changed(WORLD.grid, "red -2,0,1", "green 1,0,1"))


def test_a_clause_that_cannot_be_carried_out_leaves_the_others() -> None:
    def no_change(examples: Sequence[BuildingExample]) -> list[BuildPrediction]:
        return [
            minimum_bayes_risk(alone(one.start, [one.start], certain(one.start), 0.5)) for one in examples
        ]

    text = "Remove the red block and remove the green tower, then put a green block on the blue tower."
    (grid,) = stepwise_builds([BuildingExample(text, WORLD.grid)], no_change)
    assert grid is not None
    assert np.array_equal(grid, changed(WORLD.grid, "red -2,0,1", "green 2,3,1"))
    assert stepwise_builds([BuildingExample("Wiggle a thingy", WORLD.grid)], no_change) == [None]
    assert stepwise_builds([], no_network) == []


def test_a_sentence_that_is_not_read_leaves_the_others() -> None:
    build = cq.build("Remove the red block. Then frobnicate whatever the quux says of Tuesday.", WORLD)
    assert build.grid[0, 3, 6] == 0  # the red block
    assert build.confidence < 0.9
