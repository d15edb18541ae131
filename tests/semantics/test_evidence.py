"""The sentences about an instruction's clarity that a person reads."""

from __future__ import annotations

import pytest

import cq
from cq.reading.grounded import GroundedInstruction
from cq.world import World

WORLD = World.parse([(3, 63, 3, "blue")])


def reasons(instruction: str, world: World = WORLD) -> tuple[str, ...]:
    return GroundedInstruction(instruction, world).reasons


@pytest.mark.parametrize(
    "instruction",
    [
        "Build a red tower three high in the middle",
        "Build a red wall with a height of 3 in the middle",
        "Build a red tower on the blue block, 3 blocks tall",
        "Build a 3x3 red square in the middle",
    ],
)
def test_a_size_in_words_is_not_missing(instruction):
    assert not any("size" in one for one in reasons(instruction))


def test_a_size_that_is_missing_is_named():
    assert "the size of the tower is not said" in reasons("Build a red tower in the middle")


@pytest.mark.parametrize("instruction", ["What time is it?"])
def test_a_refused_text_has_the_reason_of_its_refusal_everywhere(instruction):
    refused = cq.ask(instruction, WORLD)
    assert refused.action == "refuse"
    assert cq.classify(instruction, WORLD).reasons == refused.reasons == refused.clarity.reasons
    evidence = GroundedInstruction(instruction, WORLD).evidence
    assert tuple(one.text for one in evidence) == refused.reasons


def test_open_and_obstacle_have_one_wording():
    for instruction in ("Build a red tower three high", "Build a tower in the middle"):
        turn = cq.ask(instruction)
        assert turn.action == "ask"
        assert set(turn.reasons) <= set(turn.clarity.reasons)
