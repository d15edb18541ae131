"""Rings, walls and houses that are several blocks high, have an opening or another colour on top."""

from __future__ import annotations

import numpy as np
import pytest

from cq.types import Grid
from tests.meaning_worlds import Change, change, changes, done, world

TOWER = "blue 4,4,1..3"


def walls(levels: str, colour: str = "red") -> list[str]:
    """Walls on all sides of a square of five."""
    sides = "-2..2,-2", "-2..2,2", "-2,-1..1", "2,-1..1"
    return [f"{colour} {side},{levels}" for side in sides]


def without(start: Grid, *blocks: str) -> Grid:
    """A world without some blocks."""
    return np.where(world(*blocks) > 0, 0, start).astype(np.int8)


def gone(start: Grid, *stays: str) -> Change:
    """The change that takes all away but some blocks."""
    return changes(start, np.where(world(*stays) > 0, start, 0))


DOOR = "red 0,2,1"
HOUSE = world(*walls("1..2"))
OPEN = without(world(*walls("1..2"), TOWER), "red 0,2,1..2")
WITH_DOOR = without(world(*walls("1..2"), TOWER), DOOR)
PAINTED = world(*walls("1"), *walls("2", "blue"), TOWER)
ROOFED = without(world(*walls("1..2"), "green -2..2,-2..2,3"), DOOR)
ON_FLOOR = world("green -2..2,-2..2,1", *walls("2"), TOWER)
STRIPED_WALL = world("red -2..2,0,1..2", "blue -2..2,0,3", "green 4,4,1")
GATE = without(world("red -2..2,0,1..3", "green 4,4,1"), "red 0,0,1..2")

HIGHER = change(*walls("3"))
HIGHER_OPEN = HIGHER - change("red 0,2,3")
HIGHER_ROOFED = HIGHER | change("air -1..1,-1..1,3", "green -2..2,-2..2,4")
BLUE = change(*walls("1..2", "blue"))
BLUE_WITH_DOOR = BLUE - change("blue 0,2,1")
CORNERS = [f"red {x},{z},1..2" for x in (-2, 2) for z in (-2, 2)]
FLOOR = "green -2..2,-2..2,1"


@pytest.mark.parametrize(
    ("start", "text", "wanted"),
    [
        (HOUSE, "Paint the top layer of the ring blue. Remove the ring.", gone(HOUSE)),
        (HOUSE, "Make the house one block taller.", HIGHER),
        (HOUSE, "Raise the walls of the house by one block.", HIGHER),
        (HOUSE, "Make its walls one block taller.", HIGHER),
        (HOUSE, "Paint the house blue.", BLUE),
        (HOUSE, "Remove the ring without the corners.", gone(HOUSE, *CORNERS)),
        (OPEN, "Make the house one block taller.", HIGHER_OPEN),
        (OPEN, "Make its walls one block taller.", HIGHER_OPEN),
        (OPEN, "Remove the house.", gone(OPEN, TOWER)),
        (OPEN, "Remove the ring.", gone(OPEN, TOWER)),
        (WITH_DOOR, "Make the house one block taller.", HIGHER),
        (WITH_DOOR, "Remove the ring.", gone(WITH_DOOR, TOWER)),
        (WITH_DOOR, "Paint the walls of the house blue.", BLUE_WITH_DOOR),
        (PAINTED, "Remove the ring.", gone(PAINTED, TOWER)),
        (PAINTED, "Paint the house green.", change(*walls("1..2", "green"))),
        (ROOFED, "Paint the walls of the house blue.", BLUE_WITH_DOOR),
        (ROOFED, "Make the house one block taller.", HIGHER_ROOFED),
        (ROOFED, "Make the walls of the house one block taller.", HIGHER_ROOFED),
        (ON_FLOOR, "Remove the ring.", gone(ON_FLOOR, TOWER, FLOOR)),
        (ON_FLOOR, "Paint the top layer of the ring blue. Remove the ring.", gone(ON_FLOOR, TOWER, FLOOR)),
        (STRIPED_WALL, "Remove the wall.", gone(STRIPED_WALL, "green 4,4,1")),
        (GATE, "Make the wall one block taller.", change("red -2..2,0,4")),
    ],
)
def test_what_stands_is_still_one(start: Grid, text: str, wanted: Change) -> None:
    assert done(start, text) == wanted


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_cube_grows_by_layers(number: int) -> None:
    start = world("yellow -1..1,-1..1,1..3")
    text = f"Make the cube {number} blocks taller."
    assert done(start, text) == change(f"yellow -1..1,-1..1,4..{3 + number}")


def test_what_has_no_walls_around_it_is_no_ring() -> None:
    assert done(world("red -2..2,-2,1..2", "red -2..2,2,1..2"), "Remove the ring.") is None
