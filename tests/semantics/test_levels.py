"""What is on the ground, and what is above it."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, world

MANY = world("red -3,0,1..3", "blue 0,0,1..2", "green 3,0,1", "yellow 3,3,3")
HIGH = change("air -3,0,2..3", "air 0,0,2", "air 3,3,3")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Remove everything above the ground.", HIGH),
        ("Remove all blocks above the ground.", HIGH),
        ("Remove the blocks that are above the ground.", HIGH),
        ("Remove everything above ground level.", HIGH),
        ("Remove all red blocks above the ground.", change("air -3,0,2..3")),
        ("Paint everything above the ground green.", change("green -3,0,2..3", "green 0,0,2", "green 3,3,3")),
        ("Remove everything on the ground.", change("air -3,0,1", "air 0,0,1", "air 3,0,1")),
        ("Paint everything on the ground purple.", change("purple -3,0,1", "purple 0,0,1", "purple 3,0,1")),
        (
            "Remove everything except what is on the ground.",
            HIGH,
        ),
        ("Remove everything off the ground.", change("air 3,3,3")),
    ],
)
def test_the_ground_is_the_lowest_level(text: str, wanted: Change) -> None:
    assert done(MANY, text) == wanted


BESIDE = world("green -1..1,-1..1,1", "blue 4,4,1..3")
ON_IT = world("green -1..1,-1..1,1", "blue 1,1,2..3")
PILED = world("red -3,0,1..3", "blue -3,0,4", "green 2,2,1")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (BESIDE, "Remove everything above the floor.", change("air 4,4,2..3")),
        (ON_IT, "Remove everything above the floor.", change("air 1,1,2..3")),
        (ON_IT, "Remove everything on top of the floor.", change("air 1,1,2..3")),
        (MANY, "Remove everything above the floor.", HIGH),
        (PILED, "Remove everything on the red tower.", change("air -3,0,4")),
    ],
)
def test_what_is_above_something_is_no_part_of_it(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


ROW = world("red -1..1,2,1")
TOWERS = world("green -3,-2,1..4", "red 2,2,1..3")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (ROW, "Place two rows of three blue blocks north of the red row.", change("blue -1..1,0..1,1")),
        (ROW, "Place two rows of three blue blocks south of the red row.", change("blue -1..1,3..4,1")),
        (ROW, "Place two rows of three blue blocks on top of the red row.", change("blue -1..1,2,2..3")),
        (TOWERS, "Make the green tower one block lower.", change("air -3,-2,4")),
        (TOWERS, "Make the green tower two blocks lower.", change("air -3,-2,3..4")),
        (TOWERS, "Make both towers one block lower.", change("air -3,-2,4", "air 2,2,3")),
        (TOWERS, "Remove the top block of the two highest towers.", change("air -3,-2,4", "air 2,2,3")),
        (TOWERS, "Remove the top block of both towers.", change("air -3,-2,4", "air 2,2,3")),
        (TOWERS, "Paint the lower block of the red tower blue.", change("blue 2,2,1")),
    ],
)
def test_rows_lie_beside_and_on_one_another_and_lower_is_less_high(
    start: Grid, text: str, wanted: Change
) -> None:
    assert done(start, text) == wanted


ABOUT_THE_MIDDLE = world("blue -3,0,1..2", "green 3,2,1..2")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Paint everything east of the middle red.", change("red 3,2,1..2")),
        ("Place a red block to the left of the middle.", change("red -1,0,1")),
        ("Place a red block two cells in front of the middle.", change("red 0,2,1")),
        ("Build a tower of three red blocks behind the middle.", change("red 0,-1,1..3")),
    ],
)
def test_the_middle_of_nothing_else_is_that_of_the_zone(text, wanted):
    assert done(ABOUT_THE_MIDDLE, text) == wanted
