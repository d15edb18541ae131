"""Instructions rewritten with the answers about them."""

from __future__ import annotations

import pytest

from cq.language.request import Exchange, Request
from cq.language.rewriting import rewritten
from cq.world import World

WORLD = World.parse(
    [(-4, 63 + i, 0, "purple") for i in range(3)]
    + [(4, 63 + i, 0, "purple") for i in range(3)]
    + [(0, 63, -3, "red"), (2, 63, 2, "red"), (0, 63, 4, "blue")]
)


def rewrite(instruction, *exchanges):
    return rewritten(Request(instruction, tuple(Exchange(*one) for one in exchanges)), WORLD)


@pytest.mark.parametrize(
    ("instruction", "question", "answer", "wanted"),
    [
        (
            "Take the purple tower down",
            "Which tower?",
            "the eastern one",
            "Take the eastern purple tower down.",
        ),
        ("Take the purple tower down", "Which tower?", "Both.", "Take both purple towers down."),
        (
            "Remove the red block",
            "Which red block do you mean?",
            "the one in the north",
            "Remove the red block in the north.",
        ),
        (
            "Remove the green block",
            "There is none. Which one?",
            "Sorry, the blue one",
            "Remove the blue block.",
        ),
        ("Put a block in the middle", "What colour?", "Make it orange", "Put an orange block in the middle."),
        ("Put one block in the middle", "What colour?", "red", "Put one red block in the middle."),
        ("Stack blocks on the blue one", "How many blocks?", "three", "Stack three blocks on the blue one."),
        ("Build a red tower", "How tall should it be?", "4", "Build a red tower, 4 blocks tall."),
        ("Build a red tower", "What size should it be?", "4", "Build a red tower, 4 blocks tall."),
        ("Lay a red row", "What size should it be?", "6 long", "Lay a red row, 6 blocks long."),
        ("Put some blocks down", "What colour?", "two blue ones", "Put two blue blocks down."),
        ("Put a block down", "Red or blue?", "Neither, I want purple", "Put a purple block down."),
        (
            "Remove the white block",
            "No block is white. Which one?",
            "hmm yellow then",
            "Remove the yellow block.",
        ),
        (
            "Put a green block on the end of the row",
            "Which end do you mean?",
            "I mean the one in the west",
            "Put a green block on the western end of the row.",
        ),
        (
            "Put a red block left of the blue one",
            "Which way are you facing?",
            "I look south",
            "Facing south, put a red block left of the blue one.",
        ),
    ],
)
def test_an_answer_takes_its_place_in_the_instruction(instruction, question, answer, wanted):
    assert rewrite(instruction, (question, answer)) == wanted


def test_several_answers_are_placed_in_order():
    text = rewrite(
        "Build a tower", ("What colour?", "red"), ("How tall?", "three blocks"), ("Where?", "in the middle")
    )
    assert text == "Build a red tower, three blocks tall, in the middle."


@pytest.mark.parametrize(
    "answer", ["I don't know", "not the eastern one", "East. The whole thing. All of it", "whatever " * 11]
)
def test_what_no_rule_places_is_left_to_the_reader_of_exchanges(answer):
    assert rewrite("Take the purple tower down", ("Which tower?", answer)) is None


def test_without_an_exchange_nothing_is_rewritten():
    assert rewrite("Take the purple tower down") is None
