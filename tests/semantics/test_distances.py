"""Where something goes that lies between things, or some cells away from them."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, changes, done, meaning, world

NORTH_SOUTH = world("blue 0,-2,1..3", "blue 0,2,1..3")
WEST_EAST = world("blue -2,0,1..3", "blue 2,0,1..3")
UNEQUAL = world("blue 0,-2,1..2", "green 0,2,1..4")
HIGH = world("green -3,1,1..8", "green 1,1,1..8")
TOWER = world("red 0,0,1..3")
BLOCK = world("red 0,0,1")

BETWEEN = [
    (NORTH_SOUTH, "Build a row of red blocks between the two blue towers", change("red 0,-1..1,1")),
    (NORTH_SOUTH, "Build a red row between the towers", change("red 0,-1..1,1")),
    (NORTH_SOUTH, "Build a row of three red blocks between the two towers", change("red 0,-1..1,1")),
    (WEST_EAST, "Build a row of red blocks between the two towers", change("red -1..1,0,1")),
    (UNEQUAL, "Build a row of red blocks between the two towers", change("red 0,-1..1,1")),
    (HIGH, "Build a row of orange blocks between the two towers", change("orange -2..0,1,1")),
    (NORTH_SOUTH, "Put a red block between the two towers", change("red 0,0,1")),
    (NORTH_SOUTH, "Build a red bridge between the two towers", change("red 0,-1..1,3")),
    (UNEQUAL, "Build a red bridge between the two towers", change("red 0,-1..1,2")),
    (UNEQUAL, "Build a red bridge between the green tower and the blue tower", change("red 0,-1..1,2")),
    (HIGH, "Build a yellow bridge between the two towers", change("yellow -2..0,1,8")),
    (NORTH_SOUTH, "Connect the two towers with a red row", change("red 0,-1..1,1")),
    (WEST_EAST, "Connect the two towers with a red row", change("red -1..1,0,1")),
    (UNEQUAL, "Connect the two towers with a red bridge", change("red 0,-1..1,2")),
]

AWAY = [
    (TOWER, "Put a yellow block two cells to the left of the red tower", change("yellow -2,0,1")),
    (TOWER, "Put a yellow block two cells to the right of the red tower", change("yellow 2,0,1")),
    (TOWER, "Put a yellow block two cells in front of the red tower", change("yellow 0,2,1")),
    (TOWER, "Put a yellow block two cells behind the red tower", change("yellow 0,-2,1")),
    (BLOCK, "Put a yellow block three squares left of the block", change("yellow -3,0,1")),
    (BLOCK, "Build a blue tower of two blocks four cells to the right of it", change("blue 4,0,1..2")),
    (TOWER, "Put a yellow block two cells away from the tower to the east", change("yellow 2,0,1")),
    (TOWER, "Put a yellow block three cells away from the tower towards the south", change("yellow 0,3,1")),
    (TOWER, "Put a yellow block two cells away to the north of the tower", change("yellow 0,-2,1")),
    (TOWER, "Put a yellow block one gap to the right of the tower", change("yellow 2,0,1")),
    (TOWER, "Put a yellow block two gaps left of the tower", change("yellow -3,0,1")),
    (BLOCK, "Put a yellow block with one gap to the right of the block", change("yellow 2,0,1")),
    (BLOCK, "Put a yellow block with a gap of two behind the block", change("yellow 0,-3,1")),
    (BLOCK, "Build a blue row of three with one gap in front of the block", change("blue 0,2..4,1")),
]

FOUR = world("blue 0,0,1", "red 2,0,1", "green -4,0,1", "yellow 0,4,1")
BESIDE_TOWER = world("blue 0,0,1..3", "red 2,0,1", "green -4,0,1")
THREE_TOWERS = world("blue 0,0,1..3", "red 2,0,1..2", "green -4,0,1..2")

NEAREST = [
    (FOUR, "Put a red block on the closest one to the blue block", change("red 2,0,2")),
    (FOUR, "Put a red block on the block closest to the blue block", change("red 2,0,2")),
    (FOUR, "Put a red block on the nearest block to the green one", change("red 0,0,2")),
    (FOUR, "Remove the one nearest to the blue one", change("air 2,0,1")),
    (FOUR, "Remove the furthest block from the green block", change("air 2,0,1")),
    (FOUR, "Remove the two nearest blocks to the green block", change("air 0,0,1", "air 0,4,1")),
    (FOUR, "Put a red block on the nearest one to the northeast corner", change("red 2,0,2")),
    (FOUR, "Remove the closest block to the middle of the north edge", change("air 0,0,1")),
    (BESIDE_TOWER, "Paint the block nearest to the tower yellow", change("yellow 2,0,1")),
    (BESIDE_TOWER, "Remove the closest block to the blue tower", change("air 2,0,1")),
    (BESIDE_TOWER, "Put a red block on the closest one to the blue tower", change("red 2,0,2")),
    (BESIDE_TOWER, "Remove the block farthest from the tower", change("air -4,0,1")),
    (THREE_TOWERS, "Remove the nearest tower to the blue tower", change("air 2,0,1..2")),
    (THREE_TOWERS, "Paint the tower closest to the green one yellow", change("yellow 0,0,1..3")),
]

FIRST = "Build a red tower of two blocks at (-4, 0). "
THREE_TOWERS_BUILT = change("red -4,0,1..2", "red -2,0,1..2", "red 0,0,1..2")
ARCH = world("yellow -1,0,1..3", "yellow 0,0,3", "yellow 1,0,1..3")
WIDE_ARCH = world("yellow -2,1,1..3", "yellow -1..1,1,3", "yellow 2,1,1..3")
ARCH_SOUTH = world("yellow 0,-1,1..3", "yellow 0,0,3", "yellow 0,1,1..3")
APART = world("red -4..-1,0,1", "blue 2,2..4,1")
CROSSED = world("red -2..2,0,1", "blue 0,-2..-1,1", "blue 0,1..2,1")
EMPTY = world()

COPIES = [
    (EMPTY, FIRST + "Build two more of them, each two cells further east.", THREE_TOWERS_BUILT),
    (EMPTY, FIRST + "Build two more, each two cells further east.", THREE_TOWERS_BUILT),
    (EMPTY, FIRST + "Make two copies of it, each two cells east of the last one.", THREE_TOWERS_BUILT),
    (
        TOWER,
        "Make two copies of the red tower, each two cells further south.",
        change("red 0,2,1..3", "red 0,4,1..3"),
    ),
]

LINES = [
    (ARCH, "Build a red row of five through the arch", change("red 0,-2..2,1")),
    (WIDE_ARCH, "Build a row of three red blocks through the arch", change("red 0,0..2,1")),
    (ARCH_SOUTH, "Build a row of three red blocks through the arch", change("red -1..1,0,1")),
    (APART, "Put a yellow block where the red row and the blue row would cross", change("yellow 2,0,1")),
    (APART, "Put a yellow block where the row and the column would cross", change("yellow 2,0,1")),
    (APART, "Put a yellow block where the two rows would meet", change("yellow 2,0,1")),
    (CROSSED, "Put a yellow block where the red row crosses the blue row", change("yellow 0,0,2")),
    (APART, "Put a yellow block in line with the red row and the blue row", change("yellow 2,0,1")),
]

INWARDS = [
    (EMPTY, "Put a blue block two cells in from the north edge in the middle", change("blue 0,-3,1")),
    (BLOCK, "Move the red block two cells in from the north edge", change("air 0,0,1", "red 0,-3,1")),
    (
        EMPTY,
        "Put a blue block two cells in from the north edge and three cells in from the west edge",
        change("blue -2,-3,1"),
    ),
    (
        EMPTY,
        "Put a blue block two cells from the south edge and one cell from the east edge",
        change("blue 4,3,1"),
    ),
    (EMPTY, "Put a blue block one cell in from the northeast corner on both sides", change("blue 4,-4,1")),
    (EMPTY, "Put a blue block two cells in from the southwest corner", change("blue -3,3,1")),
    (EMPTY, "Put a blue block one cell in from both edges in the northwest corner", change("blue -4,-4,1")),
]


@pytest.mark.parametrize(("start", "text", "wanted"), [*BETWEEN, *AWAY, *NEAREST, *COPIES, *LINES, *INWARDS])
def test_it_goes_there(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


def test_with_blocks_towers_are_connected_at_any_height() -> None:
    assert len(meaning(NORTH_SOUTH, "Connect the two towers with red blocks").results) == 3


@pytest.mark.parametrize(
    "text", ["Remove the block closest to the red block", "Paint the nearest block to it blue"]
)
def test_nothing_is_the_nearest_to_itself(text: str) -> None:
    assert not meaning(BLOCK, text).results


def test_in_from_the_corner_may_be_any_corner() -> None:
    found = meaning(EMPTY, "Put a blue block one cell in from the corner on both sides").results
    cells = {next(iter(changes(EMPTY, one.grid)))[:3] for one in found}
    assert cells == {(4, 4, 1), (4, -4, 1), (-4, 4, 1), (-4, -4, 1)}


def test_in_from_an_edge_is_rather_at_its_middle() -> None:
    found = meaning(EMPTY, "Put a blue block two cells in from the north edge").results
    assert changes(EMPTY, found[0].grid) == change("blue 0,-3,1")
    assert {next(iter(changes(EMPTY, one.grid)))[1] for one in found} == {-3}


CORNERS = change("red 5,-5,1", "red 0,0,1", "red -5,5,1")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Place a red block in the northeast corner, in the middle and in the southwest corner", CORNERS),
        (
            "Put a red block in the northeast corner, one in the middle and one in the southwest corner",
            CORNERS,
        ),
        (
            "Place a red block in the northeast corner, in the middle, in the southwest corner and in the "
            "southeast corner",
            CORNERS | change("red 5,5,1"),
        ),
    ],
)
def test_a_list_of_places_has_one_block_for_each(text, wanted):
    assert done(world("green 3,3,1"), text) == wanted


def test_steps_are_a_distance_unless_they_are_a_staircases():
    start = world("red -3,0,1..3", "blue -1,0,1", "blue 2,0,1")
    assert done(start, "Remove the block two steps east of the red tower") == change("air -1,0,1")
