"""Plans of primitive actions build their target in the environment."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from conftest import DATA, needs_data

import cq.env
from cq.data import Task, TaskSet
from cq.env.physics import Physics
from cq.env.planning import plan
from cq.env.planning.tasks import bridge, changes

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
    grid, _ = carried_out(task, space)
    assert (grid == task.target_grid).all()


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


def test_what_is_left_and_chains_to_cells_without_neighbours():
    body = Physics()
    target = Task("", FLOATING).target_grid
    (change,) = changes(body.grid, target)
    assert (change.cell, change.colour) == ((0, 2, 0), 3)
    assert bridge(body, change.cell, target) == [(0, -1, 0), (0, 0, 0), (0, 1, 0)]
    assert bridge(body, (3, -1, 3), target) == []


def test_the_environment_that_plans_are_for_is_the_default_one():
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=Task("", POST))
    env.reset(seed=0)
    for action in plan(env.unwrapped.body, env.unwrapped.task.target_grid).actions:
        _, _, terminated, _, _ = env.step(action)
    assert terminated
