"""Signs that are drawn and perceived, the parts of upright letters, and what is turned over or put on end."""

from __future__ import annotations

import pytest
from meaning_worlds import Change, change, done, world

from cq.types import Grid

EMPTY = world()
BLOCK = world("red 0,0,1")
L = world("red -2,0,1..4", "red -1..1,0,1")
T = world("red 0,0,1..3", "red -1..1,0,4")
H = world("red -1,0,1..5", "red 1,0,1..5", "red 0,0,3")
E = world("red 0,0,1..5", "red 1..2,0,1", "red 1..2,0,3", "red 1..2,0,5")
STRIPES = world("red -1,0,1", "blue 0,0,1", "green 1,0,1")
TOWER = world("red 0,0,1", "blue 0,0,2", "green 0,0,3")
GAPPED_RING = world("red -2..2,-2,1", "red -2..2,2,1", "red -2,-1..1,1", "red 2,-1,1", "red 2,1,1")
COLUMNS = world("red -3,0,1..3", "blue 0,0,1", "green 3,0,1..2")
PLUS = world("red -1..1,0,1", "red 0,-1,1", "red 0,1,1")
UPRIGHT_PLUS = world("red -1..1,0,2", "red 0,0,1", "red 0,0,3")
WALL = world("green -2..2,0,1..3")
DIAMOND = world(
    "red 0,-2,1",
    "red -1,-1,1",
    "red 1,-1,1",
    "red -2,0,1",
    "red 2,0,1",
    "red -1,1,1",
    "red 1,1,1",
    "red 0,2,1",
)

SPIRAL = ("red -2..2,-2,1", "red 2,-1..2,1", "red -2..1,2,1", "red -2,0..1,1", "red -1..0,0,1")
HEART = ("blue -1,-2,1", "blue 1,-2,1", "blue -2..2,-1..0,1", "blue -1..1,1,1", "blue 0,2,1")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (EMPTY, "Place a red spiral 5 blocks wide in the middle", change(*SPIRAL)),
        (world(*SPIRAL), "Paint the spiral blue", change(*(one.replace("red", "blue") for one in SPIRAL))),
        (EMPTY, "Build a blue heart 5 blocks wide in the middle", change(*HEART)),
        (world(*HEART), "Remove the heart", change(*(one.replace("blue", "air") for one in HEART))),
        (
            DIAMOND,
            "Paint the diamond green",
            change(
                "green 0,-2,1",
                "green -1,-1,1",
                "green 1,-1,1",
                "green -2,0,1",
                "green 2,0,1",
                "green -1,1,1",
                "green 1,1,1",
                "green 0,2,1",
            ),
        ),
        (L, "Make the upright two blocks taller", change("red -2,0,5..6")),
        (T, "Paint the crossbar blue", change("blue -1..1,0,4")),
        (T, "Paint the stem green", change("green 0,0,1..3")),
        (H, "Remove the crossbar", change("air 0,0,3")),
        (H, "Remove the left upright", change("air -1,0,1..5")),
        (E, "Paint the middle arm yellow", change("yellow 1..2,0,3")),
        (E, "Remove the top arm of the E", change("air 1..2,0,5")),
        (
            UPRIGHT_PLUS,
            "Paint the arms of the plus blue",
            change("blue -1,0,2", "blue 1,0,2", "blue 0,0,1", "blue 0,0,3"),
        ),
        (STRIPES, "Reverse the row", change("green -1,0,1", "red 1,0,1")),
        (TOWER, "Turn the tower upside down", change("green 0,0,1", "red 0,0,3")),
        (STRIPES, "Stand the row up on its west end", change("air 0..1,0,1", "blue -1,0,2", "green -1,0,3")),
        (
            STRIPES,
            "Stand the row up on its east end",
            change("air -1..0,0,1", "blue 1,0,2", "red 1,0,3"),
        ),
        (TOWER, "Lay the tower down to the east", change("air 0,0,2..3", "blue 1,0,1", "green 2,0,1")),
        (
            GAPPED_RING,
            "Paint the ring blue",
            change("blue -2..2,-2,1", "blue -2..2,2,1", "blue -2,-1..1,1", "blue 2,-1,1", "blue 2,1,1"),
        ),
        (GAPPED_RING, "Close the ring", change("red 2,0,1")),
        (COLUMNS, "Remove the shortest one", change("air 0,0,1")),
        (COLUMNS, "Remove the tallest one", change("air -3,0,1..3")),
        (
            PLUS,
            "Build a blue ring around the plus",
            change(
                "blue -1..1,-2,1",
                "blue -1..1,2,1",
                "blue -2,-1..1,1",
                "blue 2,-1..1,1",
                "blue -1,-1,1",
                "blue 1,-1,1",
                "blue -1,1,1",
                "blue 1,1,1",
            ),
        ),
        (WALL, "Make the wall one block longer at both ends", change("green -3,0,1..3", "green 3,0,1..3")),
    ],
)
def test_figures_and_their_parts(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


@pytest.mark.parametrize("text", ["Stand the row up", "Build a red row of three and stand the tower up"])
def test_an_end_is_not_guessed(text: str) -> None:
    assert done(STRIPES, text) is None
