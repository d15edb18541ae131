"""A call in a thread that can be ended from outside.

Its deadline ends it at its next step (`cq.deadlines`). A longer step is ended by an exception that Python
raises in the thread, but only in code of this package: an interrupted library, in the middle of an import,
say, might never work again.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, get_ident
from typing import Generic, TypeVar

import cq
from cq.deadlines import Deadline
from cq.errors import DeadlineError

T = TypeVar("T")

OWN = (str(Path(cq.__file__).parent),)
"""The folders of code that may be interrupted."""
_IMPORTS = "<frozen importlib"


class Job(Generic[T]):
    """A call that may keep a processor busy for some seconds, however long that takes on a busy machine."""

    def __init__(self, call: Callable[[], T], seconds: float) -> None:
        self._call, self._limit = call, seconds
        self._lock = Lock()
        self._thread: int | None = None
        self._began = 0.0

    def run(self) -> T:
        """The result of the call. Raises `DeadlineError` if it takes longer."""
        with self._lock:
            self._thread, self._began = get_ident(), time.thread_time()
        try:
            with Deadline(self._limit, time.thread_time):
                return self._call()
        finally:
            for _ in range(2):  # The exception may come while the thread waits here to be done.
                with suppress(DeadlineError), self._lock:
                    self._thread = None

    @property
    def worked(self) -> float:
        """Seconds of processor time so far, 0 if it does not run; infinity on systems that do not measure
        it.
        """
        with self._lock:
            if self._thread is None:
                return 0.0
            if not hasattr(time, "pthread_getcpuclockid"):
                return float("inf")
            return time.clock_gettime(time.pthread_getcpuclockid(self._thread)) - self._began

    def stop(self) -> bool:
        """End it in mid-step, if it runs and that is safe now; whether it was told to end."""
        with self._lock:
            if self._thread is None or not _runs_own_code(self._thread):
                return False
            thread, error = ctypes.c_ulong(self._thread), ctypes.py_object(DeadlineError)
            return bool(ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error))


def _runs_own_code(thread: int) -> bool:
    """Whether a thread runs a function of this package, outside of imports."""
    frame = sys._current_frames().get(thread)
    if frame is None or not frame.f_code.co_filename.startswith(OWN):
        return False
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTS):
            return False
        frame = frame.f_back
    return True
