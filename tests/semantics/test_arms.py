"""The arms, sides, stems and legs of figures: which cells they are, and where they grow."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, world

PLUS = world("red -1..1,0,1", "red 0,-1,1", "red 0,1,1")
LARGE_PLUS = world("blue -2..2,0,1", "blue 0,-2..2,1")
STANDING_PLUS = world("red -1..1,0,2", "red 0,0,1..3")
FLOATING_PLUS = world("green 0,-1..1,4", "green 0,0,3..5")
L = world("red 0,-1..1,1", "red 1,1,1")
STANDING_L = world("red 0,0,1..3", "red 1,0,1")
T = world("red -1..1,-1,1", "red 0,0..1,1")
STANDING_T = world("red -1..1,0,3", "red 0,0,1..2")
H = world("red -1,-1..1,1", "red 1,-1..1,1", "red 0,0,1")
U = world("red -1,-1..1,1", "red 0,1,1", "red 1,-1..1,1")
X = world("red -1,-1,1", "red 1,1,1", "red 0,0,1", "red -1,1,1", "red 1,-1,1")
TABLE = world("red -1..1,0,2", "red -1,0,1", "red 1,0,1")
ROW = world("red -2..2,0,1")

LONGER_PLUS = change("red -2,0,1", "red 2,0,1", "red 0,-2,1", "red 0,2,1")
HIGHER_T = change("air -1,0,3", "air 1,0,3", "red -1..1,0,4")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (PLUS, "Make each arm of the plus one block longer.", LONGER_PLUS),
        (PLUS, "Make its arms one longer each.", LONGER_PLUS),
        (PLUS, "Extend all four arms of the plus by one block.", LONGER_PLUS),
        (PLUS, "Make every arm of the plus two blocks long.", LONGER_PLUS),
        (PLUS, "Make the north arm of the plus one block longer.", change("red 0,-2,1")),
        (PLUS, "Make the right arm of the plus two blocks longer.", change("red 2..3,0,1")),
        (
            PLUS,
            "Paint the arms of the plus blue.",
            change("blue -1,0,1", "blue 1,0,1", "blue 0,-1,1", "blue 0,1,1"),
        ),
        (
            LARGE_PLUS,
            "Make each arm of the plus one block longer.",
            change("blue -3,0,1", "blue 3,0,1", "blue 0,-3,1", "blue 0,3,1"),
        ),
        (
            LARGE_PLUS,
            "Make each arm of the plus one block shorter.",
            change("air -2,0,1", "air 2,0,1", "air 0,-2,1", "air 0,2,1"),
        ),
        (LARGE_PLUS, "Remove the left arm of the plus.", change("air -2..-1,0,1")),
        (
            STANDING_PLUS,
            "Make each arm of the plus one block longer.",
            change("air -1,0,2", "air 1,0,2", "red -2..-1,0,3", "red 1..2,0,3", "red 0,0,4..5"),
        ),
        (STANDING_PLUS, "Extend the left arm of the plus by two blocks.", change("red -3..-2,0,2")),
        (
            FLOATING_PLUS,
            "Extend each arm of the plus by one block.",
            change("green 0,-2,4", "green 0,2,4", "green 0,0,2", "green 0,0,6"),
        ),
        (L, "Make each arm of the L one block longer.", change("red 0,-2,1", "red 2,1,1")),
        (L, "Make the longer arm of the L one block longer.", change("red 0,-2,1")),
        (STANDING_L, "Make each arm of the L one block longer.", change("red 0,0,4", "red 2,0,1")),
        (T, "Make each arm of the T one block longer.", change("red -2,-1,1", "red 2,-1,1")),
        (T, "Make the stem of the T two blocks longer.", change("red 0,2..3,1")),
        (T, "Paint the arms of the T blue.", change("blue -1,-1,1", "blue 1,-1,1")),
        (STANDING_T, "Extend the arms of the T by one block.", change("red -2,0,3", "red 2,0,3")),
        (STANDING_T, "Extend the stem of the T by one block.", HIGHER_T),
        (
            H,
            "Make each arm of the H one block longer.",
            change("red -1,-2,1", "red -1,2,1", "red 1,-2,1", "red 1,2,1"),
        ),
        (U, "Make each arm of the U one block longer.", change("red -1,-2,1", "red 1,-2,1")),
        (
            X,
            "Make each arm of the X one block longer.",
            change("red -2,-2,1", "red -2,2,1", "red 2,-2,1", "red 2,2,1"),
        ),
        (TABLE, "Make the legs of the table one block longer.", change("air 0,0,2", "red -1..1,0,3")),
        (TABLE, "Make the legs of the table one block taller.", change("air 0,0,2", "red -1..1,0,3")),
        (ROW, "Extend each end of the row by one block.", change("red -3,0,1", "red 3,0,1")),
    ],
)
def test_a_part_grows_away_from_its_whole(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


def test_the_arms_of_what_was_made_grow() -> None:
    text = "Build a flat red plus of 5 blocks in the middle. Make each arm of the plus one block longer."
    whole = "red -2..2,0,1", "red 0,-2..-1,1", "red 0,1..2,1"
    assert done(world(), text) == change(*whole)
