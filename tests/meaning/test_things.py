"""Things to make: what is built for their words in small worlds, and what is not sure."""

from __future__ import annotations

import pytest
from meaning_worlds import change, done, meaning, world

from cq.types import Grid

EMPTY = world()
RED = world("red 0,0,1")
TOWERS = world("red -3,-2,1..4", "blue 2,1,1..2")
FLOATING = world("red 0,0,4")

SURE: list[tuple[Grid, str, list[str]]] = [
    # Counts.
    (RED, "put four blue blocks on the red block", ["blue 0,0,2..5"]),
    (RED, "put a couple of blue blocks on the red block", ["blue 0,0,2..3"]),
    (RED, "2 x blue block on top of the red one", ["blue 0,0,2..3"]),
    (TOWERS, "put a green block on both towers", ["green -3,-2,5", "green 2,1,3"]),
    (TOWERS, "put two green blocks on each tower", ["green -3,-2,5..6", "green 2,1,3..4"]),
    (
        EMPTY,
        "place 4 red blocks, one in each corner",
        ["red -5,-5,1", "red -5,5,1", "red 5,-5,1", "red 5,5,1"],
    ),
    (RED, "put a blue block on the red one and another one on top of it", ["blue 0,0,2..3"]),
    (RED, "put a blue block on the red one. put two more on top of it", ["blue 0,0,2..4"]),
    # Sizes.
    (EMPTY, "build a red tower 3 blocks high in the middle", ["red 0,0,1..3"]),
    (EMPTY, "a 4-block blue tower at (1,2)", ["blue 1,2,1..4"]),
    (EMPTY, "build a three block tall yellow column in the northwest corner", ["yellow -5,-5,1..3"]),
    (
        EMPTY,
        "In the northeast corner place a tower with a height of 3 made of green blocks",
        ["green 5,-5,1..3"],
    ),
    (EMPTY, "build a row of 5 red blocks at (0,0) going east", ["red 0..4,0,1"]),
    (TOWERS, "build a green tower as tall as the blue tower at (0,4)", ["green 0,4,1..2"]),
    (TOWERS, "build a green tower at (0,4), one block higher than the red tower", ["green 0,4,1..5"]),
    (TOWERS, "build a green tower twice as high as the blue one at (0,4)", ["green 0,4,1..4"]),
    (TOWERS, "build an identical tower north of the blue tower", ["blue 2,0,1..2"]),
    (RED, "build a row of blue blocks east of the red block all the way to the edge", ["blue 1..5,0,1"]),
    (FLOATING, "build a blue tower under the red block", ["blue 0,0,1..3"]),
    (FLOATING, "build a tower of blue blocks until it touches the red block", ["blue 0,0,1..3"]),
    # Shapes.
    (EMPTY, "a 3x3 red square in the middle", ["red -1..1,-1..1,1"]),
    (
        EMPTY,
        "a hollow 3 by 3 square of red blocks in the southwest corner",
        ["red -5..-3,3,1", "red -5,4,1", "red -3,4,1", "red -5..-3,5,1"],
    ),
    (EMPTY, "build a 2x2x2 cube of green blocks in the northwest corner", ["green -5..-4,-5..-4,1..2"]),
    (EMPTY, "a blue wall 3 long and 2 high in the middle, running east to west", ["blue -1..1,0,1..2"]),
    (EMPTY, "an orange plus in the middle", ["orange -1..1,0,1", "orange 0,-1,1", "orange 0,1,1"]),
    (EMPTY, "a yellow pyramid in the middle, 2 high", ["yellow -1..1,-1..1,1", "yellow 0,0,2"]),
    (
        EMPTY,
        "an orange arch in the middle, 3 wide and 3 high, facing south",
        ["orange -1,0,1..3", "orange 1,0,1..3", "orange 0,0,3"],
    ),
    (
        EMPTY,
        "red stairs of 3 steps rising to the east, starting at (0,0)",
        ["red 0,0,1", "red 1,0,1..2", "red 2,0,1..3"],
    ),
    (EMPTY, "a diagonal of 3 red blocks from (-1,-1) to (1,1)", ["red -1,-1,1", "red 0,0,1", "red 1,1,1"]),
    (EMPTY, "nine red blocks as a square in the middle", ["red -1..1,-1..1,1"]),
    (
        EMPTY,
        "two red rows of 3 blocks on top of each other in the middle, running from west to east",
        ["red -1..1,0,1..2"],
    ),
    (
        EMPTY,
        "build a letter T in red in the middle, 3 wide and 4 high, standing, facing south",
        ["red 0,0,1..3", "red -1..1,0,4"],
    ),
    (
        EMPTY,
        "a red L shape lying flat in the northwest corner, 3 wide and 3 high",
        ["red -5,-5..-3,1", "red -4..-3,-3,1"],
    ),
    (
        EMPTY,
        "make a U of green blocks in the middle, 3 wide and 3 high, open to the north",
        ["green -1,-1..1,1", "green 1,-1..1,1", "green 0,1,1"],
    ),
    (EMPTY, "build a red wall along the north edge, 2 high", ["red -5..5,-5,1..2"]),
    (
        EMPTY,
        "build a 3x3 square in the middle with red corners and the rest yellow",
        [f"{'red' if x and z else 'yellow'} {x},{z},1" for x in (-1, 0, 1) for z in (-1, 0, 1)],
    ),
    # How they stand and run.
    (RED, "put three blue blocks east of the red block", ["blue 1..3,0,1"]),
    (RED, "put three blue blocks vertically east of the red block", ["blue 1,0,1..3"]),
    (RED, "put three blue blocks east of the red block, one on top of the other", ["blue 1,0,1..3"]),
    (
        RED,
        "put three blue blocks on the red block, going north",
        ["blue 0,0,2", "blue 0,-1,2", "blue 0,-2,2"],
    ),
    (RED, "stack three blue blocks east of the red block", ["blue 1,0,1..3"]),
    (RED, "stack three blue blocks east of the red block going east", ["blue 1..3,0,1"]),
    (FLOATING, "build a tower of two blue blocks east of the red block", ["blue 1,0,1..2"]),
    (FLOATING, "put a blue block east of the red block", ["blue 1,0,4"]),
    (EMPTY, "put five red blocks in a row in the middle from west to east", ["red -2..2,0,1"]),
    (
        EMPTY,
        "put 3 red blocks along z 4 from x -2 to x 2 with one free cell between",
        ["red -2,4,1", "red 0,4,1", "red 2,4,1"],
    ),
    # Colours.
    (RED, "put one orange and then two yellow blocks on the red block", ["orange 0,0,2", "yellow 0,0,3..4"]),
    (
        RED,
        "place a blue, a green and a yellow block on the red block, in that order",
        ["blue 0,0,2", "green 0,0,3", "yellow 0,0,4"],
    ),
    (RED, "put two blue blocks on the red one with a green block on top", ["blue 0,0,2..3", "green 0,0,4"]),
    (EMPTY, "a tower of one red and two blue blocks at (0,0)", ["red 0,0,1", "blue 0,0,2..3"]),
    (EMPTY, "a tower at (0,0), the bottom two red, the top one blue", ["red 0,0,1..2", "blue 0,0,3"]),
    (
        EMPTY,
        "a row of 4 alternating red and blue blocks from (-2,0) to (1,0)",
        ["red -2,0,1", "blue -1,0,1", "red 0,0,1", "blue 1,0,1"],
    ),
    (
        EMPTY,
        "a row at z 0 from x -1 to x 1, from west to east: red, green, blue",
        ["red -1,0,1", "green 0,0,1", "blue 1,0,1"],
    ),
    (
        EMPTY,
        "a 2x2 checkered square of red and blue blocks in the northwest corner, red in its northwest corner",
        ["red -5,-5,1", "blue -4,-5,1", "blue -5,-4,1", "red -4,-4,1"],
    ),
    (TOWERS, "put a block of the same colour as the red tower on the blue tower", ["red 2,1,3"]),
    # Ways to say it.
    (RED, "there should be a blue block on the red one", ["blue 0,0,2"]),
    (RED, "i want two blue blocks on the red block", ["blue 0,0,2..3"]),
    (RED, "a blue block is placed on the red block", ["blue 0,0,2"]),
    (RED, "On top of the red block goes a blue one", ["blue 0,0,2"]),
    (RED, "use three blue blocks to build a tower on the red block", ["blue 0,0,2..4"]),
    (EMPTY, "build a tower in the middle using 3 red blocks", ["red 0,0,1..3"]),
    (EMPTY, "build a red tower in the middle. it should be 3 high", ["red 0,0,1..3"]),
    (EMPTY, "build a tower of 3 blocks in the middle in red", ["red 0,0,1..3"]),
    (EMPTY, "red tower, 3 high, in the middle", ["red 0,0,1..3"]),
    (RED, "the red block gets a blue hat", ["blue 0,0,2"]),
    (
        RED,
        "place two blue blocks next to the red block: one on its east side and one on its west side",
        ["blue 1,0,1", "blue -1,0,1"],
    ),
    (
        RED,
        "place three blocks next to the red block: a blue one on its east side and two green blocks on "
        "its west side",
        ["blue 1,0,1", "green -2..-1,0,1"],
    ),
    (
        RED,
        "Place a blue block in each corner with a yellow block on top",
        [
            f"{colour} {x},{z},{y}"
            for x in (-5, 5)
            for z in (-5, 5)
            for colour, y in (("blue", 1), ("yellow", 2))
        ],
    ),
]

UNSURE: list[tuple[Grid, str]] = [
    (EMPTY, "build a tower"),
    (EMPTY, "build a tower of 3 red blocks"),
    (EMPTY, "build a red tower in the middle"),
    (TOWERS, "put two green blocks on the towers"),
    (RED, "put some blue blocks on the red block"),
    (RED, "put a block on the red block"),
    (RED, "put blue and green blocks on the red block"),
    (EMPTY, "put a red square outline in the northwest corner"),
    (EMPTY, "build a row of 4 red blocks at (0,0)"),
    (EMPTY, "put 5 red blocks along the north edge"),
    (TOWERS, "build a tower as high as the green tower at (0,0)"),
    (EMPTY, "put four towers of 2 blocks in the corners, each of a different colour"),
]


@pytest.mark.parametrize(("start", "text", "wanted"), SURE, ids=[text for _, text, _ in SURE])
def test_what_is_said_is_built(start: Grid, text: str, wanted: list[str]) -> None:
    assert done(start, text) == change(*wanted)


@pytest.mark.parametrize(("start", "text"), UNSURE, ids=[text for _, text in UNSURE])
def test_what_the_words_leave_open_is_not_sure(start: Grid, text: str) -> None:
    assert meaning(start, text).grid is None
