"""Rollouts: every action is possible, samples follow their seed, and training resumes where it was."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from conftest import examples, needs_data
from grids import grids, near_grids
from hypothesis import given
from hypothesis import strategies as st

from cq.building.actions import replay
from cq.building.decoding.candidates import Candidates
from cq.building.decoding.likely_changes import LIKELY, best_build, likely_changes
from cq.building.decoding.meanings import certain
from cq.building.decoding.minimum_bayes_risk import expected_changed_f1
from cq.building.decoding.prediction import predict_builds
from cq.building.decoding.rollout import rollouts
from cq.building.example import encode_examples
from cq.building.model.network import BuildingNetwork
from cq.building.model.scene_tensors import SceneTensors
from cq.building.model.trajectory import BREAK, MAX_ACTIONS, EncodedExample
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig, OptimizerConfig
from cq.building.training.fit import fit_network
from cq.metrics import reference
from cq.modeling.checkpoints import CheckpointStore
from cq.world import Pose

TOKENS = np.random.default_rng(0).standard_normal((3, 8)).astype(np.float16)
TOY = BuilderTrainingConfig(
    OptimizerConfig(batch_size=4, warmup_steps=1),
    num_synthetic_tasks=2,
    num_language_tasks=1,
    language_epochs=1,
    dialogues_per_epoch=1,
    pretraining_epochs=1,
    epochs=2,
    synthetic_per_epoch=1,
    num_synthetic_sessions=1,
    aggregation_epochs=1,
)


@pytest.fixture(scope="module")
def network() -> BuildingNetwork:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return BuildingNetwork(8).eval()


def rolled(network, grids, uniforms):
    scene = SceneTensors.of([EncodedExample(TOKENS, np.arange(len(TOKENS)), grid, 1) for grid in grids])
    with torch.inference_mode():
        return rollouts([network], [network.encode(scene)], grids, uniforms)


@examples(4)
@given(st.lists(near_grids, min_size=1, max_size=3), st.integers(0, 9))
def test_every_action_is_possible(network, starts, seed):
    uniforms = [None, np.random.default_rng(seed).random((MAX_ACTIONS + 1, 2))]
    for start, candidates in zip(starts, rolled(network, starts, uniforms), strict=True):
        for candidate in candidates:
            grid = start.copy()
            assert len(candidate.trajectory.actions) <= MAX_ACTIONS
            assert candidate.log_probability <= 0
            for action in candidate.trajectory.actions:
                assert (grid[action.cell] > 0) == (action.kind == BREAK)
                grid[action.cell] = action.colour
            np.testing.assert_array_equal(grid, candidate.trajectory.grid)


@examples(5)
@given(near_grids)
def test_the_plan_is_a_distribution_over_contents(network, start):
    scene = SceneTensors.of([EncodedExample(TOKENS, np.arange(len(TOKENS)), start, 1)])
    with torch.inference_mode():
        contents = network.encode(scene)[0].plan.contents(scene)
    assert contents.min() >= 0
    torch.testing.assert_close(contents.sum(1), torch.ones(1, start.size))


def test_samples_are_determined_by_their_uniform_numbers(network):
    start = np.ones((9, 11, 11), dtype=np.int8) * (np.arange(11) == 5)
    one, other = (np.random.default_rng(seed).random((MAX_ACTIONS + 1, 2)) for seed in (1, 2))
    first, second, third = rolled(network, [start], [one, one, other])[0]
    assert first.trajectory is second.trajectory is not third.trajectory
    alone = rolled(network, [start, start], [other])[1][0]
    assert alone.trajectory.actions == third.trajectory.actions


@given(grids, near_grids, st.integers(0, 6))
def test_under_a_certain_plan_the_expected_score_is_the_score(built, start, colour):
    """If every probability of the plan is 0 or 1, expected changed F1 is changed F1."""
    target = np.where(start > 0, start, built)
    contents = np.arange(7)[:, None, None, None]
    plan = (target == contents).astype(np.float32)
    guess = np.where(built > 3, start, target).astype(np.int8)
    assert expected_changed_f1(guess, plan, start) == pytest.approx(
        reference.changed_f1(guess, target, start)
    )


@given(grids, near_grids, st.sampled_from([0.1, 0.2]))
def test_what_is_likely_by_itself_is_built_where_nothing_is_as_a_whole(start, other, share):
    plan = ((1 - share) * certain(start) + share * certain(other)).astype(np.float32)
    likely = np.where((start == 0) | (other == 0), other, start) if share > LIKELY else start
    np.testing.assert_array_equal(likely_changes(plan, start), likely)
    candidates = replace(Candidates.of(start, [start], [()], [0.0], plan), probabilities=np.array([0.1]))
    if not np.array_equal(start, other):
        built = best_build(candidates)
        np.testing.assert_array_equal(replay(start, built.actions), built.grid)
        read = best_build(replace(candidates, interpretation=start))
        np.testing.assert_array_equal(read.grid, start)


@needs_data
def test_training_resumes_to_the_same_weights(recorded_builds, backbone, tmp_path):
    assert len(recorded_builds) == 4893
    rows, embedder = recorded_builds[:3], TokenEmbedder(backbone, cache_size=100)
    store = CheckpointStore(tmp_path)
    dialogues = [replace(rows[0].example, pose=Pose((1, 63, 2), -0.5, 1))]
    network = fit_network(rows, embedder, TOY, store, dialogues)
    kept = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert len(kept) == TOY.total_epochs
    # The last epoch begins a phase; the one before it continues one, and needs the optimizer's state.
    for path in kept[-2:]:
        path.unlink()
    again = fit_network(rows, embedder, TOY, store, dialogues)
    pairs = zip(network.parameters(), again.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in pairs)
    examples = [row.example for row in rows[:2]]
    first, second = (predict_builds([each], examples, embedder, num_samples=2) for each in (network, again))
    alone = predict_builds([network], examples[1:], embedder, num_samples=2)[0]
    assert alone.actions == first[1].actions
    for example, one, other in zip(examples, first, second, strict=True):
        assert 0 <= one.expected_changed_f1 <= 1
        np.testing.assert_array_equal(one.grid, other.grid)
        np.testing.assert_array_equal(one.plan, other.plan)
        np.testing.assert_array_equal(replay(example.start, one.actions), one.grid)


@needs_data
def test_an_example_leads_from_the_start_to_the_target(recorded_builds, backbone):
    embedder = TokenEmbedder(backbone)
    rows = recorded_builds[:2000:20]
    frames = [row.example.frame() for row in rows]
    examples = encode_examples([row.example for row in rows], frames, embedder)
    for row, example, frame in zip(rows, examples, frames, strict=True):
        grid = np.array(example.grid)
        for action in example.actions:
            grid[action.cell] = action.colour
        np.testing.assert_array_equal(frame.world_grid(grid), row.target)
