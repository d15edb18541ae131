"""What happened to inputs and faults, counted by section."""

from __future__ import annotations

import itertools
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from cq.errors import CqError, excerpt
from eval.faults.outside import strays

LIMIT = 60
"""Seconds after which a call counts as a hang."""
TICKS = 6
"""How often within `LIMIT` the time is looked at."""

MOST_EXAMPLES = 20


class WrongAnswerError(AssertionError):
    """An answer that the check of its entry point refuses."""


class ProcessError(Exception):
    """A traceback that another process printed; the message says where it is from."""


class HangError(BaseException):
    """A call took longer than `LIMIT`. It is no `Exception`, so that no function catches it."""


@dataclass
class Tally:
    """Counts of one section: what was `tried`, how often it was `refused` with one of cq's own errors, and
    what must not happen, with the first examples: answers that are `wrong`, `tracebacks` of other errors,
    `hangs`, and files or servers touched `outside` of the output, the cache and the folder for temporary
    files. `seconds` is processor time, `slowest` the longest call.
    """

    tried: int = 0
    refused: int = 0
    wrong: int = 0
    tracebacks: int = 0
    hangs: int = 0
    outside: int = 0
    slowest: float = 0.0
    seconds: float = 0.0
    examples: dict[str, str] = field(default_factory=dict)
    """What happened → the first value with which it did."""

    def call(self, function: Callable[[Any], object], value: Any) -> None:
        """Call the function with a value and count what happens."""
        self.tried += 1
        start, busy = time.perf_counter(), time.process_time()
        try:
            with _limit(LIMIT):
                function(value)
        except CqError:
            self.refused += 1
        except WrongAnswerError as error:
            self.wrong += 1
            self.note(f"wrong: {error}", value)
        except HangError:
            self.hangs += 1
            self.note("hang", value)
        except ProcessError as error:
            self.tracebacks += 1
            self.note(str(error), value)
        except Exception as error:
            self.tracebacks += 1
            places = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
            self.note(
                f"{type(error).__name__} at {' '.join(places[-3:])}",
                f"{str(error)[:120]}: {excerpt(value, 120)}",
            )
        if touched := strays():
            self.outside += 1
            self.note(f"outside: {touched[0][:80]}", value)
        self.slowest = max(self.slowest, time.perf_counter() - start)
        self.seconds += time.process_time() - busy

    def add(self, other: Tally) -> None:
        """Add the counts of another piece of the same section."""
        for name in ("tried", "refused", "wrong", "tracebacks", "hangs", "outside", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        for what, example in other.examples.items():
            self.examples.setdefault(what, example)

    def row(self) -> dict[str, Any]:
        """The counts, as a row of the table."""
        counts = asdict(self)
        shown = {
            name: counts[name] for name in ("tried", "refused", "wrong", "tracebacks", "hangs", "outside")
        }
        return shown | {"slowest, s": round(self.slowest, 1), "processor, s": round(self.seconds)}

    def note(self, what: str, value: Any) -> None:
        """Keep the first value with which something happened."""
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.setdefault(what, value if isinstance(value, str) else excerpt(value, 200))


def check(right: bool, what: str) -> None:
    """Raise `WrongAnswerError` unless the answer is right."""
    if not right:
        raise WrongAnswerError(what)


@contextmanager
def _limit(seconds: int) -> Iterator[None]:
    """Raise `HangError` after so many seconds; those for which the process was stopped do not count."""
    ticks = itertools.count(1)

    def tick(*_: object) -> None:
        if next(ticks) >= TICKS:
            raise HangError

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, seconds / TICKS, seconds / TICKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
