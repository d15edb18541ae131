"""What moves, where to, and what comes along; nothing that moves is lost."""

from __future__ import annotations

import numpy as np
import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, meaning, world

ARCH = world("red 3,3,1", "yellow -1,0,1..3", "yellow 0,0,3", "yellow 1,0,1..3")
FLOATING = world("red 3,3,1", "yellow 0,0,4")
BAR = world("red 3,3,1", "yellow -1..1,0,3")
STACK = world("red 0,0,1..3", "blue 0,0,4", "green 3,0,2")

DOWN = [
    (ARCH, "Move the red block to the ground under the crossbar", change("air 3,3,1", "red 0,0,1")),
    (ARCH, "Move the red block to the ground under the arch", change("air 3,3,1", "red 0,0,1")),
    (
        ARCH,
        "Move the red block onto the ground below the top of the arch",
        change("air 3,3,1", "red 0,0,1"),
    ),
    (ARCH, "Move the red block under the crossbar", change("air 3,3,1", "red 0,0,2")),
    (ARCH, "Put a red block on the ground under the crossbar", change("red 0,0,1")),
    (ARCH, "Put a blue block on the ground under the arch", change("blue 0,0,1")),
    (FLOATING, "Move the red block to the ground under the yellow block", change("air 3,3,1", "red 0,0,1")),
    (FLOATING, "Put the red block on the ground below the yellow block", change("air 3,3,1", "red 0,0,1")),
    (
        BAR,
        "Move the red block to the floor under the middle of the yellow row",
        change("air 3,3,1", "red 0,0,1"),
    ),
    (STACK, "Move the green block to the ground", change("air 3,0,2", "green 3,0,1")),
    (STACK, "Bring the green block down to the floor", change("air 3,0,2", "green 3,0,1")),
    (
        STACK,
        "Move the blue block to the ground in front of the red tower",
        change("air 0,0,4", "blue 0,1,1"),
    ),
]

TOPPED = world("red 0,0,1..2", "yellow 0,0,3", "blue -3,0,1")
ROW = world("red -1..1,0,1", "green 0,0,2", "blue 3,3,1")
BAR_IN_AIR = world("red -1..1,0,3", "green 0,0,4")
PAIR = world("red 0,0,1", "blue 3,0,1")
ONE_EAST = change("air 0,0,1..3", "red 1,0,1..2", "yellow 1,0,3")
TWO_SOUTH = change("air -1..1,0,1", "air 0,0,2", "red -1..1,2,1", "green 0,2,2")

ALONG = [
    (TOPPED, "Move the red tower one cell east", ONE_EAST),
    (TOPPED, "Move the tower with the block on it one cell east", ONE_EAST),
    (TOPPED, "Move the red tower with the yellow block on it one cell east", ONE_EAST),
    (TOPPED, "Move only the red tower one cell east", change("air 0,0,1..2", "red 1,0,1..2")),
    (
        TOPPED,
        "Move only the red tower onto the blue block",
        change("air 0,0,1..2", "red -3,0,2..3"),
    ),
    (
        TOPPED,
        "Move the red tower onto the blue block",
        change("air 0,0,1..3", "red -3,0,2..3", "yellow -3,0,4"),
    ),
    (TOPPED, "Move the bottom red block one cell east", change("air 0,0,1", "red 1,0,1")),
    (TOPPED, "Lift the red tower by one", change("air 0,0,1", "red 0,0,3", "yellow 0,0,4")),
    (TOPPED, "Raise the red tower by one level", change("red 0,0,3", "yellow 0,0,4")),
    (TOPPED, "Make the red tower one taller", change("red 0,0,3", "yellow 0,0,4")),
    (TOPPED, "Lower the red tower by one level", change("yellow 0,0,2", "air 0,0,3")),
    (TOPPED, "Move the easternmost tower one cell east", ONE_EAST),
    (ROW, "Move the red row two cells south", TWO_SOUTH),
    (ROW, "Move the row with the green block on it two cells south", TWO_SOUTH),
    (ROW, "Move only the red row two cells south", change("air -1..1,0,1", "red -1..1,2,1")),
    (
        ROW,
        "Lift the red row by two levels",
        change("air -1..1,0,1", "air 0,0,2", "red -1..1,0,3", "green 0,0,4"),
    ),
    (
        BAR_IN_AIR,
        "Lower the red row by one level",
        change("red -1..1,0,2", "air -1,0,3", "air 1,0,3", "green 0,0,3", "air 0,0,4"),
    ),
    (
        BAR_IN_AIR,
        "Raise the red row by one level",
        change("air -1..1,0,3", "red -1..1,0,4", "green 0,0,5"),
    ),
    (
        BAR_IN_AIR,
        "Drop the red row",
        change("red -1..1,0,1", "green 0,0,2", "air -1..1,0,3", "air 0,0,4"),
    ),
    (
        PAIR,
        "Move the blue one onto the red block. Shift the whole thing one cell east.",
        change("air 0,0,1", "red 1,0,1", "blue 1,0,2", "air 3,0,1"),
    ),
    (
        PAIR,
        "Put a yellow block on the red block. Shift the whole thing one cell east.",
        change("air 0,0,1", "red 1,0,1", "yellow 1,0,2"),
    ),
]


@pytest.mark.parametrize(("start", "text", "wanted"), [*DOWN, *ALONG])
def test_it_moves_there(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


@pytest.mark.parametrize("start", [ARCH, FLOATING, BAR, STACK])
@pytest.mark.parametrize("verb", ["Move", "Shift", "Slide"])
@pytest.mark.parametrize(
    "what", ["the red block", "the red tower", "everything", "all blocks", "the yellow row"]
)
@pytest.mark.parametrize(
    "where",
    [
        "to the ground",
        "to the ground under the yellow blocks",
        "under the crossbar",
        "on top of the yellow row",
        "to the north edge",
        "into the northeast corner",
        "one level down",
        "three cells west",
        "between the yellow blocks",
    ],
)
def test_nothing_that_moves_is_lost(start: Grid, verb: str, what: str, where: str) -> None:
    for one in meaning(start, f"{verb} {what} {where}").results:
        if one.reading.is_full:
            assert np.array_equal(np.sort(one.grid, axis=None), np.sort(start, axis=None))
