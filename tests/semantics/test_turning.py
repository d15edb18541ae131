"""Things turn about their middle, an end that is named, or an end that is to stay."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, world

ROW = world("red -2..2,0,1", "blue 4,4,1")
FAR_ROW = world("green 0,-1..2,1")
L = world("red 0,-1..1,1", "red 1,1,1")

ABOUT_WEST = change("air -1..2,0,1", "red -2,1..4,1")
ABOUT_EAST = change("air -2..1,0,1", "red 2,-4..-1,1")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (ROW, "Rotate the red row a quarter turn. Keep its left end where it is.", ABOUT_WEST),
        (ROW, "Rotate the red row a quarter turn around its left end.", ABOUT_WEST),
        (ROW, "Rotate the row a quarter turn clockwise around its left end.", ABOUT_WEST),
        (ROW, "Rotate the row a quarter turn, keeping its left end in place.", ABOUT_WEST),
        (ROW, "Turn the red row by 90 degrees about its east end.", ABOUT_EAST),
        (ROW, "Rotate the red row a quarter turn. Keep its east end.", ABOUT_EAST),
        (
            ROW,
            "Rotate the row 90 degrees counterclockwise around its right end.",
            change("air -2..1,0,1", "red 2,1..4,1"),
        ),
        (
            ROW,
            "Rotate the red row a quarter turn.",
            change("air -2..-1,0,1", "air 1..2,0,1", "red 0,-2..-1,1", "red 0,1..2,1"),
        ),
        (
            FAR_ROW,
            "Rotate the row a quarter turn around its north end.",
            change("air 0,0..2,1", "green -3..-1,-1,1"),
        ),
        (
            FAR_ROW,
            "Rotate the row a quarter turn. Keep its front end where it is.",
            change("air 0,-1..1,1", "green 1..3,2,1"),
        ),
        (
            L,
            "Rotate the L a quarter turn around its north end.",
            change("air 0,0..1,1", "air 1,1,1", "red -2..-1,-1,1", "red -2,0,1"),
        ),
    ],
)
def test_a_thing_turns_about_its_pivot(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


def test_what_is_to_stay_twice_cannot_turn() -> None:
    assert done(ROW, "Rotate the red row a quarter turn. Keep its left end and its right end.") is None
