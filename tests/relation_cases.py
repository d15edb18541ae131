"""Instructions about relations, ordinals, pronouns and places. Before its rules were written, 6 of
the first 20 were found and 3 of the other 20 were false alarms.
"""

from __future__ import annotations

WORLDS: dict[str, str] = {
    "row": "orange -2..2,0,0",
    "rows": "blue -2..2,0,-3 -2..2,0,3",
    "rows2": "blue -2..2,0,-3; red -2..2,0,3",
    "tower": "red 0,0,0; yellow 0,1,0; blue 0,2,0; green 0,3,0",
    "two": "red -2,0,0 2,0,0; green 0,0,0",
    "twocol": "red -3,0..2,0 3,0..2,0; blue 0,0..5,0",
    "stairs": "purple 0,0,0 1,0..1,0 2,0..2,0",
    "square": "yellow -1..1,0,-1..1",
    "ring": "green -1..1,0,-1 -1,0,0 1,0,0 -1..1,0,1",
    "corners": "blue -5,0,-5 5,0,-5",
    "table": "red -1,0,-1 -1,0,1 1,0,-1 1,0,1; orange -1..1,1,-1..1",
    "lone": "blue 0,0,0",
    "pair": "red 0,0,0; blue 2,0,0",
    "scatter": "purple -4,0,1 -1,0,3 3,0,-2; green 0,0,0",
    "cube": "red -1..1,0..2,-1..1",
    "wall": "purple -2..2,0..2,0",
    "nothing": "",
    "hang": "red 0,0,0; green 0,1,0; red 3,0,0",
}
"""Worlds by name, in the notation of `eval.behaviours`."""
MUST_ASK = [
    ("row", "Remove the seventh block of the row"),
    ("stairs", "Take away the fifth step of the stairs"),
    ("tower", "Delete the purple block in the middle of the tower"),
    ("tower", "The orange one at the bottom of the stack has to go"),
    ("ring", "Remove the block inside the ring"),
    ("lone", "Take away the block that fills the hole"),
    ("scatter", "Get rid of that purple thing"),
    ("two", "Remove the red block next to the green block"),
    ("scatter", "Take out the block near the green one"),
    ("corners", "Put two yellow blocks on top of the corner block"),
    ("twocol", "Remove the top block of the short pillar"),
    ("twocol", "Put a green block on top of the smaller tower"),
    ("pair", "paint it green"),
    ("pair", "Make it orange"),
    ("pair", "Paint the blue block silver"),
    ("lone", "Colour the block golden"),
    ("nothing", "Build a tower of exactly six red blocks in the middle, using four blocks in total"),
    ("nothing", "Place a single green block in the southwest corner, at the north end"),
    ("pair", "Move the red block fifty spaces to the east"),
    ("pair", "Put a yellow block exactly where the red block is and keep the red block there as well"),
]
CLEAR = [
    ("row", "Remove the fifth block of the row, counted from the west"),
    ("stairs", "Take away the top step of the stairs"),
    ("tower", "Delete the yellow block in the middle of the tower"),
    ("ring", "Put a red block in the hole in the middle of the ring"),
    ("lone", "Get rid of that blue thing"),
    ("hang", "Remove the red block under the green one and leave the green one hanging"),
    ("rows", "Put a red block on the easternmost block of the row that is further south"),
    ("wall", "Cut a one block hole through the exact middle of the wall"),
    ("square", "Replace the block in the exact centre with a blue one"),
    ("cube", "Take the four corner blocks off the top of the cube"),
    ("corners", "Put a red block on top of the westernmost corner block"),
    ("twocol", "Take the top block off the tall tower"),
    ("lone", "turn it green"),
    ("pair", "Paint the blue block yellow"),
    ("table", "Remove the table legs and leave the top floating in the air"),
    (
        "nothing",
        "Build a tower of exactly four red blocks in the northwest corner, using four blocks in total",
    ),
    ("pair", "Move the red block three spaces to the west"),
    ("two", "Remove the red block to the west of the green block"),
    ("rows2", "Put a yellow block at the east end of the row which lies further north, on top"),
    ("wall", "Take out the block in the very centre and put a green one there"),
]
