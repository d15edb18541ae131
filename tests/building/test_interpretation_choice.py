"""Plain instructions whose phrases fit several things, and places that are joined or left to pronouns."""

from __future__ import annotations

import pytest
from interpretation_check import check_reading

ROWS: list[tuple[str, str, str, str | None]] = [
    # "Single" means one that stands alone; a number, a group of as many.
    ("red 0,0,0 1,0,0 4,0,4", "Erase the lone red block", "red 4,0,4", ""),
    ("red 0,0,0 1,0,0 4,0,4", "Erase the red block", "", None),
    ("red 0..2,0,0 -4..-3,0,0", "Erase the two red blocks", "red -4..-3,0,0", ""),
    ("red 0..1,0,0 -4..-3,0,0", "Erase the two red blocks", "", None),
    # The one that was just placed.
    (
        "red 3,0,3; blue 0,0,0",
        "Put a red block on top of the blue block. Put a green block on top of the red block.",
        "",
        "red 0,1,0; green 0,2,0",
    ),
    (
        "blue 0,0,0",
        "Stack two blue blocks on the blue block. Put a red block north of the first blue block you placed.",
        "",
        "blue 0,1..2,0; red 0,1,-1",
    ),
    # "It" is the landmark where it cannot be what was placed.
    (
        "red 0,0,0",
        "Put a blue block to the east of the red block. To the west of it put a green block.",
        "",
        "blue 1,0,0; green -1,0,0",
    ),
    (
        "green 0,1,0",
        "Put a red block below the green block. Put a blue one on top.",
        "",
        "red 0,0,0; blue 0,2,0",
    ),
    # A part of the structure, and a structure that hangs together at its edges.
    (
        "red 0,0,0 0,1,0; green 1,0,0 -1,0,0",
        "Erase the green block on the west side of the structure",
        "green -1,0,0",
        "",
    ),
    ("red 0,0,0 1,1,0", "Put a blue tower of two to the east of the structure", "", "blue 2,0..1,0"),
    # Places that "and" joins: one at each, or what they have in common.
    (
        "red 0,0,0; blue 4,0,0",
        "Put a green block on top of the red block and to the north of the blue block",
        "",
        "green 0,1,0 4,0,-1",
    ),
    (
        "red -1,0,0 1,0,0 0,0,-1 0,0,1; yellow 0,3,0",
        "Build three green blocks under the yellow block and between the red blocks",
        "",
        "green 0,0..2,0",
    ),
    ("red -1..1,0,0", "Put a green block on top of the red row in the middle", "", "green 0,1,0"),
    ("red 0..1,0,0", "Put a green block on top of the red row in the middle", "", None),
    # What is built under something stands on the ground.
    ("yellow 0,3,0", "Build a column of green blocks under the yellow block", "", "green 0,0..2,0"),
    # Sizes in blocks, and what lies between.
    ("red 0,0..1,0 3,0..2,0", "Erase the three block tower", "red 3,0..2,0", ""),
    ("red 0,0,0 2,0,0; blue 1,0,0 4,0,0", "Erase the blue block between the red blocks", "blue 1,0,0", ""),
    # Copies from one corner into others are turned.
    (
        "red -5,0..1,-5 -4,0,-5",
        "Copy the red structure into the remaining corners",
        "",
        "red 5,0..1,-5 4,0,-5 -5,0..1,5 -4,0,5 5,0..1,5 4,0,5",
    ),
    (
        "red -5,0..1,-5 -4,0,-5; green 5,0..1,-5 4,0,-5",
        "Build the same structure in the southeast corner with blue blocks",
        "",
        "blue 5,0..1,5 4,0,5",
    ),
    (
        "red -5,0..1,-5 -4,0,-5; green 5,0,-5",
        "Build the same structure in the southeast corner with blue blocks",
        "",
        None,
    ),
    # Lines between two things: the shortest; people differ on the height.
    (
        "red 0,0,0; blue 4,0,0 5,1,0 5,0,0",
        "Connect the red and blue blocks with a line of green blocks",
        "",
        None,
    ),
    ("red 0,0..1,0; blue 3,0..1,0", "Connect the two towers with green blocks", "", None),
    (
        "red 0,0..1,0; blue 3,0..1,0",
        "Connect the two towers at the top with green blocks",
        "",
        "green 1..2,1,0",
    ),
    (
        "red 0,0..1,0; blue 2,0..1,0",
        "Fill the gap between the red and blue blocks with green blocks",
        "",
        "green 1,0..1,0",
    ),
    # Figures, quotes, missing articles, words that are idle.
    ("red 0,0..2,0", "Erase the 2nd red block from the bottom", "red 0,1,0", ""),
    ("red 0,0,0 3,0,0", 'Erase the red "block" on east side', "red 3,0,0", ""),
    ("red 0,0,0 3,0,0", "Erase the red block to the far left while facing north", "red 0,0,0", ""),
    ("red 0,0,0", "Put 3 stacked green blocks to the immediate east of the red block", "", "green 1,0..2,0"),
    ("red 0..2,0,0 4,0..2,0", "Erase the vertical column", "red 4,0..2,0", ""),
    ("red 0..2,0,0 4,0..2,0", "Erase the horizontal column", "red 0..2,0,0", ""),
    (
        "red 0,0..2,0",
        "Surround the base of the red column with a single layer of blue blocks",
        "",
        "blue -1,0,-1..1 1,0,-1..1 0,0,-1 0,0,1",
    ),
    # What was taken away is a landmark still.
    ("red 0,0..3,0", "Erase the lowest red block. Then erase the two blocks above it.", "red 0,0..2,0", ""),
    ("red 0,0..1,0", "Erase the top red block. Put a blue block there.", "red 0,1,0", "blue 0,1,0"),
    (
        "red -5,0,-5 -5,1,-5",
        "Erase the red blocks in the northwest corner. Put one green block in this corner.",
        "red -5,0..1,-5",
        "green -5,0,-5",
    ),
    # Sides but one, one on each, lists without "and", what somebody made.
    (
        "red 0,1,0",
        "Put a blue block on every side of the red block except the top",
        "",
        "blue -1,1,0 1,1,0 0,1,-1 0,1,1 0,0,0",
    ),
    ("red 0,0,0 2,0,0", "Put two blue blocks, one on each of the red blocks", "", "blue 0,1,0 2,1,0"),
    (
        "red 0,0,0",
        "Stack one blue block one green block and one yellow block on the red block",
        "",
        "blue 0,1,0; green 0,2,0; yellow 0,3,0",
    ),
    (
        "red 0,0,0",
        "Place a row of three blue blocks west of the red block. "
        "Put a green block on the middle block of the row you made.",
        "",
        "blue -3..-1,0,0; green -2,1,0",
    ),
    ("red 0,0,0 2,0,0; blue 4,0,3", "Put a green block in the gap", "", "green 1,0,0"),
    (
        "red -1..1,0..2,0",
        "Erase the middle three red blocks",
        "red 0,0..2,0",
        "",
    ),
]


@pytest.mark.parametrize(("world", "text", "remove", "add"), ROWS, ids=[row[1] for row in ROWS])
def test_what_people_mean_among_several_things(world: str, text: str, remove: str, add: str | None) -> None:
    check_reading(world, text, remove, add)
