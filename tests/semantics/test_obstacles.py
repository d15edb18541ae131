"""Obstacles are facts about what a text means in a world."""

from __future__ import annotations

import pytest

import cq
from cq.reading.grounded import GroundedInstruction

WORLD = cq.World.parse([(-3, 0, 0, "red"), (2, 0, 2, "red"), (0, 0, -4, "blue")], ground=0)

CASES = {
    "Remove the red block": ("several", "which", "the red block"),
    "Remove the green tower": ("absent", "which", "the green tower"),
    "Remove three blue blocks": ("absent", "count", "three blue blocks"),
    "Put a block on the blue one": ("open", "colour", "a block"),
    "Build a red tower in the middle": ("open", "size", "a red tower"),
    "Put down a yellow block": ("open", "where", "Put down a yellow block"),
    "Put a green block next to the blue block": ("open", "direction", "next to the blue block"),
    "Build a red row of fifteen blocks along the north edge": ("impossible", "action", ""),
    "Remove the blue block and keep the blue block": ("contradiction", "action", ""),
    "Put a wobbly red block in the middle": ("unread", "action", "wobbly"),
    "Where did you buy that bread?": ("off topic", "action", "Where did you buy that bread?"),
    "Wir fahren morgen nach Hause": ("off topic", "action", "Wir fahren morgen nach Hause"),
}


@pytest.mark.parametrize("text", CASES)
def test_obstacle(text: str) -> None:
    kind, question_type, phrase = CASES[text]
    found = GroundedInstruction(text, WORLD).obstacles
    assert (found[0].kind, found[0].question_type) == (kind, question_type)
    assert phrase in found[0].phrase
    assert found[0].text


def test_blocks_that_could_be_meant() -> None:
    (found,) = GroundedInstruction("Remove the red block", WORLD).obstacles
    assert found.cells == ((0, 2, 5), (0, 7, 7))


@pytest.mark.parametrize("text", ["Remove the blue block", "Put a green block on each red block"])
def test_what_is_clear_has_no_obstacle(text: str) -> None:
    assert not GroundedInstruction(text, WORLD).obstacles


@pytest.mark.parametrize(
    ("answer", "left"), [("the western one", []), ("flibbertigibbet", ["several", "unread"])]
)
def test_answers_remove_obstacles(answer: str, left: list[str]) -> None:
    said = (("architect", "Remove the red block"), ("builder", "Which red block do you mean?"))
    found = GroundedInstruction(answer, WORLD, said).obstacles
    assert [one.kind for one in found] == left
