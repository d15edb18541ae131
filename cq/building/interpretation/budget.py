"""A budget of work: a text that takes more steps than its budget counts as not read.

Texts of a hundred characters can have billions of readings ("stack red on blue on green on ..."). Steps are
counted, not seconds, so that a text reads alike on every machine, and whatever was read before it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")


class TooMuchWork(Exception):
    """A budget is spent."""


class Work:
    """Work of at most so many steps. `steps` were taken, and `memo` keeps what they found."""

    def __init__(self, most: int) -> None:
        self.most, self.steps = most, 0
        self.memo: dict[Any, Any] = {}

    def spend(self, steps: int) -> None:
        """Count steps. Raises `TooMuchWork` beyond the most."""
        self.steps += steps
        if self.steps > self.most:
            raise TooMuchWork(f"more than {self.most} steps")


_running: ContextVar[Work | None] = ContextVar("running", default=None)


def running() -> Work | None:
    """The innermost work that is going on."""
    return _running.get()


def spend(steps: int) -> None:
    """Count steps of the running work. Raises `TooMuchWork` if that is too much for it."""
    if work := _running.get():
        work.spend(steps)


def spend_once(key: Any, steps: int) -> None:
    """Count steps of the running work if it has none with this key: what was found by them is remembered."""
    if (work := _running.get()) and key not in work.memo:
        work.memo[key] = None
        work.spend(steps)


def attempt(most: int, function: Callable[[], T]) -> tuple[T | None, int]:
    """What a function finds in at most so many steps, None if that is too few; and the steps that it took.

    They do not count for the work that was running before: a result may be remembered, and its steps with
    it, so that whoever asks for it spends as much as the first.
    """
    work = Work(most)
    before = _running.set(work)
    try:
        return function(), work.steps
    except TooMuchWork:
        return None, work.steps
    finally:
        _running.reset(before)
