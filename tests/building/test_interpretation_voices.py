"""The same order in many voices: other verbs, word orders and registers lead to the same build."""

from __future__ import annotations

import pytest
from interpretation_check import check_reading

CONSTRUCTIONS: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "clear": (
        "red 0,0..2,0; blue 3,0,3 -4,0,1",
        "red 0,0..2,0; blue 3,0,3 -4,0,1",
        "",
        (
            "Wipe the slate clean.",
            "Get everything off the map.",
            "I want nothing left standing.",
            "Sweep the whole area clean, please",
            "Empty the world completely",
        ),
    ),
    "clear but": (
        "red 0,0..2,0; blue 3,0,3 -4,0,1",
        "blue 3,0,3 -4,0,1",
        "",
        (
            "Remove everything except the red tower",
            "Everything but the tower goes",
            "Clear the map, but keep the tower",
            "Get rid of all the blue blocks",
            "Only the tower is allowed to stay",
        ),
    ),
    "around": (
        "blue 0,0,0; red 4,0,4",
        "",
        "yellow 1,0,0 -1,0,0 0,0,1 0,0,-1",
        (
            "Put a yellow block on each of the four sides of the blue block",
            "Place yellow blocks on all four sides of the blue one",
            "Surround the blue block with yellow on its four sides",
            "On every side of the blue block goes a yellow one, on the ground",
            "Add four yellow blocks, one against each side of the blue block",
        ),
    ),
    "ring": (
        "blue 0,0,0; red 4,0,4",
        "",
        "yellow -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0",
        (
            "Build a ring of yellow blocks around the blue block",
            "Surround the blue block completely with yellow, corners included",
            "Enclose the blue block in a yellow ring",
            "Encircle the blue block with eight yellow blocks",
            "Make a yellow frame around the blue block",
        ),
    ),
    "exchange": (
        "green 2,0..3,1; red -3,0..1,0",
        "green 2,0..3,1",
        "purple 2,0..3,1",
        (
            "Replace the green tower with a purple one of the same height",
            "Swap the green tower for a purple tower that is just as tall",
            "Exchange the green tower for a purple one of equal height",
            "Instead of the green tower I want a purple one, same height",
            "The green tower should be replaced by a purple one with the same height",
        ),
    ),
    "take": (
        "red 0,0..3,0; blue 3,0..1,0",
        "red 0,3,0",
        "red 3,2,0",
        (
            "Take the top block of the red tower and put it on the blue tower",
            "Move the top block of the red tower onto the blue tower",
            "Lift the uppermost block off the red tower and set it on top of the blue one",
            "Shift one block from the top of the red tower to the top of the blue tower",
            "Transfer the red tower's top block to the blue tower",
        ),
    ),
    "cap": (
        "red -3,0..2,0 0,0..4,-2; green 3,0..1,3",
        "",
        "yellow -3,3,0 0,5,-2 3,2,3",
        (
            "Put a yellow block on top of every tower",
            "Cap each tower with a yellow block",
            "Every tower gets a yellow hat",
            "Top all towers off with one yellow block each",
            "Each of the towers should have a yellow block on top",
        ),
    ),
    "line": (
        "red -3,0,1 3,0,1; green 0,0..2,-4",
        "",
        "blue -2..2,0,1",
        (
            "Connect the two red blocks with a line of blue blocks",
            "Join the red blocks with blue",
            "Draw a blue line between the two red blocks",
            "Fill the gap between the red blocks with blue",
            "Bridge the gap between the two red blocks with blue blocks",
        ),
    ),
    "beam": (
        "green -2,0..3,0 3,0..3,0",
        "",
        "yellow -1..2,3,0",
        (
            "Connect the tops of the two towers with a yellow line",
            "Build a yellow bridge between the tops of the towers",
            "Lay a yellow beam between the two towers at the height of their top blocks",
            "Join the two towers at the top with a row of yellow blocks",
            "Link the top blocks of the two towers with yellow",
        ),
    ),
    "corners": (
        "blue -2..2,0,-2 -2..2,0,2 -2,0,-1..1 2,0,-1..1",
        "blue -2,0,-2 2,0,-2 -2,0,2 2,0,2",
        "red -2,0,-2 2,0,-2 -2,0,2 2,0,2",
        (
            "Paint the four corners of the square red",
            "Make the corner blocks of the blue square red",
            "Recolour only the corners in red",
            "Turn the corners of the square red",
            "The square's corners should be red",
        ),
    ),
    "ends": (
        "yellow -3..3,0,0; green 0,0,3",
        "yellow -3,0,0 3,0,0",
        "",
        (
            "Remove both ends of the row",
            "Take away the two end blocks of the yellow row",
            "Delete the first and last block of the row",
            "Remove the outermost blocks of the row",
            "The block at each end of the row has to go",
        ),
    ),
    "middle": (
        "orange 0,0..4,0; blue 3,0,1",
        "orange 0,2,0",
        "green 0,2,0",
        (
            "Make the middle block of the tower green",
            "Paint the centre of the tower green",
            "Recolour the block in the middle of the tower green",
            "The middle of the tower should be green",
            "Turn the tower's middle block green",
        ),
    ),
    "layer": (
        "red -1..1,0..2,-1..1",
        "red -1..1,2,-1..1",
        "",
        (
            "Take the top layer off the cube",
            "Remove the uppermost layer",
            "Delete the top level of the cube",
            "Lower the cube by one layer",
            "Strip the top layer from the cube",
        ),
    ),
    "swap": (
        "red -3,0,-2; blue 2,0,3; green 0,0..2,0",
        "red -3,0,-2; blue 2,0,3",
        "blue -3,0,-2; red 2,0,3",
        (
            "Swap the red and the blue block",
            "Exchange the red block and the blue block",
            "Let the red and blue blocks trade places",
            "Switch the positions of the red block and the blue block",
            "The red block and the blue block should swap places",
        ),
    ),
    "recolour": (
        "purple 1,0..4,1; red -3..-1,0,-1",
        "purple 1,0..4,1",
        "green 1,0..4,1",
        (
            "Make the tower green",
            "Paint the purple tower green",
            "Change the colour of the tower to green",
            "The tower should be green",
            "Recolour the tower green",
        ),
    ),
    "copy": (
        "red 0,0..3,0; blue 4,0,-4",
        "",
        "red 3,0..3,0",
        (
            "Duplicate the tower to the east with two empty cells between them",
            "Make an identical tower east of the red one, with a gap of two",
        ),
    ),
    "taller": (
        "red 0,0..1,0; blue 4,0,-4",
        "",
        "red 0,2..3,0",
        (
            "Make the tower twice as tall",
            "Double the height of the red tower",
            "The tower should be twice as high",
            "Make the tower two blocks taller",
            "Raise the tower by two blocks",
        ),
    ),
    "extend": (
        "blue -2..0,0,0; red 4,0,4",
        "",
        "blue 1..2,0,0",
        (
            "Extend the blue row by two blocks to the east",
            "Make the row two blocks longer on the east side",
            "Lengthen the row eastwards by two",
            "Continue the row east with two more blocks",
            "Add two blue blocks to the east end of the row",
        ),
    ),
    "fill": (
        "red -2..2,0,-2 -2..2,0,2 -2,0,-1..1 2,0,-1..1",
        "",
        "blue -1..1,0,-1..1",
        (
            "Fill the ring with blue",
            "Fill the inside of the red square with blue blocks",
            "Fill in the red ring with blue",
            "Cover the floor inside the ring with blue",
            "The inside of the square should be filled with blue",
        ),
    ),
    "hollow": (
        "red -2..2,0,-2..2; blue 4,0,4",
        "red -1..1,0,-1..1",
        "",
        (
            "Hollow out the red square",
            "Remove the inside of the red square",
            "Make the red square hollow",
            "Take out the inner blocks of the square",
            "Turn the red square into a ring",
        ),
    ),
    "move": (
        "red 0,0..1,0; blue 4,0,-4",
        "blue 4,0,-4",
        "blue 4,0,-1",
        (
            "Move the blue block three cells south",
            "Shift the blue block south by three",
            "Push the blue block three squares to the south",
            "Slide the blue block 3 blocks southward",
            "The blue block should move three cells south",
        ),
    ),
    "moveto": (
        "red 0,0..1,0; blue 4,0,-4",
        "blue 4,0,-4",
        "blue 0,2,0",
        (
            "Put the blue block on top of the red tower",
            "Move the blue block onto the tower",
            "Place the blue block on the tower",
            "The blue block should sit on the tower",
            "The blue block goes on top of the tower",
        ),
    ),
    "quant": (
        "red -3..2,0,0",
        "red -3,0,0 -1,0,0 1,0,0",
        "",
        (
            "Remove every second block of the row, starting at the west end",
            "Starting in the west, take away every other block of the row",
            "Take out every other red block, beginning with the westernmost",
            "Delete the first, the third and the fifth block of the row, counted from the west",
            "Every second block of the row should go, beginning at the western end",
        ),
    ),
    "count": (
        "red 0,0..4,0; blue 3,0,3",
        "red 0,3..4,0",
        "",
        (
            "Take two blocks off the top of the tower",
            "Remove the top two blocks of the tower",
            "Make the tower two blocks shorter",
            "Reduce the tower to three blocks",
            "Cut the tower down to three blocks",
        ),
    ),
}
"""For each construction the world, what is removed, what is added, and how people say it."""
ROWS = [
    (world, text, removed, added) for world, removed, added, texts in CONSTRUCTIONS.values() for text in texts
]


@pytest.mark.parametrize(("world", "text", "remove", "add"), ROWS, ids=[row[1] for row in ROWS])
def test_each_voice_is_understood(world: str, text: str, remove: str, add: str) -> None:
    check_reading(world, text, remove, add)


UNSURE = [
    ("red 0,0,0 2,0,0; blue 4,0,4", "Only the red block may stay"),
    ("red 0,0..2,0", "The tower stays as it is"),
    ("red 0,0..2,0; blue 3,0,3", "The red tower is too tall"),
    ("red 0,0..2,0; blue 3,0,3", "Put the tower next to the blue block, wherever there is a green one"),
]


@pytest.mark.parametrize(("world", "text"), UNSURE, ids=[row[1] for row in UNSURE])
def test_what_asks_for_nothing_certain_is_left(world: str, text: str) -> None:
    check_reading(world, text, None, None)


def test_what_stays_is_put_back_after_a_larger_change() -> None:
    world = "red 0,0..2,0; blue 3,0,3 -4,0,1"
    check_reading(world, "Remove everything. The red tower stays.", "blue 3,0,3 -4,0,1", "")
