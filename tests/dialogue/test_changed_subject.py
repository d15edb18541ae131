"""What is said while a question is open: an answer, or a whole new instruction."""

from __future__ import annotations

import pytest

import cq
from cq.dialogue.changed_subject import changes_subject
from cq.language.request import NEVER_MIND
from eval.behaviours.notation import parse_world

WORLD = parse_world("red -4,0,-4 4,0,-3; yellow 0,0,4 3,0,4; blue 2,0,1")
WHICH = "Which red block do you mean: the northernmost red block or the second red block from the north?"
PLACE = "Where should the red tower go: in the middle of the zone or in the northwest corner?"


@pytest.mark.parametrize(
    ("instruction", "question", "said"),
    [
        ("Break the red block", WHICH, "Write HI in green"),
        ("Break the red block", WHICH, "Build a letter H in green in the middle"),
        ("Break the red block", WHICH, "Please place a blue block in the middle"),
        ("Break the red block", WHICH, "Draw a heart in red"),
        ("Break the purple block", "Which block do you mean: the red ones?", "Now put a wall in the corner"),
        ("Build a red tower", PLACE, "Break the yellow one by the east edge"),
        ("Build a red tower", PLACE, "Remove all yellow blocks"),
        ("Build a red tower", PLACE, "Write HI in green"),
        ("Build a red wall", "What size should the red wall be?", "Build a green tower in the corner"),
        ("Write HI in green", "What should I build, block by block?", "Build a green H in the middle"),
    ],
)
def test_a_whole_instruction_about_another_thing_is_new(instruction, question, said):
    assert changes_subject(said, question, instruction, WORLD)


@pytest.mark.parametrize(
    ("instruction", "question", "said"),
    [
        ("Build a red tower", PLACE, "Build it on the left"),
        ("Build a red tower", PLACE, "Put it in the middle"),
        ("Build a red tower", PLACE, "place it next to the red one"),
        ("Build a red tower", "What size should the red tower be?", "Make a tower of five"),
        ("Build a red tower", "What size should the red tower be?", "put four blocks on top of each other"),
        ("Build a tower", "What colour should the tower be?", "make it red"),
        ("Build a wall", "What size should the wall be?", "build a row of five, three high"),
        ("Build a bridge", "What size should the bridge be?", "put two red towers in the middle"),
        ("Break the purple block", "Which block do you mean: the red ones?", "remove the red one"),
        ("Break the red block", WHICH, "the one by the east edge"),
        ("Break the red block", WHICH, "put a blue one in its place"),
        ("Place a block on the red one", WHICH, "take the northern one"),
        ("Place a block", "What colour should the block be?", "Place a blue block in the middle"),
        ("Replace the red block", "What should take its place?", "place a blue block there"),
        ("Move the red block", "Where should it go?", "Place the red block on the left"),
        ("Place three red blocks in the middle", "How should they lie?", "make a red line from west to east"),
        ("Build a tower on it", "Should I remove the red block first?", "Remove the red block"),
        ("Write HI", "What colour should it be?", "Write it in green"),
        ("Write HI in green", "What should I build, block by block?", "place green blocks"),
    ],
)
def test_what_may_answer_the_question_is_an_answer(instruction, question, said):
    assert not changes_subject(said, question, instruction, WORLD)


def test_a_new_instruction_drops_the_question():
    dialogue = cq.Dialogue(WORLD)
    assert dialogue.say("Break the purple block").action == "ask"
    turn = dialogue.answer("Build a tower of three green blocks in the middle")
    assert ("builder", NEVER_MIND) in dialogue.said
    assert {action.kind for action in turn.build.actions} == {"place"}


def test_an_option_is_always_an_answer():
    dialogue = cq.Dialogue(WORLD)
    question = dialogue.say("Break the red block").question
    dialogue.answer(question.options[0].text)
    assert ("builder", NEVER_MIND) not in dialogue.said
