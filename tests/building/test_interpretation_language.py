"""Sentences as people say them, by kind, each with its only right build.

They were written before the rules for them.
"""

from __future__ import annotations

import numpy as np
import pytest

from cq.building.interpretation import interpret
from eval.behaviours.notation import changed, parse_world

SAID: dict[str, list[tuple[str, str, str | None, str]]] = {
    "clear": [
        ("red 0,0..2,0; blue 3,0,3", "Wipe the whole board clean", "red 0,0..2,0; blue 3,0,3", ""),
        ("red 0,0..2,0; blue 3,0,3", "Take everything off the grid, please", "red 0,0..2,0; blue 3,0,3", ""),
        (
            "red 0,0..2,0; blue 3,0,3",
            "Start over: demolish every single block",
            "red 0,0..2,0; blue 3,0,3",
            "",
        ),
    ],
    "sides": [
        (
            "yellow 1,0,1",
            "Surround the yellow block with four purple blocks, one on each of its sides",
            "",
            "purple 0,0,1 2,0,1 1,0,0 1,0,2",
        ),
        (
            "yellow 1,0,1",
            "Place one green block against every side of the yellow block, but none on top",
            "",
            "green 0,0,1 2,0,1 1,0,0 1,0,2",
        ),
        (
            "orange 0,2,0",
            "Put a blue block on all six sides of the orange block",
            "",
            "blue 0,1,0 0,3,0 1,2,0 -1,2,0 0,2,1 0,2,-1",
        ),
    ],
    "exchange": [
        (
            "red -3,0..3,2",
            "Swap the red tower for a green one that is just as tall",
            "red -3,0..3,2",
            "green -3,0..3,2",
        ),
        (
            "red -3,0..3,2; blue 2,0..1,2",
            "Tear down the red tower and build a yellow tower of the same height where it stood",
            "red -3,0..3,2",
            "yellow -3,0..3,2",
        ),
        (
            "purple -2..1,0,0",
            "Replace the purple row with an orange row of equal length",
            "purple -2..1,0,0",
            "orange -2..1,0,0",
        ),
    ],
    "take": [
        (
            "red -3,0..3,2; blue 2,0..1,2",
            "Take the top block off the red tower and set it on top of the blue tower",
            "red -3,3,2",
            "red 2,2,2",
        ),
        (
            "red -3,0..3,2; blue 2,0..1,2",
            "Move one block from the red tower onto the blue tower",
            "red -3,3,2",
            "red 2,2,2",
        ),
        (
            "red -3,0..2,2; green -3,3,2; blue 2,0..1,2",
            "Lift the green block from the red tower and lay it on the blue one",
            "green -3,3,2",
            "green 2,2,2",
        ),
    ],
    "cap": [
        ("red -3,0,0 0,0,2 3,0,-1", "Give each red block a yellow hat", "", "yellow -3,1,0 0,1,2 3,1,-1"),
        (
            "red -3,0,0 0,0,2; blue 3,0,-1",
            "Every block should get a green block on its top",
            "",
            "green -3,1,0 0,1,2 3,1,-1",
        ),
        (
            "red -3,0..1,0; blue 3,0..2,-1",
            "Crown both towers with an orange block",
            "",
            "orange -3,2,0 3,3,-1",
        ),
    ],
    "tops": [
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Connect the tops of the two towers with a line of green blocks",
            "",
            "green -2..2,2,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Draw a yellow line from the top of the red tower to the top of the blue tower",
            "",
            "yellow -2..2,2,0",
        ),
    ],
    "corners": [
        (
            "blue -1..1,0,-1..1",
            "Delete just the four corner blocks of the blue square",
            "blue -1,0,-1 1,0,-1 -1,0,1 1,0,1",
            "",
        ),
        (
            "blue -1..1,0,-1..1",
            "Set a red block on each corner of the blue square",
            "",
            "red -1,1,-1 1,1,-1 -1,1,1 1,1,1",
        ),
        ("", "Mark every corner of the grid with an orange block", "", "orange -5,0,-5 5,0,-5 -5,0,5 5,0,5"),
    ],
    "ends": [
        (
            "green -2..2,0,3",
            "Change only the two ends of the green row to purple",
            "green -2,0,3 2,0,3",
            "purple -2,0,3 2,0,3",
        ),
        ("green -2..2,0,3", "Knock off the blocks at both ends of the row", "green -2,0,3 2,0,3", ""),
    ],
    "swap": [
        (
            "red -2,0,1; blue 2,0,1",
            "Let the red and the blue block change places",
            "red -2,0,1; blue 2,0,1",
            "blue -2,0,1; red 2,0,1",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Swap the colours of the two towers",
            "red -3,0..2,0; blue 3,0..2,0",
            "blue -3,0..2,0; red 3,0..2,0",
        ),
    ],
    "recolour": [
        ("red 0,0..2,0", "Paint the middle block of the tower yellow", "red 0,1,0", "yellow 0,1,0"),
        (
            "green -2..2,0,3; red 0,0,0",
            "I'd like all green blocks to be blue",
            "green -2..2,0,3",
            "blue -2..2,0,3",
        ),
        (
            "green -2..2,0,3; red 0,0,0",
            "Recolor the row so that it is orange",
            "green -2..2,0,3",
            "orange -2..2,0,3",
        ),
    ],
    "copy": [
        ("red -3,0..2,0", "Build a copy of the red tower in the middle of the grid", "", "red 0,0..2,0"),
        (
            "red -3,0..2,0",
            "Put a blue tower as tall as the red one in the southwest corner",
            "",
            "blue -5,0..2,5",
        ),
        (
            "red -3,0..1,0",
            "Build a green tower twice as tall as the red tower at the centre",
            "",
            "green 0,0..3,0",
        ),
        (
            "red -3,0..2,0",
            "Put another tower just like it two blocks north of the centre",
            "",
            "red 0,0..2,-2",
        ),
    ],
    "mirror": [
        (
            "red -3,0..2,1; blue -3,0,2",
            "Mirror the structure across the north-south line through the centre",
            "",
            "red 3,0..2,1; blue 3,0,2",
        ),
    ],
    "extend": [
        ("blue -2..0,0,1", "Make the row two blocks longer to the east", "", "blue 1..2,0,1"),
        ("blue 0,0..1,1", "Raise the blue tower by three", "", "blue 0,2..4,1"),
        ("blue -2..0,0,1", "Extend the blue line westward by 2 more", "", "blue -4..-3,0,1"),
        ("blue 0,0..1,1", "Add two more blocks to the top of the tower, in red", "", "red 0,2..3,1"),
    ],
    "shapes": [
        (
            "",
            "Make a yellow plus sign in the middle of the grid, with arms two blocks long",
            "",
            "yellow -2..2,0,0 0,0,-2..-1 0,0,1..2",
        ),
        ("", "Build a 4 by 4 red square in the southeast corner", "", "red 2..5,0,2..5"),
        (
            "",
            "I need a hollow green square, five blocks on each side, centred in the middle",
            "",
            "green -2..2,0,-2 -2..2,0,2 -2,0,-1..1 2,0,-1..1",
        ),
        ("", "Set up a solid 2x2x2 orange cube in the northwest corner", "", "orange -5..-4,0..1,-5..-4"),
        (
            "",
            "Form a blue pyramid in the centre whose base is five by five",
            "",
            "blue -2..2,0,-2..2 -1..1,1,-1..1 0,2,0",
        ),
        (
            "",
            "A purple arch, three wide and three tall, running west to east, with its middle in the "
            "centre please",
            "",
            "purple -1,0..1,0 1,0..1,0 -1..1,2,0",
        ),
    ],
    "letters": [
        (
            "",
            "Lay a green L flat on the ground in the middle, three wide and five long, as read from "
            "above with north at the top",
            "",
            "green -1,0,-2..2 0..1,0,2",
        ),
        (
            "",
            "Write an upright red letter H in the middle, 3 wide and 5 tall, read from the south",
            "",
            "red -1,0..4,0 1,0..4,0 0,2,0",
        ),
        (
            "",
            "Draw the digit 7 flat on the ground in blue, three blocks wide and five high, centred, north up",
            "",
            "blue -1..1,0,-2 1,0,-1..2",
        ),
    ],
    "typos": [
        ("red 0,0,0", "Put a yelow blok on tpo of the red block", "", "yellow 0,1,0"),
        ("", "Buid a purpel tower of thre blocks in the midle", "", "purple 0,0..2,0"),
        ("green -2..2,0,3", "Remvoe the eastmost block of the gren row", "green 2,0,3", ""),
    ],
    "quant": [
        (
            "red -3,0..2,0; blue 0,0..1,2; green 3,0..4,-2",
            "Take the top block off each tower",
            "red -3,2,0; blue 0,1,2; green 3,4,-2",
            "",
        ),
        (
            "yellow -4..4,0,0",
            "Turn every second block of the row red, starting with the western one",
            "yellow -4,0,0 -2,0,0 0,0,0 2,0,0 4,0,0",
            "red -4,0,0 -2,0,0 0,0,0 2,0,0 4,0,0",
        ),
        (
            "red -3,0,0 0,0,2; blue 3,0,-1",
            "Keep the blue block but get rid of all the others",
            "red -3,0,0 0,0,2",
            "",
        ),
        (
            "red -3,0,0 0,0,2; blue 3,0,-1",
            "Put two green blocks on every red block",
            "",
            "green -3,1..2,0 0,1..2,2",
        ),
    ],
    "rel": [
        (
            "red -3,0,0; blue 3,0,0",
            "Place a yellow block halfway between the red and the blue block",
            "",
            "yellow 0,0,0",
        ),
        (
            "red -3,0,0; blue 3,0,0",
            "Join the red block and the blue block with a row of green blocks",
            "",
            "green -2..2,0,0",
        ),
        (
            "red 0,0,0",
            "Put a green block diagonally northeast of the red block, touching its corner",
            "",
            "green 1,0,-1",
        ),
        ("red -2..0,0,0", "Put a blue block in line with the red row, at its east end", "", "blue 1,0,0"),
        (
            "red 0,0,0",
            "Build a ring of yellow blocks around the red block",
            "",
            "yellow -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0",
        ),
        ("", "Fill the entire north edge with purple blocks", "", "purple -5..5,0,-5"),
    ],
    "fill": [
        (
            "red -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0",
            "Fill in the middle of the red ring with blue",
            "",
            "blue 0,0,0",
        ),
        ("red -1..1,0,-1..1", "Hollow out the red square, keeping its border", "red 0,0,0", ""),
        ("red -2..-1,0,0 1..2,0,0", "Close the gap in the row with a green block", "", "green 0,0,0"),
    ],
    "move": [
        ("red -3,0,0; blue 3,0,0", "Move the red block one step to the north", "red -3,0,0", "red -3,0,-1"),
        ("red -3,0,0; blue 3,0,0", "Shift the blue block to the centre", "blue 3,0,0", "blue 0,0,0"),
    ],
    "turn": [
        ("green -1..1,0,-1..1", "Turn the solid green square into a hollow one", "green 0,0,0", ""),
    ],
    "clauses": [
        (
            "red -3,0,0; blue 3,0,0",
            "Put a green block on the red block, and remove the blue one",
            "blue 3,0,0",
            "green -3,1,0",
        ),
        (
            "",
            "Build a red tower of two in the middle, then put a red one on top of it, then a blue one on "
            "that",
            "",
            "red 0,0..2,0; blue 0,3,0",
        ),
        (
            "red -3,0,0",
            "Put a blue block east of the red block. Next, place a yellow one on top of it",
            "",
            "blue -2,0,0; yellow -2,1,0",
        ),
        (
            "red 0,0..2,0",
            "Remove the top of the tower, and where it was, put a green block",
            "red 0,2,0",
            "green 0,2,0",
        ),
    ],
    "chatty": [
        (
            "red 0,0,0",
            "Hi there! Would you be so kind as to put a blue block on the red one? Many thanks!",
            "",
            "blue 0,1,0",
        ),
        ("red 0,0,0", "So, I was thinking, could you maybe remove the red block for me?", "red 0,0,0", ""),
        (
            "",
            "Alright buddy, let's see... we want a tower of three green blocks right in the middle, okay?",
            "",
            "green 0,0..2,0",
        ),
    ],
    "nothing": [
        ("red 0,0,0", "Please leave everything exactly as it is", None, ""),
        ("red 0,0,0", "Don't build anything this time", None, ""),
        ("red 0,0,0", "Nothing to do for now, just wait", None, ""),
        ("red 0,0,0", "That's perfect, no changes needed", None, ""),
    ],
    "counts": [
        ("", "Stack half a dozen blue blocks in the northwest corner", "", "blue -5,0..5,-5"),
        ("red 0,0,0", "Put a pair of green blocks to the west of the red one", "", "green -2..-1,0,0"),
    ],
    "facing": [
        (
            "red 0,0,0",
            "You are facing north. Put a blue block to the left of the red block",
            "",
            "blue -1,0,0",
        ),
        ("red 0,0,0", "Looking east, place a green block behind the red block", "", "green 1,0,0"),
        (
            "red 0,0,0",
            "Facing south, stack two yellow blocks to the right of the red block",
            "",
            "yellow -1,0..1,0",
        ),
    ],
}
"""For each kind: the world, what is said, and the blocks to remove and to add; None to change nothing."""


ROWS = [row for rows in SAID.values() for row in rows]


@pytest.mark.parametrize(("world", "text", "remove", "add"), ROWS, ids=[row[1] for row in ROWS])
def test_it_builds_exactly_what_is_said(world: str, text: str, remove: str | None, add: str) -> None:
    start = parse_world(world).grid
    built = interpret(text, start)
    assert built is not None
    np.testing.assert_array_equal(built, start if remove is None else changed(start, remove, add))
