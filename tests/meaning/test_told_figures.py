"""Figures that are announced and told part by part, and shapes of which what stands is a part."""

from __future__ import annotations

import numpy as np
import pytest
from language_check import check_reading

from cq.meaning.instruction import sure_build
from eval.behaviours.notation import parse_world

TOLD = [
    (
        "",
        "Build a red pyramid in the middle: a three by three base on the ground and a single block on the "
        "centre of it",
        "red -1..1,0,-1..1 0,1,0",
    ),
    (
        "",
        "A T lying on the ground in green. Its bar is the three middle squares of the north edge, and its "
        "stem goes two more squares south from the middle of the bar",
        "green -1..1,0,-5 0,0,-4..-3",
    ),
    (
        "red 2,0,2",
        "Grow the red block into an upright L: two more red blocks on top of it, and one on the ground "
        "against its east side",
        "red 2,1..2,2 3,0,2",
    ),
]
STANDING = [
    (
        "blue 1,0,1",
        "Make the blue block the northwest corner of a flat two by two blue square",
        "blue 2,0,1..2 1,0,2",
    ),
    (
        "red 0,0,2",
        "Around the red block, build a hollow 3x3 square of yellow, with the red block in its middle",
        "yellow -1..1,0,1 -1..1,0,3 -1,0,2 1,0,2",
    ),
]
SIZED = [
    (
        "",
        "Put a red ring, 3 by 3 and two blocks high, around the centre",
        "red -1..1,0..1,-1 -1..1,0..1,1 -1,0..1,0 1,0..1,0",
    ),
    (
        "",
        "Lay a zigzag of 3 blue blocks going north, the first block in the middle and the next one to its "
        "northwest",
        "blue 0,0,0 -1,0,-1 0,0,-2",
    ),
]


@pytest.mark.parametrize(("world", "text", "add"), [*TOLD, *STANDING, *SIZED])
def test_it_is_built_as_told(world: str, text: str, add: str) -> None:
    check_reading(world, text, add=add)


def test_parts_that_make_another_figure_are_not_sure() -> None:
    text = "Build a red T in the middle: a tower of three red blocks and a red block on top of it"
    assert sure_build(text, parse_world("").grid) is None


def test_what_is_to_stay_free_is_free() -> None:
    square = sure_build("Build a red 3x3 square in the middle", parse_world("").grid)
    ring = sure_build(
        "Build a red 3x3 square in the middle; the centre square stays empty", parse_world("").grid
    )
    assert square is not None
    assert ring is not None
    assert list(zip(*np.nonzero(square != ring), strict=True)) == [(0, 5, 5)]
