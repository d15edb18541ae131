"""Places that words leave open, and places that are not there."""

from __future__ import annotations

import numpy as np
import pytest

from cq.language.program import Corner, Located, Ref, Remove
from cq.language.request import Request
from cq.reading.instruction import heard_in
from cq.reading.understand import Understanding, understand
from cq.types import Grid
from cq.world import World
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


@pytest.mark.parametrize("direction", ["up", "down"])
def test_nothing_is_in_a_corner_above_or_below(direction: str) -> None:
    where = Located(Corner(direction, every=True))
    program = (Remove(Ref("one", True, number=2, limits=(where,))),)
    world = World.parse(grid_of("red -5 -5 1, blue 5 5 1"))
    assert not heard_in(Request("x"), world, program).understanding.results
