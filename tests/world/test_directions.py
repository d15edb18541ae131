"""Compass directions agree with turned grids, and components with a slow count."""

from __future__ import annotations

import random

import numpy as np
import pytest
from grids import cells, grid_of, grids, near_grids, permuted
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.world import COLOURS, SHAPE, World, rotate
from cq.world.augmentation import permute_colours, sample_colour_permutation
from cq.world.components import label_components
from cq.world.directions import COMPASS, OFFSETS, OPPOSITE, SIDES, axis_and_sign, turn

CENTRE = np.array([4, 5, 5])


@given(st.sampled_from(COMPASS), st.integers(-8, 8))
def test_turned_words_and_turned_grids_agree(direction, turns):
    grid = np.zeros(SHAPE, dtype=np.int8)
    grid[tuple(CENTRE + OFFSETS[direction])] = 1
    (cell,) = np.argwhere(rotate(grid, turns))
    assert tuple(cell - CENTRE) == OFFSETS[turn(direction, turns)]


def test_opposites_are_half_a_turn_away_and_offsets_negated():
    for direction, opposite in OPPOSITE.items():
        assert tuple(-np.array(OFFSETS[direction])) == OFFSETS[opposite]
        axis, sign = axis_and_sign(direction)
        assert OFFSETS[direction][axis] == sign
        assert axis_and_sign(opposite) == (axis, -sign)
        if direction in COMPASS:
            assert turn(direction, 2) == opposite


def test_the_builders_sides_are_clockwise_from_the_look():
    assert {side: turn("south", turns) for side, turns in SIDES.items()} == {
        "front": "south",
        "right": "west",
        "back": "north",
        "left": "east",
    }


@pytest.mark.parametrize("lookup", [lambda word: turn(word, 1), axis_and_sign])
def test_unknown_directions_are_refused_by_name(lookup):
    with pytest.raises(cq.InputError, match="'northeast' is not one of north, east"):
        lookup("northeast")


def literal_components(grid):
    """The components as sets of cells, found by walking from block to block."""
    left = {tuple(cell) for cell in np.argwhere(grid).tolist()}
    groups = []
    while left:
        group, pending = set(), [left.pop()]
        while pending:
            cell = pending.pop()
            group.add(cell)
            for offset in OFFSETS.values():
                neighbour = tuple(np.add(cell, offset).tolist())
                if neighbour in left:
                    left.remove(neighbour)
                    pending.append(neighbour)
        groups.append(group)
    return groups


@given(grids | near_grids | grid_of(cells, 200))
def test_components_are_those_of_the_literal_walk(grid):
    labels, expected = label_components(grid), literal_components(grid)
    assert labels.max(initial=0) == len(expected)
    found = [{tuple(cell) for cell in np.argwhere(labels == i + 1).tolist()} for i in range(len(expected))]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    assert np.array_equal(labels == 0, grid == 0)


@given(grids, st.integers(0, 2**32))
def test_a_colour_permutation_does_the_same_to_words_and_worlds(grid, seed):
    permutation = sample_colour_permutation(random.Random(seed))
    assert sorted(permutation) == list(range(6))
    world = permuted(World.parse(grid), permutation)
    assert np.array_equal(world.grid == 0, grid == 0)
    for colour, name in enumerate(COLOURS, start=1):
        new = permute_colours(f"Two {name.upper()} blocks", permutation)
        places = world.grid[grid == colour]
        assert new == f"Two {COLOURS[permutation[colour - 1]]} blocks"
        assert (places == permutation[colour - 1] + 1).all()
