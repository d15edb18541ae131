"""The rows and columns of a floor."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, meaning, world

FLOOR = world("green -1..1,-1..1,1")
EVEN_FLOOR = world("green -1..2,-1..2,1")
WIDE_FLOOR = world("green -2..2,-1..1,1", "red 4,4,1..3")
WALL = world("green -1..1,0,1..3")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (FLOOR, "Paint the right column of the floor purple.", change("purple 1,-1..1,1")),
        (FLOOR, "Paint the middle row of the floor red.", change("red -1..1,0,1")),
        (FLOOR, "Paint the middle column of the floor red.", change("red 0,-1..1,1")),
        (FLOOR, "Paint the back row of the floor red.", change("red -1..1,-1,1")),
        (FLOOR, "Paint the left row red.", change("red -1,-1..1,1")),
        (FLOOR, "Paint the left two columns of the floor blue.", change("blue -1..0,-1..1,1")),
        (FLOOR, "Paint the back two rows of the floor blue.", change("blue -1..1,-1..0,1")),
        (FLOOR, "Paint the second row from the back red.", change("red -1..1,0,1")),
        (FLOOR, "Paint the second column from the left red.", change("red 0,-1..1,1")),
        (FLOOR, "Paint the outer columns red.", change("red -1,-1..1,1", "red 1,-1..1,1")),
        (FLOOR, "Remove the middle column.", change("air 0,-1..1,1")),
        (
            FLOOR,
            "Paint every second row of the floor blue, starting at the front.",
            change("blue -1..1,-1,1", "blue -1..1,1,1"),
        ),
        (
            FLOOR,
            "Paint every second column of the floor blue, starting from the left.",
            change("blue -1,-1..1,1", "blue 1,-1..1,1"),
        ),
        (
            FLOOR,
            "Paint the west column red. Paint the east column blue.",
            change("red -1,-1..1,1", "blue 1,-1..1,1"),
        ),
        (FLOOR, "Put a blue block on each block of the right column of the floor.", change("blue 1,-1..1,2")),
        (EVEN_FLOOR, "Paint the two middle rows of the floor red.", change("red -1..2,0..1,1")),
        (WIDE_FLOOR, "Paint the left column of the floor blue.", change("blue -2,-1..1,1")),
        (WIDE_FLOOR, "Paint the middle row of the floor blue.", change("blue -2..2,0,1")),
        (WIDE_FLOOR, "Paint the left column blue.", change("blue 4,4,1..3")),
        (WALL, "Paint the right column of the wall purple.", change("purple 1,0,1..3")),
        (WALL, "Paint the middle row of the wall red.", change("red -1..1,0,2")),
    ],
)
def test_a_floor_has_rows_and_columns(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Paint every second row of the floor blue.", {3, 6}),
        ("Paint the first row of the floor blue.", {3}),
    ],
)
def test_where_rows_are_counted_from_is_a_choice(text: str, options: set[int]) -> None:
    found = meaning(FLOOR, text)
    assert found.grid is None
    assert {int((one.grid != FLOOR).sum()) for one in found.results} == options


def test_no_tower_stands_on_a_floor_alone() -> None:
    assert done(FLOOR, "Put a blue block on top of the tower.") is None
