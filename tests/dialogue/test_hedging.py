"""What is not sure is asked about, or said to be unsure; yes, no and another option answer it."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.dialogue.hedging import DONE_FROM, like_this, removes_more, unsure_of
from cq.language.request import LIKE_THIS, options_in
from cq.meaning.grounded import GroundedInstruction

WORLD = [(0, 63 + level, 0, "red") for level in range(3)] + [(4, 63, 4, "blue"), (-4, 63, 4, "blue")]
UNSURE = "Put a green block next to the red tower"


@pytest.fixture
def instruction() -> GroundedInstruction:
    return GroundedInstruction(UNSURE, cq.World.parse(WORLD, facing="north"))


def test_the_best_build_is_said_and_the_next_ones_are_options(instruction):
    build = cq.build(UNSURE, cq.World.parse(WORLD, facing="north"))
    question = like_this(build, instruction, cost=0.05)
    assert question is not None
    assert question.text == f"{LIKE_THIS}: {question.options[0].text}?"
    assert options_in(question.text) == (question.options[0].text,)
    assert len({one.text for one in question.options}) == len(question.options) > 1
    grid = cq.build(question.options[0].text, instruction.world).grid
    assert np.array_equal(grid, build.grid)


def test_a_question_that_costs_more_than_it_brings_is_not_asked(instruction):
    build = cq.build(UNSURE, instruction.world)
    assert like_this(build, instruction, cost=0.99) is None
    assert "not sure of" in unsure_of(build, instruction)
    assert not removes_more(build, instruction)


@pytest.mark.parametrize(("answer", "action"), [("yes", "build"), ("no", "ask"), ("you choose", "build")])
def test_yes_builds_it_and_no_asks_for_other_words(instruction, answer, action):
    build = cq.build(UNSURE, instruction.world)
    question = like_this(build, instruction, cost=0.05)
    said = [("architect", UNSURE), ("builder", question.text)]
    turn = cq.ask(answer, instruction.world, dialogue=said)
    assert turn.action == action
    if answer == "yes":
        assert np.array_equal(turn.build.grid, build.grid)


def test_a_build_that_is_not_sure_says_so():
    turn = cq.ask(UNSURE, cq.World.parse(WORLD, facing="north"), cost_of_asking=0.99)
    if turn.build is not None and turn.build.confidence < DONE_FROM:
        assert any("not sure" in reason for reason in turn.reasons)
