"""Frames: the same instruction turned, mirrored and recoloured, and back again."""

from __future__ import annotations

import random

import numpy as np
import pytest
from grids import cells, grid_of, grids
from hypothesis import assume, given
from hypothesis import strategies as st

from cq.building import RuleBuilder
from cq.building.canonical_frame import Frame
from cq.world import COLOURS, World

COMPASS = (
    "place a red block to the east of the blue block",
    "put two green blocks north of the red one",
    "destroy the westernmost blue block and build three yellow blocks south of the red block",
    "place a green block on top of each red block",
)
orders = st.permutations(range(1, 7))
frames = st.builds(Frame, st.integers(0, 3), st.booleans(), orders.map(tuple), st.integers(0, 6))


@given(grids, frames)
def test_back_undoes_grid(grid, frame):
    np.testing.assert_array_equal(frame.back(frame.grid(grid)), grid)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Facing South, the red one left of it", "facing north, the blue one left of it"),
        ("facing east put it on the north side", "facing north put it on the west side"),
        ("looking to the west, the north-east corner", "looking to the north, the south-east corner"),
        ("face south. southwestern edge, eastmost", "face north. northeastern edge, westmost"),
    ],
)
def test_words_turn_with_the_world(said, read):
    frame = Frame.of(said, np.zeros((9, 11, 11), dtype=np.int8))
    assert frame.text(said) == read


def test_words_are_mirrored():
    frame = Frame(0, True, (1, 2, 3, 4, 5, 6), 0)
    assert frame.text("clockwise from the left, east of it") == "clockwise from the right, west of it"


def test_colours_are_numbered_as_they_are_named():
    grid = np.zeros((9, 11, 11), dtype=np.int8)
    grid[0, 0, :3] = 6
    frame = Frame.of("a purple block on the green one, then purple", grid)
    assert frame.colours[:3] == (5, 2, 6)
    assert frame.named == 2
    assert frame.text("Purple on green") == "blue on green"
    assert set(np.unique(frame.grid(grid))) == {0, 3}


def test_words_that_hold_a_colours_name_are_no_colours():
    frame = Frame.of("a blue block, centered and covered", np.zeros((9, 11, 11), dtype=np.int8))
    assert frame.named == 1
    assert frame.text("a red block, centered") == f"a {COLOURS[frame.colours.index(3)]} block, centered"


@given(grid_of(cells, 6), st.sampled_from(COMPASS), st.integers(0, 2**32))
def test_what_is_built_turns_with_the_frame(grid, instruction, seed):
    """The builder of rules, which knows no frames, builds the same in each: a test of turning words and
    worlds alike. Where several blocks answer, rules take the first, which turning changes.
    """
    frame = Frame.of(instruction, grid, random.Random(seed))
    assume(np.bincount(grid.ravel(), minlength=7)[1:].max() <= 1)
    built = RuleBuilder().build([instruction], [World.parse(grid)])[0].grid
    read = RuleBuilder().build([frame.text(instruction)], [World.parse(frame.grid(grid))])[0].grid
    np.testing.assert_array_equal(frame.back(read), built)
