"""A second sentence: what is said behind a build, and to an open question, in a world of three things."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.world import COLOURS

WORLD = [
    *((-4, 63 + level, -3, "red") for level in range(4)),
    *((3, 63 + level, -1, "blue") for level in range(2)),
    *((x, 63, 4, "yellow") for x in (-2, -1, 0, 1)),
]
FIRST = "Build a purple tower of three blocks in the northeast corner"
GONE = {(5, 63 + level, -5, None) for level in range(3)}
PINK = "Build a pink tower of three in the middle"


def _changes(before: cq.World, after: cq.World) -> set[tuple[int, int, int, str | None]]:
    return {
        (x - 5, y + 63, z - 5, COLOURS[after.grid[y, x, z] - 1] if after.grid[y, x, z] else None)
        for y, x, z in np.argwhere(before.grid != after.grid).tolist()
    }


def _purple(colour: str | None, *levels: int, x: int = 5) -> set[tuple[int, int, int, str | None]]:
    return {(x, 63 + level, -5, colour) for level in levels}


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        (["remove it"], GONE),
        (["take it down again"], GONE),
        (["make it taller by one"], _purple("purple", 3)),
        (["that's too tall, take one off"], _purple(None, 2)),
        (["make the top one green"], _purple("green", 2)),
        (["same in blue, next to it on the west side"], _purple("blue", 0, 1, 2, x=4)),
        (["make it red", "no, I wanted it blue"], _purple("blue", 0, 1, 2)),
        (["undo"], GONE),
        (["undo", "put it back"], set()),
        (["undo", "make it blue instead"], _purple("blue", 0, 1, 2)),
        (["undo", "I meant the red one", "undo"], GONE),
        (["undo", "put it back", "make it green"], _purple("green", 0, 1, 2)),
        (["how tall is it?", "paint it green"], _purple("green", 0, 1, 2)),
        (["make the bottom one green", "and the top one red"], {(5, 63, -5, "green"), (5, 65, -5, "red")}),
        (["wait, four"], _purple("purple", 3)),
        (["one less"], _purple(None, 2)),
        (["put a red one on top"], _purple("red", 3)),
        (["a bit to the south"], GONE | {(5, 63 + level, -4, "purple") for level in range(3)}),
        (["remove the top one", "put the purple one back"], set()),
        (["now green"], _purple("green", 0, 1, 2)),
        (["not there"], set()),
        (["hi"], set()),
        (["thanks"], set()),
    ],
)
def test_a_follow_up_is_about_what_was_built(said, changes):
    dialogue = cq.Dialogue(WORLD)
    dialogue.say(FIRST)
    built = dialogue.world
    for text in said:
        assert dialogue.say(text).action in ("build", "reply")
    assert _changes(built, dialogue.world) == changes


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("how many red blocks are there?", "There are four red blocks."),
        ("what do you see?", "a tower of four red blocks"),
        ("which blocks are there?", "a row of four yellow blocks"),
        ("what did you just do?", "in the northeast corner"),
    ],
)
def test_a_question_gets_a_reply(asked, reply):
    dialogue = cq.Dialogue(WORLD)
    dialogue.say(FIRST)
    turn = dialogue.say(asked)
    assert turn.action == "reply"
    assert reply in turn.reply


@pytest.mark.parametrize(
    ("first", "said", "changes", "is_open"),
    [
        ("Break the yellow one", "remove the blue tower", {(3, 63, -1, None), (3, 64, -1, None)}, False),
        ("Break the yellow one", "foo bar", set(), True),
        ("Break the yellow one", "both", set(), True),
        ("Break the yellow one", "hmm", set(), True),
        ("Break the yellow one", "any", {(-2, 63, 4, None)}, False),
        ("Break the yellow one", "why?", set(), True),
        ("Break the yellow one", "how many yellow ones?", set(), True),
        (PINK, "no, make it four", set(), True),
        (PINK, "red", {(0, 63 + level, 0, "red") for level in range(3)}, False),
    ],
)
def test_an_open_question_is_answered_dropped_or_asked_again(first, said, changes, is_open):
    dialogue = cq.Dialogue(WORLD)
    dialogue.say(first)
    before = dialogue.world
    turn = dialogue.answer(said)
    assert _changes(before, dialogue.world) == changes
    assert dialogue.question_is_open is is_open
    if turn.action == "build" and said == "remove the blue tower":
        assert turn.reasons == ("I dropped “Break the yellow one”",)


def test_the_others_are_the_rest_of_what_was_made():
    dialogue = cq.Dialogue(WORLD)
    dialogue.say("Put a purple block in each corner")
    dialogue.say("Remove the one in the southeast")
    before = dialogue.world
    assert dialogue.say("Paint the others green").action == "build"
    corners = ((-5, -5), (-5, 5), (5, -5))
    assert _changes(before, dialogue.world) == {(x, 63, z, "green") for x, z in corners}


def test_those_two_are_the_last_two():
    dialogue = cq.Dialogue(WORLD)
    dialogue.say("Put a purple block in the northwest corner")
    dialogue.say("Put a green block in the southwest corner")
    before = dialogue.world
    dialogue.say("Swap the colours of those two")
    assert _changes(before, dialogue.world) == {(-5, 63, -5, "green"), (-5, 63, 5, "purple")}


def test_undo_leaves_a_question_dropped_that_the_order_dropped():
    dialogue = cq.Dialogue(WORLD)
    dialogue.say("Break the yellow one")
    dialogue.answer("Put a green block on the red tower")
    assert dialogue.say("undo").action == "build"
    assert not dialogue.question_is_open


def test_a_question_beside_an_order_gets_its_reply():
    dialogue = cq.Dialogue(WORLD)
    turn = dialogue.say("Put a green block in the middle. How many green blocks are there?")
    assert (turn.action, turn.reply) == ("build", "There is one green block.")
    assert cq.Dialogue.from_dict(dialogue.to_dict()).turns[0].reply == turn.reply
    assert "There is one green block." in dialogue.said[-1][1]


def test_a_saved_dialogue_knows_what_was_spoken_of():
    dialogue = cq.Dialogue(WORLD)
    for text in ("Remove the blue tower", "undo", "How many red blocks are there?"):
        dialogue.say(text)
    dialogue = cq.Dialogue.from_dict(dialogue.to_dict())
    before = dialogue.world
    dialogue.say("Paint them green")
    assert _changes(before, dialogue.world) == {(-4, 63 + level, -3, "green") for level in range(4)}
