"""What is said while a question is open: an answer, another order, a question about it, or nothing of use."""

from __future__ import annotations

import numpy as np
import pytest

import cq

GREEN = [(3, 63, y, "green") for y in (-3, 0, 3)]
TOWER = [(-3, 63 + y, 0, "purple") for y in range(3)]
WHICH = "Take away a green block"
WHERE = "Build a row of four orange blocks"


def asked(order: str) -> cq.Dialogue:
    """A dialogue that has asked about an order."""
    dialogue = cq.Dialogue([*GREEN, *TOWER], cost_of_asking=0.05)
    assert dialogue.say(order).action == "ask"
    return dialogue


@pytest.mark.parametrize("order", [WHICH, WHERE])
@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("Remove the purple tower", 3),
        ("Change of plan: paint the purple tower yellow", 3),
        ("forget it, put a red block on the purple tower", 1),
        ("Leave them. Put a red block on the purple tower", 1),
        ("put a red block on the purple tower instead", 1),
        ("Remove the top purple block and put a blue block on the ground in the northwest corner", 2),
    ],
)
def test_another_order_is_carried_out_and_the_question_is_dropped(
    order: str, text: str, changes: int
) -> None:
    dialogue = asked(order)
    before = dialogue.world.grid
    turn = dialogue.answer(text)
    assert turn.action == "build"
    assert np.count_nonzero(before != dialogue.world.grid) == changes
    assert ("builder", "Never mind.") in dialogue.said
    assert f"I dropped “{order}”" in turn.reasons


def test_an_order_instead_of_what_is_asked_about_leaves_what_was_built() -> None:
    dialogue = cq.Dialogue([*GREEN, *TOWER])
    dialogue.say("Put a red block in the southwest corner")
    built = len(dialogue.world)
    dialogue.say(WHERE)
    dialogue.answer("Change of plan: paint the purple tower yellow")
    assert len(dialogue.world) == built


@pytest.mark.parametrize("order", [WHICH, WHERE])
@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Why?", "reply"),
        ("what are my options?", "reply"),
        ("say that again", "reply"),
        ("Hold on", "ask"),
        ("foo bar", "ask"),
        ("blimey", "ask"),
    ],
)
def test_the_question_stays_open(order: str, text: str, action: str) -> None:
    dialogue = asked(order)
    question, world = dialogue.question, dialogue.world
    turn = dialogue.answer(text)
    assert turn.action == action
    assert dialogue.world == world
    assert None not in (dialogue.question, question)
    assert dialogue.question.options == question.options
    assert "?" in dialogue.said[-1][1]


@pytest.mark.parametrize("text", ["skip", "never mind", "nvm, drop it", "I want something else"])
def test_the_question_is_dropped(text: str) -> None:
    dialogue = asked(WHICH)
    world = dialogue.world
    assert dialogue.answer(text).action == "reply"
    assert not dialogue.question_is_open
    assert dialogue.world == world


@pytest.mark.parametrize("text", ["any", "whatever", "You choose!", "I don't care", "surprise me"])
@pytest.mark.parametrize(
    ("order", "chosen"),
    [(WHICH, "green block"), (WHERE, "in the middle"), ("Build a pink tower of 2 blocks", "blue")],
)
def test_what_is_left_to_the_builder_is_chosen_and_said(text: str, order: str, chosen: str) -> None:
    turn = asked(order).answer(text)
    assert turn.action == "build"
    assert any(reason.startswith("I chose “") and chosen in reason for reason in turn.reasons)


def test_both_of_several_takes_no_others() -> None:
    dialogue = asked(WHICH)
    dialogue.answer("both of them")
    colours = [colour for *_, colour in dialogue.world.blocks()]
    assert colours.count(5) == len(TOWER)


def test_a_foreign_colour_is_no_direction() -> None:
    assert asked(WHICH).answer("pink").action in ("ask", "refuse")


@pytest.mark.parametrize(
    ("order", "answer", "question"),
    [
        ("Build a wall in the middle", "four", "How high should the wall be?"),
        ("Build a wall in the middle", "two high", "How long should the wall be?"),
        ("Build a row of five blue blocks", "along the north edge", "Where along the north edge should the"),
    ],
)
def test_after_a_part_of_what_is_asked_for_the_rest_is_asked_for(
    order: str, answer: str, question: str
) -> None:
    dialogue = cq.Dialogue([*GREEN, *TOWER])
    dialogue.say(order)
    turn = dialogue.answer(answer)
    assert turn.question is not None
    assert turn.question.text.startswith(question)


def test_the_middle_of_an_edge_that_was_told_is_built_at() -> None:
    dialogue = cq.Dialogue([])
    for text in ("Build a row of five blue blocks", "along the north edge", "in the middle"):
        turn = dialogue.answer(text) if dialogue.question_is_open else dialogue.say(text)
    assert turn.build is not None
    assert sorted((one.x, one.z) for one in turn.build.actions) == [(x, -5) for x in range(-2, 3)]
