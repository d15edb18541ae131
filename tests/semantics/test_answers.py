"""Answers fill what the instruction leaves open, by their type."""

from __future__ import annotations

import pytest
from meaning_worlds import change, changes, done, meaning, world

from cq.reading.instruction import meant
from cq.world.palette import COLOUR_IDS

TOWERS = world("red -3,-2,1..4", "blue 2,1,1..2", "yellow -3..0,3,1")
COUPLE = world("green -4,0,1", "green 4,0,1")
CASES = [
    (COUPLE, "remove the green block", "Which one?", "the eastern one", ["air 4,0,1"]),
    (COUPLE, "remove the green block", "Which one?", "left", ["air -4,0,1"]),
    (COUPLE, "remove the green block", "Which one?", "both", ["air -4,0,1", "air 4,0,1"]),
    (TOWERS, "put a block on top of the blue tower", "What colour?", "green", ["green 2,1,3"]),
    (
        TOWERS,
        "put a block on top of the blue tower",
        "What colour?",
        "make it purple please",
        ["purple 2,1,3"],
    ),
    (TOWERS, "put a green block on top of the tower", "Which tower?", "the tall one", ["green -3,-2,5"]),
    (TOWERS, "put a green block on top of the tower", "Which tower?", "the blue one", ["green 2,1,3"]),
    (
        TOWERS,
        "put a green block on top of the tower",
        "The red tower or the blue one?",
        "the latter",
        ["green 2,1,3"],
    ),
    (TOWERS, "put a green block on top of the tower", "Do you mean the red tower?", "yes", ["green -3,-2,5"]),
    (
        TOWERS,
        "put a green block on the purple tower",
        "No purple tower stands.",
        "oh, the red one",
        ["green -3,-2,5"],
    ),
    (TOWERS, "put some green blocks on the blue tower", "How many?", "two", ["green 2,1,3..4"]),
]

ROW = world("yellow -1..1,0,1")
ONE = world("orange 0,0,1")
HIGH = world("blue -2,2,1..5", "green 3,0,1..3")
MORE = [
    (ONE, "move the orange block three cells", "Which way?", "westwards", ["air 0,0,1", "orange -3,0,1"]),
    (ONE, "shift the orange block", "Where to?", "to x 2, z 2", ["air 0,0,1", "orange 2,2,1"]),
    (ONE, "bring the orange block a few cells east", "How many cells?", "two", ["air 0,0,1", "orange 2,0,1"]),
    (ONE, "dye the orange block", "Which colour?", "in green please", ["green 0,0,1"]),
    (COUPLE, "paint the eastern block another colour", "Which one?", "blue", ["blue 4,0,1"]),
    (ROW, "lengthen the yellow row to the east", "By how much?", "by two", ["yellow 2..3,0,1"]),
    (ROW, "lengthen the yellow row to the east", "By how much?", "until it's 4 long", ["yellow 2,0,1"]),
    (ROW, "lengthen the yellow row to the east", "How far?", "up to x = 4", ["yellow 2..4,0,1"]),
    (ROW, "lengthen the yellow row to the east", "How long?", "twice as long as now", ["yellow 2..4,0,1"]),
    (HIGH, "take a few blocks off the blue tower", "How many?", "three of them", ["air -2,2,3..5"]),
    (HIGH, "take a few blocks off the blue tower", "How many?", "all but the lowest", ["air -2,2,2..5"]),
    (HIGH, "take a few blocks off the blue tower", "How many?", "leave 4", ["air -2,2,5"]),
    (HIGH, "make the blue tower lower", "By how much?", "level with the green one", ["air -2,2,4..5"]),
    (HIGH, "paint the tower yellow", "Which tower?", "the green one, all of it", ["yellow 3,0,1..3"]),
    (HIGH, "paint the tower yellow", "Which tower?", "the one with three blocks", ["yellow 3,0,1..3"]),
    (HIGH, "put a red block on the tower", "Which one?", "not the blue one, the green one", ["red 3,0,4"]),
    (ONE, "stack blue blocks on the orange block", "How many?", "3 high in total", ["blue 0,0,2..3"]),
    (ONE, "put a block at x 2, z 2", "What colour?", "the colour of the orange one", ["orange 2,2,1"]),
    (
        ONE,
        "a row of 4 blocks from (-1,3) to (2,3)",
        "What colour?",
        "the ends red, the rest green",
        ["red -1,3,1", "green 0..1,3,1", "red 2,3,1"],
    ),
]
CASES += MORE
TWO = world("blue 3,3,1..2", "red -2,0,1..4")
LINE = world("orange -3..-1,1,1")
BRIEF = [
    # What is said behind the order is read with it.
    (ONE, "build a tower of two red blocks", "Where?", "south of orange", ["red 0,1,1..2"]),
    (world(), "put three red blocks", "Where?", "in a row in the middle, going east west", ["red -1..1,0,1"]),
    (world(), "build a tower of 4 blocks in the middle", "What colour?", "red, the top one blue",
     ["red 0,0,1..3", "blue 0,0,4"]),
    (ONE, "put a blue block next to the orange one", "On which side?", "east of it, but make it green",
     ["green 1,0,1"]),
    # What a question offers is agreed to, or the other way is meant.
    (ONE, "put a blue block next to the orange one", "Is it on the east side?", "no, on the other side",
     ["blue -1,0,1"]),
    (ONE, "put a blue block next to the orange one", "Should I put it on the east side?",
     "yes, but two of them stacked", ["blue 1,0,1..2"]),
    (world(), "put three red blocks", "Should they be stacked?", "yes, in the middle", ["red 0,0,1..3"]),
    # What tells one of several has no article, no noun, or that of the question.
    (TWO, "remove the tower", "Which one do you mean?", "south east one", ["air 3,3,1..2"]),
    (TWO, "remove one tower", "Which one?", "the smaller of the two", ["air 3,3,1..2"]),
    (TWO, "remove the top block", "Of which tower?", "both", ["air 3,3,2", "air -2,0,4"]),
    (TWO, "paint a tower yellow", "Which tower?", "the red tower but leave its top block",
     ["yellow -2,0,1..3"]),
    (TWO, "change the colour of the tower", "Which one, and to what?", "red one to purple",
     ["purple -2,0,1..4"]),
    (LINE, "put a blue block on the row", "Where on the row?", "the east end of it", ["blue -1,1,2"]),
    (world(), "put a blue block at the edge", "Which edge?", "north edge, the middle of it", ["blue 0,-5,1"]),
    # A command about what was spoken of.
    (TWO, "make the blue tower taller", "How much taller?", "double it", ["blue 3,3,3..4"]),
    (TWO, "make the blue tower taller", "How much?", "4 in total", ["blue 3,3,3..4"]),
    (ONE, "change the colour of the orange block", "To what?", "turn it green", ["green 0,0,1"]),
]  # fmt: skip


@pytest.mark.parametrize(("start", "text", "question", "answer", "wanted"), CASES)
def test_an_answer_is_a_piece_of_the_program(start, text, question, answer, wanted) -> None:
    assert done(start, text, (question, answer)) == change(*wanted)


@pytest.mark.parametrize("answer", ["foo bar", "hmm", "banana", "why not"])
def test_what_is_not_read_builds_nothing(answer: str) -> None:
    understanding = meant("remove the green block", [("Which one?", answer)], COUPLE)
    assert understanding is None or understanding.grid is None


def test_what_is_one_for_each_place_is_likeliest() -> None:
    understanding = meant("put two red blocks on the yellow row", [("Where on it?", "one at each end")], ROW)
    wanted = ROW.copy()
    wanted[1, [4, 6], 5] = COLOUR_IDS["red"]
    assert understanding is not None
    assert (understanding.results[0].grid == wanted).all()


@pytest.mark.parametrize("answer", ["not too many", "as many as you like of the pink ones", "but the lowest"])
def test_what_tells_nothing_builds_nothing(answer: str) -> None:
    understanding = meant("take a few blocks off the blue tower", [("How many?", answer)], HIGH)
    assert understanding is None or understanding.grid is None


def test_two_answers_fill_two_holes() -> None:
    said = [("Which tower?", "the blue one"), ("What colour?", "green")]
    assert done(TOWERS, "put a block on top of the tower", *said) == change("green 2,1,3")


@pytest.mark.parametrize(("start", "text", "question", "answer", "wanted"), BRIEF)
def test_a_brief_answer_most_probably_means_what_it_says(start, text, question, answer, wanted) -> None:
    assert changes(start, meaning(start, text, (question, answer)).results[0].grid) == change(*wanted)
