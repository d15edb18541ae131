"""The policy: what stands in the way and what an answer is worth decide, and nothing is asked twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.building.decoding.candidates import Candidates
from cq.dialogue.policy import COST_OF_ASKING, Decision, decide
from cq.dialogue.questions import TYPES
from cq.meaning.grounded import GroundedInstruction
from cq.meaning.questions import QUESTION_TYPES
from tests.candidates_of import candidates_of

WORLD = cq.World.parse(
    [(-3, 0, 0, "red"), (2, 0, 2, "red"), *((0, y, -4, "blue") for y in range(3)), (4, 0, 4, "green")],
    ground=0,
)


def decision(*said: str, cost: float | None = None, may_ask: bool = True) -> Decision:
    """The decision about an instruction, after questions and answers that follow it."""
    turns = [(("architect", "builder")[i % 2], text) for i, text in enumerate(said)]
    return decide(GroundedInstruction(said[-1], WORLD, tuple(turns[:-1])), cost, may_ask)


NECESSARY = {
    "Remove the red block": ("which", "Which red block do you mean?"),
    "Put a block on the green one": ("colour", "What colour should the block be?"),
    "Put down a purple block": ("where", "Where should the purple block go?"),
    "Build a purple tower in the middle": ("size", "How high should the purple tower be?"),
    "Remove the orange tower": ("which", "There is no orange tower. Do you mean the blue tower?"),
    "Remove five blocks of the blue tower": ("count", "It has only 3 blocks. How many do you mean?"),
    "Put a glittering block on the green one": (
        "action",
        "I did not understand “glittering”. How would you say it in other words?",
    ),
}


@pytest.mark.parametrize("text", NECESSARY)
def test_what_must_be_known_is_asked_whatever_it_costs(text: str) -> None:
    found = decision(text, cost=0.99)
    assert found.action == "ask"
    assert found.question is not None
    assert (found.question.type, found.question.asked) == NECESSARY[text]
    assert found.reasons


@pytest.mark.parametrize("text", ["What is the time?", "asdf jkl", "3 14 15 92", "Ich kenne diesen Bahnhof"])
def test_what_is_no_instruction_is_refused(text: str) -> None:
    assert decision(text).action == "refuse"
    assert decision(text).reasons


def test_where_nothing_may_be_asked_what_can_be_built_is_built() -> None:
    assert decision("Put a block on the green one", may_ask=False).action == "build"
    assert decision("Remove the red block", may_ask=False).action == "build"
    for text in ("Remove the orange tower", "Remove the red block but do not grumble about the blue one"):
        assert decision(text, may_ask=False).action == "refuse"


ANSWERED = [
    ("Remove the red block", "Which red block do you mean?", "the western one"),
    ("Remove the red block", "Which red block do you mean?", "both"),
    ("Remove the red block", "Which red block do you mean?", "you choose"),
    ("Remove the red block", "Which one: the western one or the eastern one?", "the second"),
    ("Put a block on the green one", "What colour?", "blue please"),
    ("Put a block on the green one", "What colour?", "no idea"),
    ("Remove the orange tower", "There is no orange tower. Which tower do you mean?", "the blue one"),
    ("Remove the orange tower", "There is no orange tower. Do you mean the blue tower?", "yes"),
    ("Put a glittering block on the green one", "I did not understand “glittering”. Other words?", "yellow"),
    ("Put a glittering block on the green one", "I did not understand “glittering”. Other words?",
     "Put a yellow block on the green one"),
    ("Remove the red block", "Which red block do you mean?", "Build a red tower of 3 in the middle"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question", "answer"), ANSWERED)
def test_what_is_answered_is_built(text: str, question: str, answer: str) -> None:
    assert decision(text, question, answer).action == "build"


def test_an_answer_that_is_not_understood_is_asked_for_once_more() -> None:
    said = ["Put a block on the green one", "What colour should the block be?", "mumble mumble"]
    again = decision(*said)
    assert again.action == "ask"
    assert again.question is not None
    assert again.question.type == "colour"
    assert again.question.text.startswith("I did not understand “mumble mumble”. Which colour")
    assert decision(*said, again.question.text, "mumble").action == "refuse"
    assert decision(*said, again.question.text, "green").action == "build"
    assert decision(*said, may_ask=False).action == "refuse"


def test_an_answer_that_tells_something_else_is_kept_and_the_question_asked_in_other_words() -> None:
    said = ["Put down a block", "Where should the block go?", "red"]
    again = decision(*said)
    assert (again.action, again.question and again.question.type) == ("ask", "where")
    assert decision(*said, "Where?", "on the green one").action == "build"


def test_what_is_taken_back_is_refused() -> None:
    found = decision("Remove the red block", "Which red block do you mean?", "never mind")
    assert (found.action, found.reasons) == (
        "refuse",
        ("“never mind” takes the instruction back; give another",),
    )


@pytest.mark.parametrize("answer", ["the red one", "none of them"])
def test_an_answer_that_does_not_choose_is_refused(answer: str) -> None:
    asked = decision("Remove the red block").question
    assert asked is not None
    found = decision("Remove the red block", asked.text, answer)
    assert found.action == "refuse"
    assert found.reasons == (f"“{answer}” does not say which red block is meant",)


texts = st.sampled_from([*NECESSARY, "Remove the green block", "Hello there", "Build a house", "Keep red"])
answers = st.sampled_from(
    ["red", "both", "no", "2", "the tall one", "hm?", "never mind", "on the blue tower"]
)


@settings(max_examples=25, deadline=None)
@given(texts, st.lists(answers, max_size=4), st.floats(0.01, 0.99), st.booleans())
def test_every_decision_is_one_of_four_and_no_question_is_asked_twice(
    text: str, answered: list[str], cost: float, may_ask: bool
) -> None:
    said = [text]
    for answer in [*answered, ""]:
        found = decision(*said, cost=cost, may_ask=may_ask)
        assert found == decision(*said, cost=cost, may_ask=may_ask)
        assert (found.question is not None) == (found.action == "ask")
        if found.question is None:
            assert found.action == "build" or found.reasons or found.reply
            return
        assert may_ask
        assert found.question.type in QUESTION_TYPES
        assert found.question.text not in said
        said += [found.question.text, answer]


def test_the_default_cost_is_a_share_of_the_score() -> None:
    assert 0 < COST_OF_ASKING < 1
    assert TYPES == QUESTION_TYPES


def considered(*places: int) -> Candidates:
    """Builds of a purple block, each at another x."""
    grids = [WORLD.grid.copy() for _ in places]
    for grid, x in zip(grids, places, strict=True):
        grid[0, x, 8] = 5
    return candidates_of(WORLD.grid, grids)


def after(*said: str) -> GroundedInstruction:
    """An instruction with questions and answers that follow it, in turn."""
    turns = [(("architect", "builder")[i % 2], text) for i, text in enumerate(said)]
    return GroundedInstruction(said[-1], WORLD, tuple(turns[:-1]))


STUCK = ("Put a glittering purple block down", "I did not understand “glittering”. How else?", "no idea")
WHERE = "Where do all the new blocks go?"


def test_where_words_lead_no_further_it_asks_what_the_builds_differ_in() -> None:
    found = decide(after(*STUCK), candidates=considered(1, 5, 9))
    assert found.question is not None
    assert found.question.text == WHERE
    assert decide(after(*STUCK), candidates=considered(5)).action != "ask"
    assert decide(after(*STUCK), may_ask=False, candidates=considered(1, 5, 9)).action != "ask"


def test_what_was_answered_about_the_outcome_is_not_asked_again() -> None:
    for answer in ("x 0, z 3", "a banana"):
        found = decide(after(*STUCK, WHERE, answer), candidates=considered(1, 5, 9))
        assert found.question is None or found.question.text != WHERE
    assert decide(after(*STUCK, WHERE, "x 0, z 3"), candidates=considered(5)).action == "build"
