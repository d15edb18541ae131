"""What was done is taken back in words, done again, and taken back for good."""

from __future__ import annotations

import json

import numpy as np
import pytest

import cq

RED = [(-3, 63 + y, -2, "red") for y in range(4)]
BLUE = [(2, 63, 1, "blue"), (2, 64, 1, "blue")]
YELLOW = [(x, 63, 3, "yellow") for x in (-4, 4)]
GREEN = (-5, 63, -5, "green")
PURPLE = (5, 63, 5, "purple")
FIRST, SECOND = "Put a green block in the northwest corner", "Put a purple block in the southeast corner"
WHICH = "Break the yellow block"


def talked(*said: str) -> cq.Dialogue:
    """A dialogue after some texts, each an answer if something is asked."""
    dialogue = cq.Dialogue([*RED, *BLUE])
    for one in said:
        dialogue.answer(one) if dialogue.question_is_open else dialogue.say(one)
    return dialogue


def stands(dialogue: cq.Dialogue, *new: tuple[int, int, int, str]) -> bool:
    """Whether the first blocks stand, and some new ones."""
    return np.array_equal(dialogue.world.grid, cq.World.parse([*RED, *BLUE, *new]).grid)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (("undo",), [GREEN]),
        (("Take that back, please.",), [GREEN]),
        (("No, undo that!",), [GREEN]),
        (("go back two steps",), []),
        (("undo the last two orders",), []),
        (("undo", "undo"), []),
        (("undo", "undo", "undo"), []),
        (("undo", "undo", "redo"), [GREEN]),
        (("undo twice", "redo"), [GREEN, PURPLE]),
        (("undo", "put it back"), [GREEN, PURPLE]),
        (("redo",), [GREEN, PURPLE]),
        (("Let's start over",), []),
        (("undo everything", "undo"), [GREEN, PURPLE]),
        (("undo", "Remove the red tower", "undo"), [GREEN]),
        (("undo", "Wossname gubbins", "undo"), []),
    ],
)
def test_steps_are_taken_back(said: tuple[str, ...], left: list[tuple[int, int, int, str]]) -> None:
    assert stands(talked(FIRST, SECOND, *said), *left)


def test_undo_said_is_what_the_method_does():
    said, done = talked(FIRST, SECOND, "undo"), talked(FIRST, SECOND)
    done.undo()
    assert said.world == done.world
    assert said.turns[-1].action == "build"
    assert said.turns[-1].build.confidence == 1
    follow_up = "Put a red block on top of it"
    first, second = (one.say(follow_up).build for one in (said, done))
    assert np.array_equal(first.grid, second.grid)


def test_an_answer_that_is_taken_back_is_asked_for_again() -> None:
    dialogue = cq.Dialogue(YELLOW)
    question = dialogue.say(WHICH).question
    dialogue.answer(1)
    turn = dialogue.say("undo")
    assert (turn.action, turn.question) == ("ask", question)
    assert len(dialogue.world) == 2
    dialogue.answer("the eastern one")
    assert [block[0] for block in dialogue.world.blocks()] == [-4]


def test_an_open_question_is_taken_back_with_what_it_is_about() -> None:
    dialogue = cq.Dialogue(YELLOW)
    dialogue.say(WHICH)
    turn = dialogue.answer("undo")
    assert turn.action == "reply"
    assert not dialogue.question_is_open
    assert len(dialogue.world) == 2


@pytest.mark.parametrize("text", ["undo", "redo", "Put it back", "go back three steps", "start over"])
def test_nothing_is_taken_back_where_nothing_was_done(text: str):
    dialogue = cq.Dialogue([*RED, *BLUE])
    turn = dialogue.say(text)
    assert turn.action == "reply"
    assert "nothing" in turn.reply.lower()
    assert stands(dialogue)


def test_what_was_taken_back_is_saved() -> None:
    dialogue = talked(FIRST, SECOND, "undo")
    again = cq.Dialogue.from_dict(json.loads(json.dumps(dialogue.to_dict())))
    assert again.world == dialogue.world
    assert again.transcript == dialogue.transcript
    again.say("redo")
    assert stands(again, GREEN, PURPLE)


def test_a_dialogue_of_the_first_version_is_read() -> None:
    data = talked(FIRST).to_dict() | {"version": 1}
    for step in data["steps"]:  # The first version knows nothing of these.
        step.pop("memory", None)
        step["turn"].pop("guess", None)
    old = cq.Dialogue.from_dict(data)
    old.say("undo")
    assert stands(old)


@pytest.mark.parametrize(
    ("back_to", "needed"),
    [
        (-1, "greater than or equal to 0"),
        (2, "a number from 0 to 1, or null"),
        ("1", "a valid integer"),
        (True, "a valid integer"),
    ],
)
def test_a_state_that_is_none_is_named(back_to: object, needed: str) -> None:
    data = talked(FIRST, "undo").to_dict()
    data["steps"][1]["back_to"] = back_to
    with pytest.raises(cq.InputError, match=rf"step 2 .*back_to is .*; it must be {needed}"):
        cq.Dialogue.from_dict(data)


def test_undo_drops_an_open_question_and_not_the_one_that_was_dropped_before():
    dialogue = cq.Dialogue([*RED, *YELLOW])
    dialogue.say(FIRST)
    assert dialogue.say(WHICH).action == "ask"
    assert dialogue.say("Put a red block somewhere").action == "ask"
    assert dialogue.say("undo").action == "reply"
    assert not dialogue.question_is_open
    assert dialogue.say("undo").build.actions[0].kind == "break"


def test_undo_drops_all_questions_about_an_order():
    dialogue = cq.Dialogue([*RED, *YELLOW])
    dialogue.say(WHICH)
    dialogue.say("Build a wall in the middle")
    assert dialogue.answer("3 long").action == "ask"
    assert dialogue.say("undo").action == "reply"
    assert not dialogue.question_is_open


def test_a_correction_of_what_was_taken_back_is_saved():
    dialogue = cq.Dialogue([(-3, 63, 0, "red")])
    for text in ("Place a blue block in the middle", "undo", "orange instead", "No, make it green"):
        dialogue.say(text)
    again = cq.Dialogue.from_dict(json.loads(json.dumps(dialogue.to_dict())))
    assert (again.world, again.transcript) == (dialogue.world, dialogue.transcript)
    assert dialogue.world.blocks() == [(-3, 63, 0, 3), (0, 63, 0, 2)]
