"""The policy: what stands in the way and what an answer is worth decide, and nothing is asked twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.dialogue import policy
from cq.dialogue.expected_gain import ExpectedGain
from cq.dialogue.policy import COST_OF_ASKING, decide
from cq.dialogue.questions import TYPES, ClarifyingQuestion
from cq.dialogue.repetition import is_repeated
from cq.language import GroundedInstruction
from cq.language.obstacles import Obstacle
from cq.language.request import Exchange
from cq.world import World


def hindrance(
    kind: str, question_type: str = "which", phrase: str = "", text: str = "something is in the way"
) -> Obstacle:
    """Something in the way."""
    return Obstacle(kind, question_type, phrase, text)


INSTRUCTION = GroundedInstruction("Break the yellow one", World.parse())
COLOUR = ClarifyingQuestion("colour", "What colour should it be?", value=0.02)
COUNT = ClarifyingQuestion("count", "How many blocks?", value=0.8)
WHICH = ClarifyingQuestion("which", "Which yellow one do you mean?", value=0.6)
WHICH_BLUE = ClarifyingQuestion("which", "Which blue one do you mean?", value=0.7)
ALL = [COLOUR, COUNT, WHICH, WHICH_BLUE]


def after(question: str, answer: str = "I don't know") -> GroundedInstruction:
    """The instruction after a question and an answer."""
    dialogue = (("architect", "Break the yellow one"), ("builder", question))
    return GroundedInstruction(answer, World.parse(), dialogue)


def test_a_valuable_answer_is_asked_for_and_a_cheap_one_is_not():
    assert decide(INSTRUCTION, [], ALL).question == COUNT
    assert decide(INSTRUCTION, [], [COLOUR]).action == "build"
    assert decide(INSTRUCTION, [], [COLOUR], cost_of_asking=0.01).question == COLOUR
    assert decide(INSTRUCTION, [], ALL, cost_of_asking=0.9).action == "build"
    assert decide(INSTRUCTION, [], []).action == "build"


@given(confidence=st.floats(0, 1), cost=st.floats(0.01, 0.99))
def test_the_present_expected_gain_is_the_value_of_the_answer(confidence, cost):
    for questions in ([COLOUR], ALL):
        told = decide(INSTRUCTION, [], questions, cost, confidence=confidence)
        assert told == decide(INSTRUCTION, [], questions, cost)
        assert told.gain in (None, max(one.value for one in questions))


def test_a_doubtful_builder_asks_where_a_sure_one_builds(monkeypatch):
    monkeypatch.setattr(policy, "EXPECTED_GAIN", ExpectedGain(0.1, 0.5, 0.4))
    doubtful = decide(INSTRUCTION, [], ALL, cost_of_asking=0.7, confidence=0.2)
    assert (doubtful.question, doubtful.gain) == (COUNT, pytest.approx(0.82))
    assert decide(INSTRUCTION, [], ALL, cost_of_asking=0.7, confidence=0.9).action == "build"


def test_what_stands_in_the_way_is_asked_about_whatever_it_costs():
    decision = decide(INSTRUCTION, [hindrance("several", "which", "the yellow one")], ALL, cost_of_asking=0.9)
    assert (decision.action, decision.question) == ("ask", WHICH_BLUE)
    about_it = [hindrance("several", "which", "yellow one")]
    assert decide(INSTRUCTION, about_it, ALL).question == WHICH
    assert decide(INSTRUCTION, about_it, ALL).reasons == ("something is in the way",)
    assert decide(INSTRUCTION, [hindrance("open", "colour")], ALL).question == COLOUR
    needed = replace(COLOUR, obstacle=about_it[0])
    assert decide(INSTRUCTION, about_it, [*ALL, needed]).question == needed
    assert decide(INSTRUCTION, [hindrance("open", "facing")], ALL).question == COUNT


@pytest.mark.parametrize("kind", ["off topic", "nonsense"])
def test_what_is_no_instruction_is_refused(kind):
    hindrances = [hindrance("several", text="two fit"), hindrance(kind, text="no instruction")]
    decision = decide(INSTRUCTION, hindrances, ALL)
    assert (decision.action, decision.question, decision.reasons) == ("refuse", None, ("no instruction",))


@pytest.mark.parametrize(
    ("kind", "action"),
    [("absent", "refuse"), ("impossible", "refuse"), ("contradiction", "refuse"), ("several", "build"),
     ("open", "build")],
)  # fmt: skip
def test_if_nothing_may_be_asked_it_builds_what_can_be_built(kind, action):
    assert decide(INSTRUCTION, [hindrance(kind)], ALL, may_ask=False).action == action
    assert decide(INSTRUCTION, [hindrance(kind)], []).action == action
    assert decide(INSTRUCTION, [hindrance(kind)], ALL).action == "ask"
    assert decide(INSTRUCTION, [], ALL, may_ask=False).action == "build"


def test_nothing_is_asked_again():
    assert decide(after("How many blocks?"), [], ALL).question == WHICH_BLUE
    assert decide(after("Which one do you mean?"), [], [WHICH, WHICH_BLUE]).action == "build"
    assert decide(after("Which blue one do you mean?"), [], [WHICH, WHICH_BLUE]).question == WHICH


@pytest.mark.parametrize(
    ("question", "kind", "earlier", "repeated"),
    [
        ("How many blocks?", "count", "How many should there be?", True),
        ("How many red blocks?", "count", "How many blue blocks?", False),
        ("Which tower?", "which", "Which red block do you mean?", False),
        ("Which tower?", "which", "Which one?", True),
        ("Which colour?", "colour", "Which one?", False),
        ("Where should it go?", "where", "Which square should it go on?", True),
        ("Sure?", "action", "sure", True),
    ],
)
def test_a_question_is_repeated_if_it_asks_the_same_about_the_same(question, kind, earlier, repeated):
    assert is_repeated(question, kind, [Exchange(earlier, "hm")]) is repeated


hindrances = st.builds(
    hindrance,
    st.sampled_from(["absent", "several", "impossible", "contradiction", "off topic", "nonsense", "open"]),
    st.sampled_from(TYPES),
)
questions = st.builds(
    ClarifyingQuestion,
    st.sampled_from(TYPES),
    st.sampled_from([one.text for one in ALL]),
    st.just(()),
    st.floats(0, 1),
)


@given(
    st.lists(hindrances, max_size=3), st.lists(questions, max_size=5), st.floats(0.01, 0.99), st.booleans()
)
def test_every_decision_is_one_of_three(found, possible, cost, may_ask):
    instruction = after("How many blocks?")
    decision = decide(instruction, found, possible, cost, may_ask)
    assert (decision.question is not None) == (decision.action == "ask")
    if decision.question:
        assert may_ask
        assert decision.question in possible
        assert decision.question.text != "How many blocks?"
    if decision.action == "refuse":
        assert decision.reasons
    assert decide(instruction, found, possible, cost, may_ask) == decision


def test_the_default_cost_is_a_share_of_the_score():
    assert 0 < COST_OF_ASKING < 1
