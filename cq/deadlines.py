"""Deadlines for work in steps: past it, no further step begins. A thread cannot be stopped from outside.

Whoever runs the steps calls `check_deadline` before each. So work ends within one step of its deadline: a
text that is read, a way to carry out a program, a batch of a network.
"""

from __future__ import annotations

import math
import time
from contextvars import ContextVar, Token

from cq.errors import DeadlineError


class Deadline:
    """A time until which the work in a `with` block may last, `seconds` from the beginning of the block. It
    may end earlier, from any thread.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends = math.inf
        self._token: Token[Deadline | None] | None = None

    def __enter__(self) -> Deadline:
        self._ends = time.monotonic() + self.seconds
        self._token = _DEADLINE.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._token is not None
        _DEADLINE.reset(self._token)

    @property
    def left(self) -> float:
        """Seconds until then, not less than 0."""
        return max(0.0, self._ends - time.monotonic())

    @property
    def error(self) -> DeadlineError:
        """That it is past."""
        return DeadlineError(
            f"the answer takes more than {self.seconds:g} seconds to compute; give fewer or shorter texts"
        )

    def end(self) -> None:
        """The work ends now."""
        self._ends = -math.inf


_DEADLINE: ContextVar[Deadline | None] = ContextVar("cq_deadline", default=None)


def check_deadline() -> None:
    """Raise `DeadlineError` if the work of this context has a deadline that is past."""
    deadline = _DEADLINE.get()
    if deadline is not None and not deadline.left:
        raise deadline.error
