"""Facts of an understanding as numbers."""

from __future__ import annotations

import pytest

from cq.clarity.findings import MOST, finding_names, findings
from cq.reading.grounded import GroundedInstruction
from cq.world import World

WORLD = World.parse([(-3, 63, 0, "red"), (3, 63, 0, "red"), (0, 63, 3, "blue")])


def found(text: str, world: World = WORLD) -> dict[str, float]:
    return findings(GroundedInstruction(text, world))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Put a green block on the blue block", "one grid is meant"),
        ("Remove the red block", "probability of other outcomes"),
        ("Remove the red block", "which, doubtful"),
        ("Remove the yellow block", "absent, read in full"),
        ("Remove the yellow block", "removes what is not there"),
        ("Build a green wall", "where, needed"),
        ("Build a wall", "phrases without colour"),
        ("Put a green block glorb the blue block", "share of unknown words that are unread"),
        ("", "no command is read"),
    ],
)
def test_what_is_open_is_counted(text, name):
    assert found(text)[name] > 0


@pytest.mark.parametrize("text", ["Put a green block on the blue block", "Remove the blue block"])
def test_what_is_clear_leaves_nothing_open(text):
    facts = found(text)
    assert facts["every word is read"] == facts["one grid is meant"] == 1
    assert not any(
        facts[name] for name in ("no outcome", "expected loss", "which, doubtful", "where, needed")
    )


@pytest.mark.parametrize("text", ["", "remove " * 50, "Build a wall. " * 30])
def test_findings_are_bounded_and_have_the_same_names(text):
    facts = found(text, World.parse())
    assert tuple(facts) == finding_names()
    assert all(0 <= value <= MOST for value in facts.values())
