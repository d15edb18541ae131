"""The building network's tensors: what it sees, what it may choose, and that a toy of it learns."""

from __future__ import annotations

import itertools
import random

import numpy as np
import torch
from grids import cells, grids, near_grids
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.building.model.batch import Lesson, Steps
from cq.building.model.cells import cell_features, cell_names
from cq.building.model.network import BuildingNetwork, building_loss
from cq.building.model.trajectory import BREAK, STOP, Example
from cq.building.training.demonstrations import steps_between
from cq.world import SHAPE

WORDS = np.random.default_rng(0).standard_normal((3, 8)).astype(np.float16)


def example(start, target, seed=0):
    return Example(WORDS, start, 1, steps_between(start, target, random.Random(seed)))


def decided(network, lesson):
    reading = network.read(lesson.scene)
    return network.what(lesson.past, reading, network.follow(lesson.past, reading))


def replayed(start, steps):
    grid = start.copy()
    for step in steps:
        assert (grid[step.cell] > 0) == (step.kind == BREAK)
        grid[step.cell] = 0 if step.kind == BREAK else step.kind
    return grid


@given(grids, grids, st.none() | st.integers(0, 9))
def test_steps_lead_from_start_to_target(start, target, seed):
    steps = steps_between(start, target, None if seed is None else random.Random(seed))
    np.testing.assert_array_equal(replayed(start, steps), target)
    kinds = [step.kind for step in steps]
    assert kinds == sorted(kinds, key=lambda kind: 0 if kind == BREAK else kind)


@given(near_grids)
def test_features_of_cells_are_what_a_literal_reading_finds(grid):
    cells = np.argwhere(grid)
    names = cell_names()
    for cell, row in zip(cells.tolist(), cell_features(grid, np.array(cells).reshape(-1, 3)), strict=True):
        found = dict(zip(names, row.tolist(), strict=True))
        y, x, z = cell
        same = [tuple(c) for c in np.argwhere(grid == grid[y, x, z]).tolist()]
        assert found["a block at (1, 0, 0)"] == (y < 8 and grid[y + 1, x, z] > 0)
        assert found["its colour at (0, 0, -1)"] == (z > 0 and grid[y, x, z - 1] == grid[y, x, z])
        assert found["greatest x of all"] == (x == max(c[1] for c in cells.tolist()))
        assert found["least z of its colour"] == (z == min(c[2] for c in same))
        assert found["tops its column"] == (not grid[y + 1 :, x, z].any())
        assert found["the only one"] == (len(same) == 1)


@settings(deadline=None, max_examples=20)
@given(near_grids, near_grids)
def test_a_lesson_says_what_is_left_to_do(start, target):
    one = example(start, target)
    lesson = Lesson.of([one, example(target, target)])
    past, aims = lesson.past, lesson.aims
    shown = aims.kinds[0].tolist()
    assert shown[: len(one.steps) + 1] == [*(step.kind for step in one.steps), STOP][: len(shown)]
    assert aims.kinds[1].tolist() == [STOP] + [-1] * (len(shown) - 1)
    assert past.there.sum(1).tolist() == [len(shown), 1]
    for t, step in enumerate(one.steps[: len(shown) - 1]):
        left = {s.cell for s in one.steps[t:] if s.kind == step.kind}
        if step.kind == BREAK:
            cells = lesson.scene.blocks[0][aims.breaks[0, t]]
            assert {tuple(c) for c in cells.tolist()} == left
        else:
            places = aims.places[0, t].nonzero()[:, 0].tolist()
            assert sorted(places) == sorted(int(np.ravel_multi_index(c, SHAPE)) for c in left)
            assert not past.taken[0, t, places].any()
    assert past.taken[0, 0].sum() == (start > 0).sum()
    np.testing.assert_array_equal(aims.place[0], np.where(target == start, 0, target).ravel())


@settings(deadline=None, max_examples=10)
@given(near_grids, near_grids)
def test_places_are_a_distribution_over_free_cells(start, target):
    torch.manual_seed(0)
    network = BuildingNetwork(8).eval()
    lesson = Lesson.of([example(start, target)])
    reading = network.read(lesson.scene)
    state = network.follow(lesson.past, reading)
    where = network.where(lesson.past, reading, state, lesson.aims.kinds.clamp(min=0))
    torch.testing.assert_close(where.places.sum(-1), torch.ones(where.places.shape[:2]))
    assert (where.places[lesson.past.taken] == 0).all()


@given(st.lists(cells, min_size=1, max_size=4), st.integers(0, 2**32))
def test_steps_lead_to_the_cells_they_name(places, seed):
    steps, reach = Steps((1, 2, 0), (0, 1, 3)), list(itertools.product((-1, 0), range(-2, 2), range(4)))
    said = torch.rand(1, 2, len(places), len(steps), generator=torch.Generator().manual_seed(seed))
    expected = np.zeros((2, *SHAPE))
    for m, (y, x, z) in enumerate(places):
        for i, (dy, dx, dz) in enumerate(reach):
            at = (y + dy, x + dx, z + dz)
            if all(0 <= a < n for a, n in zip(at, SHAPE, strict=True)):
                expected[(slice(None), *at)] += said[0, :, m, i].numpy()
    found = steps.gather(torch.tensor([places]), said)[0].numpy().reshape(2, *SHAPE)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_row_counts_the_same_alone_and_beside_longer_ones():
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    network = BuildingNetwork(8).eval()
    starts = [(rng.random(SHAPE) < density).astype(np.int8) for density in (0.005, 0.01, 0.02)]
    examples = [example(start, np.roll(start, 1, axis=1), seed) for seed, start in enumerate(starts)]
    batch = Lesson.of(examples)
    together = decided(network, batch)
    for i, one in enumerate(examples):
        kinds = decided(network, Lesson.of([one]))[0]
        torch.testing.assert_close(together[i, : len(kinds)], kinds, atol=1e-4, rtol=1e-4)


def test_a_toy_learns_one_row_by_heart():
    torch.manual_seed(0)
    start = np.zeros(SHAPE, dtype=np.int8)
    start[0, 5, 5] = 2
    target = start.copy()
    target[:3, 6, 5] = 1
    batch, network = Lesson.of([example(start, target)]), BuildingNetwork(8)
    optimiser = torch.optim.AdamW(network.parameters(), 2e-3)
    for _ in range(60):
        loss = building_loss(network, batch)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    assert building_loss(network.eval(), batch) < 0.2
