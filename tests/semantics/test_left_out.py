"""What an order leaves out: sides and corners of a ring, one of several places, one of several things."""

from __future__ import annotations

import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, done, world


def ring(colour: str, far: int, *sides: str, level: str = "1") -> Change:
    """A square outline so far from the middle, without some whole sides or the corners."""
    every = f"{-far}..{far}"
    cells = change(f"{colour} {every},{-far},{level}", f"{colour} {every},{far},{level}")
    cells |= change(f"{colour} {-far},{every},{level}", f"{colour} {far},{every},{level}")
    out = {
        "north": lambda x, z: z == -far,
        "south": lambda x, z: z == far,
        "west": lambda x, z: x == -far,
        "east": lambda x, z: x == far,
        "corners": lambda x, z: abs(x) == abs(z),
    }
    return frozenset(cell for cell in cells if not any(out[side](*cell[:2]) for side in sides))


FLOOR = world("green -1..1,-1..1,1")
BLOCK = world("red 0,0,1")
RING = world("red -1..1,-1,1", "red -1..1,1,1", "red -1,0,1", "red 1,0,1")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (FLOOR, "Build a red ring around the floor except on the south side.", ring("red", 2, "south")),
        (FLOOR, "Build a red ring around the floor but not on its east side.", ring("red", 2, "east")),
        (FLOOR, "Build a red ring around the floor, but not on the left side.", ring("red", 2, "west")),
        (FLOOR, "Build a red ring around the floor, except its north side.", ring("red", 2, "north")),
        (FLOOR, "Build a red ring around the floor, open to the south.", ring("red", 2, "south")),
        (FLOOR, "Build a red ring around the floor, except at the corners.", ring("red", 2, "corners")),
        (FLOOR, "Build a 5x5 red ring around the floor without the corners.", ring("red", 2, "corners")),
        (
            FLOOR,
            "Build a red ring two blocks high around the floor except on the south side.",
            ring("red", 2, "south", level="1..2"),
        ),
        (BLOCK, "Build a blue ring around the red block without the corners.", ring("blue", 1, "corners")),
        (BLOCK, "Build a blue ring around the red block except on the south side.", ring("blue", 1, "south")),
        (RING, "Build a blue ring around the red ring without the corners.", ring("blue", 2, "corners")),
        (world(), "Build a red 5x5 ring in the middle without the corners.", ring("red", 2, "corners")),
        (world(), "Build a red 5x5 ring in the middle but leave out the corners.", ring("red", 2, "corners")),
        (world(), "Build a red 5x5 ring in the middle, open to the west.", ring("red", 2, "west")),
        (RING, "Remove the ring except the corners.", ring("air", 1, "corners")),
        (RING, "Remove the ring without the corners.", ring("air", 1, "corners")),
        (RING, "Remove the ring except on the south side.", ring("air", 1, "south")),
        (RING, "Remove the ring but not its east side.", ring("air", 1, "east")),
        (RING, "Paint the ring blue except the corners.", ring("blue", 1, "corners")),
    ],
)
def test_sides_and_corners_of_a_ring_are_left_out(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


ROW = world("red -2..2,0,1")
TOWERS = world("red -3,0,1..3", "blue 0,0,1..2", "green 3,0,1..4", "yellow 3,3,1")
PLUS = world("red -1..1,0,1", "red 0,-1..1,1")
CORNERS = change(*(f"red {x},{z},2" for x in (-1, 1) for z in (-1, 1)))
PAINTED = change(*(f"red {x},{z},1" for x in (-1, 1) for z in (-1, 1)))
NORTHEAST = change("red 1,-1,1", "red 1,-1,2")


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (ROW, "Put a blue block on each end of the row except the left one.", change("blue 2,0,2")),
        (ROW, "Put a blue block on both ends of the row but not on the left one.", change("blue 2,0,2")),
        (ROW, "Put a blue block on each end of the row except the west end.", change("blue 2,0,2")),
        (ROW, "Put a blue block at each end of the row except the left one.", change("blue 3,0,1")),
        (ROW, "Paint both ends of the row blue except the right one.", change("blue -2,0,1")),
        (
            ROW,
            "Put a blue block on each block of the row except the middle one.",
            change("blue -2..-1,0,2", "blue 1..2,0,2"),
        ),
        (FLOOR, "Put a red block on each corner of the floor except the northeast one.", CORNERS - NORTHEAST),
        (
            FLOOR,
            "Put a red block on all corners of the floor except the northeast corner.",
            CORNERS - NORTHEAST,
        ),
        (FLOOR, "Put red blocks on the corners of the floor except the northeast one.", CORNERS - NORTHEAST),
        (
            FLOOR,
            "Put a red block on each corner of the floor except the left front one.",
            CORNERS - change("red -1,1,2"),
        ),
        (FLOOR, "Paint the corners of the floor red except the northeast corner.", PAINTED - NORTHEAST),
        (FLOOR, "Paint all four corners of the floor red except the northeast one.", PAINTED - NORTHEAST),
        (FLOOR, "Put a red block on each corner of the floor.", CORNERS),
        (
            FLOOR,
            "Put a red block on each block of the back row of the floor except the middle one.",
            change("red -1,-1,2", "red 1,-1,2"),
        ),
        (
            PLUS,
            "Paint each arm of the plus blue except the north one.",
            change("blue -1,0,1", "blue 1,0,1", "blue 0,1,1"),
        ),
        (
            TOWERS,
            "Put a purple block on top of each tower except the tallest.",
            change("purple -3,0,4", "purple 0,0,3"),
        ),
        (
            TOWERS,
            "Put a purple block on top of every tower but not on the blue one.",
            change("purple -3,0,4", "purple 3,0,5"),
        ),
        (
            TOWERS,
            "Paint each tower except the shortest orange.",
            change("orange -3,0,1..3", "orange 3,0,1..4"),
        ),
        (TOWERS, "Remove all towers except the tallest.", change("air -3,0,1..3", "air 0,0,1..2")),
    ],
)
def test_one_of_several_is_left_out(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted
