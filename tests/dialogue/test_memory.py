"""What was said and built before an instruction counts for it."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.world.palette import COLOUR_IDS

RED = [(-3, 63 + y, -2, "red") for y in range(4)]
BLUE = [(2, 63, 1, "blue"), (2, 64, 1, "blue")]
PURPLE = [(5, 63 + y, -5, "purple") for y in range(3)]
TOWER = "Build a tower of 3 purple blocks in the northeast corner"


def built(*said: str) -> set[tuple[int, int, int, str]]:
    """The blocks that stand after some instructions, each of which is built."""
    dialogue = cq.Dialogue([*RED, *BLUE])
    for one in said:
        assert dialogue.say(one).action == "build", one
    names = {number: name for name, number in COLOUR_IDS.items()}
    return {(x, y, z, names[colour]) for x, y, z, colour in dialogue.world.blocks()}


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ((TOWER, "Undo that"), [*RED, *BLUE]),
        ((TOWER, "Remove the red tower", "Undo that"), [*RED, *BLUE, *PURPLE]),
        (("Remove the blue tower", "Put it back"), [*RED, *BLUE]),
        ((TOWER, "Make the top one green"), [*RED, *BLUE, *PURPLE[:2], (5, 65, -5, "green")]),
        ((TOWER, "No, make it green"), [*RED, *BLUE, *((x, y, z, "green") for x, y, z, _ in PURPLE)]),
        (("Remove the blue tower", "I meant the red one"), BLUE),
        ((TOWER, "Now remove it"), [*RED, *BLUE]),
    ],
)
def test_what_was_done_before_is_known(said: tuple[str, ...], left: list[tuple[int, int, int, str]]) -> None:
    assert built(*said) == set(left)


def test_a_saved_dialogue_remembers() -> None:
    dialogue = cq.Dialogue([*RED, *BLUE])
    dialogue.say(TOWER)
    restored = cq.Dialogue.from_dict(dialogue.to_dict())
    restored.say("Undo that")
    assert np.array_equal(restored.world.grid, dialogue.start.grid)


def test_what_networks_built_is_undone_too() -> None:
    world = cq.World.parse(BLUE)
    now = world.after(cq.World.parse([*BLUE, *PURPLE]).grid, [])
    said = (("architect", "some glimmer there"), ("builder", "Done: placed 3 purple blocks."))
    build = cq.build("Undo that", now, dialogue=said)
    assert np.array_equal(build.grid, world.grid)


def test_a_world_remembers_a_few_worlds() -> None:
    world = cq.World.parse(BLUE)
    for _ in range(20):
        world = world.after(world.grid, [])
    assert 0 < len(world.past) < 20
    assert not any(one.past for one in world.past)
