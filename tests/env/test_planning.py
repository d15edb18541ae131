"""Plans of primitive actions build their target in the environment."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from conftest import DATA, needs_data
from hypothesis import given, settings
from hypothesis import strategies as st

import cq.env
from cq.data import Task, TaskSet
from cq.env.controls import Walking
from cq.env.physics import Physics
from cq.env.planning import plan
from cq.env.planning.scaffold import neighbours, scaffold
from cq.env.planning.shortening import shortened
from cq.env.planning.sight import meets, solid_cells
from cq.env.planning.tasks import Change, changes
from cq.env.planning.walkway import Walkway

SPACES = ("walking", "flying")
POST = [(2, y, 1, "blue") for y in range(-1, 3)]
FLOATING = [(0, 2, 0, "red")]
MIXED = [(-3, -1, 2, "red"), (-2, -1, 2, "green"), (-2, 0, 2, "yellow"), (4, -1, -4, "purple")]
WORLDS = {
    "a post": ([], POST),
    "a floating block": ([], FLOATING),
    "a post to take away": (POST, []),
    "another colour at the bottom": (POST, [(2, -1, 1, "red"), *POST[1:]]),
    "several": (POST, [*POST[:2], *MIXED]),
    "nothing": (POST, POST),
}


cells = st.tuples(st.integers(0, 5), st.integers(0, 10), st.integers(0, 10))
sparse = st.dictionaries(cells, st.integers(1, 6), max_size=25)


def dense(world: dict[tuple[int, int, int], int]) -> np.ndarray:
    grid = np.zeros((9, 11, 11), dtype=np.int8)
    for cell, colour in world.items():
        grid[cell] = colour
    return grid


def carried_out(task: Task, space: str, **arguments) -> tuple[np.ndarray, int]:
    """The grid to which a task's plan leads in the environment, and the number of actions."""
    env = cq.env.SilentBuilder(tasks=task, action_space=space, max_steps=10_000, **arguments)
    env.reset(seed=0)
    actions = plan(env.body, task.target_grid, space=space).actions
    for action in actions:
        assert env.action_space.contains(action)
        env.step(action)
    return env.grid, len(actions)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("name", WORLDS)
def test_plans_lead_to_their_target(space, name):
    start, target = WORLDS[name]
    task = Task("", target, starting_grid=start)
    grid, steps = carried_out(task, space)
    assert (grid == task.target_grid).all()
    assert steps < 500


@needs_data
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("name", ["C3", "C8", "C22"])
def test_goals_of_the_minecraft_corpus_are_built(space, name, monkeypatch):
    monkeypatch.setenv("CQ_DATA", str(DATA))
    task = TaskSet([name]).current
    grid, steps = carried_out(task, space)
    assert (grid == task.target_grid).all()
    assert steps <= 500


def test_a_plan_leaves_the_body_alone_and_says_whether_it_is_complete():
    body = Physics()
    target = Task("", POST).target_grid
    made = plan(body, target)
    assert made.is_complete
    assert (made.grid == target).all()
    assert body.position == (0, 0, 0)
    assert not body.grid.any()
    too_many = np.zeros((9, 11, 11), dtype=np.int8)
    too_many[0, 2:4] = 1
    short = plan(body, too_many)
    assert not short.is_complete
    assert np.count_nonzero(short.grid) == 20


def test_what_is_left_to_do():
    body = Physics()
    target = Task("", FLOATING).target_grid
    assert changes(body.grid, target) == [Change((0, 2, 0), 3)]
    body.set_cell((3, 5, 5), 1)
    assert changes(body.grid, target) == [Change((0, 2, 0), 0)]


@settings(max_examples=40)
@given(sparse, sparse)
def test_with_a_scaffold_every_block_hangs_on_another(start, target):
    grid, target = dense(start), dense(target)
    helping = scaffold(grid, target)
    assert len(set(helping)) == len(helping)
    assert not any(grid[cell] or target[cell] for cell in helping)
    left = {tuple(cell) for cell in np.argwhere((target != 0) & (grid == 0)).tolist()} | set(helping)
    held = {tuple(cell) for cell in np.argwhere(grid).tolist()}
    while now := {cell for cell in left if not cell[0] or not held.isdisjoint(neighbours(cell))}:
        held |= now
        left -= now
    assert not left


def test_a_scaffold_has_no_block_that_nobody_could_break():
    ring = {(0, x, z): 1 for x, z in ((4, 5), (6, 5), (5, 4), (5, 6))}
    target = dense({**ring, (1, 5, 5): 2})
    (cell,) = scaffold(dense({}), target)
    assert cell[0] == 1
    assert plan(Physics(), target).is_complete


def test_a_scaffold_is_as_small_as_it_can_be():
    assert scaffold(dense({}), dense({(0, 3, 3): 1, (1, 3, 3): 1})) == []
    assert scaffold(dense({}), dense({(3, 5, 5): 3})) == [(0, 5, 5), (1, 5, 5), (2, 5, 5)]
    assert len(scaffold(dense({}), dense({(3, 5, 5): 3, (3, 5, 7): 3}))) == 4


@settings(max_examples=25)
@given(sparse, st.integers(0, 2**31))
def test_sight_is_what_the_body_aims_at(start, seed):
    rng = np.random.default_rng(seed)
    body = Physics()
    body.reset(dense(start))
    count = 40
    eyes = rng.uniform((-7, -0.25, -7), (7, 8, 7), (count, 3))
    yaw, pitch = rng.uniform(0, 360, count), rng.uniform(-90, 90, count)
    for places in (True, False):
        cells, possible = [], []
        for i in range(count):
            body.position, body.yaw, body.pitch = tuple(eyes[i].tolist()), float(yaw[i]), float(pitch[i])
            hit, before = body.aim()
            aimed = before if places else hit
            cells.append(aimed or (9, 9, 9))
            possible.append(aimed is not None and not (places and body._is_in(aimed)))
        found = meets(solid_cells(body), eyes, yaw, pitch, np.array(cells), np.full(count, places))
        assert found.tolist() == possible


@settings(max_examples=10)
@given(sparse, st.sampled_from([0.0, 90.0, 270.0]), st.integers(0, 2**31))
def test_the_keys_of_a_walkway_lead_to_its_points(start, yaw, seed):
    body = Physics()
    body.reset(dense(start), (0.0, 0.0, 0.0), yaw)
    controls = Walking(select_and_place=True, stop=False)
    while not body.is_still:
        controls.apply(body, 0)
    walkway = Walkway(body)
    points, eyes = walkway.points()
    for i in np.random.default_rng(seed).integers(0, len(points), 5).tolist():
        walker, keys = body.copy(), walkway.keys(*points[i].tolist())
        assert len(keys) == walkway.steps[tuple(points[i])]
        for key in keys:
            controls.apply(walker, key)
        assert np.allclose(walker.position, eyes[i], atol=1e-9)


def test_shorter_plans_change_the_same_blocks():
    body, controls = Physics(), Walking(select_and_place=True, stop=False)
    # A place that the look has passed and come back to, with waits.
    actions = [0, 0, 0, 14, 14, 14, 14, 14, 14, 14, 15, 13, 12, 6, 1, 2, 0, 16, 0]
    short = shortened(body, controls, actions)
    assert short.count(6) == short.count(16) == 1
    assert len(short) < 12
    for action in short:
        controls.apply(body, action)
    assert not body.grid.any()


@pytest.mark.parametrize("space", SPACES)
def test_a_body_that_begins_among_blocks_gets_out_and_builds(space):
    start = [(0, y, 0, "blue") for y in range(-1, 2)] + [(1, -1, 0, "green"), (0, -1, 1, "green")]
    task = Task("", [*start[1:], (-3, -1, -3, "red")], starting_grid=start)
    grid, _ = carried_out(task, space)
    assert (grid == task.target_grid).all()


@pytest.mark.parametrize("space", SPACES)
def test_a_body_that_is_shut_in_breaks_out_and_mends_the_wall(space):
    start = [(x, y, z, "green") for x in (-1, 0, 1) for y in (0, 1) for z in (-1, 0, 1)]
    task = Task("", [*start, (4, -1, 4, "blue")], starting_grid=start)
    grid, _ = carried_out(task, space)
    assert (grid == task.target_grid).all()


def test_what_cannot_be_placed_does_not_keep_the_planner_busy():
    target = np.zeros((9, 11, 11), dtype=np.int8)
    target[0, :5, :5] = 2
    target[4, 8, 8] = 2
    made = plan(Physics(), target)
    assert not made.is_complete
    assert np.count_nonzero(made.grid) == 20
    assert len(made.actions) < 500


def test_the_environment_that_plans_are_for_is_the_default_one():
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=Task("", POST))
    env.reset(seed=0)
    for action in plan(env.unwrapped.body, env.unwrapped.task.target_grid).actions:
        _, _, terminated, _, _ = env.step(action)
    assert terminated
