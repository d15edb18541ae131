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
