"""The simulated architect tells the truth about the target, and chooses the option that agrees with it."""

from __future__ import annotations

import pytest
from grids import filled, near_grids
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.errors import InputError
from cq.language.asked import ClarifyingQuestion, Option
from cq.simulate import Architect, is_unknown
from cq.world import COLOURS

RED, BLUE = COLOURS.index("red") + 1, COLOURS.index("blue") + 1
START = filled({(0, 5, 5): BLUE, (0, 2, 2): RED, (0, 8, 8): RED})
TARGET = filled({(0, 5, 5): BLUE, (1, 5, 5): RED, (2, 5, 5): RED, (3, 5, 5): RED, (0, 8, 8): RED})
"""A red tower is built on a blue block, and the northern one of two red blocks goes."""

QUESTIONS = (
    "What colour shall they be?",
    "How many do I need?",
    "Where does it begin?",
    "On which side of the blue block?",
    "Which ones do I take away?",
    "How tall is it?",
    "In which direction does the row go?",
    "Should they be red?",
    "How many of them, what colour, and where do they go?",
)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("What colour are the new blocks?", {"Red."}),
        ("How many red blocks do I place?", {"Three.", "3."}),
        ("How tall is the tower?", {"Three high.", "3 high."}),
        ("Should I place three blocks?", {"Yes."}),
        ("Should I place four red blocks?", {"No, three.", "No, 3."}),
        ("Are the new blocks blue?", {"No, red."}),
        ("Which block do you mean: the red block to the north or the red block to the south?", {
            "The red block to the north."
        }),
        ("Where should the tower go: in the middle, on the blue block or in the northeast corner?", {
            "On the blue block."
        }),
        ("How many blocks should I place: two or three?", {"Three."}),
    ],
)  # fmt: skip
def test_a_question_gets_what_it_asks_for(question, answers):
    for seed in range(4):
        assert Architect(START, TARGET, seed=seed).answer(question) in answers


def test_places_and_things_are_told_so_that_they_can_be_found():
    for seed in range(4):
        architect = Architect(START, TARGET, seed=seed)
        assert "blue block" in architect.answer("Where should they go?")
        named = architect.answer("Which red block should I remove?")
        assert "north" in named or "west" in named
        order = architect.answer("What should I do instead?")
        assert cq.build(order, START).grid.tobytes() == TARGET.tobytes(), order


def test_a_side_is_told_by_what_the_question_names():
    built = filled({(0, 5, 5): BLUE, (0, 6, 5): RED})
    architect = Architect(filled({(0, 5, 5): BLUE}), built)
    assert architect.answer("On which side of the blue block should it go?") == "East."


def test_options_of_a_question_are_heard_and_the_look_is_not_known():
    architect = Architect(START, TARGET)
    options = tuple(Option(one) for one in ("blue", "red"))
    assert architect.answer(ClarifyingQuestion("colour", "What colour should it be?", options)) == "Red."
    assert is_unknown(architect.answer("Which way should I be facing?"))
    assert is_unknown(architect.answer("Nice weather today!"))


def test_where_nothing_changes_it_says_so():
    assert Architect(START, START).answer("Where?") in ("Nothing changes.", "Everything stays as it is.")


@settings(deadline=None, max_examples=25)
@given(near_grids, near_grids, st.sampled_from(QUESTIONS), st.integers(0, 9))
def test_the_same_seed_gives_the_same_answer_to_any_question(start, target, question, seed):
    one, other = (Architect(start, target, seed=seed).answer(question) for _ in range(2))
    assert one == other
    assert one.strip()


@pytest.mark.parametrize("question", [None, 7, "", " ?! "])
def test_what_is_no_question_is_an_input_error(question):
    with pytest.raises(InputError, match="question "):
        Architect(START, TARGET).answer(question)


@pytest.mark.parametrize("seed", ["a", 1.5, None, True])
def test_a_seed_that_is_no_whole_number_is_an_input_error(seed):
    with pytest.raises(InputError, match=r"seed is .*; it must be a whole number"):
        Architect(START, TARGET, seed=seed)


def test_worlds_are_given_in_any_form():
    assert cq.simulate.Architect([], [(0, 63, 0, "red")]).answer("What colour?") == "Red."
    with pytest.raises(InputError, match="two blocks"):
        Architect([(0, 63, 0, "red"), (0, 63, 0, "blue")], None)
