"""Work in several processes, of this machine or of a Ray cluster, with the same results. Each computes with
one thread: another number of threads changes the order of sums, and with it the last digits of networks.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from cq.errors import CqError, needing
from cq.modeling.threads import one_thread, pin_one_thread

Item = TypeVar("Item")
Result = TypeVar("Result")

ITEMS_PER_WORKER = 2
"""Items handed out at a time for each worker: one to work on and one to wait. It bounds the memory."""


class WorkerDiedError(CqError, RuntimeError):
    """A worker process was killed, for example because memory was short."""


def in_workers(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int, *, together: int = 1
) -> Generator[Result, None, None]:
    """The function of each item, in order, computed in this process if `workers` is 1; else in new ones.
    Items are handed out in runs of `together`.

    Each process gets the function once, and ends with this process, however that ends. A thread of joblib
    then reads the items. Raises `WorkerDiedError` if a worker is killed, and the function's errors.
    """
    if workers == 1:
        for item in items:
            with one_thread():
                result = function(item)
            yield result
        return
    from joblib import Parallel, delayed, parallel_config
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    with parallel_config("loky", initializer=_start, initargs=(function, os.getpid())):
        ahead = ITEMS_PER_WORKER * workers * together
        pool = Parallel(workers, return_as="generator", batch_size=together, pre_dispatch=ahead)
    with warnings.catch_warnings():
        # After a failed job, joblib warns about the dropped items.
        warnings.filterwarnings("ignore", ".* tasks which were still being processed")
        try:
            yield from pool(delayed(_work)(item) for item in items)
        except TerminatedWorkerError:
            raise WorkerDiedError(
                "a worker process was killed, perhaps for lack of memory; run the command again, with fewer "
                "workers (--workers or CQ_THREADS), to continue"
            ) from None


_function: Callable[[Any], Any] | None = None
"""The function of this worker process for an item."""


def _start(function: Callable[[Any], Any], parent: int) -> None:
    """Prepare a worker process."""
    global _function
    _function = function
    # An interrupt reaches all processes of a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    pin_one_thread()


def _end_with(parent: int) -> None:
    """A killed parent cannot end its workers, and they would wait for it for minutes."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def _work(item: Any) -> Any:
    assert _function is not None
    return _function(item)


def in_cluster(function: Callable[[Item], Result], items: Iterable[Item]) -> Generator[Result, None, None]:
    """The function of each item, in order, on the cluster that `ray.init` finds or starts; nodes may join and
    leave meanwhile. The function is stored once in the object store, and each process loads it once.

    Each item is a task of one CPU, which Ray runs again elsewhere if its worker or its node dies. Two are
    handed out for each CPU, so that items and answers do not accumulate. Raises `InputError` if Ray is not
    installed, and the errors of `function`.
    """
    with needing("ray", "ray is not installed"):
        import ray
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # In a list, so that Ray passes on the reference and not the function.
    stored = [ray.put(function)]
    # Killed workers and lost nodes are tried again without end, errors of an item never.
    task = ray.remote(num_cpus=1, max_retries=-1)(_work_in_cluster)
    waiting: deque[Any] = deque()
    try:
        for item in items:
            waiting.append(task.remote(stored, item))
            if len(waiting) >= ITEMS_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1))):
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


def _work_in_cluster(stored: list[Any], item: Any) -> Any:
    return _loaded(stored[0])(item)


@lru_cache(maxsize=1)
def _loaded(stored: Any) -> Any:
    """The function, in a worker process of Ray."""
    import ray

    pin_one_thread()
    return ray.get(stored)
