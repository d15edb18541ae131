"""What is said while a question is open: an answer, another order, a question about it, or nothing of use."""

from __future__ import annotations

from copy import copy
from functools import cache

import numpy as np
import pytest

import cq

GREEN = [(3, 63, y, "green") for y in (-3, 0, 3)]
TOWER = [(-3, 63 + y, 0, "purple") for y in range(3)]
WHICH = "Take away a green block"
WHERE = "Build a row of four orange blocks"


def asked(order: str) -> cq.Dialogue:
    """A dialogue that has asked about an order."""
    return copy(_asked(order))


@cache
def _asked(order: str) -> cq.Dialogue:
    dialogue = cq.Dialogue([*GREEN, *TOWER], cost_of_asking=0.05)
    assert dialogue.say(order).action == "ask"
    return dialogue


@pytest.mark.parametrize(
    ("order", "text", "changes"),
    [
        (WHICH, "Remove the purple tower", 3),
        (WHERE, "Change of plan: paint the purple tower yellow", 3),
        (WHICH, "forget it, put a red block on the purple tower", 1),
        (WHICH, "Leave them. Put a red block on the purple tower", 1),
        (WHERE, "put a red block on the purple tower instead", 1),
        (WHERE, "Remove the top purple block and put a blue block on the ground in the northwest corner", 2),
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


@pytest.mark.parametrize("order", [WHICH, WHERE])
@pytest.mark.parametrize("text", ["foo baz", "blimey"])
def test_what_is_not_understood_leaves_the_guess_and_is_asked_about_once(order: str, text: str) -> None:
    dialogue = asked(order)
    before, question = dialogue.turns[-1].guess, dialogue.question
    turn = dialogue.answer(text)
    assert f"I did not understand “{text}”" in turn.reasons
    assert before is not None
    assert turn.guess is not None
    assert turn.guess.probability >= before.probability
    assert np.array_equal(turn.guess.build.grid, before.build.grid)
    assert turn.action in ("ask", "build")
    assert question is not None
    assert turn.question is None or turn.question.head != question.head


@pytest.mark.parametrize("text", ["skip", "never mind", "nvm, drop it", "I want something else"])
def test_the_question_is_dropped(text: str) -> None:
    dialogue = asked(WHICH)
    world = dialogue.world
    assert dialogue.answer(text).action == "reply"
    assert not dialogue.question_is_open
    assert dialogue.world == world


@pytest.mark.parametrize(
    ("text", "order", "chosen"),
    [
        ("any", WHICH, "green block"),
        ("whatever", WHERE, "in the middle"),
        ("You choose!", "Build a pink tower of 2 blocks", "blue"),
        ("I don't care", WHICH, "green block"),
        ("surprise me", WHERE, "in the middle"),
    ],
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
    turn = asked(order).answer(answer)
    assert turn.question is not None
    assert turn.question.text.startswith(question)


@pytest.mark.parametrize(
    ("order", "answer", "cells"),
    [
        ("Build a row of five blue blocks", "along the north edge", {(x, -5) for x in range(-5, 6)}),
        ("Build a red tower 3 high", "on the east side", {(x, z) for x in range(1, 6) for z in range(-5, 6)}),
        ("a row of three red blocks at x 0 z 0", "to the north", {(0, -2), (0, -1), (0, 0)}),
    ],
)
def test_the_guess_is_where_it_was_told(order: str, answer: str, cells: set[tuple[int, int]]) -> None:
    dialogue = cq.Dialogue(cost_of_asking=0.05)
    dialogue.say(order)
    guess = dialogue.answer(answer).guess
    assert guess is not None
    assert {(one.x, one.z) for one in guess.build.actions} <= cells


def test_the_middle_of_an_edge_that_was_told_is_built_at() -> None:
    dialogue = cq.Dialogue([], cost_of_asking=0.05)
    for text in ("Build a row of five blue blocks", "along the north edge", "in the middle"):
        turn = dialogue.answer(text) if dialogue.question_is_open else dialogue.say(text)
    assert turn.build is not None
    assert sorted((one.x, one.z) for one in turn.build.actions) == [(x, -5) for x in range(-2, 3)]


BESIDE = "Put a red block to the left of the blue block"
AS_ON_THE_MAP = "I took left and right as on the map, seen from the south"


def test_without_a_pose_left_and_right_are_as_on_the_map():
    turn = cq.Dialogue([(0, 63, 0, "blue")]).say(BESIDE)
    assert [(one.x, one.z) for one in turn.build.actions] == [(-1, 0)]
    assert turn.assumptions == (AS_ON_THE_MAP,)


@pytest.mark.parametrize(("facing", "at"), [("north", (-1, 0)), ("east", (0, -1)), ("south", (1, 0))])
def test_with_a_pose_they_are_as_one_looks(facing, at):
    turn = cq.Dialogue(cq.World.parse([(0, 63, 0, "blue")], facing=facing)).say(BESIDE)
    assert [(one.x, one.z) for one in turn.build.actions] == [at]
    assert turn.assumptions == ()


@pytest.mark.parametrize(("facing", "x"), [("north", -1), ("south", 1)])
def test_where_one_looks_is_heard_if_somebody_asked_for_it(facing, x):
    said = [("architect", BESIDE), ("builder", "In which direction are you looking?")]
    turn = cq.ask(facing, [(0, 63, 0, "blue")], dialogue=said)
    assert [one.x for one in turn.build.actions] == [x]


@pytest.mark.parametrize(
    ("said", "placed"),
    [
        ("no, on the right", (1, 63, 0, "red")),
        ("no, to the right of it", (1, 63, 0, "red")),
        ("no, to the right of the blue block", (1, 63, 0, "red")),
        ("sorry, I meant the right", (1, 63, 0, "red")),
        ("no, to the right of the yellow block", (4, 63, 3, "red")),
        ("make it green", (-1, 63, 0, "green")),
        ("no, green", (-1, 63, 0, "green")),
    ],
)
def test_a_correction_mends_what_was_taken_for_left(said, placed):
    stands = [(0, 63, 0, "blue"), (3, 63, 3, "yellow")]
    dialogue = cq.Dialogue(stands)
    dialogue.say(BESIDE)
    assert dialogue.say(said).action == "build"
    assert np.array_equal(dialogue.world.grid, cq.World.parse([*stands, placed]).grid)


@pytest.mark.parametrize("said", ["right", "ok right", "yes"])
def test_who_only_agrees_changes_nothing(said):
    dialogue = cq.Dialogue([(0, 63, 0, "blue")])
    dialogue.say(BESIDE)
    built = dialogue.world
    assert dialogue.say(said).action == "reply"
    assert dialogue.world == built


@pytest.mark.parametrize("answer", ["from north to south", "south"])
def test_a_row_in_the_middle_leaves_open_how_it_runs(answer):
    dialogue = cq.Dialogue()
    question = dialogue.say("a row of three red blocks in the centre").question
    assert (question.type, question.asked) == ("direction", "In which direction should the red row run?")
    assert {(one.x, one.z) for one in dialogue.answer(answer).build.actions} == {(0, -1), (0, 0), (0, 1)}


@pytest.mark.parametrize("order", ["Build a little house", "Build a chair", "Build a house in the middle"])
def test_what_cannot_be_made_is_said_at_once(order):
    turn = cq.Dialogue().say(order)
    assert turn.action in ("ask", "refuse")
    assert turn.reasons[0].startswith("I know no way to make a")


def test_what_stands_in_the_way_is_named():
    turn = cq.Dialogue([(0, 63, 0, "orange")]).say("Put a red block in the middle")
    assert turn.reasons[0] == "an orange block stands there, at x 0, z 0, level 1"


@pytest.mark.parametrize("palette", [None, {"teal": 3, "dark blue": 9}])
@pytest.mark.parametrize(
    "order", ["Put a pink block in the middle", "Build a pink tower of 2 blocks in the middle"]
)
def test_a_colour_that_no_block_has_is_asked_for_once(order, palette):
    dialogue = cq.Dialogue(None, palette=palette)
    asked = dialogue.say(order)
    assert asked.question.type == "colour"
    assert "no block is pink" in asked.reasons
    named = dialogue.world.palette.colours[1]
    built = dialogue.answer(named).build
    assert {one.colour_name for one in built.actions} == {named}


@pytest.mark.parametrize("palette", [None, {"teal": 3, "dark blue": 9}])
def test_a_colour_that_no_block_has_is_asked_for_with_those_that_there_are(palette):
    dialogue = cq.Dialogue(None, palette=palette)
    question = dialogue.say("Put a pink block in the middle").question
    assert (question.type, question.text) == ("colour", "No block is pink. Which colour should it be?")
    assert [one.text for one in question.options] == list(dialogue.world.palette.colours)
    (action,) = dialogue.answer(2).build.actions
    assert action.colour_name == question.options[1].text
