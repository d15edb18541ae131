"""The noun phrases of instructions: what they fit in a world, and what they leave open."""

from __future__ import annotations

import pytest

import cq
from cq.reading.grounded import GroundedInstruction
from cq.reading.phrases import EXISTING, TO_BUILD, TO_REMOVE
from cq.world import World

WORLD = World.parse([(-3, 63, 0, "red"), (3, 63, 0, "red"), (0, 63, 3, "blue"), (0, 64, 3, "blue")])


@pytest.mark.parametrize(
    ("text", "words", "role", "found", "open_ends"),
    [
        ("Remove the red block", "the red block", TO_REMOVE, 2, {"which"}),
        ("Remove the red blocks", "the red blocks", TO_REMOVE, 2, set()),
        ("Remove the green block", "the green block", TO_REMOVE, 0, {"absent"}),
        ("Put a green block on the blue tower", "the blue tower", EXISTING, 1, set()),
        ("Put a block on the blue tower", "a block", TO_BUILD, None, {"colour"}),
        ("Build a green wall", "a green wall", TO_BUILD, None, {"size", "place"}),
        (
            "Put some red blocks on the blue tower",
            "some red blocks",
            TO_BUILD,
            None,
            {"count", "arrangement"},
        ),
        ("Remove the green block and build a green wall", "a green wall", TO_BUILD, None, {"size", "place"}),
        ("Frobnicate the red block", "the red block", EXISTING, 2, {"which"}),
    ],
)
def test_a_phrase_in_a_world(text, words, role, found, open_ends):
    (phrase,) = (one for one in GroundedInstruction(text, WORLD).phrases if one.words == words)
    assert (phrase.role, phrase.open_ends) == (role, open_ends)
    assert (None if phrase.found is None else len(phrase.found)) == found


def test_numbers_of_a_phrase():
    (new, _) = GroundedInstruction("Build a 3 x 2 green wall on the blue tower", WORLD).phrases
    assert {3, 2} <= new.numbers


def test_a_side_behind_a_choice_of_another_kind_is_still_a_side():
    towers = World.parse([(x, 63 + y, 1, "blue" if x < 0 else "orange") for x in (-2, 2) for y in (0, 1)])
    before = [("architect", "Put a block in the middle"), ("builder", "In which colour should it be?")]
    assert cq.ask("like the one on the right", towers, dialogue=before).action in ("ask", "build")
