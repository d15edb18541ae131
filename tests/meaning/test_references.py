"""What people mean by a name, shown by what "remove ..." takes away."""

import numpy as np
import pytest

from cq.meaning.understand import understand
from cq.types import Grid
from cq.world.grid import SHAPE
from cq.world.palette import COLOUR_IDS

NAMES = {"r": "red", "b": "blue", "g": "green", "y": "yellow", "o": "orange", "p": "purple"}


def world(text: str) -> Grid:
    """The grid of "r 0 0 1-3; b -1..1 0 1": colour, x, z and levels; x and z may be ranges."""
    grid = np.zeros(SHAPE, dtype=np.int8)
    for part in text.split(";"):
        colour, *places = part.split()
        xs, zs, levels = (
            [int(value) for value in place.replace("..", " ").split()]
            if i < 2
            else [int(value) for value in place.split("-")]
            for i, place in enumerate(places)
        )
        for x in range(xs[0], xs[-1] + 1):
            for z in range(zs[0], zs[-1] + 1):
                for level in range(levels[0], levels[-1] + 1):
                    grid[level - 1, x + 5, z + 5] = COLOUR_IDS[NAMES[colour]]
    return grid


def taken(text: str, start: Grid) -> str:
    """What is surely removed, as "x z level" of each block; "?" if nothing is sure."""
    grid = understand(text, start, "north").grid
    if grid is None:
        return "?"
    gone = np.argwhere((start != 0) & (grid == 0)).tolist()
    return "; ".join(f"{x - 5} {z - 5} {y + 1}" for y, x, z in sorted(gone, key=lambda c: (c[1], c[2], c[0])))


def cells(text: str) -> str:
    """The blocks of columns "x z levels; ..." in the form of `taken`."""
    found = []
    for part in filter(None, text.split(";")):
        x, z, levels = part.split()
        low, _, high = levels.partition("-")
        found += [(int(x), int(z), level) for level in range(int(low), int(high or low) + 1)]
    return "; ".join(f"{x} {z} {level}" for x, z, level in sorted(found))


TOWERS = world("r 0 0 1-3; b 2 0 1-5; g -3 2 1; y 4 4 1-2")
ROW = world("r -2..2 0 1; b 0 3 1; b 0 -3 1")
WALL = world("r -1..1 0 1-3; g 4 0 1")
RING = world("p -1..1 -1 1; p -1 0 1; p 1 0 1; p -1..1 1 1; y 4 0 1-2")
TABLE = world("o -1 -1 1-2; o 1 -1 1-2; o -1 1 1-2; o 1 1 1-2; g -1..1 -1..1 3")
PILE = world("r 0 0 1; g 0 0 2-4; y 0 0 5; r 3 0 1")
LOOSE = world("r -4 -4 1; r 4 -4 1; r 0 0 4; b 4 4 1; b 0 4 2; g 0 -4 1")


@pytest.mark.parametrize(
    ("start", "name", "expected"),
    [
        (TOWERS, "the tallest tower", "2 0 1-5"),
        (TOWERS, "the shortest tower", "4 4 1-2"),
        (TOWERS, "the red tower", "0 0 1-3"),
        (TOWERS, "the red and the blue tower", "0 0 1-3; 2 0 1-5"),
        (TOWERS, "the second tallest tower", "0 0 1-3"),
        (TOWERS, "the tower of three blocks", "0 0 1-3"),
        (TOWERS, "the 5-block tower", "2 0 1-5"),
        (TOWERS, "the tower that is 2 high", "4 4 1-2"),
        (TOWERS, "the top of each tower", "0 0 3; 2 0 5; 4 4 2"),
        (TOWERS, "the top block of the blue tower", "2 0 5"),
        (TOWERS, "the top two blocks of the blue tower", "2 0 4-5"),
        (TOWERS, "the blue tower's top block", "2 0 5"),
        (TOWERS, "the second block from the top of the blue tower", "2 0 4"),
        (TOWERS, "the third block from the bottom of the blue tower", "2 0 3"),
        (TOWERS, "the first and third blue blocks from the bottom", "2 0 1; 2 0 3"),
        (TOWERS, "the highest block", "2 0 5"),
        (TOWERS, "the lowest three blue blocks", "2 0 1-3"),
        (TOWERS, "the bottom half of the yellow tower", "4 4 1"),
        (TOWERS, "the green block", "-3 2 1"),
        (TOWERS, "everything except the blue tower", "0 0 1-3; -3 2 1; 4 4 1-2"),
        (TOWERS, "everything but the red and the blue tower", "-3 2 1; 4 4 1-2"),
        (TOWERS, "all blocks that are not blue", "0 0 1-3; -3 2 1; 4 4 1-2"),
        (TOWERS, "all non-blue blocks", "0 0 1-3; -3 2 1; 4 4 1-2"),
        (TOWERS, "all blue blocks except the top one", "2 0 1-4"),
        (TOWERS, "the red tower without the bottom block", "0 0 2-3"),
        (TOWERS, "the green block and the yellow tower", "-3 2 1; 4 4 1-2"),
        (TOWERS, "all the blue blocks above level 3", "2 0 4-5"),
        (TOWERS, "every block on level 3", "0 0 3; 2 0 3"),
        (TOWERS, "both the red tower and the green block", "0 0 1-3; -3 2 1"),
        (TOWERS, "the tower closest to the green block", "0 0 1-3"),
        (TOWERS, "the rightmost tower", "4 4 1-2"),
        (TOWERS, "the tower that is furthest to the left", "0 0 1-3"),
        (TOWERS, "the purple tower", "?"),
        (TOWERS, "the tower", "?"),
        (TOWERS, "the block", "?"),
        (TOWERS, "the towers that are taller than two", "0 0 1-3; 2 0 1-5"),
        (TOWERS, "the towers of at most three blocks", "0 0 1-3; 4 4 1-2"),
        (TOWERS, "the tower one higher than the yellow one", "0 0 1-3"),
        (TOWERS, "the tower as tall as the red one", "0 0 1-3"),
        (TOWERS, "the tower with the most blocks", "2 0 1-5"),
        (TOWERS, "the 3 high tower", "0 0 1-3"),
        (TOWERS, "the tall blue one", "2 0 1-5"),
        (TOWERS, "everything but blue", "0 0 1-3; -3 2 1; 4 4 1-2"),
        (TOWERS, "all blocks that are neither blue nor red", "-3 2 1; 4 4 1-2"),
        (TOWERS, "all the blocks that are not in a tower", "-3 2 1"),
        (TOWERS, "the single highest block", "2 0 5"),
        (TOWERS, "the blocks to the right of the blue tower", "4 4 1-2"),
        (TOWERS, "the tower to the left of the blue tower", "0 0 1-3"),
        (TOWERS, "one of the towers", "?"),
        (TOWERS, "some of the blue blocks", "?"),
        (TOWERS, "the corner block", "?"),
        (ROW, "the second red block from each end", "-1 0 1; 1 0 1"),
        (ROW, "the rightmost red block and the leftmost one", "-2 0 1; 2 0 1"),
        (ROW, "half of the red row", "?"),
        (ROW, "the row", "-2 0 1; -1 0 1; 0 0 1; 1 0 1; 2 0 1"),
        (ROW, "both ends of the row", "-2 0 1; 2 0 1"),
        (ROW, "the end blocks of the red row", "-2 0 1; 2 0 1"),
        (ROW, "the middle block of the row", "0 0 1"),
        (ROW, "the middle of the row", "0 0 1"),
        (ROW, "the left end of the row", "-2 0 1"),
        (ROW, "the leftmost red block", "-2 0 1"),
        (ROW, "the two leftmost red blocks", "-2 0 1; -1 0 1"),
        (ROW, "the second red block from the left", "-1 0 1"),
        (ROW, "the third red block from the right", "0 0 1"),
        (ROW, "the last red block on the right", "2 0 1"),
        (ROW, "the 2nd and 4th red blocks from the left", "-1 0 1; 1 0 1"),
        (ROW, "every second block of the row, from the left", "-2 0 1; 0 0 1; 2 0 1"),
        (ROW, "the blue block in front of the row", "0 3 1"),
        (ROW, "the blue block behind the row", "0 -3 1"),
        (ROW, "the blue block that is further north", "0 -3 1"),
        (ROW, "the northern blue block", "0 -3 1"),
        (ROW, "the blue block nearest to me", "0 3 1"),
        (ROW, "the red blocks", "-2 0 1; -1 0 1; 0 0 1; 1 0 1; 2 0 1"),
        (ROW, "all red and blue blocks", "-2 0 1; -1 0 1; 0 0 1; 1 0 1; 2 0 1; 0 3 1; 0 -3 1"),
        (ROW, "the red ones", "-2 0 1; -1 0 1; 0 0 1; 1 0 1; 2 0 1"),
        (ROW, "one of the blue blocks", "?"),
        (ROW, "three red blocks", "?"),
        (WALL, "the wall", "-1 0 1-3; 0 0 1-3; 1 0 1-3"),
        (WALL, "the top row of the wall", "-1 0 3; 0 0 3; 1 0 3"),
        (WALL, "the top two rows of the wall", "-1 0 2-3; 0 0 2-3; 1 0 2-3"),
        (WALL, "the middle row of the wall", "-1 0 2; 0 0 2; 1 0 2"),
        (WALL, "the middle column of the wall", "0 0 1-3"),
        (WALL, "the left column of the wall", "-1 0 1-3"),
        (WALL, "the corner blocks of the wall", "-1 0 1; -1 0 3; 1 0 1; 1 0 3"),
        (WALL, "the top left block of the wall", "-1 0 3"),
        (WALL, "the block in the middle of the wall", "0 0 2"),
        (WALL, "the bottom layer of the wall", "-1 0 1; 0 0 1; 1 0 1"),
        (WALL, "the block that touches nothing", "?"),
        (RING, "the ring", "-1 -1 1; 0 -1 1; 1 -1 1; -1 0 1; 1 0 1; -1 1 1; 0 1 1; 1 1 1"),
        (RING, "the corners of the square", "-1 -1 1; 1 -1 1; -1 1 1; 1 1 1"),
        (RING, "the north side of the ring", "-1 -1 1; 0 -1 1; 1 -1 1"),
        (TABLE, "the legs of the table", "-1 -1 1-2; 1 -1 1-2; -1 1 1-2; 1 1 1-2"),
        (TABLE, "the top of the table",
         "-1 -1 3; 0 -1 3; 1 -1 3; -1 0 3; 0 0 3; 1 0 3; -1 1 3; 0 1 3; 1 1 3"),
        (PILE, "the red block with a green block on top", "0 0 1"),
        (PILE, "the red block that has nothing on it", "3 0 1"),
        (PILE, "the block on top of the green blocks", "0 0 5"),
        (PILE, "the block under the yellow block", "0 0 4"),
        (PILE, "the green block under the yellow one", "0 0 4"),
        (PILE, "the two green blocks below the yellow block", "0 0 3-4"),
        (PILE, "the middle green block", "0 0 3"),
        (PILE, "the red block under the green blocks", "0 0 1"),
        (PILE, "the single red block", "?"),
        (LOOSE, "the floating red block", "0 0 4"),
        (LOOSE, "the floating blocks", "0 0 4; 0 4 2"),
        (LOOSE, "the red blocks on the ground", "-4 -4 1; 4 -4 1"),
        (LOOSE, "the red block in the northwest corner", "-4 -4 1"),
        (LOOSE, "the red block left of the green block", "-4 -4 1"),
        (LOOSE, "the green block between the red blocks", "0 -4 1"),
        (LOOSE, "the red block and both blue blocks", "?"),
        (LOOSE, "the blue block closest to the east edge", "4 4 1"),
        (LOOSE, "the blue block that is furthest from the red blocks", "4 4 1"),
        (LOOSE, "the red blocks that are not on the ground", "0 0 4"),
    ],
)  # fmt: skip
def test_a_name_means_these_blocks(start: Grid, name: str, expected: str) -> None:
    assert taken(f"Remove {name}.", start) == (expected if expected == "?" else cells(expected))


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        (TOWERS, "Put an orange block on the green block. Remove the red tower and that orange block.",
         "0 0 1-3"),
        (TOWERS, "Remove the green block and the top block of the red tower.", "-3 2 1; 0 0 3"),
        (TOWERS, "Remove the red tower. Remove the other towers.", "0 0 1-3; 2 0 1-5; 4 4 1-2"),
        (TOWERS, "Remove the green block. Remove the rest.", "-3 2 1; 0 0 1-3; 2 0 1-5; 4 4 1-2"),
        (ROW, "Remove the leftmost and the rightmost red block.", "-2 0 1; 2 0 1"),
        (ROW, "Put a green block on the middle red block. Remove the red block under it.", "0 0 1"),
        (ROW, "Put a blue block on the leftmost red block. Remove the blue block behind the row.", "0 -3 1"),
        (LOOSE, "Remove the green block. Remove the remaining blocks on the ground.",
         "0 -4 1; -4 -4 1; 4 -4 1; 4 4 1"),
        (PILE, "Remove the yellow block. Remove the block that is now on top of the red one.",
         "0 0 5; 0 0 2"),
    ],
)  # fmt: skip
def test_what_was_spoken_of_counts(start: Grid, text: str, expected: str) -> None:
    assert taken(text, start) == (expected if expected == "?" else cells(expected))
