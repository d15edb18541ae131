"""Plain instructions in the words that people use: sides, gaps, exchanges, what the result looks like."""

from __future__ import annotations

import pytest
from interpretation_check import check_reading

ROWS: list[tuple[str, str, str, str | None]] = [
    # Orange is called yellow where nothing yellow stands.
    ("orange 2,0..1,0; red 0,0,0", "Clear away the yellow blocks", "orange 2,0..1,0", ""),
    ("orange 2,0,0; yellow 0,0,0", "Clear away the yellow block", "yellow 0,0,0", ""),
    ("orange 2,0,0; blue 0,0,0", "Set a dark blue block upon the light yellow block", "", "blue 2,1,0"),
    # What was removed is replaced.
    (
        "green -1..1,0,2",
        "Erase the green blocks. Replace them with purple blocks.",
        "green -1..1,0,2",
        "purple -1..1,0,2",
    ),
    (
        "green -1..1,0,2",
        "I erased the green blocks and replaced with red",
        "green -1..1,0,2",
        "red -1..1,0,2",
    ),
    (
        "green 0,0,2; blue 2,0,2",
        "Replace the green block with red and the blue one with yellow",
        "green 0,0,2; blue 2,0,2",
        "red 0,0,2; yellow 2,0,2",
    ),
    # Towers beside something stand on the ground, or on what is below.
    ("red 0,3,0", "Build a stack of two green blocks to the west of the red block", "", "green -1,0..1,0"),
    (
        "red 0,3,0; blue -1,0,0",
        "Build a stack of two green blocks to the west of the red block",
        "",
        "green -1,1..2,0",
    ),
    ("red 0,0..2,0", "Stack two green blocks to the north of the red blocks", "", "green 0,0..1,-1"),
    # Sides.
    ("red 0,0,0", "Put a green block to the east and west of the red block", "", "green -1,0,0 1,0,0"),
    ("red 0,0,0; blue 3,0,3", "Put two green blocks on both its north and south sides", "", None),
    (
        "red 0,0,0",
        "Put two green blocks on the north and south sides of the red block",
        "",
        "green 0,0,-2..-1 0,0,1..2",
    ),
    ("red 0,0,0", "Facing east, put a green block on each side of the red block", "", "green 0,0,-1 0,0,1"),
    (
        "red 0,0,0",
        "Put a green block on each side of the red block",
        "",
        "green -1,0,0 1,0,0 0,0,-1 0,0,1",
    ),
    ("red 0,0..2,0", "Put a green block on either side of the top red block", "", None),
    ("red -1..1,0,0", "Put a green block above and below the middle red block", "", None),
    ("red 0,1,0", "Put a green block above and below the red block", "", "green 0,0,0 0,2,0"),
    # Gaps and what is below.
    ("blue 0,0..1,0 0,3..4,0", "Put a red block in the gap in the blue column", "", "red 0,2,0"),
    ("blue 0,2,0 1,2,0", "Fill the space below the blue blocks with red", "", "red 0..1,0..1,0"),
    ("blue 0,2,0", "Connect the blue block to the ground with two red blocks", "", "red 0,0..1,0"),
    ("blue 0,2,0", "Connect the blue block to the ground with three red blocks", "", None),
    # Corners.
    (
        "blue -5,0,-5 5,0,-5; red -5,0,5",
        "Put a column of two green blocks in the empty corner",
        "",
        "green 5,0..1,5",
    ),
    ("", "Set a red block where the south meets the west", "", "red -5,0,5"),
    ("", "Put a red block in the northeast and the southwest corners", "", "red 5,0,-5 -5,0,5"),
    # Extremes, orders, pairs of adjectives.
    ("red -1..1,0,0", "Remove the red block that is the furthest to the east", "red 1,0,0", ""),
    ("red 0,0..2,0", "Remove the red block closest to the ground", "red 0,0,0", ""),
    ("red 0,0..3,0", "Remove the first two from the bottom", "red 0,0..1,0", ""),
    ("red 0,0..3,0", "Remove the second highest red block", "red 0,2,0", ""),
    ("red 0,0..2,0", "Remove the top and the bottom block", "red 0,0,0 0,2,0", ""),
    ("red 0..1,0..1,0", "Remove the highest and easternmost block", "red 1,1,0", ""),
    ("red 0,0..2,0; blue 3,0,3", "Put a green block on the tallest red block", "", "green 0,3,0"),
    # Earlier and later blocks.
    (
        "",
        "Put a red block in the middle of the grid. Put a blue block to the east of it. "
        "Stack two more red blocks on the first block you placed.",
        "",
        "red 0,0..2,0; blue 1,0,0",
    ),
    (
        "red 0,0,0",
        "Put a red block to the east of the existing red block, then a blue one on the red block just placed",
        "",
        "red 1,0,0; blue 1,1,0",
    ),
    # Lists and directions.
    (
        "red 0,0,0",
        "Put a green then a blue and then yellow block on the red one",
        "",
        "green 0,1,0; blue 0,2,0; yellow 0,3,0",
    ),
    ("red 0,0,0", "On the red block put a green block, then blue", "", "green 0,1,0; blue 0,2,0"),
    ("red 0,0,0", "Put a row of two blue blocks pointing west on top of the red block", "", "blue -1..0,1,0"),
    ("red 0,0,0 2,0,0; green 2,1,0", "Put a blue block on each red block", "", "blue 0,1,0"),
    # Rows over several blocks, gaps between groups, piles.
    ("red -1..1,0,0", "Put a row of blue blocks on the red blocks", "", "blue -1..1,1,0"),
    (
        "red -1,0..1,0 1,0..1,0",
        "Put a row of three blue blocks on top of the red towers",
        "",
        "blue -1..1,2,0",
    ),
    (
        "red -1,0..1,0 1,0..1,0",
        "Build a tower of two blue blocks between the red blocks",
        "",
        "blue 0,0..1,0",
    ),
    ("red 0,0..1,0", "Put a blue block on the red block", "", "blue 0,2,0"),
    ("red 0,0..1,0 1,0,0", "Put a blue block on the red block", "", None),
    ("red 0,0,0 2,0,0", "Put a blue block on top of both red blocks", "", "blue 0,1,0 2,1,0"),
    # Around, and lists.
    (
        "red 0,0,0",
        "Surround the red block with blue blocks",
        "",
        "blue -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0",
    ),
    ("red 5,0,5", "Put three blue blocks around the red block", "", "blue 4,0,4..5 5,0,4"),
    ("red 0,0,0", "Put five blue blocks around the red block", "", None),
    (
        "red 0,0,0",
        "Place two blocks next to the red block: a blue one on its north side and a green one on the top",
        "",
        "blue 0,0,-1; green 0,1,0",
    ),
    (
        "red 0,0,0",
        "Place two blue blocks next to the red block: one on the east side, one on the south side",
        "",
        "blue 1,0,0 0,0,1",
    ),
    # Spaces between.
    ("red 0,0,0", "Put a blue block two spaces east of the red block", "", "blue 2,0,0"),
    (
        "red 0,0,0",
        "Facing north, put a blue block one square to the left of the red block",
        "",
        "blue -2,0,0",
    ),
    # Adjectives and colours.
    ("red 0..1,0..1,0; blue 0,2,0", "Remove the highest easternmost block", "red 1,1,0", ""),
    ("red 0,0,0; blue 2,0,0; green 4,0,0", "Remove the red and green block", "red 0,0,0; green 4,0,0", ""),
    (
        "red 0,0,0; blue 2,0,0",
        "Put a green block on the blue one remove the red block",
        "red 0,0,0",
        "green 2,1,0",
    ),
    (
        "red 0,0,0",
        "On the red block put a green, yellow and then blue block",
        "",
        "green 0,1,0; yellow 0,2,0; blue 0,3,0",
    ),
    (
        "red 0,0,0",
        "Put a green yellow and blue block on the red block",
        "",
        "green 0,1,0; yellow 0,2,0; blue 0,3,0",
    ),
    ("red 0,0,0; blue 3,0,3", "Stack two red blocks on top of the existing one", "", "red 0,1..2,0"),
    (
        "red 0,0,0; blue 1,0,0 2,1,2",
        "Remove the blue blocks to the east of the red block",
        "blue 1,0,0 2,1,2",
        "",
    ),
    (
        "blue -5,0,-5 -4,0,-5 0,0,0",
        "Remove both blue blocks in the northwest corner",
        "blue -5,0,-5 -4,0,-5",
        "",
    ),
    # Lines until something, along an edge, and rows one on the other.
    (
        "red 0,0,0; blue 4,0,0",
        "Build a line of green blocks to the east of the red block until it touches the blue block",
        "",
        "green 1..3,0,0",
    ),
    ("red 3,0,0", "Extend the red block to the east until it reaches the edge", "", "red 4..5,0,0"),
    (
        "",
        "Lay a row of three red blocks along the south edge from the southwest corner",
        "",
        "red -5..-3,0,5",
    ),
    ("red -1..1,0,0", "Put two rows of three blue blocks on top of the red row", "", "blue -1..1,1..2,0"),
    ("red 0,0,0 2,0,0 4,0,0", "Put blue blocks in the gaps between the red blocks", "", "blue 1,0,0 3,0,0"),
    ("", "Put one blue square in each of the four corners", "", "blue -5,0,-5 5,0,-5 -5,0,5 5,0,5"),
    (
        "red -1,0..1,0 1,0..1,0; blue 0,2,0",
        "Build two green blocks between the red blocks and under the blue block",
        "",
        "green 0,0..1,0",
    ),
    ("red 0,0..1,0; blue 2,0..2,0", "Remove the top block of each colour", "red 0,1,0; blue 2,2,0", ""),
    ("red 0,0..2,0", "Remove the two blocks from the top", "", None),
    # What only describes.
    (
        "red 0,0,0",
        "Walk north and put a blue block on the red block. It should look like a tower. Two blocks in total.",
        "",
        "blue 0,1,0",
    ),
    ("red 0,0..1,0", "Put two red blocks on the red tower to make a tidy figure", "", "red 0,2..3,0"),
]


@pytest.mark.parametrize(("world", "text", "remove", "add"), ROWS, ids=[row[1] for row in ROWS])
def test_it_builds_exactly_what_is_said(world: str, text: str, remove: str, add: str | None) -> None:
    check_reading(world, text, remove, add)
