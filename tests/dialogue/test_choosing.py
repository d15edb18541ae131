"""Which of several things an answer chooses."""

from __future__ import annotations

import numpy as np
import pytest

from cq.dialogue.answers.choosing import chosen_build, read_choice
from cq.dialogue.questions.change import Change
from cq.dialogue.reading.places import Places
from cq.language.request import Exchange, Request
from cq.world import World

REDS = [(-3, 63, 0, "red"), (0, 63, 0, "red"), (4, 63, 0, "red"), (0, 63, 4, "blue")]
"""Three red blocks from west to east, and a blue one."""
TOWERS = [(x, 63 + y, 0, "purple") for x in (-4, 4) for y in range(3)]
WEST, MIDDLE, EAST = 2, 5, 9
"""The x of the red blocks, as indices."""


def choice(blocks, instruction, question, answer):
    world = World.parse(blocks)
    request = Request(instruction, (Exchange(question, answer),))
    return read_choice(request.exchanges[0], request, world, Places(world.grid)), request, world.grid


@pytest.mark.parametrize(
    ("question", "answer", "meant"),
    [
        ("Which red block?", "the western one", {WEST}),
        ("Which red block?", "Oh, I mean the one in the east.", {EAST}),
        ("Which red block?", "all of them", {WEST, MIDDLE, EAST}),
        ("Which red block?", "All apart from the eastern one", {WEST, MIDDLE}),
        ("Which red block?", "every one except the westernmost", {MIDDLE, EAST}),
        ("Which red block?", "not the westernmost one", {MIDDLE, EAST}),
        ("Do you mean the westernmost red block?", "Yes", {WEST}),
        ("Do you mean the westernmost red block?", "no, the easternmost one", {EAST}),
        ("Which red block?", "the blue one", None),
        ("Which red block?", "I don't know", None),
        ("Which red block?", "whichever you like", None),
        ("Do you mean the westernmost red block?", "No, not that one.", None),
        ("How many blocks should go?", "all of them", None),
    ],
)
def test_an_answer_chooses_among_what_was_asked(question, answer, meant):
    found, request, start = choice(REDS, "Remove the red block", question, answer)
    if meant is None:
        assert found is None
        return
    assert set(np.argwhere(found.chosen)[:, 1].tolist()) == meant
    built = chosen_build(found, request, start)
    assert np.array_equal(built == 0, (start == 0) | found.chosen)
    assert found.score(Change(start, built)) == 1
    assert found.score(Change(start, np.zeros_like(start))) == len(meant) / 3


def test_a_tower_is_chosen_as_a_whole_and_the_other_one_is_known():
    for answer, x in (("No, not that one", 9), ("yes", 1), ("no, the other one", 9)):
        found, request, start = choice(
            TOWERS, "Take the purple tower down", "Do you mean the western tower?", answer
        )
        assert np.argwhere(found.chosen)[:, 1].tolist() == [x] * 3
        assert np.count_nonzero(chosen_build(found, request, start)) == 3


@pytest.mark.parametrize("instruction", ["Turn a red block green", "Paint the red block green"])
def test_what_is_chosen_gets_its_colour(instruction):
    found, request, start = choice(REDS, instruction, "Which red block?", "the eastern one")
    built = chosen_build(found, request, start)
    assert np.argwhere(built != start).tolist() == [[0, EAST, 5]]
    assert built[0, EAST, 5] == 2


@pytest.mark.parametrize(
    "instruction",
    ["Remove the red block and put a blue one in the middle", "Put a green block on the red block"],
)
def test_other_instructions_have_no_build_from_the_choice_alone(instruction):
    found, request, start = choice(REDS, instruction, "Which red block?", "the eastern one")
    assert found is None or chosen_build(found, request, start) is None
