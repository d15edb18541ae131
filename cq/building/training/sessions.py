"""Sessions: sequences of examples, each in the world after the one before."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cq.building.example import BuildingExample
from cq.building.synthetic import synthetic_task


def chained_sessions(examples: Sequence[BuildingExample]) -> list[list[BuildingExample]]:
    """Sessions of two or more examples, each of which starts in the target world of the one before, which is
    not empty.

    The single-turn set has no order, so examples are chained by their worlds, in the order given. Each
    example is used at most once: of several that lead to the same world, one is continued per example that
    starts there.
    """
    by_start: dict[bytes, list[int]] = {}
    for i, example in enumerate(examples):
        if example.start.any():
            by_start.setdefault(example.start.tobytes(), []).append(i)
    next_of: dict[int, int] = {}
    for i, example in enumerate(examples):
        waiting = by_start.get(example.target.tobytes(), []) if example.target is not None else []
        # An example whose own chain leads here would close a circle.
        free = next((j for j in waiting if j != i and not _leads(next_of, j, i)), None)
        if free is not None:
            waiting.remove(free)
            next_of[i] = free
    sessions = []
    for first in sorted(next_of.keys() - set(next_of.values())):
        session = [first]
        while session[-1] in next_of:
            session.append(next_of[session[-1]])
        sessions.append([examples[i] for i in session])
    return sessions


def synthetic_session(rng: random.Random, length: int) -> list[BuildingExample]:
    """A sequence of synthetic tasks of one sentence each."""
    session = [synthetic_task(rng, max_sentences=1)]
    while len(session) < length:
        session.append(synthetic_task(rng, session[-1].target, max_sentences=1))
    return session


def _leads(next_of: dict[int, int], first: int, to: int) -> bool:
    while first in next_of:
        first = next_of[first]
        if first == to:
            return True
    return False
