"""The number of threads of a process: as many as there are free cores.

More threads than free cores wait for each other: on two cores beside two busy processes, two threads took
four times as long as one. Threads are counted once, when a pipeline is loaded.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cq import settings

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController
    from threadpoolctl import _ThreadpoolLimiter as ThreadpoolLimiter

CGROUP_QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""Quota and period of the container's processor time, in microseconds."""

Item = TypeVar("Item")
Result = TypeVar("Result")

_pinned = False


def free_cores() -> int:
    """Cores that this process may use and that others leave free, at least 1.

    Counts those of its affinity and of its container's quota, less the load of the last minute, which
    includes this process's own.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, usable_cores() - round(load))


def usable_cores() -> int:
    """Cores that this process may use, at least 1."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, _quota(allowed)))


def use_free_cores() -> None:
    """Compute with `CQ_THREADS` threads if that is set, else with one for each free core, but with no more
    than torch would take. `OMP_NUM_THREADS`, and a number that the caller has chosen for torch, are upper
    limits. A process with pinned threads is left as it is.
    """
    if _pinned:
        return
    import torch

    chosen = settings.threads()
    torch.set_num_threads(chosen or min(torch.get_num_threads(), free_cores()))


def worker_processes() -> int:
    """The number of processes, each with one thread, that may share a long job: `CQ_THREADS` if that is set,
    else the free cores; 1 in a process with pinned threads.
    """
    return 1 if _pinned else settings.threads() or free_cores()


def pin_one_thread() -> None:
    """Compute with one thread from now on, whatever is set: for a worker among others."""
    global _pinned
    _pinned = True
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
    else:  # Its import takes seconds, which not every worker needs; if it comes, it reads these.
        os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
    _limit_numpy()


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute with one thread meanwhile, whatever is set."""
    import torch

    global _pinned
    before = _pinned, torch.get_num_threads()
    _pinned = True
    torch.set_num_threads(1)
    try:
        with one_numpy_thread():
            yield
    finally:
        _pinned = before[0]
        torch.set_num_threads(before[1])


def has_one_thread() -> bool:
    """Whether this process computes with one thread."""
    import torch

    return torch.get_num_threads() == 1


def side_by_side(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """The function of each item, in order: several at once, in as many threads as torch has, each of which
    computes with one. That is faster than one item after the other with several threads for each.
    """
    import torch

    if len(items) < 2 or has_one_thread():
        return [function(item) for item in items]
    with ThreadPoolExecutor(torch.get_num_threads()) as pool, one_thread():
        return list(pool.map(function, items))


_callers = 0
_limiter: ThreadpoolLimiter | None = None
"""The limiter of the first caller within `one_numpy_thread`: it knows the number of threads before."""


@contextmanager
def one_numpy_thread() -> Iterator[None]:
    """Let numpy multiply matrices with one thread meanwhile; torch takes as many as before.

    The threads of both wait for work by spinning, and keep each other from the cores: on two cores, a ranking
    took twice as long with two threads of each as with one of numpy.
    """
    global _callers, _limiter
    # No lock: it would hang a forked child. Callers that meet here only lose time.
    if _callers == 0:
        _limiter = _limit_numpy()
    _callers += 1
    try:
        yield
    finally:
        _callers -= 1
        if _callers == 0 and _limiter is not None:
            _limiter.restore_original_limits()


def _limit_numpy() -> ThreadpoolLimiter:
    return _numpy_libraries().limit(limits=1, user_api="blas")


@lru_cache(maxsize=1)
def _numpy_libraries() -> ThreadpoolController:
    import numpy as np  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _quota(default: int) -> int:
    try:
        quota, period = CGROUP_QUOTA.read_text(encoding="ascii").split()
        return default if quota == "max" else int(quota) // int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return default
