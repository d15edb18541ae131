"""Sessions: each example starts where the one before ends."""

from __future__ import annotations

import itertools
import random

import numpy as np
from conftest import needs_data
from grids import near_grids
from hypothesis import given
from hypothesis import strategies as st

from cq.building.example import BuildingExample
from cq.building.training.sessions import chained_sessions, synthetic_session


def check(session):
    assert len(session) > 1
    for before, after in itertools.pairwise(session):
        np.testing.assert_array_equal(before.target, after.start)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12), st.data())
def test_chained_tasks_follow_each_other_and_use_each_example_once(pairs, data):
    worlds = data.draw(st.lists(near_grids, min_size=4, max_size=4))
    examples = [BuildingExample(str(i), worlds[a], worlds[b]) for i, (a, b) in enumerate(pairs)]
    sessions = chained_sessions(examples)
    used = [example.instruction for session in sessions for example in session]
    assert len(used) == len(set(used))
    for session in sessions:
        check(session)


@needs_data
def test_recorded_rows_make_sessions(recorded_builds):
    sessions = chained_sessions([row.example for row in recorded_builds])
    assert len(sessions) > 50
    for session in sessions:
        check(session)


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_synthetic_sessions_continue_from_the_previous_target(seed, length):
    session = synthetic_session(random.Random(seed), length)
    assert len(session) == length
    check(session)
