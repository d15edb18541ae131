"""What answers tell of all new blocks together."""

from __future__ import annotations

import numpy as np
import pytest

from cq.reading.outcome_constraints import NOTHING, OutcomeConstraints, told
from cq.world import World
from cq.world.palette import COLOUR_IDS

START = World.parse([(3, 63, 2, "red"), (3, 64, 2, "red")]).grid


def columns(known: OutcomeConstraints) -> list[tuple[int | None, list[tuple[int, int]]]]:
    """The colours and columns (x, z) of the areas."""
    return [(one.colour, sorted({(x - 5, z - 5) for _, x, z in one.cells})) for one in known.areas]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("(1, -2)", [(None, [(1, -2)])]),
        ("x 0 to 1, z 4", [(None, [(0, 4), (1, 4)])]),
        ("second row from the north, first row from the west", [(None, [(-5, -4)])]),
        ("(1, 1) level 2 (2, 1) level 1", [(None, [(1, 1)]), (None, [(2, 1)])]),
        ("on top of the red tower", [(None, [(3, 2)])]),
        ("from (0, 0) to (0, 2)", [(None, [(0, 0), (0, 1), (0, 2)])]),
        ("starting at x 3, z 0 and going east", [(None, [(3, 0), (4, 0), (5, 0)])]),
        ("the green (1, 1) and the blue x 2, z 1", [(2, [(1, 1)]), (1, [(2, 1)])]),
    ],
)
def test_a_place_is_an_area(answer: str, expected: list[tuple[int | None, list[tuple[int, int]]]]) -> None:
    assert columns(told(NOTHING, answer, START)) == expected


def test_a_level_is_the_lowest() -> None:
    (area,) = told(NOTHING, "(1, 1), level 3", START).areas
    assert {y for y, _, _ in area.cells} == set(range(2, 9))


def test_colours_and_numbers_are_kept_together() -> None:
    known = told(NOTHING, "2 green, 1 blue", START)
    green, blue = COLOUR_IDS["green"], COLOUR_IDS["blue"]
    assert (known.colours, dict(known.counts), known.total) == ({green, blue}, {green: 2, blue: 1}, 3)
    assert told(known, "(1, 1)", START).counts == known.counts
    assert told(NOTHING, "seven in all", START).total == 7


@pytest.mark.parametrize("answer", ["as I said", "a banana", "no"])
def test_what_tells_nothing_changes_nothing(answer: str) -> None:
    assert told(NOTHING, answer, np.zeros_like(START)) == NOTHING
