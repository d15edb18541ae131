"""Canonical frames: an instruction and its world turned, mirrored and recoloured, and back again."""

from __future__ import annotations

import random

import numpy as np
import pytest
from grids import cells, grid_of, grids
from hypothesis import assume, given
from hypothesis import strategies as st

from cq.building import LanguageBuilder
from cq.building.canonical_frame import CanonicalFrame
from cq.reading.grounded import ground
from cq.world import COLOURS, World

COMPASS = (
    "place a red block to the east of the blue block",
    "put two green blocks north of the red one",
    "destroy the westernmost blue block and build three yellow blocks south of the red block",
    "place a green block on top of each red block",
)
orders = st.permutations(range(1, 7))
frames = st.builds(CanonicalFrame, st.integers(0, 3), st.booleans(), orders.map(tuple), st.integers(0, 6))


@given(grids, frames)
def test_world_grid_inverts_grid(grid, frame):
    np.testing.assert_array_equal(frame.world_grid(frame.grid(grid)), grid)


@pytest.mark.parametrize(
    ("instruction", "in_frame"),
    [
        ("Facing South, the red one left of it", "facing north, the blue one left of it"),
        ("facing east put it on the north side", "facing north put it on the west side"),
        ("looking to the west, the north-east corner", "looking to the north, the south-east corner"),
        ("face south. southwestern edge, eastmost", "face north. northeastern edge, westmost"),
    ],
)
def test_words_turn_with_the_world(instruction, in_frame):
    frame = CanonicalFrame.of(instruction, np.zeros((9, 11, 11), dtype=np.int8))
    assert frame.text(instruction) == in_frame


def test_words_are_mirrored():
    frame = CanonicalFrame(0, True, (1, 2, 3, 4, 5, 6), 0)
    assert frame.text("clockwise from the left, east of it") == "clockwise from the right, west of it"


def test_colours_are_numbered_as_they_are_named():
    grid = np.zeros((9, 11, 11), dtype=np.int8)
    grid[0, 0, :3] = 6
    frame = CanonicalFrame.of("a purple block on the green one, then purple", grid)
    assert frame.colours[:3] == (5, 2, 6)
    assert frame.num_named == 2
    assert frame.text("Purple on green") == "blue on green"
    assert set(np.unique(frame.grid(grid))) == {0, 3}


def test_words_that_contain_a_colour_name_are_not_colours():
    frame = CanonicalFrame.of("a blue block, centered and covered", np.zeros((9, 11, 11), dtype=np.int8))
    assert frame.num_named == 1
    assert frame.text("a red block, centered") == f"a {COLOURS[frame.colours.index(3)]} block, centered"


@given(grid_of(cells, 6), st.sampled_from(COMPASS), st.integers(0, 2**32))
def test_what_is_built_turns_with_the_frame(grid, instruction, seed):
    """What the language builds uses no frames, so it is the same in each if words and worlds turn alike.
    Where several blocks match, it takes the first, which turning changes.
    """
    frame = CanonicalFrame.of(instruction, grid, random.Random(seed))
    assume(np.bincount(grid.ravel(), minlength=7)[1:].max() <= 1)
    instructions = ground(
        [instruction, frame.text(instruction)], [World.parse(grid), World.parse(frame.grid(grid))]
    )
    in_world, in_frame = (build.grid for build in LanguageBuilder().build(instructions))
    np.testing.assert_array_equal(frame.world_grid(in_frame), in_world)
