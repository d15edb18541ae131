"""Sentences are carried out one after another, by rules where they read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np

import cq
from cq.building.decoding.stepwise import stepwise_builds
from cq.building.example import BuildingExample
from eval.behaviours.notation import changed, parse_world

WORLD = parse_world("red -2,0,1; blue 2,0..2,1")


def no_network(examples: Sequence[BuildingExample]) -> list[NoReturn]:
    """All sentences are read by rules."""
    assert not examples
    return []


def test_a_sentence_acts_in_the_world_of_those_before() -> None:
    text = "Facing north. Remove the red block. Put a green block to the left of the blue tower."
    (grid,) = stepwise_builds([BuildingExample(text, WORLD.grid)], no_network)
    assert grid is not None
    assert np.array_equal(grid, changed(WORLD.grid, "red -2,0,1", "green 1,0,1"))


def test_one_sentence_and_unread_ones_have_no_steps() -> None:
    one = BuildingExample("Remove the red block.", WORLD.grid)
    assert stepwise_builds([one], no_network) == [None]
    assert stepwise_builds([], no_network) == []


def test_a_sentence_that_rules_do_not_read_leaves_the_others_to_them() -> None:
    build = cq.build("Remove the red block. Then wiggle a green thingy upon whatever is blue there.", WORLD)
    assert build.grid[0, 3, 6] == 0  # the red block
    assert build.confidence < 0.9
