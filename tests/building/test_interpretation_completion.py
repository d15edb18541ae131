"""What an instruction leaves open is filled in as people mostly mean it."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.building.interpretation import completed_interpretation
from cq.world import COLOUR_IDS, SHAPE

EMPTY = np.zeros(SHAPE, np.int8)


def cells(text: str, facing: str | None = None) -> tuple[set[tuple[int, int, int]], int]:
    """The cells (y, x, z) of the build in the empty world, and how many open ends were filled in."""
    completed = completed_interpretation(text, EMPTY, facing)
    assert completed is not None, text
    return {(int(y), int(x), int(z)) for y, x, z in np.argwhere(completed[0])}, completed[1]


def test_a_tower_without_a_place_stands_on_the_ground_in_the_middle():
    assert cells("Build a red tower three high") == ({(0, 5, 5), (1, 5, 5), (2, 5, 5)}, 1)


@pytest.mark.parametrize(
    "text",
    ["Place 3 red blocks in a row along the north edge", "Build a row of three red blocks by the north edge"],
)
def test_a_short_row_along_an_edge_is_in_its_middle(text):
    assert cells(text)[0] == {(0, x, 0) for x in (4, 5, 6)}


def test_a_ring_of_no_size_is_three_wide():
    assert cells("Build a red ring in the middle")[0] == {
        (0, x, z) for x in (4, 5, 6) for z in (4, 5, 6) if (x, z) != (5, 5)
    }


@pytest.mark.parametrize(("facing", "axis"), [(None, 1), ("north", 1), ("east", 2)])
def test_a_wall_runs_across_the_view(facing, axis):
    found, _ = cells("Build a blue wall of six blocks in the middle", facing)
    assert len(found) == 6
    assert len({cell[axis] for cell in found}) == 3
    assert {cell[0] for cell in found} == {0, 1}


def test_a_thing_of_no_colour_has_that_of_most_blocks():
    start = EMPTY.copy()
    start[:2, 0, 0] = COLOUR_IDS["purple"]
    completed = completed_interpretation("Build a tower three high in the middle", start)
    assert completed is not None
    assert set(completed[0][completed[0] != start].tolist()) == {COLOUR_IDS["purple"]}


@pytest.mark.parametrize("text", ["", "Build a red house", "Break the yellow block"])
def test_what_is_not_understood_is_not_completed(text):
    assert completed_interpretation(text, EMPTY) is None


@pytest.mark.parametrize(
    "text",
    ["Make a red tower, 3 blocks tall", "Make a blue tower 4 blocks tall", "Build a red tower three high"],
)
def test_a_build_without_a_place_does_not_float(text):
    build = cq.build(text)
    assert min(action.y for action in build.actions) == 63
    assert build.confidence < 0.9


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Build a wall of six green blocks east of the blue tower", 6),
        ("Build a row of four green blocks next to the blue tower", 4),
        ("Build a 3x3 green square north of the blue tower", 9),
        ("Build a red ring next to the blue tower", 8),
        ("Place two red blocks", 2),
        ("Place 20 red blocks in the south west corner", 20),
    ],
)
def test_as_many_blocks_as_are_said_stand_beside_what_is_named(text, count):
    start = EMPTY.copy()
    start[:2, 7, 6] = COLOUR_IDS["blue"]
    completed = completed_interpretation(text, start)
    assert completed is not None
    assert (completed[0] != start).sum() == count
    assert (completed[0][start > 0] == start[start > 0]).all()
