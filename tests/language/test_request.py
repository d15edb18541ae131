"""What the architect wants now: the instruction, the questions about it, and their answers."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cq.language.request import Exchange, Request, is_talk, read_request
from cq.language.spoken import MARKS, is_question, spoken
from cq.reading.grounded import GroundedInstruction, ground
from cq.world import World

texts = st.text(min_size=1, max_size=30).filter(str.strip)
dialogues = st.lists(st.tuples(st.sampled_from(["architect", "builder"]), texts), max_size=8).map(tuple)

ASKED = (("architect", "Build a tower"), ("builder", "Which colour?"))


def test_without_a_dialogue_the_text_is_the_instruction():
    assert read_request("Build a tower") == Request("Build a tower", (), ())
    assert Request("Build a tower").text == "Build a tower"


def test_what_follows_a_question_is_its_answer():
    request = read_request("red", ASKED)
    assert request == Request("Build a tower", (Exchange.of("Which colour?", "red"),), ())
    assert request.text == "Build a tower. red."


def test_a_chain_of_questions_goes_back_to_its_instruction():
    before = (("architect", "Clear the zone."), ("builder", "Done: removed 4 blocks."))
    dialogue = (*before, *ASKED, ("architect", "red"), ("builder", "How tall should it be?"))
    request = read_request("three blocks", dialogue)
    assert request.instruction == "Build a tower"
    assert request.exchanges == (
        Exchange.of("Which colour?", "red"),
        Exchange.of("How tall should it be?", "three blocks"),
    )
    assert request.context == before
    assert request.text == "Build a tower. red. three blocks."
    assert (*request.context, *request.dialogue) == (*dialogue, ("architect", "three blocks"))


@pytest.mark.parametrize("closing", ["Done.", "OK!", "Built it.", *MARKS])
def test_a_turn_that_asks_nothing_ends_what_was_asked(closing):
    dialogue = (*ASKED, ("architect", "red"), ("builder", closing))
    assert read_request("Now a wall", dialogue) == Request("Now a wall", (), spoken(dialogue))


def test_the_second_of_two_turns_of_the_architect_is_a_new_instruction():
    """The builds between them are not in a transcript."""
    dialogue = (*ASKED, ("architect", "red"))
    assert read_request("Now a wall", dialogue) == Request("Now a wall", (), spoken(dialogue))
    later = (*dialogue, ("architect", "Now a wall"), ("builder", "How long?"))
    assert read_request("five", later) == Request(
        "Now a wall", (Exchange.of("How long?", "five"),), spoken(dialogue)
    )


def test_questions_in_a_row_are_one():
    dialogue = (*ASKED, ("builder", "And how tall?"))
    assert read_request("red, 3", dialogue).exchanges == (
        Exchange.of("Which colour? And how tall?", "red, 3"),
    )
    never_mind = (*ASKED, ("builder", "Never mind."))
    assert read_request("Now a wall", never_mind).exchanges == ()


def test_a_remark_before_a_question_is_no_instruction():
    dialogue = (("architect", "Build a tower"), ("builder", "OK."), ("builder", "Which colour?"))
    request = read_request("red", dialogue)
    assert request == Request("Build a tower", (Exchange.of("OK. Which colour?", "red"),), ())


def test_a_question_about_what_is_done_is_answered_by_a_new_instruction():
    done = (("architect", "Build a tower"), ("builder", "Done:"), ("builder", "Like this?"))
    request = read_request("One more on top", done)
    assert request == Request("One more on top", (), spoken(done))
    assert request.history == (done[0], done[2])


def test_a_question_about_nothing_is_no_exchange():
    dialogue = (("builder", "What shall I do?"),)
    assert read_request("Build a tower", dialogue) == Request("Build a tower", (), spoken(dialogue))


@pytest.mark.parametrize(
    "text",
    ["Which one?", "which side", "How many blocks should I use", "Ok, where do you want it",
     "There are no red blocks.", "I see two towers? ok", "There are two towers in the world.",
     "Sorry, should I remove it"],
)  # fmt: skip
def test_what_asks(text):
    assert is_question(text)


@pytest.mark.parametrize(
    "text", ["Done.", "ok", "I placed it where you said", "Sorry, I cannot do that: no red block stands?"]
)
def test_what_asks_nothing(text):
    assert not is_question(text)


@given(texts, dialogues)
@example("0", (("architect", "0"), ("architect", "hello"), ("builder", "0")))
@example("2", (("builder", "How many?"), ("architect", "hello"), ("builder", "Hello.")))
def test_nothing_said_is_lost_or_moved(text, dialogue):
    request = read_request(text, dialogue)
    words = [said for _, said in (*request.context, *request.dialogue)]
    if not request.exchanges or not any(
        is_talk(said) for _, said in dialogue
    ):  # Talk behind a question goes.
        assert " ".join(words) == " ".join([*(said for _, said in dialogue), text])
    assert read_request(text, (*request.context, *request.dialogue[:-1])) == request
    for exchange in request.exchanges:
        assert is_question(exchange.question.text)
        assert exchange.answer in request.text


def test_a_grounded_instruction_reads_the_instruction_with_its_answers():
    one = GroundedInstruction("red", World.parse(), ASKED)
    assert one.request is one.request == read_request("red", ASKED)
    assert (one.said, one.text) == ("red", "Build a tower. red.")

    (alone,) = ground(["red"], [World.parse()])
    assert alone.request == Request("red", (), ())
