"""What later orders mean by what was made, moved or stood before."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, world

EMPTY = world()
PILE = world("green 0,0,1..3")
BLUE = world("blue 0,-2,1..3")
ROW = world("red -2..0,0,1")
ORANGE = world("orange -1..1,0,1")
ORANGE_SOUTH = world("orange 2,-1..1,1")
ORANGE_AT_EDGE = world("orange -5..-3,0,1")
ORANGE_OF_FOUR = world("orange 0..3,2,1")
ORANGE_IN_AIR = world("orange -1..1,0,3", "green -1,0,1..2")
ORANGE_WALL = world("orange -1..1,0,1..2")
IN_FRONT = "Build a row of three red blocks in front of the blue tower. "
RING = ("yellow -1..1,-1,1", "yellow -1,0,1", "yellow 1,0,1", "yellow -1..1,1,1")
RING_ON_TOP = ("yellow -1..1,-1,4", "yellow -1,0,4", "yellow 1,0,4", "yellow -1..1,1,4")

AROUND = [
    (
        PILE,
        "Put a red block on the green tower in the middle. Build a yellow ring around it.",
        change("red 0,0,4", *RING),
    ),
    (
        PILE,
        "Put a red block on the green tower. Build a yellow ring around the tower.",
        change("red 0,0,4", *RING),
    ),
    (
        PILE,
        "Put a red block on the green tower. Put a blue block on it. Build a yellow ring around it.",
        change("red 0,0,4", "blue 0,0,5", *RING),
    ),
    (
        PILE,
        "Paint the top block of the tower red. Build a yellow ring around it.",
        change("red 0,0,3", *RING),
    ),
    (PILE, "Build a yellow ring around the tower", change(*RING)),
    (
        PILE,
        "Put a red block on the green tower. Build a yellow ring around the red block.",
        change("red 0,0,4", *RING_ON_TOP),
    ),
]

IN_TURN = [
    (BLUE, IN_FRONT + "Remove the last one.", change("red 0,-1..0,1")),
    (BLUE, IN_FRONT + "Remove the first one.", change("red 0,0..1,1")),
    (BLUE, IN_FRONT + "Remove the last block of the row.", change("red 0,-1..0,1")),
    (BLUE, IN_FRONT + "Paint the row green.", change("green 0,-1..1,1")),
    (
        BLUE,
        IN_FRONT + "Put a yellow block on each end of the row.",
        change("red 0,-1..1,1", "yellow 0,-1,2", "yellow 0,1,2"),
    ),
    (BLUE, IN_FRONT + "Extend the row by two.", change("red 0,-1..3,1")),
    (BLUE, IN_FRONT + "Move the row two cells east.", change("red 2,-1..1,1")),
    (
        BLUE,
        "Build a row of three blue blocks in front of the blue tower. Paint the row green.",
        change("green 0,-1..1,1"),
    ),
    (
        BLUE,
        "Build a row of three red blocks to the left of the blue tower. Remove the last one.",
        change("red -2..-1,-2,1"),
    ),
    (
        BLUE,
        "Build a row of three red blocks west of the tower and a row of two yellow blocks east of it. "
        "Paint the rows green.",
        change("green -3..-1,-2,1", "green 1..2,-2,1"),
    ),
    (
        ROW,
        "Build a row of two red blocks at the east end of the row. Paint the row green",
        change("green -2..2,0,1"),
    ),
]

IN_PLACE = [
    (ORANGE, "Replace the orange row with a row of five blue blocks", change("blue -2..2,0,1")),
    (ORANGE_SOUTH, "Replace the orange row with a row of five blue blocks", change("blue 2,-2..2,1")),
    (ORANGE_AT_EDGE, "Replace the orange row with a row of five blue blocks", change("blue -5..-1,0,1")),
    (ORANGE_IN_AIR, "Replace the orange row with a row of five blue blocks", change("blue -2..2,0,3")),
    (ORANGE, "Replace the orange row with a row of four blue blocks", change("blue -1..2,0,1")),
    (ORANGE, "Replace it with a row of two blue blocks", change("blue -1..0,0,1", "air 1,0,1")),
    (
        ORANGE_OF_FOUR,
        "Replace the orange row with a blue row of two",
        change("air 0,2,1", "blue 1..2,2,1", "air 3,2,1"),
    ),
    (
        ORANGE,
        "Remove the orange row and build a row of five blue blocks in its place",
        change("blue -2..2,0,1"),
    ),
    (
        ORANGE,
        "Replace the orange row with a row of one red and two blue blocks",
        change("red -1,0,1", "blue 0..1,0,1"),
    ),
    (
        ORANGE_WALL,
        "Replace the orange wall with a blue wall, five long and two high",
        change("blue -2..2,0,1..2"),
    ),
]

THREE = world("red -2,0,1", "blue 2,0,1", "green 0,4,1..3")
SWAP = "Swap the red and the blue block. "
COPY = "Copy the tower two cells east. "

BOTH = [
    (THREE, SWAP + "Remove both of them.", change("air -2,0,1", "air 2,0,1")),
    (THREE, SWAP + "Paint both of them yellow.", change("yellow -2,0,1", "yellow 2,0,1")),
    (THREE, COPY + "Remove both of them.", change("air 0,4,1..3")),
    (THREE, COPY + "Paint both of them yellow.", change("yellow 0,4,1..3", "yellow 2,4,1..3")),
    (
        THREE,
        COPY + "Put a red block on both of them.",
        change("green 2,4,1..3", "red 0,4,4", "red 2,4,4"),
    ),
    (
        THREE,
        COPY + "Put a red block on each of them.",
        change("green 2,4,1..3", "red 0,4,4", "red 2,4,4"),
    ),
    (THREE, "Copy the red block to the northeast corner. Remove both of them.", change("air -2,0,1")),
    (
        THREE,
        "Swap the red block and the green tower. Paint both of them yellow.",
        change("yellow -2,0,1..3", "yellow 0,4,1", "air 0,4,2..3"),
    ),
    (
        ROW,
        "Copy the row two cells north. Paint both of them yellow.",
        change("yellow -2..0,0,1", "yellow -2..0,-2,1"),
    ),
]

STOOD = world("red -2,0,1..2", "blue 2,0,1", "green 0,4,1..3", "red 4,-4,1..4")
NORTH = "Move the blue block two cells north. "
EAST = "Move the green tower two cells east. "
WENT_EAST = change("air 0,4,1..3", "green 2,4,1..3")
YELLOW_AT_ITS_FOOT = change("yellow 0,4,1", "air 0,4,2..3", "green 2,4,1..3")

WHERE_IT_WAS = [
    (STOOD, NORTH + "Put the blue block back where it was. Paint it yellow.", change("yellow 2,0,1")),
    (STOOD, NORTH + "Put it back in its old place. Paint it yellow.", change("yellow 2,0,1")),
    (STOOD, NORTH + "Move it back to its old place. Paint it yellow.", change("yellow 2,0,1")),
    (STOOD, NORTH + EAST + "Put the blue block back in its former place.", WENT_EAST),
    (
        STOOD,
        "Remove the blue block. Remove the green tower. Put the blue block back where it was.",
        change("air 0,4,1..3"),
    ),
    (STOOD, EAST + "Put a yellow block where the tower stood.", YELLOW_AT_ITS_FOOT),
    (STOOD, EAST + "Put a yellow block where it was.", YELLOW_AT_ITS_FOOT),
    (STOOD, EAST + "Put a yellow block in its old place.", YELLOW_AT_ITS_FOOT),
    (
        STOOD,
        "Remove the green tower. Put a yellow block where the green tower stood.",
        change("yellow 0,4,1", "air 0,4,2..3"),
    ),
    (
        STOOD,
        "Remove the green tower. Build a yellow tower of three where the tower stood.",
        change("yellow 0,4,1..3"),
    ),
    (
        STOOD,
        "Remove the shorter red tower. Copy the green tower to where the shorter red tower was.",
        change("green -2,0,1..3"),
    ),
    (
        STOOD,
        "Remove the shorter red tower. Copy the green tower three cells west. "
        "Copy it to where the shorter red tower was.",
        change("green -3,4,1..3", "green -2,0,1..3"),
    ),
    (
        STOOD,
        "Remove the green tower. Move the blue block to where the green tower was.",
        change("air 0,4,2..3", "blue 0,4,1", "air 2,0,1"),
    ),
    (
        STOOD,
        "Remove the blue block. Move the shorter red tower to its old place.",
        change("air -2,0,1..2", "red 2,0,1..2"),
    ),
]


@pytest.mark.parametrize(("start", "text", "wanted"), [*AROUND, *IN_TURN, *IN_PLACE, *BOTH, *WHERE_IT_WAS])
def test_the_right_cells_change(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted
