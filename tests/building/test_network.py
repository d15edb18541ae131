"""The building network's tensors: inputs, targets, possible choices, and that a toy learns."""

from __future__ import annotations

import itertools
import random

import numpy as np
import torch
from conftest import examples
from grids import cells, grids, near_grids
from hypothesis import given
from hypothesis import strategies as st

from cq.building.demonstrations import demonstration
from cq.building.model.action_history import ActionHistory
from cq.building.model.cell_features import cell_feature_names, cell_features
from cq.building.model.loss import building_loss
from cq.building.model.network import BuildingNetwork
from cq.building.model.relative_offsets import RelativeOffsets
from cq.building.model.training_batch import TrainingBatch
from cq.building.model.trajectory import BREAK, STOP, EncodedExample, Trajectory
from cq.world import SHAPE

TOKENS = np.random.default_rng(0).standard_normal((3, 8)).astype(np.float16)


def example(start, target, seed=0):
    return EncodedExample(
        TOKENS, np.arange(len(TOKENS)), start, 1, demonstration(start, target, random.Random(seed))
    )


def kind_logits(network, batch):
    encoded, memory = network.encode(batch.scene)
    return network.kind_logits(batch.history, encoded, network.decode(batch.history, memory).states)


def replayed(start, actions):
    grid = start.copy()
    for action in actions:
        assert (grid[action.cell] > 0) == (action.kind == BREAK)
        grid[action.cell] = 0 if action.kind == BREAK else action.kind
    return grid


@given(grids, grids, st.none() | st.integers(0, 9))
def test_a_demonstration_leads_from_start_to_target(start, target, seed):
    actions = demonstration(start, target, None if seed is None else random.Random(seed))
    np.testing.assert_array_equal(replayed(start, actions), target)
    kinds = [action.kind for action in actions]
    assert kinds == sorted(kinds, key=lambda kind: 0 if kind == BREAK else kind)


@given(near_grids)
def test_cell_features_equal_a_literal_reference(grid):
    cells = np.argwhere(grid)
    names = cell_feature_names()
    rows = cell_features(np.broadcast_to(grid, (len(cells), *SHAPE)), cells)
    for cell, row in zip(cells.tolist(), rows, strict=True):
        found = dict(zip(names, row.tolist(), strict=True))
        y, x, z = cell
        same = [tuple(c) for c in np.argwhere(grid == grid[y, x, z]).tolist()]
        assert found["a block at (1, 0, 0)"] == (y < 8 and grid[y + 1, x, z] > 0)
        assert found["its colour at (0, 0, -1)"] == (z > 0 and grid[y, x, z - 1] == grid[y, x, z])
        assert found["greatest x of all"] == (x == max(c[1] for c in cells.tolist()))
        assert found["least z of its colour"] == (z == min(c[2] for c in same))
        assert found["tops its column"] == (not grid[y + 1 :, x, z].any())
        assert found["the only one"] == (len(same) == 1)


@examples(20)
@given(near_grids, near_grids)
def test_targets_are_the_remaining_actions(start, target):
    one = example(start, target)
    batch = TrainingBatch.of([one, example(target, target)])
    history, targets = batch.history, batch.targets
    shown = targets.kinds[0].tolist()
    assert shown[: len(one.actions) + 1] == [*(action.kind for action in one.actions), STOP][: len(shown)]
    assert targets.kinds[1].tolist() == [STOP] + [-1] * (len(shown) - 1)
    assert history.mask.sum(1).tolist() == [len(shown), 1]
    for t, action in enumerate(one.actions[: len(shown) - 1]):
        remaining = {a.cell for a in one.actions[t:] if a.kind == action.kind}
        if action.kind == BREAK:
            cells = batch.scene.blocks[0][targets.breaks[0, t]]
            assert {tuple(c) for c in cells.tolist()} == remaining
        else:
            places = targets.places[0, t].nonzero()[:, 0].tolist()
            assert sorted(places) == sorted(int(np.ravel_multi_index(c, SHAPE)) for c in remaining)
            assert not history.occupied[0, t, places].any()
    assert history.occupied[0, 0].sum() == (start > 0).sum()
    np.testing.assert_array_equal(targets.placed[0], np.where(target == start, 0, target).ravel())


@examples(4)
@given(near_grids, near_grids)
def test_places_are_a_distribution_over_free_cells(start, target):
    torch.manual_seed(0)
    network = BuildingNetwork(8).eval()
    batch = TrainingBatch.of([example(start, target)])
    encoded, memory = network.encode(batch.scene)
    state = network.decode(batch.history, memory).states
    kinds = batch.targets.kinds.clamp(min=0)
    where = network.cell_predictions(batch.history, encoded, state, kinds)
    torch.testing.assert_close(where.places.sum(-1), torch.ones(where.places.shape[:2]))
    assert (where.places[batch.history.occupied] == 0).all()


@examples(4)
@given(near_grids, near_grids)
def test_states_that_are_decoded_step_by_step_are_those_decoded_at_once(start, target):
    torch.manual_seed(0)
    network = BuildingNetwork(8).eval()
    one = example(start, target)
    _, memory = network.encode(TrainingBatch.of([one]).scene)
    trajectory, decoded = Trajectory(start), None
    for action in one.actions[:6]:
        decoded = network.decode(ActionHistory.of([trajectory]), memory, decoded)
        trajectory = trajectory.after(action)
    decoded = network.decode(ActionHistory.of([trajectory]), memory, decoded)
    history = ActionHistory.of([Trajectory(start).after_all(one.actions[:6])])
    torch.testing.assert_close(decoded.states, network.decode(history, memory).states)


@given(st.lists(cells, min_size=1, max_size=4), st.integers(0, 2**32))
def test_values_are_summed_at_the_cells_of_their_offsets(places, seed):
    offsets = RelativeOffsets((1, 2, 0), (0, 1, 3))
    reach = list(itertools.product((-1, 0), range(-2, 2), range(4)))
    values = torch.rand(1, 2, len(places), len(offsets), generator=torch.Generator().manual_seed(seed))
    expected = np.zeros((2, *SHAPE))
    for m, (y, x, z) in enumerate(places):
        for i, (dy, dx, dz) in enumerate(reach):
            at = (y + dy, x + dx, z + dz)
            if all(0 <= a < n for a, n in zip(at, SHAPE, strict=True)):
                expected[(slice(None), *at)] += values[0, :, m, i].numpy()
    found = offsets.sum_by_cell(torch.tensor([places]), values)[0].numpy().reshape(2, *SHAPE)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_an_example_gives_the_same_alone_and_in_a_batch():
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    network = BuildingNetwork(8).eval()
    starts = [(rng.random(SHAPE) < density).astype(np.int8) for density in (0.005, 0.01, 0.02)]
    several = [example(start, np.roll(start, 1, axis=1), seed) for seed, start in enumerate(starts)]
    batch = TrainingBatch.of(several)
    together = kind_logits(network, batch)
    for i, one in enumerate(several):
        kinds = kind_logits(network, TrainingBatch.of([one]))[0]
        torch.testing.assert_close(together[i, : len(kinds)], kinds, atol=1e-4, rtol=1e-4)


def test_a_toy_memorizes_one_example():
    torch.manual_seed(0)
    start = np.zeros(SHAPE, dtype=np.int8)
    start[0, 5, 5] = 2
    target = start.copy()
    target[:3, 6, 5] = 1
    batch, network = TrainingBatch.of([example(start, target)]), BuildingNetwork(8)
    optimizer = torch.optim.AdamW(network.parameters(), 4e-3)
    for _ in range(25):
        loss = building_loss(network, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert building_loss(network.eval(), batch) < 0.2
