"""Deadlines for work in steps: past it, no further step begins. A thread cannot be stopped from outside.

The code that runs the steps calls `check_deadline` before each. So work ends within one step of its deadline:
a text to read, a pass over the blocks of a world, a batch of a network.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from threading import local
from typing import TypeVar

from cq.errors import DeadlineError

T = TypeVar("T")

ORDER_SECONDS = 1.8
"""Seconds of `worked` for an order in a world: anything longer is too much."""


class Deadline:
    """A time limit for the work in a `with` block, `seconds` from the beginning of the block. It may end
    earlier: at that of a block around it, or from any thread.

    With the clock `time.thread_time` the seconds are the processor time of this thread, however busy the
    machine is.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock, self._ends = clock, math.inf
        self._around: Deadline | None = None
        self._token: Token[Deadline | None] | None = None

    def __enter__(self) -> Deadline:
        self._ends, self._around = self._clock() + self.seconds, _DEADLINE.get()
        self._token = _DEADLINE.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None
        if self._ends > -math.inf:
            self._ends = math.inf  # A context that was copied in the block may outlive it.
        _DEADLINE.reset(self._token)

    @property
    def error(self) -> DeadlineError:
        """The error that it is past."""
        return DeadlineError(
            f"I could not work that out within {self.seconds:g} seconds; give less at once: a shorter text, "
            "fewer questions, or a smaller world"
        )

    def check(self) -> None:
        """Raise `DeadlineError` if it is past."""
        if self._clock() >= self._ends:
            raise self.error
        if self._around is not None:
            self._around.check()

    def end(self) -> None:
        """End the work now."""
        self._ends = -math.inf


_DEADLINE: ContextVar[Deadline | None] = ContextVar("cq_deadline", default=None)


def check_deadline() -> None:
    """Raise `DeadlineError` if the work of this context has a deadline that is past."""
    deadline = _DEADLINE.get()
    if deadline is not None:
        deadline.check()


def watched(steps: Iterable[T]) -> Iterator[T]:
    """The same steps, none of which begins past the deadline of this context."""
    for step in steps:
        check_deadline()
        yield step


class _Work(local):
    """The processor time of a thread in `working` blocks: in those that are done, and since one began."""

    done = 0.0
    since: float | None = None


_WORK = _Work()


@contextmanager
def working() -> Iterator[None]:
    """The time in the block counts as work on an order."""
    if _WORK.since is not None:
        yield
        return
    _WORK.since = time.thread_time()
    try:
        yield
    finally:
        _WORK.done += time.thread_time() - _WORK.since
        _WORK.since = None


def worked() -> float:
    """Seconds of processor time that this thread has worked on orders: a clock for a deadline that leaves out
    waiting, the loading of networks, and the reading of a bank.
    """
    return _WORK.done + (0.0 if _WORK.since is None else time.thread_time() - _WORK.since)
