"""Named shapes, copies, relations, parts and edits are carried out exactly as they are said."""

from __future__ import annotations

import pytest
from interpretation_check import check_reading

SHAPES = [
    ("", "Lay a red square of three by three around the centre", "", "red -1..1,0,-1..1"),
    ("", "Build a 3 by 3 square of red blocks in the middle of the north edge", "", "red -1..1,0,-5..-3"),
    (
        "",
        "Make a green rectangle, five blocks from west to east and three from north to south, in the centre",
        "",
        "green -2..2,0,-1..1",
    ),
    (
        "",
        "Put a blue 2 by 2 square with its northwest corner in the middle of the grid",
        "",
        "blue 0..1,0,0..1",
    ),
    ("", "A yellow cube, three blocks on each side, in the southwest corner", "", "yellow -5..-3,0..2,3..5"),
    (
        "",
        "Build a wall of blue blocks, three long and two high, running from west to east in the middle",
        "",
        "blue -1..1,0..1,0",
    ),
    ("", "Build an orange wall two blocks high along the south edge", "", "orange -5..5,0..1,5"),
    (
        "",
        "Put up a red wall, five long and three high, in the middle of the east edge",
        "",
        "red 5,0..2,-2..2",
    ),
    (
        "",
        "Lay a plus of orange blocks in the middle, each arm two blocks long",
        "",
        "orange -2..2,0,0 0,0,-2..-1 0,0,1..2",
    ),
    (
        "",
        "Make a yellow X of nine blocks in the centre",
        "",
        "yellow 0,0,0 -1,0,-1 1,0,1 -1,0,1 1,0,-1 -2,0,-2 2,0,2 -2,0,2 2,0,-2",
    ),
    ("", "Build a purple pyramid of two layers in the middle", "", "purple -1..1,0,-1..1 0,1,0"),
    (
        "",
        "Build a filled red staircase of three steps climbing to the east, starting in the centre",
        "",
        "red 0,0,0 1,0..1,0 2,0..2,0",
    ),
    ("", "Lay a row of five blue blocks from north to south in the middle", "", "blue 0,0,-2..2"),
    ("", "Lay a row of three blue blocks in the middle of the south edge", "", "blue -1..1,0,5"),
    ("", "Lay a line of four red blocks from west to east, starting at the centre", "", "red 0..3,0,0"),
    ("", "Build a row of four red blocks starting in the centre and going north", "", "red 0,0,-3..0"),
    ("", "Lay a red row from the northwest corner to the northeast corner", "", "red -5..5,0,-5"),
    (
        "",
        "Lay a diagonal line of green blocks from the southwest corner to the centre",
        "",
        "green -5,0,5 -4,0,4 -3,0,3 -2,0,2 -1,0,1 0,0,0",
    ),
    (
        "",
        "A diagonal of three red blocks starting in the northwest corner",
        "",
        "red -5,0,-5 -4,0,-4 -3,0,-3",
    ),
    (
        "red -3,0,1; blue 2,0,1",
        "Lay a row of yellow blocks from the red block to the blue block",
        "",
        "yellow -2..1,0,1",
    ),
    (
        "",
        "Put a capital T of blue blocks in the middle, three wide and five long, read from above, north up",
        "",
        "blue -1..1,0,-2 0,0,-1..2",
    ),
    (
        "",
        "Build a green U, three wide and four high, in the middle of the grid, with its opening to the north",
        "",
        None,
    ),
    (
        "",
        "Build a red tower, two by two blocks wide and three blocks tall, in the northwest corner",
        "",
        "red -5..-4,0..2,-5..-4",
    ),
    (
        "red 2,0,2",
        "Use the red block as the southeast corner of a red 3 by 3 square",
        "",
        "red 0..1,0,0..2 2,0,0..1",
    ),
    (
        "",
        "Build a blue arch, five blocks wide and three blocks high, along the middle of the north edge",
        "",
        "blue -2,0..1,-5 2,0..1,-5 -2..2,2,-5",
    ),
]


@pytest.mark.parametrize(("world", "text", "remove", "add"), SHAPES, ids=[row[1] for row in SHAPES])
def test_it_builds_exactly_what_is_said(world: str, text: str, remove: str, add: str | None) -> None:
    check_reading(world, text, remove, add)
