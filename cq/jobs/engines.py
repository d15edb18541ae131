"""What runs the batches of a job: this process, several processes of this machine, or a Ray cluster.

Each worker computes with one thread: another number of threads sums in another order, and changes the last
digits of scores. So all engines give the same answers to the last bit.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar

from cq.errors import CqError
from cq.modeling.threads import one_thread, pin_one_thread

if TYPE_CHECKING:
    import pyarrow as pa

    from cq.jobs.batch_predictor import BatchPredictor
    from cq.jobs.input_rows import Row

Key = TypeVar("Key")
Answers = Iterator[tuple[Key, "pa.Table"]]

BATCHES_PER_WORKER = 2
"""Batches handed out at a time for each worker: one to answer and one to wait. It bounds the memory."""


class WorkerDiedError(CqError, RuntimeError):
    """A worker process was killed, for example because memory was short."""


def predict_here(predict: BatchPredictor, batches: Iterable[tuple[Key, list[Row]]]) -> Answers[Key]:
    """The key and the answers of each batch, computed in this process."""
    for key, rows in batches:
        with one_thread():
            answers = predict(rows)
        yield key, answers


def predict_in_processes(
    predict: BatchPredictor, batches: Iterable[tuple[Key, list[Row]]], workers: int
) -> Answers[Key]:
    """The key and the answers of each batch, in the order in which they finish, computed by `workers` new
    processes. Each loads the weights once, and ends with this process, however that ends.

    Raises `WorkerDiedError` if a worker is killed.
    """
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start, initargs=(predict,))
    try:
        yield from in_flight(
            batches, lambda rows: pool.submit(_answer, rows), lambda: BATCHES_PER_WORKER * workers
        )
    except BrokenProcessPool:
        raise WorkerDiedError(
            "a worker process was killed, perhaps for lack of memory; run the command again, with fewer "
            "--workers, to continue"
        ) from None
    finally:
        # What a worker is at when the job fails or is interrupted would take minutes to finish.
        for process in multiprocessing.active_children():
            process.terminate()
        pool.shutdown(cancel_futures=True)


def in_flight(
    batches: Iterable[tuple[Key, list[Row]]],
    submit: Callable[[list[Row]], Future[pa.Table]],
    most: Callable[[], int],
) -> Answers[Key]:
    """The key and the answers of each batch, in the order in which they finish. `submit` hands out a batch;
    the next one is read when fewer than `most()` are handed out.
    """
    waiting: dict[Future[pa.Table], Key] = {}

    def finished() -> Answers[Key]:
        for one in wait(waiting, return_when=FIRST_COMPLETED).done:
            yield waiting.pop(one), one.result()

    for key, rows in batches:
        waiting[submit(rows)] = key
        while len(waiting) >= most():
            yield from finished()
    while waiting:
        yield from finished()


_predict: BatchPredictor | None = None
"""The predictor of this worker process."""


def _start(predict: BatchPredictor) -> None:
    """Prepare a worker process."""
    global _predict
    _predict = predict
    # An interrupt reaches all processes of a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pin_one_thread()


def _end_with_parent() -> None:
    """A killed parent cannot end its workers, and they would wait for it forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _answer(rows: list[Row]) -> pa.Table:
    assert _predict is not None
    return _predict(rows)
