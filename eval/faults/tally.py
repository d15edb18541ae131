"""What happened to inputs and faults, counted by entry point."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cq.errors import CqError, excerpt

LIMIT = 60
"""Seconds after which a call counts as a hang."""


class WrongAnswerError(AssertionError):
    """An answer that the check of its entry point refuses."""


class HangError(BaseException):
    """A call took longer than `LIMIT`. It is no `Exception`, so that no function catches it."""


@dataclass
class Tally:
    """Counts of one entry point: what was `tried`, how often it was `refused` with one of cq's own errors,
    and the three things that must not happen, with the first examples of each.
    """

    tried: int = 0
    refused: int = 0
    wrong: int = 0
    tracebacks: int = 0
    hangs: int = 0
    slowest: float = 0.0
    examples: list[str] = field(default_factory=list)

    def call(self, function: Callable[[Any], object], value: Any) -> None:
        """Call the function with a value and count what happens."""
        self.tried += 1
        start = time.perf_counter()
        try:
            with _limit(LIMIT):
                function(value)
        except CqError:
            self.refused += 1
        except WrongAnswerError as error:
            self.wrong += 1
            self._note(f"wrong: {error}: {excerpt(value, 200)}")
        except HangError:
            self.hangs += 1
            self._note(f"hang: {excerpt(value, 200)}")
        except Exception as error:
            self.tracebacks += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            self._note(f"{type(error).__name__} at {place.name}: {str(error)[:100]}: {excerpt(value, 200)}")
        self.slowest = max(self.slowest, time.perf_counter() - start)

    def row(self) -> dict[str, Any]:
        """The counts, as a row of the table."""
        return {
            "tried": self.tried,
            "refused": self.refused,
            "wrong answers": self.wrong,
            "tracebacks": self.tracebacks,
            "hangs": self.hangs,
            "slowest, s": round(self.slowest, 1),
        }

    def _note(self, line: str) -> None:
        if len(self.examples) < 5:
            self.examples.append(line)


def check(right: bool, what: str) -> None:
    """Raise `WrongAnswerError` unless the answer is right."""
    if not right:
        raise WrongAnswerError(what)


@contextmanager
def _limit(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
