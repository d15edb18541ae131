"""Only answers that make sense are offered, in an order that a person can follow."""

from __future__ import annotations

import numpy as np
import pytest
from candidates_of import candidates_of
from grids import filled

import cq
from cq.dialogue.questions import possible_questions
from cq.language.instruction import GroundedInstruction
from cq.world import World

BLUE, GREEN, RED, ORANGE, PURPLE, YELLOW = range(1, 7)
EMPTY = filled({})


def tower(height, colour=RED, x=5, z=5, foot=0):
    return filled({(foot + y, x, z): colour for y in range(height)})


def texts(instruction, type_, grids, start=EMPTY):
    """The options of the question of a type, and its text."""
    grounded = GroundedInstruction(instruction, World.parse(start))
    questions = possible_questions(grounded, candidates_of(start, grids))
    question = next(one for one in questions if one.type == type_)
    return [one.text for one in question.options], question.text


def test_places_in_the_air_are_offered_only_if_the_words_ask_for_them():
    grids = [tower(3), tower(3, foot=1), tower(3, foot=2), tower(3, x=0, z=0)]
    offered, _ = texts("Build a red tower three high", "where", grids)
    assert set(offered) == {"in the middle of the zone", "in the northwest corner"}
    offered, _ = texts("Build a floating red tower three high", "where", grids)
    assert "in the middle of the zone at level 2" in offered


def test_where_one_place_makes_sense_usual_ones_are_offered_beside_it():
    offered, _ = texts("Build a red tower three high", "where", [tower(3, x=2), tower(3, foot=2)])
    assert len(offered) > 2
    assert not [one for one in offered if "level" in one]


@pytest.mark.parametrize(
    ("instruction", "grids", "expected"),
    [
        (
            "Build a red tower in the middle",
            [tower(1), tower(3), tower(4)],
            {"3 blocks high", "4 blocks high"},
        ),
        (
            "Build a red wall in the middle",
            [np.maximum(tower(high), tower(high, x=6)) for high in (1, 2, 3)],
            {"2 long and 2 high", "2 long and 3 high"},
        ),
        (
            "Build a red staircase in the middle",
            [tower(1), np.maximum(tower(1), tower(2, x=6)), np.maximum(tower(2), tower(3, x=6))],
            {"2 long and 2 high", "2 long and 3 high"},
        ),
    ],
)
def test_a_structure_is_offered_no_size_that_it_cannot_have(instruction, grids, expected):
    assert set(texts(instruction, "size", grids)[0]) == expected


def test_single_colours_are_offered_before_mixed_ones():
    mixed = np.maximum(tower(1, GREEN), np.roll(tower(1, RED), 1, axis=0))
    offered, _ = texts("Build a tower", "colour", [mixed, tower(2, RED), tower(2, YELLOW)])
    assert offered == ["red", "yellow"]
    offered, _ = texts("Build a tower", "colour", [mixed, tower(2, RED)])
    assert offered[0] == "red"
    assert len(offered) == 6


@pytest.mark.parametrize(
    ("instruction", "name"), [("Build a red ring", "red ring"), ("Build a ring", "ring")]
)
def test_a_question_names_the_thing_that_is_built(instruction, name):
    _, question = texts(instruction, "where" if "red" in name else "colour", [tower(1), tower(1, BLUE, 2)])
    assert f"should the {name}" in question


@pytest.mark.parametrize("noun", ["one", "block"])
def test_blocks_to_choose_from_are_listed_as_on_a_map(noun):
    """From north to south, each row from west to east."""
    start = filled({(0, 2, 2): YELLOW, (0, 8, 2): YELLOW, (0, 5, 8): YELLOW})
    question = cq.Dialogue(start).say(f"Break the yellow {noun}").question
    assert [one.text for one in question.options] == [
        "the westernmost yellow block",
        "the easternmost yellow block",
        "the southernmost yellow block",
    ]


def test_the_beginning_of_one_option_chooses_it():
    dialogue = cq.Dialogue()
    question = dialogue.say("Build a red ring").question
    assert "in the middle of the zone" in [one.text for one in question.options]
    turn = dialogue.answer("in the middle")
    assert len(turn.build.actions) == 8
