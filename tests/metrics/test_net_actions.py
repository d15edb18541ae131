"""The micro-F1 of net actions, in place and free of place, against its literal form."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import examples
from grids import filled, near_grids
from hypothesis import given
from hypothesis import strategies as st

from cq.errors import InputError
from cq.metrics import micro_f1, net_action_counts, net_action_f1, reference
from cq.world import rotate

EMPTY = filled({})


@examples(33)
@given(near_grids, near_grids, near_grids)
def test_counts_in_place_equal_their_literal_form(built, target, start):
    assert net_action_counts(built, target, start).tolist() == [
        list(reference.net_action_counts(built, target, start))
    ]


@examples(8)
@given(near_grids, near_grids, near_grids)
def test_counts_anywhere_equal_their_literal_form(built, target, start):
    assert net_action_counts(built, target, start, anywhere=True).tolist() == [
        list(reference.net_action_counts(built, target, start, anywhere=True))
    ]


@examples(16)
@given(near_grids, near_grids, near_grids)
def test_place_never_helps_and_matches_never_exceed_actions(built, target, start):
    ((matched, mine, theirs),) = net_action_counts(built, target, start)
    ((anywhere, *sizes),) = net_action_counts(built, target, start, anywhere=True)
    assert matched <= anywhere <= min(mine, theirs)
    assert sizes == [mine, theirs]


@examples(16)
@given(near_grids, st.integers(0, 3), st.integers(-3, 4), st.integers(-4, 2))
def test_a_turned_and_moved_build_is_right_anywhere(target, turns, dx, dz):
    built = rotate(np.roll(target, (dx, dz), axis=(1, 2)), turns)
    size = np.count_nonzero(target)
    assert net_action_counts(built, target, EMPTY, anywhere=True).tolist() == [[size, size, size]]


def test_a_recoloured_block_is_broken_and_placed():
    start, red, blue = filled({(0, 0, 0): 1}), filled({(0, 0, 0): 3}), filled({(0, 0, 0): 2})
    assert net_action_counts(blue, red, start).tolist() == [[1, 2, 2]]
    assert net_action_f1(blue, red, start) == 0.5
    assert net_action_f1(EMPTY, red, start) == pytest.approx(2 / 3)


def test_breaks_and_places_move_together():
    start = filled({(0, 0, 0): 1, (0, 4, 4): 1})
    target = filled({(0, 4, 4): 1, (0, 1, 0): 2})  # the first block broken, a green one to the east of it
    built = filled({(0, 0, 0): 1, (0, 5, 4): 2})  # the same for the second
    assert net_action_f1(built, target, start) == 0.0
    assert net_action_f1(built, target, start, anywhere=True) == 1.0
    apart = filled({(0, 0, 0): 1, (0, 7, 4): 2})  # the green block is too far away
    assert net_action_f1(apart, target, start, anywhere=True) == 0.5


def test_the_sum_is_over_all_actions():
    start = np.stack([EMPTY, EMPTY, EMPTY])
    target = np.stack([filled({(0, 0, z): 1 for z in range(4)}), filled({(0, 0, 0): 1}), EMPTY])
    built = np.stack([target[0], EMPTY, filled({(0, 5, 5): 2})])  # all; nothing; one that nobody wanted
    assert net_action_counts(built, target, start).tolist() == [[4, 4, 4], [0, 0, 1], [0, 1, 0]]
    assert net_action_f1(built, target, start) == 0.8
    assert micro_f1([[0, 0, 0]]) == micro_f1([[0, 1, 1]]) == 0.0


def test_without_a_change_there_is_nothing_to_score():
    with pytest.raises(InputError, match="none of the 1 targets changes a cell"):
        net_action_f1(EMPTY, EMPTY, EMPTY)
    with pytest.raises(InputError, match="shape"):
        net_action_counts(np.zeros((2, 2, 2), int), EMPTY, EMPTY)
