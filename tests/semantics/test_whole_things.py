"""What writers of pairs said of whole things and their parts, and the cells that have to change."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, world

ROW = world("red -3..3,0,1")
TWO_ROWS = world("red -2..2,-3,1", "red -2..2,3,1")
WALL = world("green -2..2,0,1..3")
TOWERS = world("blue -3,0,1..3", "red 0,0,1..2", "blue 3,0,1..4")
ARCH = world("red -1,0,1..3", "red 0,0,3", "red 1,0,1..3")
RING = world("orange -1..1,-1,1", "orange -1..1,1,1", "orange -1,0,1", "orange 1,0,1")
SOLID_STAIRS = world("red 0,0,1", "red 1,0,1..2", "red 2,0,1..3")
STAIRS = world("red 0,0,1", "red 1,0,2", "red 2,0,3")
BAR = world("yellow -2..2,0,4")
ROWS = world("blue -2..0,0,1", "yellow -2..0,3,1")
SQUARES = world("red -4..-3,-4..-3,1", "green 0..3,0..3,1")
GREENS = world("green -3,0,1..2", "green 0,0,1", "green 3,0,1..3", "red 0,4,1")
SINGLES = world("green -3,0,1", "green 3,0,1", "red 0,4,1")
APART = world("green -3,0,1..2", "green 0,2,1..3", "blue 3,-1,1..4")
BEHIND = world("green -3,0,1..2", "green -3,2,1..3")
LINED_UP = change(
    "air -3,0,1..2", "air 0,2,1..3", "air 3,-1,1..4", "green -3,-5,1..2", "green 0,-5,1..3", "blue 3,-5,1..4"
)
STRIPES = world("red 0,0,1", "blue 0,0,2", "green 0,0,3")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (ROW, "Put a blue block on each end of the row", change("blue -3,0,2", "blue 3,0,2")),
        (ROW, "Paint the row green except its ends", change("green -2..2,0,1")),
        (WALL, "Paint the top row of the wall yellow except its ends", change("yellow -1..1,0,3")),
        (WALL, "Paint the top layer of the wall yellow except the two ends", change("yellow -1..1,0,3")),
        (TOWERS, "Paint the right tower green except the lowest block", change("green 3,0,2..4")),
        (TOWERS, "Paint the left tower green except the top block", change("green -3,0,1..2")),
        (
            TOWERS,
            "Remove both blue towers except the top block of each",
            change("air -3,0,1..2", "air 3,0,1..3"),
        ),
        (TWO_ROWS, "Build a row of three blue blocks halfway between the two rows", change("blue -1..1,0,1")),
        (TWO_ROWS, "Put a blue block halfway between the two rows", change("blue 0,0,1")),
        (ARCH, "Raise the arch by one level", change("air 0,0,3", "red -1..1,0,4")),
        (BAR, "Raise the yellow row by one level", change("air -2..2,0,4", "yellow -2..2,0,5")),
        (SOLID_STAIRS, "Extend the staircase by one step", change("red 3,0,1..4")),
        (STAIRS, "Extend the staircase by two steps", change("red 3,0,4", "red 4,0,5")),
        (
            RING,
            "Build a green ring around the orange ring",
            change("green -2..2,-2,1", "green -2..2,2,1", "green -2,-1..1,1", "green 2,-1..1,1"),
        ),
        (
            RING,
            "Build a blue ring on top of the orange ring",
            change("blue -1..1,-1,2", "blue -1..1,1,2", "blue -1,0,2", "blue 1,0,2"),
        ),
        (ROWS, "Put the blue row on top of the yellow row", change("air -2..0,0,1", "blue -2..0,3,2")),
        (ROWS, "Put the blue row in front of the yellow row", change("air -2..0,0,1", "blue -2..0,4,1")),
        (
            SQUARES,
            "Move the red square onto the green square",
            change("air -4..-3,-4..-3,1", "red 1..2,1..2,2"),
        ),
        (GREENS, "Make all green towers four tall", change("green -3,0,3..4", "green 3,0,4")),
        (GREENS, "Make every green tower four blocks tall", change("green -3,0,3..4", "green 3,0,4")),
        (GREENS, "Paint all green towers blue", change("blue -3,0,1..2", "blue 3,0,1..3")),
        (GREENS, "Remove the shortest green tower", change("air -3,0,1..2")),
        (SINGLES, "Make all green towers two tall", change("green -3,0,2", "green 3,0,2")),
        (APART, "Move all towers to the north edge", LINED_UP),
        (APART, "Move the towers to the north edge", LINED_UP),
        (APART, "Push all towers north as far as possible", LINED_UP),
        (APART, "Line the towers up along the north edge", LINED_UP),
        (
            BEHIND,
            "Push all towers north as far as possible",
            change("air -3,0,1..2", "air -3,2,1..3", "green -3,-5,1..2", "green -3,-4,1..3"),
        ),
        (STRIPES, "Turn the tower upside down", change("green 0,0,1", "red 0,0,3")),
    ],
)
def test_the_right_cells_change(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted
