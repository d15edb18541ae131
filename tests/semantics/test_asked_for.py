"""Meanings that people's orders need: parts of letters, steps of stairs, gapped rows, sides of walls."""

from __future__ import annotations

import pytest

from tests.meaning_worlds import change, changes, done, meaning, world

L = world("red -2,-2..2,1", "red -1..1,2,1")
STAIRS = world("green -1,0,1", "green 0,0,1..2", "green 1,0,1..3")
GAPPED = world("red -4,0,1", "red -2,0,1", "red 0,0,1", "red 2,0,1")
ROW = world("red -2..2,0,1")
BLOCK = world("red 0,0,1")
TOWER = world("red -3,0,1..4")
TABLE = world("red -1..1,-1..1,3", "red -1,-1,1..2", "red 1,-1,1..2", "red -1,1,1..2", "red 1,1,1..2")
WALL = world("red 0,-2..2,1..2")

CASES = [
    (L, "Paint the stem of the L blue", change("blue -2,-2..2,1")),
    (L, "Paint the foot of the L blue", change("blue -2..1,2,1")),
    (L, "Remove the top of the L", change("air -2,-2,1")),
    (STAIRS, "Add the next step to the staircase", change("green 2,0,1..4")),
    (GAPPED, "Paint the row blue", change(*(f"blue {x},0,1" for x in (-4, -2, 0, 2)))),
    (GAPPED, "Remove the left half of the row", change("air -4,0,1", "air -2,0,1")),
    (GAPPED, "Paint the right half of the row green", change("green 0,0,1", "green 2,0,1")),
    (ROW, "Place a blue block between the row and the east edge", change("blue 4,0,1")),
    (
        BLOCK,
        "Place blue blocks on all four diagonal neighbours of the red block",
        change("blue -1,-1,1", "blue -1,1,1", "blue 1,-1,1", "blue 1,1,1"),
    ),
    (TOWER, "Tip the red tower over to the south", change("air -3,0,2..4", "red -3,1..3,1")),
    (TOWER, "Tip the red tower over to the east", change("air -3,0,2..4", "red -2..0,0,1")),
    (TABLE, "Raise the tabletop by a level", change("air -1..1,-1..1,3", "red -1..1,-1..1,4")),
    (
        world(),
        "Build a flat red letter N 5 blocks wide in the middle",
        change("red -2,-2..2,1", "red 2,-2..2,1", "red -1,-1,1", "red 0,0,1", "red 1,1,1"),
    ),
]


@pytest.mark.parametrize(("start", "text", "wanted"), CASES, ids=[text for _, text, _ in CASES])
def test_it_changes_what_people_mean(start, text, wanted):
    assert done(start, text) == wanted


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (
            world(),
            "Build a red zigzag of four blocks from the middle to the east",
            {
                change("red 0,0,1", "red 1,-1,1", "red 2,0,1", "red 3,-1,1"),
                change("red 0,0,1", "red 1,1,1", "red 2,0,1", "red 3,1,1"),
            },
        ),
        (
            WALL,
            "Place a blue block along the east side of the wall",
            {change(f"blue 1,{z},1") for z in range(-2, 3)},
        ),
        (
            world("yellow -1..1,-1..1,1"),
            "Add two yellow layers on top of the square",
            {change("yellow -1..1,-1..1,2..3")},
        ),
    ],
)
def test_it_is_one_of_what_people_may_mean(start, text, wanted):
    assert {changes(start, result.grid) for result in meaning(start, text).results} == wanted
