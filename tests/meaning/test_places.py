"""Where places are: what is built for words of a place in small worlds."""

from __future__ import annotations

import numpy as np
import pytest

from cq.meaning.understand import Understanding, understand
from cq.types import Grid
from cq.world.palette import COLOUR_IDS

Cells = set[tuple[int, int, int]]
"""Cells as x, z and level."""

WORLDS = {
    "empty": "",
    "block": "red 0 0 1",
    "pair": "red -2 0 1, red 2 0 1",
    "row": "red -1 0 1, red 0 0 1, red 1 0 1",
    "tower": "red 0 0 1, red 0 0 2, red 0 0 3",
    "floating": "red 0 0 3",
    "towers": "red -2 0 1, red -2 0 2, blue 2 0 1, blue 2 0 2, blue 2 0 3",
    "gap": "red -2 0 1, red -1 0 1, red 1 0 1, red 2 0 1",
    "ring": ", ".join(f"red {x} {z} 1" for x in (-1, 0, 1) for z in (-1, 0, 1) if x or z),
}


def grid_of(blocks: str) -> Grid:
    """The grid of some blocks, each as colour, x, z and level."""
    grid = np.zeros((9, 11, 11), np.int8)
    for block in filter(None, blocks.split(", ")):
        colour, x, z, level = block.split()
        grid[int(level) - 1, int(x) + 5, int(z) + 5] = COLOUR_IDS[colour]
    return grid


def understood(world: str, text: str) -> Understanding:
    """What a text means to a builder who looks north in one of the worlds."""
    return understand(text, grid_of(WORLDS[world]), "north")


def changed(world: str, grid: Grid) -> Cells:
    """The cells in which a grid differs from a world."""
    start = grid_of(WORLDS[world])
    return {(x - 5, z - 5, y + 1) for y, x, z in np.argwhere(grid != start).tolist()}


def cells(text: str) -> Cells:
    """Cells from "x z level, x z level"; without a level they are on the ground."""
    found = [tuple(map(int, one.split())) for one in text.split(",")]
    return {(one[0], one[1], one[2] if len(one) > 2 else 1) for one in found}


SURE = [
    # on and under
    ("block", "Put a green block on the red one.", "0 0 2"),
    ("block", "Place a green block atop the red block.", "0 0 2"),
    ("block", "Hang a green block over the red one, with two empty cells between the two.", "0 0 4"),
    ("tower", "Put a green block on top of the tower.", "0 0 4"),
    ("row", "Put a green block on each red block.", "-1 0 2, 0 0 2, 1 0 2"),
    ("row", "Put green blocks on top of the red blocks.", "-1 0 2, 0 0 2, 1 0 2"),
    ("row", "Put a green block on the middle of the row.", "0 0 2"),
    ("floating", "Put a green block below the red block.", "0 0 2"),
    # one side
    ("block", "Put a green block to the left of the red block.", "-1 0"),
    ("block", "Put a green block on the right side of the red block.", "1 0"),
    ("block", "Put a green block behind the red block.", "0 -1"),
    ("block", "Put a green block in front of the red block.", "0 1"),
    ("block", "Put a green block south of the red block.", "0 1"),
    ("block", "Put a green block directly to the east of the red block.", "1 0"),
    ("block", "Put a green block northeast of the red block.", "1 -1"),
    ("block", "Put a green block next to the red block on its north side.", "0 -1"),
    ("block", "Put a green block on its west side.", "-1 0"),
    ("block", "Put a green block to the red block's left.", "-1 0"),
    ("tower", "Put a green block to the east of the tower.", "1 0"),
    ("floating", "Build a tower of two green blocks to the left of the red block.", "-1 0 1, -1 0 2"),
    ("row", "Put a green block to the east of the row.", "2 0"),
    ("row", "Put three green blocks north of the row.", "-1 -1, 0 -1, 1 -1"),
    # several sides
    ("block", "Put a green block on the left and right of the red block.", "-1 0, 1 0"),
    ("block", "Put a green block on each of the four sides of the red block.", "-1 0, 1 0, 0 1, 0 -1"),
    ("block", "Put a green block on the north and south sides of the red block.", "0 -1, 0 1"),
    ("block", "Put a green block on every side of it.", "-1 0, 1 0, 0 1, 0 -1, 0 0 2"),
    ("block", "Facing north, put a green block on each side of the red block.", "-1 0, 1 0"),
    ("block", "Put 8 green blocks around the red block.", "-1 -1, 0 -1, 1 -1, -1 0, 1 0, -1 1, 0 1, 1 1"),
    ("block", "Put four green blocks around the red block.", "-1 0, 1 0, 0 1, 0 -1"),
    ("empty", "Put 8 green blocks around the cell (3, 3).", "2 2, 3 2, 4 2, 2 3, 4 3, 2 4, 3 4, 4 4"),
    ("block", "Surround the red block with green, corners free.", "-1 0, 1 0, 0 1, 0 -1"),
    ("block", "Surround the red block with 8 green blocks.", "-1 -1, 0 -1, 1 -1, -1 0, 1 0, -1 1, 0 1, 1 1"),
    (
        "block",
        "Put two blocks beside the red block: a blue one to the left, a green one to the right.",
        "-1 0, 1 0",
    ),
    # between and inside
    ("pair", "Put three green blocks between the red blocks.", "-1 0, 0 0, 1 0"),
    ("pair", "Put a green block halfway between the two red blocks.", "0 0"),
    ("gap", "Put a green block in the gap between the red rows.", "0 0"),
    ("gap", "Put a green block in the gap.", "0 0"),
    ("ring", "Put a green block in the middle of the ring.", "0 0"),
    ("ring", "Put a green block inside the ring.", "0 0"),
    # the zone's places
    ("empty", "Put a green block in the middle.", "0 0"),
    ("empty", "Put a green block in the exact centre of the grid.", "0 0"),
    ("empty", "Put a green block in the northeast corner.", "5 -5"),
    ("empty", "Put a green block where south meets west.", "-5 5"),
    ("empty", "Put a green block in the corner between north and west.", "-5 -5"),
    ("empty", "Put a green block in the back left corner of the map.", "-5 -5"),
    ("empty", "Put a green block in each corner.", "-5 -5, 5 -5, -5 5, 5 5"),
    ("empty", "Put a green block in all four corners of the map.", "-5 -5, 5 -5, -5 5, 5 5"),
    ("empty", "Put a green block in both northern corners.", "-5 -5, 5 -5"),
    ("empty", "Put a green block in the middle of the north edge.", "0 -5"),
    ("empty", "Build a row of 5 green blocks along the south edge, centred.", "-2 5, -1 5, 0 5, 1 5, 2 5"),
    ("empty", "Build a green row of 11 along the east edge.", ", ".join(f"5 {z}" for z in range(-5, 6))),
    ("empty", "Put one green block in the northeast corner and one in the middle.", "5 -5, 0 0"),
    # coordinates and levels
    ("empty", "Put a green block at (2, 3).", "2 3"),
    ("empty", "Put a green block at (2, -3).", "2 -3"),
    ("empty", "Put a green block at x=2 z=3.", "2 3"),
    ("empty", "Put a green block at x 2, z -1.", "2 -1"),
    ("empty", "Put a green block at x 2, z -1 on level 3.", "2 -1 3"),
    ("empty", "Put green blocks at (0, 0), (1, 0) and (3, 0).", "0 0, 1 0, 3 0"),
    ("empty", "Build a green row at z -2 from x -1 to x 2.", "-1 -2, 0 -2, 1 -2, 2 -2"),
    ("empty", "Build a green row from (-1, -2) to (2, -2).", "-1 -2, 0 -2, 1 -2, 2 -2"),
    ("empty", "Put green blocks at x -2, 0 and 2, z 1.", "-2 1, 0 1, 2 1"),
    ("block", "Put a green block on the right of the red block, at height 2.", "1 0 2"),
    ("floating", "Put a green block to the left of the red block on the ground.", "-1 0"),
    ("empty", "Put a green block in the middle on the third level.", "0 0 3"),
    # steps
    ("empty", "Put a green block 3 north of the middle.", "0 -3"),
    ("empty", "Put a green block 1 west and 4 north of the centre.", "-1 -4"),
    ("empty", "Put a green block two cells east of the centre.", "2 0"),
    ("block", "Put a green block to the east of the red block with one free cell between them.", "2 0"),
    # lines
    ("row", "Put a green block at both ends of the row.", "-2 0, 2 0"),
    ("row", "Put two green blocks at the east end of the row.", "2 0, 3 0"),
    ("empty", "Put three green blocks starting at (2, 2) going north.", "2 2, 2 1, 2 0"),
    (
        "pair",
        "Build a line of green blocks from the left red block to the right red block.",
        "-1 0, 0 0, 1 0",
    ),
    ("empty", "Build a green row of 3 from west to east with its left end at (1, 4).", "1 4, 2 4, 3 4"),
    ("block", "Build a line of green blocks from the red block to the east edge.", "1 0, 2 0, 3 0, 4 0, 5 0"),
    # several descriptions
    ("tower", "Put a green block to the east of the tower at the height of its top block.", "1 0 3"),
    ("towers", "Put green blocks between the towers at level 2.", "-1 0 2, 0 0 2, 1 0 2"),
    ("empty", "At z=1: one green block at x=0, two stacked at x=2.", "0 1, 2 1, 2 1 2"),
    ("empty", "Put a green block in every corner except the northeast one.", "-5 -5, -5 5, 5 5"),
    ("pair", "Put a green block on the far side of the left block.", "-2 -1"),
    ("block", "Put a floating green block above the red one, on level 4.", "0 0 4"),
    # what was spoken of
    ("block", "Remove the red block. Put a green block in its place.", "0 0"),
    ("block", "Put a green block in place of the red block.", "0 0"),
]


@pytest.mark.parametrize(("world", "text", "wanted"), SURE)
def test_a_place_that_the_words_tell_is_sure(world: str, text: str, wanted: str) -> None:
    found = understood(world, text)
    assert found.reading.unread_words == ()
    assert found.grid is not None
    assert changed(world, found.grid) == cells(wanted)


OPEN = [
    ("block", "Put a green block next to the red block.", ["1 0", "-1 0", "0 1", "0 -1"]),
    ("block", "Put a green block two blocks to the left of the red one.", ["-2 0", "-3 0"]),
    ("block", "Put a green block on each side of the red block.", ["-1 0, 1 0", "-1 0, 1 0, 0 1, 0 -1"]),
    ("empty", "Put a green block in a corner.", ["5 5", "-5 5", "5 -5", "-5 -5"]),
    ("empty", "Put a green block in the left corner.", ["-5 5", "-5 -5"]),
    ("block", "Hang a green block in the air above the red one.", ["0 0 3", "0 0 4", "0 0 5"]),
    ("block", "Put a green block diagonally next to the red one.", ["1 1", "-1 1", "1 -1", "-1 -1"]),
    (
        "block",
        "Surround the red block with green blocks.",
        ["-1 0, 1 0, 0 1, 0 -1", "-1 -1, 0 -1, 1 -1, -1 0, 1 0, -1 1, 0 1, 1 1"],
    ),
    ("row", "Put a green block at the end of the row.", ["-2 0", "2 0"]),
]


@pytest.mark.parametrize(("world", "text", "wanted"), OPEN)
def test_what_the_words_leave_open_is_a_choice(world: str, text: str, wanted: list[str]) -> None:
    found = understood(world, text)
    assert found.reading.unread_words == ()
    got = [changed(world, one.grid) for one in found.results if one.probability > 0.04]
    assert sorted(map(sorted, got)) == sorted(sorted(cells(one)) for one in wanted)


FAILS = [
    ("empty", "Put a green block by the wall.", "absent"),
    ("empty", "Put a green block at x 1.", "open"),
    ("empty", "Put a green block on the ground.", "open"),
    ("empty", "Put a green block at (7, 0).", "impossible"),
    ("block", "Put a green block under the red block.", "impossible"),
    ("row", "Put a green block in the gap.", "absent"),
]


@pytest.mark.parametrize(("world", "text", "kind"), FAILS)
def test_a_place_that_is_not_there_fails(world: str, text: str, kind: str) -> None:
    found = understood(world, text)
    assert not found.results
    assert kind in {failure.kind for failure in found.failures}


REMOVED = [
    ("row", "Remove the block in the middle.", "0 0"),
    ("row", "Remove the block to the left of the middle block.", "-1 0"),
    ("towers", "Remove the block on top of the red tower.", "-2 0 2"),
    ("towers", "Remove the blocks at level 2.", "-2 0 2, 2 0 2"),
    ("pair", "Remove the block at x 2.", "2 0"),
    ("ring", "Remove the block in the northeast corner of the ring.", "1 -1"),
]


@pytest.mark.parametrize(("world", "text", "wanted"), REMOVED)
def test_what_stands_at_a_place_is_found(world: str, text: str, wanted: str) -> None:
    found = understood(world, text)
    assert found.grid is not None
    assert changed(world, found.grid) == cells(wanted)
