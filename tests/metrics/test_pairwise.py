"""The matrix of changed F1 says of each pair what `changed_f1` says."""

from __future__ import annotations

import numpy as np
from grids import grid_of, near_cells
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.metrics import changed_f1
from cq.metrics.pairwise import pairwise_changed_f1

small = grid_of(near_cells, 8, colours=3)


@settings(deadline=None, max_examples=60)
@given(small, st.lists(small, min_size=1, max_size=5))
def test_each_entry_is_the_score_of_its_pair(start, builds):
    grids = np.stack([*builds, start])
    expected = [[changed_f1(one, other, start) for other in grids] for one in grids]
    np.testing.assert_allclose(pairwise_changed_f1(grids, start), expected)
