"""What is said behind a build repeats, extends or corrects it."""

from __future__ import annotations

import pytest

import cq
from cq.world.palette import COLOUR_IDS

RED = [(-4, level, -1, "red") for level in (1, 2, 3)]
BLUE = [(1, level, 2, "blue") for level in (1, 2)]
ROW = [(x, 1, 4, "yellow") for x in (-4, -3, -2)]
TOWN = {*RED, *BLUE, *ROW}
TOWER = "Build a tower of three purple blocks in the northeast corner"
BESIDE = "Put a green block to the west of the blue tower"


def tower(x: int, z: int, colour: str, high: int = 3) -> set[tuple[int, int, int, str]]:
    return {(x, level, z, colour) for level in range(1, high + 1)}


@pytest.mark.parametrize(
    ("said", "gone", "made"),
    [
        ((TOWER, "remove it"), set(), set()),
        ((TOWER, "take it down again"), set(), set()),
        ((TOWER, "make it taller by one"), set(), tower(5, -5, "purple", 4)),
        ((TOWER, "that's too tall, take one off"), set(), tower(5, -5, "purple", 2)),
        ((TOWER, "too tall, only two"), set(), tower(5, -5, "purple", 2)),
        ((TOWER, "wait, four"), set(), tower(5, -5, "purple", 4)),
        ((TOWER, "make the top one green"), set(), {*tower(5, -5, "purple", 2), (5, 3, -5, "green")}),
        ((TOWER, "not purple, green"), set(), tower(5, -5, "green")),
        ((TOWER, "make it red", "no, I wanted it blue"), set(), tower(5, -5, "blue")),
        (
            (TOWER, "same in blue, next to it on the west side"),
            set(),
            tower(5, -5, "purple") | tower(4, -5, "blue"),
        ),
        (
            (TOWER, "and the same in the southwest corner"),
            set(),
            tower(5, -5, "purple") | tower(-5, 5, "purple"),
        ),
        ((BESIDE, "no, the east side"), set(), {(2, 1, 2, "green")}),
        ((BESIDE, "the other side"), set(), {(2, 1, 2, "green")}),
        ((BESIDE, "on the other side too"), set(), {(0, 1, 2, "green"), (2, 1, 2, "green")}),
        ((BESIDE, "and one more on top"), set(), {(0, 1, 2, "green"), (0, 2, 2, "green")}),
        ((TOWER, "and one higher, over the full height"), set(), tower(5, -5, "purple", 4)),
        (("Remove the red tower", "and the blue one too"), {*RED, *BLUE}, set()),
        (("Remove the red tower", "no, I meant the blue one"), set(BLUE), set()),
    ],
)
def test_a_follow_up(
    said: tuple[str, ...], gone: set[tuple[int, int, int, str]], made: set[tuple[int, int, int, str]]
) -> None:
    dialogue = cq.Dialogue([(x, 62 + level, z, colour) for x, level, z, colour in TOWN])
    for one in said:
        assert dialogue.say(one).action == "build", one
    names = {number: name for name, number in COLOUR_IDS.items()}
    standing = {(x, y - 62, z, names[colour]) for x, y, z, colour in dialogue.world.blocks()}
    assert standing == (TOWN - gone) | made


def test_what_speaks_back_is_not_sure_alone() -> None:
    """Three other blocks stand: two of them could be any."""
    dialogue = cq.Dialogue([(3, 63, 3, "red"), (3, 63, -3, "red"), (-3, 63, 0, "blue")])
    dialogue.say("Put a green block in the middle")
    assert dialogue.say("remove the other two").action == "ask"
    assert len(dialogue.world) == 4
