"""Cascaded evaluation: runs from every instruction to the end of its session, errors and all."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from conftest import examples
from grids import filled, near_grids
from hypothesis import given
from hypothesis import strategies as st

from cq.building import actions_between, replay
from cq.errors import InputError
from cq.metrics import SessionStep, cascaded

EMPTY = filled({})
ONE, TWO, THREE = (filled({(y, 5, 5): 1 for y in range(n)}) for n in (1, 2, 3))
TOWER = [SessionStep("one", EMPTY, ONE), SessionStep("two", ONE, TWO), SessionStep("three", TWO, THREE)]


def idle(instructions, grids):
    return grids


def oracle(sessions):
    """Replays what was recorded, whatever stands there."""
    recorded = {step.instruction: (step.start, step.target) for session in sessions for step in session}

    def build(instructions, grids):
        built = []
        for text, grid in zip(instructions, grids, strict=True):
            start, target = recorded[text]
            assert (replay(start, actions_between(start, target)) == target).all()
            built.append(np.where(start == target, grid, target))
        return built

    return build


@examples(30)
@given(st.lists(st.lists(near_grids, min_size=2, max_size=5), min_size=1, max_size=3))
def test_the_static_oracle_is_always_right(worlds):
    sessions = [
        [SessionStep(f"{s} {i}", a, b) for i, (a, b) in enumerate(itertools.pairwise(grids))]
        for s, grids in enumerate(worlds)
    ]
    scores = cascaded(sessions, oracle(sessions))
    assert len(scores.followed) == sum(map(len, sessions))
    assert scores.world_correct.all()
    assert (scores.followed == 1).all()
    assert (scores.cells_correct == 1).all()


def test_a_builder_that_changes_nothing_follows_no_instruction():
    scores = cascaded([TOWER], idle)
    assert scores.followed.tolist() == scores.cells_correct.tolist() == [0, 0, 0]
    assert not scores.world_correct.any()
    assert (scores.session.tolist(), scores.step.tolist()) == ([0, 0, 0], [0, 1, 2])


def test_errors_propagate_to_later_instructions():
    """A builder that fails at the first instruction only: the run from there ends one block short."""

    def build(instructions, grids):
        raised = (np.arange(9) > 0)[:, None, None]
        after = {step.instruction: step.target for step in TOWER}
        return [
            grid if text == "one" else np.where(grid > 0, grid, after[text] * raised)
            for text, grid in zip(instructions, grids, strict=True)
        ]

    scores = cascaded([TOWER], build)
    assert scores.followed.tolist() == pytest.approx([2 / 3, 1, 1])
    assert scores.cells_correct.tolist() == pytest.approx([2 / 3, 1, 1])
    assert scores.world_correct.tolist() == [False, True, True]


@pytest.mark.parametrize(("sessions", "said"), [([], "no sessions"), ([TOWER, []], "session 1")])
def test_empty_sessions_are_refused(sessions, said):
    with pytest.raises(InputError, match=said):
        cascaded(sessions, idle)
