"""Answers fill what the instruction leaves open, by their type."""

from __future__ import annotations

import pytest

from cq.meaning.instruction import meant
from meaning_worlds import change, done, world

TOWERS = world("red -3,-2,1..4", "blue 2,1,1..2", "yellow -3..0,3,1")
COUPLE = world("green -4,0,1", "green 4,0,1")
CASES = [
    (COUPLE, "remove the green block", "Which one?", "the eastern one", ["air 4,0,1"]),
    (COUPLE, "remove the green block", "Which one?", "left", ["air -4,0,1"]),
    (COUPLE, "remove the green block", "Which one?", "both", ["air -4,0,1", "air 4,0,1"]),
    (TOWERS, "put a block on top of the blue tower", "What colour?", "green", ["green 2,1,3"]),
    (TOWERS, "put a block on top of the blue tower", "What colour?", "make it purple please", ["purple 2,1,3"]),
    (TOWERS, "put a green block on top of the tower", "Which tower?", "the tall one", ["green -3,-2,5"]),
    (TOWERS, "put a green block on top of the tower", "Which tower?", "the blue one", ["green 2,1,3"]),
    (TOWERS, "put a green block on top of the tower", "The red tower or the blue one?", "the latter", ["green 2,1,3"]),
    (TOWERS, "put a green block on top of the tower", "Do you mean the red tower?", "yes", ["green -3,-2,5"]),
    (TOWERS, "put a green block on the purple tower", "No purple tower stands.", "oh, the red one", ["green -3,-2,5"]),
    (TOWERS, "put some green blocks on the blue tower", "How many?", "two", ["green 2,1,3..4"]),
]


@pytest.mark.parametrize(("start", "text", "question", "answer", "wanted"), CASES)
def test_an_answer_is_a_piece_of_the_program(start, text, question, answer, wanted) -> None:
    assert done(start, text, (question, answer)) == change(*wanted)


@pytest.mark.parametrize("answer", ["foo bar", "hmm", "banana", "why not"])
def test_what_is_not_read_builds_nothing(answer: str) -> None:
    understanding = meant("remove the green block", [("Which one?", answer)], COUPLE)
    assert understanding is None or understanding.grid is None


def test_two_answers_fill_two_holes() -> None:
    said = [("Which tower?", "the blue one"), ("What colour?", "green")]
    assert done(TOWERS, "put a block on top of the tower", *said) == change("green 2,1,3")
