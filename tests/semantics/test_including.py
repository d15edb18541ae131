""" "Including …" adds what it names, and never narrows what was named before."""

from __future__ import annotations

import pytest

from tests.meaning_worlds import Change, change, changes, done, world

MANY = world("red -3,0,1..3", "blue 0,0,1..2", "green 3,0,1", "yellow 3,3,3", "yellow -4,4,1")
ALL_GONE = changes(MANY, MANY * 0)
ALL_PURPLE = frozenset((x, z, level, "purple") for x, z, level, _ in ALL_GONE)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Remove everything including the red blocks.", ALL_GONE),
        ("Remove everything, even the red blocks.", ALL_GONE),
        ("Remove everything, also the red blocks.", ALL_GONE),
        ("Remove everything, the red blocks included.", ALL_GONE),
        ("Remove all blocks, including the green one.", ALL_GONE),
        ("Remove all blocks including the yellow ones.", ALL_GONE),
        ("Paint everything purple, including the blue tower.", ALL_PURPLE),
        ("Paint all blocks purple, including the blue tower.", ALL_PURPLE),
        ("Remove the blue tower including its top block.", change("air 0,0,1..2")),
        ("Remove the blue tower including the green block.", change("air 0,0,1..2", "air 3,0,1")),
        (
            "Remove the yellow blocks, including the green one.",
            change("air 3,3,3", "air -4,4,1", "air 3,0,1"),
        ),
        ("Paint the red tower green, including its top block.", change("green -3,0,1..3")),
        ("Make all towers one block taller, including the red one.", change("red -3,0,4", "blue 0,0,3")),
        (
            "Put an orange block on every tower, including the red one.",
            change("orange -3,0,4", "orange 0,0,3"),
        ),
    ],
)
def test_what_is_included_is_added(text: str, wanted: Change) -> None:
    assert done(MANY, text) == wanted


def test_what_does_not_stand_is_not_included() -> None:
    assert done(MANY, "Remove the blue tower, including the orange blocks.") is None
