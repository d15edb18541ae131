"""Later orders point back at what was made, moved or said before."""

from __future__ import annotations

import pytest

import cq
from cq.world import World
from tests.meaning_worlds import change, changes, world

EMPTY = world()
RED = world("red 0,0,1")
TOWER = world("green 2,2,1..2")
THREE = world("green -4,-2,1..2", "green 0,-2,1..2", "green 4,-2,1..2")
TWO_TOWERS = ("Build a red tower of three in the middle", "Build a blue tower of two in the northeast corner")


@pytest.mark.parametrize(
    ("start", "said", "wanted"),
    [
        (EMPTY, (*TWO_TOWERS, "Make the first one yellow"), ["yellow 0,0,1..3", "blue 5,-5,1..2"]),
        (EMPTY, (*TWO_TOWERS, "Paint the last one green"), ["red 0,0,1..3", "green 5,-5,1..2"]),
        (RED, ("Move the red block two cells east", "No, three cells east"), ["air 0,0,1", "red 3,0,1"]),
        (RED, ("Move the red block two cells east", "No, two cells south"), ["air 0,0,1", "red 0,2,1"]),
        (
            TOWER,
            ("Move the green tower three cells west", "Put a purple block where the tower was"),
            ["air 2,2,2", "purple 2,2,1", "green -1,2,1..2"],
        ),
        (
            THREE,
            ("Paint the leftmost tower red", "Make each of the other two towers one block taller"),
            ["red -4,-2,1..2", "green 0,-2,3", "green 4,-2,3"],
        ),
    ],
)
def test_it_is_what_was_pointed_at(start: cq.types.Grid, said: tuple[str, ...], wanted: list[str]) -> None:
    dialogue = cq.Dialogue(World.parse(start))
    for text in said:
        assert dialogue.say(text).action == "build"
    assert changes(start, dialogue.world.grid) == change(*wanted)
