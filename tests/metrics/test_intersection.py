"""The fast maximal intersection against its literal definitions."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import examples
from grids import filled, grids, near_grids
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.metrics import maximal_intersection
from cq.metrics.reference import admissible_shifts, every_shift, quarter_turn, translate
from cq.world import SHAPE, World, rotate

pairs = st.one_of(
    st.tuples(near_grids, near_grids), st.tuples(grids, near_grids), st.tuples(near_grids, grids)
)


@examples(20)
@given(pairs)
def test_every_shift_equals_the_public_text(pair):
    assert maximal_intersection(*pair) == every_shift(*pair)


@examples(20)
@given(pairs)
def test_admissible_shifts_equal_the_public_code(pair):
    assert maximal_intersection(*pair, admissible_only=True) == admissible_shifts(*pair)


@examples(13)
@given(pairs, grids)
def test_a_full_structure_bounds_the_shifts_as_in_the_public_code(pair, rest):
    built, target = pair
    full = np.where(target == 0, rest, target)
    fast = maximal_intersection(built, target, admissible_only=True, full=full)
    assert fast == admissible_shifts(built, target, full)


@examples(10)
@given(st.lists(pairs, min_size=1, max_size=5))
def test_a_batch_equals_its_singles(batch):
    built, target = (np.stack(side) for side in zip(*batch, strict=True))
    for options in ({}, {"admissible_only": True}):
        singles = [maximal_intersection(b, t, **options) for b, t in batch]
        assert maximal_intersection(built, target, **options).tolist() == singles


def test_a_batch_of_dense_grids_is_counted_in_chunks():
    one = np.ones((20, *SHAPE), dtype=np.int8)
    assert maximal_intersection(one, one).tolist() == [one[0].size] * 20


@examples(20)
@given(near_grids, near_grids, st.integers(0, 3), st.integers(-2, 2), st.integers(-2, 2))
def test_turning_and_moving_the_build_changes_nothing(built, target, turns, dx, dz):
    moved = translate(np.ascontiguousarray(rotate(built, turns)), dx, dz)
    if np.count_nonzero(moved) == np.count_nonzero(built):
        assert maximal_intersection(moved, target) == maximal_intersection(built, target)


@examples(30)
@given(near_grids, near_grids)
def test_bounds_and_symmetry(built, target):
    free, bound = (maximal_intersection(built, target, admissible_only=a) for a in (False, True))
    assert 0 <= bound <= free <= min(np.count_nonzero(built), np.count_nonzero(target))
    assert free == maximal_intersection(target, built)
    assert maximal_intersection(target, target) == np.count_nonzero(target)


@examples(30)
@given(near_grids)
def test_one_more_shared_block_never_lowers_it(target):
    cell = (2, 0, 0)
    more = np.array(target)
    more[cell] = 3
    assert maximal_intersection(more, more) == maximal_intersection(target, more) + 1


@examples(30)
@given(grids)
def test_the_public_rotation_is_three_of_our_quarter_turns(grid):
    turned = grid
    for _ in range(4):
        turned = quarter_turn(turned)
    assert np.array_equal(turned, grid)
    assert np.array_equal(quarter_turn(grid), rotate(grid, 3))


def test_a_shift_that_cuts_the_target_counts_only_in_the_text():
    """Only by pushing part of the target out of the zone do these two meet."""
    built = filled({(0, 10, 5): 1, (0, 10, 6): 1})
    target = filled({(0, 0, 5): 1, (0, 0, 6): 1, (0, 9, 0): 2, (1, 9, 10): 2})
    assert maximal_intersection(built, target) == 2
    assert maximal_intersection(built, target, admissible_only=True) == admissible_shifts(built, target) == 1


def test_empty_grids_share_nothing():
    empty, one = filled({}), filled({(0, 0, 0): 1})
    for a, b in ((empty, empty), (one, empty), (empty, one)):
        assert maximal_intersection(a, b) == maximal_intersection(a, b, admissible_only=True) == 0


def test_worlds_and_builds_are_taken_as_grids():
    world = World.parse([(0, 63, 0, "red"), (0, 64, 0, "blue")])
    assert maximal_intersection(world, world) == 2
    assert maximal_intersection([world, world.grid], [world, world]).tolist() == [2, 2]


@pytest.mark.parametrize(
    ("built", "target", "options", "message"),
    [
        (np.zeros((11, 9, 11), int), np.zeros(SHAPE, int), {}, r"built has shape \(11, 9, 11\)"),
        (np.zeros(SHAPE), np.zeros(SHAPE, int), {}, "built has dtype float64"),
        (np.zeros(SHAPE, int), np.zeros(SHAPE, bool), {}, "target has dtype bool"),
        (np.zeros((2, *SHAPE), int), np.zeros((3, *SHAPE), int), {}, "'built': 2, 'target': 3"),
        (np.zeros((1, *SHAPE), int), np.zeros(SHAPE, int), {}, "all single or all batches"),
        (np.zeros(SHAPE, int), np.zeros(SHAPE, int), {"full": np.zeros(SHAPE, int)}, "admissible_only=True"),
    ],
)
def test_bad_grids_are_refused(built, target, options, message):
    with pytest.raises(cq.InputError, match=message):
        maximal_intersection(built, target, **options)
