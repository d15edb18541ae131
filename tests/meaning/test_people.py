"""Orders as people say them: cells by where they are, walks, equal sizes, gaps, corrections."""

from __future__ import annotations

import pytest
from meaning_worlds import change, done, meaning, world

from cq.types import Grid

EMPTY = world()
RED = world("red 3,3,1")
TOWERS = world("green 1,1,1..4", "red 4,1,1..2")
ROWS = world("blue -4..-2,-4,1", "yellow -4..-3,4,1", "yellow -1..0,4,1")
RING = world("green -1,-1..1,1", "green 1,-1,1", "green 1,1,1", "green 0,-1,1", "green 0,1,1")

SURE: list[tuple[Grid, str, list[str]]] = [
    # Areas and cells.
    (EMPTY, "fill everything from (0,0) to (2,2) with green", ["green 0..2,0..2,1"]),
    (RED, "fill the area x 2..3, z 2..3 with blue blocks", ["blue 2,2..3,1", "blue 3,2,1"]),
    (EMPTY, "fill the region between (0,0) and (2,1) with orange", ["orange 0..2,0..1,1"]),
    (EMPTY, "the centre cell should be red", ["red 0,0,1"]),
    (EMPTY, "every cell from (0,0) to (0,3) should get a blue block", ["blue 0,0..3,1"]),
    (RED, "the cells north and south of the red block become blue", ["blue 3,2,1", "blue 3,4,1"]),
    (
        RED,
        "all four cells around the red block get a blue block",
        ["blue 2,3,1", "blue 4,3,1", "blue 3,2,1", "blue 3,4,1"],
    ),
    (EMPTY, "the back left corner is blue", ["blue -5,-5,1"]),
    (EMPTY, "(0,0): blue, (0,2): green", ["blue 0,0,1", "green 0,2,1"]),
    (
        EMPTY,
        "put a block in every corner: the north ones red, the south ones green",
        ["red -5,-5,1", "red 5,-5,1", "green -5,5,1", "green 5,5,1"],
    ),
    (
        EMPTY,
        "build a 3x3 ring of green blocks in the middle. its inside stays empty",
        ["green -1,-1..1,1", "green 1,-1..1,1", "green 0,-1,1", "green 0,1,1"],
    ),
    # Neighbours and sides.
    (
        RED,
        "the red block gets blue neighbours on all four sides",
        ["blue 2,3,1", "blue 4,3,1", "blue 3,2,1", "blue 3,4,1"],
    ),
    (RED, "put one blue block left and one right of the red block", ["blue 2,3,1", "blue 4,3,1"]),
    # Lines.
    (EMPTY, "put 3 green blocks along x -3, centred", ["green -3,-1..1,1"]),
    (EMPTY, "build a row of 5 red blocks at z=2, centered", ["red -2..2,2,1"]),
    (
        EMPTY,
        "a dotted row of 3 green blocks at z=-2 from x=-2 to x=2",
        ["green -2,-2,1", "green 0,-2,1", "green 2,-2,1"],
    ),
    (
        EMPTY,
        "build a row of 5 blue blocks along the north edge. its middle block sits in the middle of that edge",
        ["blue -2..2,-5,1"],
    ),
    (
        EMPTY,
        "build a staircase of green blocks that starts in the middle and climbs to the east, 3 steps high",
        ["green 0,0,1", "green 1,0,1..2", "green 2,0,1..3"],
    ),
    (EMPTY, "build a green 5 by 5 square around (0,0)", ["green -2..2,-2..2,1"]),
    # Sizes that are and sizes that are to be.
    (ROWS, "the blue row is only 3 long, make it 5 by adding blocks at the east end", ["blue -1..0,-4,1"]),
    (TOWERS, "the green tower is 4 high. make it 2", ["air 1,1,3..4"]),
    (TOWERS, "the green tower is 4 high but should be 3 high", ["air 1,1,4"]),
    (TOWERS, "trim the green tower so that both are equally high", ["air 1,1,3..4"]),
    (TOWERS, "raise the red tower so that they are the same height", ["red 4,1,3..4"]),
    (TOWERS, "shorten the green tower so both have the same height", ["air 1,1,3..4"]),
    (TOWERS, "even out the towers by adding to the shorter ones", ["red 4,1,3..4"]),
    # Gaps.
    (ROWS, "fill the hole in the yellow row", ["yellow -2,4,1"]),
    (ROWS, "put a red block where the yellow row has a gap", ["red -2,4,1"]),
    (ROWS, "the yellow row is missing one block. put a yellow one there", ["yellow -2,4,1"]),
    (RING, "the ring lacks one block. put a green one there", ["green 1,0,1"]),
    (ROWS, "remove the block on the left of the blue row", ["air -4,-4,1"]),
    # Corrections and what is said once more.
    (EMPTY, "build a red tower of 4 in the centre. no, make that 3", ["red 0,0,1..3"]),
    (EMPTY, "tower of two green blocks at (0,0), i mean three", ["green 0,0,1..3"]),
    (ROWS, "no more blue please, orange instead everywhere", ["orange -4..-2,-4,1"]),
    (ROWS, "the blue row should be moved to z 0, same x", ["air -4..-2,-4,1", "blue -4..-2,0,1"]),
    # Between.
    (
        world("red 3,3,1", "blue -3,3,1"),
        "put a yellow block at the same distance from the red block and the blue block",
        ["yellow 0,3,1"],
    ),
]


@pytest.mark.parametrize(("start", "text", "wanted"), SURE)
def test_it_is_sure(start: Grid, text: str, wanted: list[str]) -> None:
    assert done(start, text) == change(*wanted)


@pytest.mark.parametrize(
    ("start", "text"),
    [
        (EMPTY, "build a low wall of green blocks at the north edge"),
        (RED, "put a small green tower next to the red block"),
        (TOWERS, "build a block on all towers except the one"),
    ],
)
def test_what_nobody_says_is_not_guessed(start: Grid, text: str) -> None:
    assert meaning(start, text).grid is None
