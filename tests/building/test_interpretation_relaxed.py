"""What an instruction asks for without a word or two is a candidate, never a sure build."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.building.interpretation import interpret, relaxed_interpretations
from eval.behaviours.notation import changed, parse_world

WORLD = "red -2,0,1; blue 2,0..2,1"

CASES = [
    ("Remove the shabby red block", "red -2,0,1", "", 1),
    ("Put a green block atop the rather gigantic blue tower", "", "green 2,3,1", 2),
]


@pytest.mark.parametrize(("text", "remove", "add", "left_out"), CASES)
def test_a_word_or_two_are_left_out(text: str, remove: str, add: str, left_out: int) -> None:
    world = parse_world(WORLD)
    target = changed(world.grid, remove, add)
    assert interpret(text, world.grid) is None
    found = relaxed_interpretations(text, world.grid)
    assert any(np.array_equal(grid, target) and count == left_out for grid, count in found)
    build = cq.build(text, world)
    assert np.array_equal(build.grid, target)
    assert (
        build.confidence
        < cq.build(text.replace("shabby ", "").replace("rather gigantic ", ""), world).confidence
    )


def test_what_is_understood_needs_no_relaxation_and_noise_gives_none() -> None:
    world = parse_world(WORLD)
    assert relaxed_interpretations("frobnicate the whatsit over yonder quite soon", world.grid) == []
    assert relaxed_interpretations("", world.grid) == []


@pytest.mark.parametrize("word", ["forward", "awkward", "reward", "ward", "toward"])
def test_only_directions_are_taken_for_directions(word: str) -> None:
    world = parse_world(WORLD)
    for text in (f"Remove the blue block {word}", f"Put a red block {word}", f"Move the red block 2 {word}"):
        assert interpret(text, world.grid, "north") is None
