"""Questions that an obstacle makes necessary come first, and name what the world has."""

from __future__ import annotations

import pytest
from candidates_of import candidates_of
from grids import filled

from cq.dialogue.questions import possible_questions
from cq.language.instruction import GroundedInstruction
from cq.world import World

BLUE, GREEN, RED, ORANGE, PURPLE, YELLOW = range(1, 7)
START = filled({(0, 2, 2): RED, (0, 8, 5): RED, (0, 5, 5): BLUE})


def first_question(text, start=START, dialogue=()):
    change = start.copy()
    change[0, 0, 5] = GREEN
    instruction = GroundedInstruction(text, World.parse(start), dialogue)
    questions = possible_questions(instruction, candidates_of(start, [start, change]))
    return questions[0] if questions else None


def texts(question):
    return {option.text for option in question.options}


@pytest.mark.parametrize(
    ("text", "type_", "options"),
    [
        ("Remove the purple block", "which", {"the blue one", "the red ones"}),
        ("Remove the red block", "which", {"the easternmost red block", "the westernmost red block"}),
        ("Move the blue block", "direction", {f"to the {s}" for s in ("north", "east", "south", "west")}),
        ("Put a green block on the blue one", None, None),
    ],
)
def test_an_obstacle_is_asked_about_first(text, type_, options):
    question = first_question(text)
    if type_ is None:
        assert question is None or question.obstacle is None
        return
    assert question.obstacle is not None
    assert question.type == type_
    assert len(options) == len(texts(question))
    assert type_ != "direction" or texts(question) == options
    assert all(option in question.text for option in texts(question))


def test_in_an_empty_world_nothing_is_offered():
    question = first_question("Remove the red block", filled({}))
    assert question.options == ()
    assert "instead" in question.text


def test_an_answer_settles_it():
    dialogue = (
        ("architect", "Remove the purple block"),
        ("builder", "There is none. Which block do you mean?"),
    )
    question = first_question("the blue one", dialogue=dialogue)
    assert question is None or question.type != "which"
