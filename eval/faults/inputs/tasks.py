"""Tasks, sessions and sets of tasks, and the simulated architect."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

import cq
from cq.data import CustomTasks, RandomTasks, Subtasks, Task, Tasks
from cq.simulate import Architect
from eval.faults import values
from eval.faults.sections import EntryPoint
from eval.faults.tally import check


def entry_points() -> list[EntryPoint]:
    """Tasks and the architect."""
    grid = st.one_of(values.good_worlds, values.good_worlds, values.good_worlds, values.worlds).map(no_path)
    texts = st.lists(st.one_of(values.texts, st.lists(values.texts, max_size=2)), max_size=3)
    limits = values.arguments(*[st.integers(1, 4)] * 4, hostile=values.scalars)
    return [
        EntryPoint("tasks", task, st.tuples(values.texts, grid, grid), 40),
        EntryPoint("sessions of tasks", session, st.tuples(texts, st.lists(grid, max_size=3)), 30),
        EntryPoint("sets of tasks", task_set, st.lists(st.tuples(values.texts, grid), max_size=3), 20),
        EntryPoint("random tasks", random_tasks, limits, 10),
        EntryPoint(
            "the simulated architect",
            architect,
            st.tuples(grid, grid, st.one_of(values.texts, questions())),
            30,
        ),
    ]


def no_path(x: Any) -> Any:
    """The value, unless it would be taken for the path of a file on this machine."""
    return None if isinstance(x, str) and x.lstrip()[:1] not in ("[", "{") else x


def questions() -> values.Strategy:
    """Questions as builders ask them."""
    return st.sampled_from(
        ["What colour?", "How many blocks?", "Where exactly?", "Which one, the red or the blue?"]
    )


def task(given: tuple[Any, Any, Any]) -> None:
    """The target reaches its own size, and stepping there and back sums to nothing."""
    text, target, start = given
    one = Task(text, target, starting_grid=start)
    check(one.maximal_intersection(one.target_grid) == one.target_size, "a target does not match itself")
    there, _, done = one.step_intersection(one.target_grid)
    back, _, _ = one.step_intersection(one.starting_grid)
    check(there == -back and done, "steps there and back differ")


def session(given: tuple[Any, Any]) -> None:
    """A session has the tasks it was given."""
    said, worlds = given
    one = Subtasks(said, worlds)
    check(len(list(one)) == len(worlds), "tasks are lost")
    check(np.array_equal(one[-1].target_grid, one.structure_seq[-1]), "another target")


def task_set(goals: list[tuple[Any, Any]]) -> None:
    """A set of tasks is the same after it was written and read."""
    tasks = CustomTasks(goals)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "goals.json"
        tasks.dump(path)
        again = Tasks.load(path)
    for name, one in tasks.tasks.items():
        check(np.array_equal(again.tasks[name].target_grid, one.target_grid), "a goal differs after reading")


def random_tasks(given: tuple[Any, ...]) -> None:
    """Random tasks keep to their limits."""
    blocks, levels, distance, colours = given
    tasks = RandomTasks(blocks, levels, max_dist=distance, num_colors=colours, rng=0)
    for _ in range(3):
        size = tasks.sample().target_size
        check(1 <= size <= blocks, f"{size} blocks")


def architect(given: tuple[Any, Any, str]) -> None:
    """An answer is text, and the same when it is asked for again."""
    start, target, question = given
    with contextlib.suppress(cq.InputError):
        answers = {Architect(start, target, seed=3).answer(question) for _ in range(2)}
        check(len(answers) == 1 and all(isinstance(one, str) for one in answers), "another answer")
