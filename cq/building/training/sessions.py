"""Instructions in sequence: where one ends the next begins."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cq.building.synthetic import generated_task
from cq.building.task import Task


def chained_sessions(tasks: Sequence[Task]) -> list[list[Task]]:
    """Tasks in sequences of two or more, each starting in the world, not empty, that the one before asks for.

    The single-turn set tells no order. Tasks are taken in the order given, each at most once, so that a
    world from which many tasks start is led to by no more than one of them.
    """
    starting: dict[bytes, list[int]] = {}
    for i, task in enumerate(tasks):
        if task.start.any():
            starting.setdefault(task.start.tobytes(), []).append(i)
    follows: dict[int, int] = {}
    for i, task in enumerate(tasks):
        waiting = starting.get(task.target.tobytes(), []) if task.target is not None else []
        # Never back to a task whose own end leads here.
        free = next((j for j in waiting if j != i and not _leads(follows, j, i)), None)
        if free is not None:
            waiting.remove(free)
            follows[i] = free
    sessions = []
    for first in sorted(follows.keys() - set(follows.values())):
        session = [first]
        while session[-1] in follows:
            session.append(follows[session[-1]])
        sessions.append([tasks[i] for i in session])
    return sessions


def generated_session(rng: random.Random, length: int) -> list[Task]:
    """A sequence of made-up tasks of one sentence each."""
    session = [generated_task(rng, most=1)]
    while len(session) < length:
        session.append(generated_task(rng, session[-1].target, most=1))
    return session


def _leads(follows: dict[int, int], first: int, to: int) -> bool:
    while first in follows:
        first = follows[first]
        if first == to:
            return True
    return False
