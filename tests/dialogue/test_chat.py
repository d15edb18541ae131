"""What people say beside their orders: it is replied to, and what was asked stays asked."""

from __future__ import annotations

import pytest

import cq

TOWER = "Build a red tower 3 high in the middle"


@pytest.mark.parametrize(
    "said",
    [
        "are you always so slow?",
        "ha ha, you are hilarious",
        "Do you like blocks?",
        "did I upset you?",
        "what colours do you have?",
        "have you ever been to the moon",
        "you must be joking, or what?",
    ],
)
def test_chat_is_replied_to_and_the_question_stays_open(said: str) -> None:
    talk = cq.Dialogue()
    asked = talk.say("Build a red tower 3 high").question
    assert asked is not None
    assert talk.answer(said).action == "reply"
    assert talk.question == asked
    assert talk.answer("in the middle").action == "build"
    assert len(talk.world) == 3


@pytest.mark.parametrize("said", ["why?", "what are my options?", "wait a moment"])
def test_what_is_about_the_question_drops_nothing_even_if_it_is_said(said: str) -> None:
    talk = cq.Dialogue([(2, 63, 1, "yellow"), (4, 63, 4, "yellow")])
    asked = talk.say("Break the yellow one").question
    assert asked is not None
    talk.say(said)
    assert talk.question is not None
    assert talk.question.options == asked.options
    assert talk.answer(1).action == "build"


@pytest.mark.parametrize("asking", ["Why did you do that?", "why there?", "wait, why did you put it there?"])
def test_why_it_was_built_is_what_was_said(asking: str) -> None:
    talk = cq.Dialogue()
    assert "not built" in (talk.say(asking).reply or "")
    talk.say(TOWER)
    assert TOWER in (talk.say(asking).reply or "")


@pytest.mark.parametrize(
    ("said", "blocks"),
    [
        ("make the red tower twice as tall", 6),
        ("take the top block off", 2),
        ("seriously, put a yellow block in the north west corner", 4),
    ],
)
def test_an_order_may_come_in_place_of_an_answer(said: str, blocks: int) -> None:
    talk = cq.Dialogue()
    talk.say(TOWER)
    assert talk.say("build a wall").action == "ask"
    assert talk.answer(said).action == "build"
    assert len(talk.world) == blocks


def test_an_answer_that_only_repeats_the_order_tells_nothing() -> None:
    talk = cq.Dialogue()
    first = talk.say("Build a red tower 3 high").question
    assert first is not None
    turn = talk.answer("I said build a red tower 3 high!")
    assert not any(one.startswith("I dropped") for one in turn.reasons)
    assert turn.action in ("ask", "build")
    assert turn.question is None or turn.question.head != first.head
    assert turn.build is None or [one.colour_name for one in turn.build.actions] == ["red"] * 3


def test_an_order_after_small_talk_answers_nothing() -> None:
    talk = cq.Dialogue()
    talk.say("how many blocks are there?")
    talk.say("a red tower 7 high in the middle and a blue tower 3 high in the northwest corner")
    assert len(talk.world) == 10


def test_a_size_without_a_number_is_asked_for() -> None:
    turn = cq.ask("Build a really tall red tower in the middle")
    assert turn.question is not None
    assert "high" in turn.question.text


def test_is_it_tall_tells_how_tall() -> None:
    talk = cq.Dialogue()
    talk.say(TOWER)
    assert "3 high" in (talk.say("is the tower tall?").reply or "")
