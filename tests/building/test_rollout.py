"""Rollouts: every step can be taken, draws follow their seed, and training resumes where it was."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from conftest import needs_data
from grids import grids, near_grids
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.building.actions import replay
from cq.building.decoding.candidates import attempts, expected_f1
from cq.building.decoding.rollout import rollouts
from cq.building.model.batch import Scene
from cq.building.model.network import BuildingNetwork
from cq.building.model.trajectory import BREAK, MOST_ACTIONS, Example
from cq.building.task import examples_of
from cq.building.token_embedder import WordReader
from cq.building.training.examples import build_rows
from cq.building.training.training import BuildRecipe, Pace, fit_network
from cq.encoder.backbone import Backbone
from cq.metrics import reference
from cq.modeling.checkpoints import Workshop

WORDS = np.random.default_rng(0).standard_normal((3, 8)).astype(np.float16)
TOY = BuildRecipe(
    Pace(rows=16, warm_up=1), made_up=40, first_epochs=1, epochs=2, beside=5, sessions=3, last_epochs=1
)


@pytest.fixture(scope="module")
def network() -> BuildingNetwork:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return BuildingNetwork(8).eval()


def rolled(network, grids, chances):
    scene = Scene.of([Example(WORDS, grid, 1) for grid in grids])
    with torch.inference_mode():
        return rollouts([network], [network.read(scene)], grids, chances)


@settings(deadline=None, max_examples=10)
@given(st.lists(near_grids, min_size=1, max_size=3), st.integers(0, 9))
def test_every_step_can_be_taken(network, starts, seed):
    chances = [None, np.random.default_rng(seed).random((MOST_ACTIONS + 1, 2))]
    for start, ways in zip(starts, rolled(network, starts, chances), strict=True):
        for way in ways:
            grid = start.copy()
            assert len(way.course.steps) <= MOST_ACTIONS
            assert way.log_probability <= 0
            for step in way.course.steps:
                assert (grid[step.cell] > 0) == (step.kind == BREAK)
                grid[step.cell] = step.colour
            np.testing.assert_array_equal(grid, way.course.grid)


@settings(deadline=None, max_examples=10)
@given(near_grids)
def test_the_plan_is_a_distribution_over_contents(network, start):
    scene = Scene.of([Example(WORDS, start, 1)])
    with torch.inference_mode():
        contents = network.read(scene).plan.contents(scene)
    assert contents.min() >= 0
    torch.testing.assert_close(contents.sum(1), torch.ones(1, start.size))


def test_draws_follow_their_chances(network):
    start = np.ones((9, 11, 11), dtype=np.int8) * (np.arange(11) == 5)
    one, other = (np.random.default_rng(seed).random((MOST_ACTIONS + 1, 2)) for seed in (1, 2))
    (first, second, third), alone = rolled(network, [start], [one, one, other])[0], None
    assert first.course is second.course is not third.course
    alone = rolled(network, [start, start], [other])[1][0]
    assert alone.course.steps == third.course.steps


@given(grids, near_grids, st.integers(0, 6))
def test_what_is_certain_is_expected_to_score_what_it_scores(built, start, colour):
    """By a plan that leaves no doubt, expected changed F1 is changed F1 where cells are all or nothing."""
    target = np.where(start > 0, start, built)
    contents = np.arange(7)[:, None, None, None]
    plan = (target == contents).astype(np.float32)
    guess = np.where(built > 3, start, target).astype(np.int8)
    assert expected_f1(guess, plan, start) == pytest.approx(reference.changed_f1(guess, target, start))


@needs_data
def test_training_resumes_to_the_same_weights(singleturn, tmp_path):
    rows = build_rows(singleturn)
    assert len(rows) == 4893
    rows, reader = rows[:48], WordReader(Backbone.load(), remembered=100)
    workshop = Workshop(tmp_path)
    network = fit_network(rows, reader, TOY, workshop)
    kept = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert len(kept) == TOY.in_all()
    kept[-1].unlink()
    again = fit_network(rows, reader, TOY, workshop)
    pairs = zip(network.parameters(), again.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in pairs)
    tasks = [row.task for row in rows[:6]]
    first, second = (attempts([each], tasks, reader, draws=3) for each in (network, again))
    alone = attempts([network], tasks[2:3], reader, draws=3)[0]
    assert alone.actions == first[2].actions
    for task, one, other in zip(tasks, first, second, strict=True):
        assert 0 <= one.expected <= 1
        np.testing.assert_array_equal(one.grid, other.grid)
        np.testing.assert_array_equal(one.plan, other.plan)
        np.testing.assert_array_equal(replay(task.start, one.actions), one.grid)


@needs_data
def test_an_example_leads_from_the_start_to_the_target(singleturn):
    reader = WordReader(Backbone.load())
    rows = build_rows(singleturn)[:200]
    frames = [row.task.frame() for row in rows]
    examples = examples_of([row.task for row in rows], frames, reader)
    for row, example, frame in zip(rows, examples, frames, strict=True):
        grid = np.array(example.grid)
        for step in example.steps:
            grid[step.cell] = step.colour
        np.testing.assert_array_equal(frame.back(grid), row.target)
