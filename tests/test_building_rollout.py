"""Rollouts: every step can be taken, draws follow their seed, and training resumes where it was."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from conftest import needs_data
from grids import near_grids
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.backbone import Backbone
from cq.building.actions import replay
from cq.building.attempts import attempts
from cq.building.batch import BREAK, MOST_ACTIONS, Example
from cq.building.consensus import consensus
from cq.building.network import BuildingNetwork
from cq.building.rollout import rollout
from cq.building.rows import build_rows
from cq.building.tasks import examples_of
from cq.building.training import BuildRecipe, fit_network
from cq.building.words import WordReader
from cq.metrics import reference
from cq.workshop import Workshop

WORDS = np.random.default_rng(0).standard_normal((3, 8)).astype(np.float16)
TOY = BuildRecipe(epochs=2, first_epochs=1, made_up=40, rows=16, warm_up=1)


@pytest.fixture(scope="module")
def network() -> BuildingNetwork:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return BuildingNetwork(8).eval()


@settings(deadline=None, max_examples=10)
@given(st.lists(near_grids, min_size=1, max_size=3), st.none() | st.integers(0, 9))
def test_every_step_can_be_taken(network, starts, seed):
    examples = [Example(WORDS, start, 1) for start in starts]
    rng = None if seed is None else np.random.default_rng(seed)
    for start, rolled in zip(starts, rollout([network], examples, rng), strict=True):
        grid = start.copy()
        assert len(rolled.steps) <= MOST_ACTIONS
        assert rolled.log_probability <= 0
        assert rolled.plan.min() >= 0
        np.testing.assert_allclose(rolled.plan.sum(0), 1, atol=1e-5)
        for step in rolled.steps:
            assert (grid[step.cell] > 0) == (step.kind == BREAK)
            grid[step.cell] = step.colour


@settings(deadline=None)
@given(st.lists(near_grids, min_size=2, max_size=5), near_grids)
def test_the_consensus_agrees_best_by_the_literal_measure(builds, start):
    each = [
        np.mean([reference.changed_f1(a, b, start) for j, b in enumerate(builds) if j != i])
        for i, a in enumerate(builds)
    ]
    best, agreement = consensus(builds, start)
    assert agreement == pytest.approx(max(each))
    assert each[best] == pytest.approx(max(each))
    assert consensus(builds[:1], start) == (0, 1.0)


def test_draws_follow_the_seed(network):
    examples = [Example(WORDS, np.ones((9, 11, 11), dtype=np.int8) * (np.arange(11) == 5), 1)] * 3
    drawn = (rollout([network], examples, np.random.default_rng(seed)) for seed in (1, 1, 2))
    first, second, other = ([rolled.steps for rolled in each] for each in drawn)
    assert first == second != other
    assert len(set(first)) > 1


@needs_data
def test_training_resumes_to_the_same_weights(singleturn, tmp_path):
    rows = build_rows(singleturn)
    assert len(rows) == 4893
    rows, reader = rows[:48], WordReader(Backbone.load(), remembered=100)
    workshop = Workshop(tmp_path)
    network = fit_network(rows, reader, TOY, workshop)
    kept = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert len(kept) == TOY.epochs + TOY.first_epochs
    kept[-1].unlink()
    again = fit_network(rows, reader, TOY, workshop)
    pairs = zip(network.parameters(), again.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in pairs)
    tasks = [row.task for row in rows[:6]]
    first, second = (attempts([each], tasks, reader) for each in (network, again))
    for task, one, other in zip(tasks, first, second, strict=True):
        np.testing.assert_array_equal(one.grid, other.grid)
        np.testing.assert_array_equal(one.plan, other.plan)
        np.testing.assert_array_equal(replay(task.start, one.actions), one.grid)


@needs_data
def test_an_example_leads_from_the_start_to_the_target(singleturn):
    reader = WordReader(Backbone.load())
    rows = build_rows(singleturn)[:200]
    for row, (example, frame) in zip(rows, examples_of([r.task for r in rows], reader), strict=True):
        grid = np.array(example.grid)
        for step in example.to_follow or ():
            grid[step.cell] = step.colour
        np.testing.assert_array_equal(frame.back(grid), row.target)
