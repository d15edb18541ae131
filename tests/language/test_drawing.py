"""Verbs of drawing and writing are verbs of building, and many blocks are too many."""

from __future__ import annotations

import numpy as np
import pytest

from cq.building.interpretation import interpret
from cq.building.model.trajectory import MAX_ACTIONS
from cq.language import GroundedInstruction
from cq.language.obstacles.zone import MOST_ACTIONS
from cq.world import World

EMPTY = World.parse([])


def obstacles(text):
    return GroundedInstruction(text, EMPTY).obstacles


@pytest.mark.parametrize(
    "text",
    [
        "Draw a letter H in red",
        "Draw a heart in red",
        "Sketch a circle in blue blocks",
        "Write the letter H in red in the middle",
        "Write a capital H on the ground in red",
        "Draw an H in red in the middle",
        "Form the digit 7 in yellow",
        "Write HI in green",
        "Spell HI",
        "Draw a heart",
    ],
)
def test_to_draw_and_to_write_is_to_build(text):
    assert not {one.kind for one in obstacles(text)} - {"open"}


@pytest.mark.parametrize("text", ["Write HI in green", "Spell out HELLO with red blocks", "Draw a heart"])
def test_what_no_builder_knows_is_asked_about(text):
    assert [(one.kind, one.question_type) for one in obstacles(text)] == [("open", "action")]


@pytest.mark.parametrize(
    "text",
    [
        "Write a poem about the colour red",
        "Write me a song on the sea",
        "Write code",
        "Write it",
        "Spell your name",
        "Write to my mother",
        "Form an opinion",
        "Draw the curtains",
        "Write the answer in red ink",
    ],
)
def test_other_writing_is_off_topic(text):
    assert [one.kind for one in obstacles(text)] == ["off topic"]


@pytest.mark.parametrize("verb", ["Write", "Draw", "Spell", "Spell out", "Sketch", "Form"])
@pytest.mark.parametrize(
    "rest",
    [
        "the letter H in red upright in the middle, 3 wide and 5 tall, read from the south",
        "an upright red H in the middle, 3 wide and 5 tall, read from the south",
        "the digit 7 in yellow flat on the floor in the middle, north at the top",
    ],
)
def test_the_interpreter_reads_drawing_as_building(verb, rest):
    built = interpret(f"Build {rest}", EMPTY.grid)
    drawn = interpret(f"{verb} {rest}", EMPTY.grid)
    assert built is not None
    assert np.array_equal(drawn, built)
    assert not obstacles(f"{verb} {rest}")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Place 50 red blocks in the middle", 50),
        ("Place 100 red blocks in the middle", 100),
        ("Put fifty green blocks on the floor in the middle", 50),
        ("Build a structure of 41 blue blocks in the middle", 41),
    ],
)
def test_more_blocks_than_a_builder_places_are_impossible(text, count):
    (found,) = obstacles(text)
    assert (found.kind, found.question_type) == ("impossible", "count")
    assert str(count) in found.text
    assert str(MAX_ACTIONS) in found.text


@pytest.mark.parametrize(
    "text", ["Place 40 red blocks in the middle", "Build a 7x7 square of 49 red blocks in the middle"]
)
def test_what_a_builder_places_is_not_impossible(text):
    assert not obstacles(text)


def test_the_limit_is_the_builders():
    assert MOST_ACTIONS == MAX_ACTIONS
