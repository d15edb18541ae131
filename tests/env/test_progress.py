"""Progress by votes is the maximal intersection of the signed differences."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.data import Task
from cq.env.progress import Progress
from cq.metrics import maximal_intersection

cells = st.tuples(st.integers(0, 2), st.integers(0, 10), st.integers(0, 10))
worlds = st.dictionaries(cells, st.integers(1, 3), max_size=12)


def dense(world):
    grid = np.zeros((9, 11, 11), dtype=np.int8)
    for cell, colour in world.items():
        grid[cell] = colour
    return grid


@settings(max_examples=60, deadline=None)
@given(worlds, worlds, st.lists(st.tuples(cells, st.integers(0, 3)), max_size=20), st.booleans())
def test_matches_and_size_after_each_change(start, target, changes, admissible_only):
    start, target = dense(start), dense(target)
    task = Task("", target, starting_grid=start, admissible_only=admissible_only)
    progress, grid = Progress(task, start), start.copy()
    for cell, colour in changes:
        matched, size = progress.matched, progress.size
        grid[cell] = colour
        right, wrong = progress.change(cell, colour)
        difference, truth = grid.astype(int) - start, target.astype(int) - start
        expected = maximal_intersection(difference, truth, admissible_only=admissible_only)
        assert progress.matched == expected
        assert progress.size == np.count_nonzero(difference)
        assert (right, wrong) == (progress.matched - matched, size - progress.size)
        assert progress.is_done == (expected == np.count_nonzero(truth))


@settings(max_examples=20, deadline=None)
@given(worlds, worlds)
def test_in_place_counts_only_the_cells_themselves(start, target):
    start, target = dense(start), dense(target)
    task = Task("", target, starting_grid=start, invariant=False, exact=True)
    progress, grid = Progress(task, start), start.copy()
    for cell in np.argwhere(start != target):
        assert not progress.is_done
        cell = tuple(map(int, cell))
        grid[cell] = target[cell]
        assert progress.change(cell, int(target[cell])) == (1, -1)
    assert progress.is_done
