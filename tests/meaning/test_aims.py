"""What an order is for and what is said around it: results, bases, corners, slips."""

from __future__ import annotations

import pytest
from meaning_worlds import change, done, world

from cq.types import Grid

EMPTY = world()
ONE = world("red 0,0,1")
ROW = world("red -1..1,0,1")
PAIR = world("green -2,0,1..3", "green 2,0,1..3")
CORNERS = world("red -5,-5,1", "blue 5,5,1")
PILE = world("green 5,5,1..2", "green 4,5,1", "green 5,4,1", "green -5,-5,1")

SURE: list[tuple[Grid, str, list[str]]] = [
    (PAIR, "make an arch by adding a row of 5 green blocks on top of the towers", ["green -2..2,0,4"]),
    (ONE, "build a column of 3 blue blocks on the red block (4 blocks in total)", ["blue 0,0,2..4"]),
    (ONE, "put three green blocks on the red block. 3 blocks should be placed", ["green 0,0,2..4"]),
    (ONE, "use the red block as the base of a red tower 4 blocks high", ["red 0,0,2..4"]),
    (
        ONE,
        "put a blue block in each direction north south east and west of the red block",
        ["blue 0,-1,1", "blue 0,1,1", "blue 1,0,1", "blue -1,0,1"],
    ),
    (CORNERS, "put a green block in each unoccupied corner", ["green 5,-5,1", "green -5,5,1"]),
    (
        PILE,
        "remove the four green blocks in the southeast corner",
        ["air 5,5,1..2", "air 4,5,1", "air 5,4,1"],
    ),
    (ONE, "place on blue block on top of the red block", ["blue 0,0,2"]),
    (ONE, "put a blue blockon the red block", ["blue 0,0,2"]),
    (ONE, "remove the red block and put a blue one in it's place", ["blue 0,0,1"]),
    (ROW, "walk north and remove all red blocks", ["air -1..1,0,1"]),
    (
        ROW,
        "put a green block on the south face of each red block. put a blue block on the middle red block "
        "to make the head",
        ["green -1..1,1,1", "blue 0,0,2"],
    ),
    (ROW, "remove the red block that is the closest to the west edge", ["air -1,0,1"]),
]


@pytest.mark.parametrize(("start", "text", "wanted"), SURE)
def test_it_is_sure(start: Grid, text: str, wanted: list[str]) -> None:
    assert done(start, text) == change(*wanted)


@pytest.mark.parametrize(
    "text",
    [
        "put a blue block on the red block so that it touches the ground",
        "make a ring by adding a blue block on the red block",
        "put two blue blocks on the red block. 5 blocks should be placed",
    ],
)
def test_a_result_that_is_not_so_is_not_built(text: str) -> None:
    assert done(ONE, text) is None
