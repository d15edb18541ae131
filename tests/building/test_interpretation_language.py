"""Sentences as people say them, by kind, each with its only right build.

They were written before the rules for them.
"""

from __future__ import annotations

import pytest
from interpretation_check import check_reading

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
        ("red 0,0..2,0; blue 3,0,3", "Remove everything from the world", "red 0,0..2,0; blue 3,0,3", ""),
        ("red 0,0..2,0; blue 3,0,3", "I want an empty grid again", "red 0,0..2,0; blue 3,0,3", ""),
        (
            "red 0,0..2,0; blue 3,0,3",
            "Please destroy all of the blocks so nothing is left",
            "red 0,0..2,0; blue 3,0,3",
            "",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Empty the grid, then put one green block in the middle",
            "red -3,0..2,0; blue 3,0..2,0",
            "green 0,0,0",
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
        (
            "yellow 1,0,1",
            "Put a blue block on each of the four sides of the yellow block",
            "",
            "blue 0,0,1 2,0,1 1,0,0 1,0,2",
        ),
        (
            "yellow 1,0,1",
            "Put green blocks all around the yellow block, including the corners",
            "",
            "green 0..2,0,0 0..2,0,2 0,0,1 2,0,1",
        ),
        (
            "yellow 1,0,1",
            "Place a red block to the north, south, east and west of the yellow block",
            "",
            "red 0,0,1 2,0,1 1,0,0 1,0,2",
        ),
        (
            "blue 0,0,0",
            "Surround the blue block with eight red blocks on the ground",
            "",
            "red -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0",
        ),
        (
            "yellow 1,0..1,1",
            "Put a red block on the ground at each side of the yellow tower",
            "",
            "red 0,0,1 2,0,1 1,0,0 1,0,2",
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
        (
            "red -3,0..3,2",
            "Replace the red tower with a blue tower of the same height",
            "red -3,0..3,2",
            "blue -3,0..3,2",
        ),
        (
            "red -3,0..3,2",
            "Take away the red tower and put an equally tall green tower in its place",
            "red -3,0..3,2",
            "green -3,0..3,2",
        ),
        (
            "purple -2..1,0,0; red 3,0,3",
            "Instead of the purple row, build a yellow row of the same length",
            "purple -2..1,0,0",
            "yellow -2..1,0,0",
        ),
        ("red -3,0..3,2", "Change the red tower into a purple one", "red -3,0..3,2", "purple -3,0..3,2"),
        (
            "red -3,0..3,2; red 3,0,3",
            "Replace the red tower by a green one",
            "red -3,0..3,2",
            "green -3,0..3,2",
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
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Take one block from the top of the red tower and put it on top of the blue tower",
            "red -3,2,0",
            "red 3,3,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Move the top of the red tower to the top of the blue tower",
            "red -3,2,0",
            "red 3,3,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Take the top red block and place it on the blue tower",
            "red -3,2,0",
            "red 3,3,0",
        ),
        (
            "red -3,0..2,0",
            "Remove the top block of the tower and put it on the ground to the east of the tower",
            "red -3,2,0",
            "red -2,0,0",
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
        (
            "red -3,0,0 0,0,2 3,0,-1",
            "Put a blue cap on each of the red blocks",
            "",
            "blue -3,1,0 0,1,2 3,1,-1",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Add a yellow block to the top of each tower",
            "",
            "yellow -3,3,0 3,3,0",
        ),
        ("green -2..2,0,0", "Cap every block in the row with a red block", "", "red -2..2,1,0"),
        ("red -3,0..1,0; blue 3,0,0", "Put a green block on everything", "", "green -3,2,0 3,1,0"),
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
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Draw a line of yellow blocks between the tops of the two towers",
            "",
            "yellow -2..2,2,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Connect the top block of the red tower and the top block of the blue tower with green blocks",
            "",
            "green -2..2,2,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Build an orange bridge from the top of the red tower to the top of the blue one",
            "",
            "orange -2..2,2,0",
        ),
        ("red -3,0..2,0; blue 3,0..1,0", "Place a yellow block on the taller tower", "", "yellow -3,3,0"),
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
        (
            "blue -1..1,0,-1..1",
            "Remove only the corners of the blue square",
            "blue -1,0,-1 1,0,-1 -1,0,1 1,0,1",
            "",
        ),
        (
            "blue -1..1,0,-1..1",
            "Make just the corners of the square yellow",
            "blue -1,0,-1 1,0,-1 -1,0,1 1,0,1",
            "yellow -1,0,-1 1,0,-1 -1,0,1 1,0,1",
        ),
        (
            "blue -1..1,0,-1..1",
            "Put a green tower of two blocks on each corner of the square",
            "",
            "green -1,1..2,-1 1,1..2,-1 -1,1..2,1 1,1..2,1",
        ),
    ],
    "ends": [
        (
            "green -2..2,0,3",
            "Change only the two ends of the green row to purple",
            "green -2,0,3 2,0,3",
            "purple -2,0,3 2,0,3",
        ),
        ("green -2..2,0,3", "Knock off the blocks at both ends of the row", "green -2,0,3 2,0,3", ""),
        ("green -2..2,0,3", "Remove only the ends of the row", "green -2,0,3 2,0,3", ""),
        ("green -2..2,0,3", "Put a red block on top of both ends of the row", "", "red -2,1,3 2,1,3"),
        (
            "green -2..2,0,3",
            "Replace the end blocks of the green row with orange blocks",
            "green -2,0,3 2,0,3",
            "orange -2,0,3 2,0,3",
        ),
        ("green -2..2,0,3", "Add a blue block at each end of the row", "", "blue -3,0,3 3,0,3"),
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
        (
            "red -2,0,1; blue 2,0,1",
            "Swap the red block and the blue block",
            "red -2,0,1; blue 2,0,1",
            "blue -2,0,1; red 2,0,1",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Exchange the positions of the red and blue towers",
            "red -3,0..2,0; blue 3,0..2,0",
            "blue -3,0..2,0; red 3,0..2,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Make the red tower blue and the blue tower red",
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
        ("red -2,0,1; blue 2,0,1", "Colour the red block green", "red -2,0,1", "green -2,0,1"),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Turn everything yellow",
            "red -3,0..2,0; blue 3,0..2,0",
            "yellow -3,0..2,0 3,0..2,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Change the color of the blue tower to orange",
            "blue 3,0..2,0",
            "orange 3,0..2,0",
        ),
        ("red 0,0..3,0", "Paint the lower half of the tower blue", "red 0,0..1,0", "blue 0,0..1,0"),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Make the top of each tower green",
            "red -3,2,0; blue 3,2,0",
            "green -3,2,0 3,2,0",
        ),
        (
            "red 0,0..3,0",
            "Turn the top half of the tower blue and the bottom half green",
            "red 0,0..3,0",
            "blue 0,2..3,0; green 0,0..1,0",
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
        (
            "red -3,0..1,0; blue -3,2,0",
            "Copy the tower to the southeast corner",
            "",
            "red 5,0..1,5; blue 5,2,5",
        ),
        (
            "red -3,0..2,0",
            "Build another red tower of the same height in the middle of the grid",
            "",
            "red 0,0..2,0",
        ),
        (
            "red -3,0..2,0",
            "Build a blue tower next to the red tower on its east side, with the same height",
            "",
            "blue -2,0..2,0",
        ),
        ("red -3,0..1,0", "Make the red tower twice as tall", "", "red -3,2..3,0"),
        (
            "red -3,0..1,0; blue 3,0..4,0",
            "Raise the red tower until it is as high as the blue one",
            "",
            "red -3,2..4,0",
        ),
        (
            "red -3,0..3,0",
            "Build a yellow tower half as tall as the red tower in the northwest corner",
            "",
            "yellow -5,0..1,-5",
        ),
        (
            "red -3,0..1,0",
            "Build a green tower that is one block taller than the red one in the centre",
            "",
            "green 0,0..2,0",
        ),
        (
            "blue 3,0..1,0",
            "Build a red tower three blocks higher than the blue one next to it on the west",
            "",
            "red 2,0..4,0",
        ),
    ],
    "mirror": [
        (
            "red -3,0..2,1; blue -3,0,2",
            "Mirror the structure across the north-south line through the centre",
            "",
            "red 3,0..2,1; blue 3,0,2",
        ),
        ("red -3..-1,0,2", "Mirror the red row to the eastern half of the grid", "", "red 1..3,0,2"),
    ],
    "extend": [
        ("blue -2..0,0,1", "Make the row two blocks longer to the east", "", "blue 1..2,0,1"),
        ("blue 0,0..1,1", "Raise the blue tower by three", "", "blue 0,2..4,1"),
        ("blue -2..0,0,1", "Extend the blue line westward by 2 more", "", "blue -4..-3,0,1"),
        ("blue 0,0..1,1", "Add two more blocks to the top of the tower, in red", "", "red 0,2..3,1"),
        ("blue -2..0,0,1", "Extend the row by three blocks to the west", "", "blue -5..-3,0,1"),
        ("blue -2..0,0,1", "Continue the blue row eastwards with two yellow blocks", "", "yellow 1..2,0,1"),
        ("blue 0,0..1,1", "Make the tower 5 blocks tall", "", "blue 0,2..4,1"),
        ("blue -1..1,0,1", "Lengthen the row by one block on both ends", "", "blue -2,0,1 2,0,1"),
        ("blue 0,0..4,1", "Make the tower two blocks shorter", "blue 0,3..4,1", ""),
        (
            "blue -2..0,0,1; red 1,0,1",
            "Extend the blue row to the west until it reaches the edge",
            "",
            "blue -5..-3,0,1",
        ),
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
        ("", "Build a red plus sign with arms of length one in the middle", "", "red -1..1,0,0 0,0,-1 0,0,1"),
        (
            "",
            "Build a hollow 5x5 square of blue blocks in the centre",
            "",
            "blue -2..2,0,-2 -2..2,0,2 -2,0,-1..1 2,0,-1..1",
        ),
        (
            "",
            "Make a ring of eight green blocks around the centre square",
            "",
            "green -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0",
        ),
        (
            "",
            "Build a 3x3x3 cube out of purple blocks in the center of the map",
            "",
            "purple -1..1,0..2,-1..1",
        ),
        (
            "",
            "Create a yellow pyramid with a 3 by 3 base in the middle of the board",
            "",
            "yellow -1..1,0,-1..1 0,1,0",
        ),
        (
            "",
            "Build a staircase of three steps going east from the centre with red blocks, filled underneath",
            "",
            "red 0,0,0 1,0..1,0 2,0..2,0",
        ),
        (
            "",
            "Build a green square with sides of four blocks in the southwest corner",
            "",
            "green -5..-2,0,2..5",
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
        (
            "",
            "Make a flat green letter U in the middle, three wide and three long, open to the north",
            "",
            "green -1,0,-1..1 1,0,-1..1 0,0,1",
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
        (
            "red -3,0..2,0; blue 3,0..2,0; green 0,0,4",
            "Remove everything except the green block",
            "red -3,0..2,0; blue 3,0..2,0",
            "",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Remove the bottom block of both towers",
            "red -3,0,0; blue 3,0,0",
            "",
        ),
        (
            "red -3,0,0 0,0,2; blue 3,0,-1",
            "Replace every red block with a green block",
            "red -3,0,0 0,0,2",
            "green -3,0,0 0,0,2",
        ),
        (
            "red -4..4,0,0",
            "Remove every other block of the row, starting at the west end",
            "red -4,0,0 -2,0,0 0,0,0 2,0,0 4,0,0",
            "",
        ),
        (
            "red -3,0,0 0,0,2; blue 3,0,-1",
            "Put a yellow block next to each red block on its east side",
            "",
            "yellow -2,0,0 1,0,2",
        ),
        ("red -3,0,0 0,0,2 4,0,4; blue 3,0,-1", "Remove all blocks that are not red", "blue 3,0,-1", ""),
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
        (
            "red -3,0,0; blue 3,0,0",
            "Fill the space between the red block and the blue block with green blocks",
            "",
            "green -2..2,0,0",
        ),
        (
            "red -3,0,0; blue 3,0,0",
            "Put a green block exactly in the middle between the red and blue blocks",
            "",
            "green 0,0,0",
        ),
        ("red 0,0,0", "Place a blue block diagonally to the southwest of the red block", "", "blue -1,0,1"),
        (
            "red -3,0,0; blue -1,0,0",
            "Add another red block in line with the two blocks, directly east of the blue one",
            "",
            "red 0,0,0",
        ),
        (
            "red -3,0,-3; red 3,0,3",
            "Draw a diagonal line of blue blocks between the two red blocks",
            "",
            "blue -2,0,-2 -1,0,-1 0,0,0 1,0,1 2,0,2",
        ),
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
        (
            "red -2..2,0,-2 -2..2,0,2 -2,0,-1..1 2,0,-1..1",
            "Fill the inside of the red ring with yellow blocks",
            "",
            "yellow -1..1,0,-1..1",
        ),
        (
            "red -2..2,0,-2 -2..2,0,2 -2,0,-1..1 2,0,-1..1",
            "Fill the red square in with blue",
            "",
            "blue -1..1,0,-1..1",
        ),
        ("red -1..1,0..2,-1..1", "Hollow out the cube", "red 0,1,0", ""),
        ("red -1..1,0,-1..1", "Make the square hollow", "red 0,0,0", ""),
    ],
    "move": [
        ("red -3,0,0; blue 3,0,0", "Move the red block one step to the north", "red -3,0,0", "red -3,0,-1"),
        ("red -3,0,0; blue 3,0,0", "Shift the blue block to the centre", "blue 3,0,0", "blue 0,0,0"),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Move the red tower two blocks to the south",
            "red -3,0..2,0",
            "red -3,0..2,2",
        ),
        ("red -3,0,0; blue 3,0,0", "Put the red block on top of the blue block", "red -3,0,0", "red 3,1,0"),
        (
            "red -3,0,0; blue 3,0,0",
            "Move the blue block so that it is next to the red block on the east side",
            "blue 3,0,0",
            "blue -2,0,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Put the blue tower on top of the red tower",
            "blue 3,0..2,0",
            "blue -3,3..5,0",
        ),
    ],
    "turn": [
        ("green -1..1,0,-1..1", "Turn the solid green square into a hollow one", "green 0,0,0", ""),
        ("red -2..2,0,0", "Turn the red row into a blue row", "red -2..2,0,0", "blue -2..2,0,0"),
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
        (
            "",
            "Put a red block in the northwest corner, a blue one in the northeast corner, and a green "
            "one in the middle",
            "",
            "red -5,0,-5; blue 5,0,-5; green 0,0,0",
        ),
        (
            "red 0,0,0",
            "First put two blue blocks on the red block, then remove the red block",
            "red 0,0,0",
            "blue 0,1..2,0",
        ),
        (
            "",
            "Place a yellow block in the centre. To its east, place a red block. On top of the red "
            "block, place a blue block.",
            "",
            "yellow 0,0,0; red 1,0,0; blue 1,1,0",
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
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Hello! I was wondering if you could please take down the blue tower. Thanks a lot!",
            "blue 3,0..2,0",
            "",
        ),
        ("red 0,0,0", "hmm ok so i think we need one more red block on top of the red one", "", "red 0,1,0"),
        (
            "red 0,0,0",
            "Could you do me a favour and put a green cube to the east of the red cube?",
            "",
            "green 1,0,0",
        ),
    ],
    "nothing": [
        ("red 0,0,0", "Please leave everything exactly as it is", None, ""),
        ("red 0,0,0", "Don't build anything this time", None, ""),
        ("red 0,0,0", "Nothing to do for now, just wait", None, ""),
        ("red 0,0,0", "That's perfect, no changes needed", None, ""),
        ("red 0,0,0", "Do nothing for now", None, ""),
        ("red 0,0,0", "Leave it all as it is, please", None, ""),
        ("red 0,0,0", "Everything is fine, don't change anything", None, ""),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Don't remove the red tower, remove the blue one",
            "blue 3,0..2,0",
            "",
        ),
    ],
    "counts": [
        ("", "Stack half a dozen blue blocks in the northwest corner", "", "blue -5,0..5,-5"),
        ("red 0,0,0", "Put a pair of green blocks to the west of the red one", "", "green -2..-1,0,0"),
        ("red 0,0,0", "Stack 4 more red blocks on the red one", "", "red 0,1..4,0"),
        (
            "",
            "Build two yellow towers of three blocks each, one in the northwest corner and one in the "
            "southeast corner",
            "",
            "yellow -5,0..2,-5 5,0..2,5",
        ),
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
    "edges": [
        ("blue -1..1,0,-1..1", "Recolour the middle block of the square red", "blue 0,0,0", "red 0,0,0"),
        (
            "blue -1..1,0,-1..1",
            "Remove the outer blocks of the square and keep the middle one",
            "blue -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0",
            "",
        ),
    ],
    "second": [
        (
            "red 0,0,0",
            "Put a blue block on the red one. Then put a green one on top of it.",
            "",
            "blue 0,1,0; green 0,2,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Remove the red tower. In its place, build a yellow tower of two blocks.",
            "red -3,0..2,0",
            "yellow -3,0..1,0",
        ),
        (
            "red 0,0,0",
            "Put a blue block east of it and a green block east of that",
            "",
            "blue 1,0,0; green 2,0,0",
        ),
        (
            "red -3,0..2,0; blue 3,0..2,0",
            "Put a green block on the red tower and another one on the blue tower",
            "",
            "green -3,3,0 3,3,0",
        ),
        ("", "Build a blue tower of three in the middle. Remove its middle block.", "", "blue 0,0,0 0,2,0"),
    ],
    "spelling": [
        ("", "Put a grean tower of 3 blocks in the centere", "", "green 0,0..2,0"),
        ("red -3,0..2,0; blue 3,0..2,0", "Recolor the blue tower yelow", "blue 3,0..2,0", "yellow 3,0..2,0"),
        ("red -3,0..2,0; blue 3,0..2,0", "Remvoe teh blu towr", "blue 3,0..2,0", ""),
    ],
}
"""For each kind: the world, what is said, and the blocks to remove and to add; None to change nothing."""


ROWS = [row for rows in SAID.values() for row in rows]


@pytest.mark.parametrize(("world", "text", "remove", "add"), ROWS, ids=[row[1] for row in ROWS])
def test_it_builds_exactly_what_is_said(world: str, text: str, remove: str | None, add: str) -> None:
    check_reading(world, text, remove, add)
