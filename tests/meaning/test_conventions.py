"""What people mean where words leave it open: sides, counts, parts, as recorded rows show."""

from __future__ import annotations

import numpy as np
import pytest

from cq.meaning.instruction import sure_build
from cq.world.grid import SHAPE
from cq.world.palette import COLOUR_IDS

CASES = [
    # The foot of a tower is blocked on that side: the lowest place that is free.
    ("green 0,0,0 0,0,1; red 1,0,0", "Put a blue block on the east side of the green tower.", "blue 1,0,1"),
    # As many at each place.
    (
        "green 0,0,0 2,0,0",
        "Stack three blue blocks on the green blocks.",
        "blue 0,0,1 0,0,2 0,0,3 2,0,1 2,0,2 2,0,3",
    ),
    # A row that bridges a gap.
    (
        "red 0,0,0 1,0,0 3,0,0 4,0,0",
        "Place a row of five blue blocks on top of the two red rows.",
        "blue 0,0,1 1,0,1 2,0,1 3,0,1 4,0,1",
    ),
    # The block that was built last.
    (
        "red 0,0,0",
        "Place a row of three green blocks on the east side of the red block. "
        "Put a blue block on top of the last built green block.",
        "green 1,0,0 2,0,0 3,0,0; blue 3,0,1",
    ),
    (
        "",
        "Build a tower of two red blocks in the northeast and the southwest corners.",
        "red 5,-5,0 5,-5,1 -5,5,0 -5,5,1",
    ),
    # What is missing to a whole rectangle, where a number or what is told of the result decides.
    (
        "green 0,0,0 1,0,0 2,0,0 2,0,1 0,0,2 1,0,2 2,0,2",
        "Fill in the two empty spaces in the green structure with blue blocks.",
        "blue 0,0,1 1,0,1",
    ),
    ("red 0,3,0 0,3,2", "Fill in between the red blocks with a yellow block.", "yellow 0,3,1"),
    # One like what is made.
    (
        "red 0,0,0; blue 2,0,0; green 4,0,0",
        "Stack two blue blocks on top of the existing one.",
        "blue 2,0,1 2,0,2",
    ),
    # A tower stands on the ground, where others do not.
    ("red 0,0,0 0,0,1 0,0,4 0,0,5", "Put a blue block on the east side of the red tower.", "blue 1,0,0"),
    # A copy in another corner is mirrored; what stands there already is left.
    (
        "red -5,-5,0 -5,-4,0 -4,-5,0 -5,-5,1; green 5,5,0",
        "Build a green structure like the other corners in the southeast corner.",
        "green 5,4,0 4,5,0 5,5,1",
    ),
    # Those without room are passed over.
    (
        "red 0,0,0 0,0,2 2,0,0",
        "Put two blue blocks on top of each red block.",
        "blue 0,0,3 0,0,4 2,0,1 2,0,2",
    ),
    (
        "red 0,0,0",
        "Put a green yellow and then blue block on the red block.",
        "green 0,0,1; yellow 0,0,2; blue 0,0,3",
    ),
    ("red 0,0,0", "Put two blue blocks on the red block. Add a total of two blocks.", "blue 0,0,1 0,0,2"),
    # "Both" get so many each, though as many would lie across.
    (
        "red 0,0,0 0,0,1 2,0,0 2,0,1",
        "Place three blue blocks on top of both red columns.",
        "blue 0,0,2 0,0,3 0,0,4 2,0,2 2,0,3 2,0,4",
    ),
]


def cells(text: str) -> list[tuple[tuple[int, int, int], int]]:
    """The (level, x, z) indices and colour ids of "red x,z,level ...; blue ..."."""
    found = []
    for part in filter(None, (one.strip() for one in text.split(";"))):
        colour, *places = part.split()
        for place in places:
            x, z, level = map(int, place.split(","))
            found.append(((level, x + 5, z + 5), COLOUR_IDS[colour]))
    return found


@pytest.mark.parametrize(("world", "text", "added"), CASES)
def test_what_people_mean_is_built(world: str, text: str, added: str) -> None:
    start = np.zeros(SHAPE, np.int8)
    for cell, colour in cells(world):
        start[cell] = colour
    wanted = start.copy()
    for cell, colour in cells(added):
        wanted[cell] = colour
    built = sure_build(text, start, "north")
    assert built is not None
    np.testing.assert_array_equal(built, wanted)
