"""The source of an environment's tasks."""

from __future__ import annotations

from typing import Any

import numpy as np

from cq.data.tasks.random_tasks import RandomTasks
from cq.data.tasks.subtasks import Subtasks
from cq.data.tasks.task import Task
from cq.data.tasks.task_sets import Tasks, TaskSet
from cq.errors import InputError, excerpt


class TaskSource:
    """A set of tasks, and the single task chosen instead, if any.

    `default` is the id of a goal of the Minecraft corpus to use if no tasks are given; None gives goals of 1
    to 4 blocks at random. It is loaded on first use.
    """

    def __init__(self, tasks: Any, default: str | None) -> None:
        self._default = default
        self.update(tasks)

    def update(self, tasks: Any) -> None:
        """Use these tasks; None goes back to the default. Raises `InputError`."""
        self._tasks = None if tasks is None else _checked(tasks)
        self._chosen: Task | Subtasks | None = None

    @property
    def tasks(self) -> Any:
        """The set in use."""
        if self._tasks is None:
            self._tasks = TaskSet("one_task", self._default) if self._default else RandomTasks()
        return self._tasks

    def choose(self, task: Any) -> None:
        """Use one task, given itself or by its id in the set. Raises `InputError`."""
        if isinstance(task, str):
            if not isinstance(self.tasks, Tasks):
                raise InputError(
                    f"task {excerpt(task)} is an id, but the tasks in use have none; give a set first"
                )
            task = self.tasks.set_task(task)
        if not isinstance(task, Task | Subtasks):
            raise InputError(f"a task is a cq.data.Task or an id; got {type(task).__name__}")
        self._chosen = task

    def sample(self, rng: np.random.Generator, task: Any = None) -> tuple[Task, Subtasks | None]:
        """A task to play, and the session that goes on after it, if it is one. `task` replaces the set."""
        source = _checked(task) if task is not None else self._chosen or self.tasks
        sampled = source.sample(rng) if callable(getattr(source, "sample", None)) else source.reset()
        session = next(
            (candidate for candidate in (source, sampled) if isinstance(candidate, Subtasks)), None
        )
        if isinstance(sampled, Subtasks):
            sampled = sampled.current
        if not isinstance(sampled, Task):
            raise InputError(f"{type(source).__name__} gave a {type(sampled).__name__}, not a cq.data.Task")
        return sampled, session if session is not None and session.progressive else None


def _checked(tasks: Any) -> Any:
    is_class = isinstance(tasks, type)
    gives_tasks = callable(getattr(tasks, "sample", None)) or callable(getattr(tasks, "reset", None))
    if is_class or not gives_tasks:
        kind = f"the class {tasks.__name__}" if is_class else type(tasks).__name__
        raise InputError(
            f"tasks is {kind}; give a task set of cq.data, a Task, a Subtasks, or an object whose reset() "
            "returns a Task"
        )
    return tasks
