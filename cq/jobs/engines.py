"""What runs the batches of a job: this process, several processes of this machine, or a Ray cluster.

Each worker computes with one thread: another number of threads sums in another order, and changes the last
digits of scores. So all engines give the same answers to the last bit.
"""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from cq.errors import CqError, InputError
from cq.jobs.batch_predictor import BatchPredictor
from cq.jobs.rows import Asked
from cq.jobs.weights_digest import code_digest, weight_files
from cq.modeling.threads import one_thread, pin_one_thread

if TYPE_CHECKING:
    import pyarrow as pa

Key = TypeVar("Key")
Batches: TypeAlias = Iterable[tuple[Key, Sequence[Asked]]]
Answers: TypeAlias = Generator[tuple[Key, "pa.Table"], None, None]

BATCHES_PER_WORKER = 2
"""Batches handed out at a time for each worker: one to answer and one to wait. It bounds the memory."""


class WorkerDiedError(CqError, RuntimeError):
    """A worker process was killed, for example because memory was short."""


def predict_here(predict: BatchPredictor, batches: Batches[Key], workers: int) -> Answers[Key]:
    """The key and the answers of each batch, computed in this process if `workers` is 1; else in new ones,
    in the order in which they finish. Each gets the predictor once, and ends with this process, however that
    ends. A thread of joblib then reads the batches.

    Raises `WorkerDiedError` if a worker is killed.
    """
    from joblib import Parallel, delayed, effective_n_jobs, parallel_config
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    if effective_n_jobs(workers) == 1:
        for key, rows in batches:
            with one_thread():
                answers = predict(rows)
            yield key, answers
        return
    with parallel_config("loky", initializer=_start, initargs=(predict, os.getpid())):
        ahead = BATCHES_PER_WORKER * workers
        pool = Parallel(workers, return_as="generator_unordered", batch_size=1, pre_dispatch=ahead)
    with warnings.catch_warnings():
        # Of a job that fails, joblib tells how many batches it has dropped.
        warnings.filterwarnings("ignore", ".* tasks which were still being processed")
        try:
            yield from pool(delayed(_answer)(key, rows) for key, rows in batches)
        except TerminatedWorkerError:
            raise WorkerDiedError(
                "a worker process was killed, perhaps for lack of memory; run the command again, with fewer "
                "--workers, to continue"
            ) from None


_predict: BatchPredictor | None = None
"""The predictor of this worker process."""


def _start(predict: BatchPredictor, parent: int) -> None:
    """Prepare a worker process."""
    global _predict
    _predict = predict
    # An interrupt reaches all processes of a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    pin_one_thread()


def _end_with(parent: int) -> None:
    """A killed parent cannot end its workers, and they would wait for it for minutes."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def _answer(key: Key, rows: Sequence[Asked]) -> tuple[Key, pa.Table]:
    assert _predict is not None
    return key, _predict(rows)


def connected_ray() -> Any:
    """The module `ray`, on the cluster that `ray.init` finds or starts. Raises `InputError` if Ray is not
    installed.
    """
    try:
        import ray
    except ImportError:
        raise InputError("ray is not installed; run: pip install 'cq-clarify[ray]'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    return ray


def processors(ray: Any) -> int:
    """CPUs of the cluster now; nodes may join and leave."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def predict_on_ray(predict: BatchPredictor, batches: Batches[Key]) -> Answers[Key]:
    """The key and the answers of each batch, in the order in which they finish.

    Runs on the cluster that `ray.init` finds or starts; nodes may join and leave meanwhile. Each batch is a
    task of one CPU, which Ray runs again elsewhere if its worker or its node dies. Two are handed out for
    each CPU, so that neither rows nor answers gather. The weights lie once in the object store. Raises
    `InputError` if Ray is not installed, or a node has another version of `cq`.
    """
    ray = connected_ray()
    content = (weight_files(predict.weights), predict.bank, predict.top, code_digest())
    weights = [ray.put(content)]  # in a list, so that Ray hands on the reference and not the content
    # Killed workers and lost nodes are tried again without end, errors of a batch never.
    answer = ray.remote(num_cpus=1, max_retries=-1)(_answer_on_ray)
    waiting: dict[Any, Key] = {}

    def finished() -> Answers[Key]:
        for one in ray.wait(list(waiting))[0]:
            yield waiting.pop(one), ray.get(one)

    try:
        for key, rows in batches:
            waiting[answer.remote(weights, rows)] = key
            while len(waiting) >= BATCHES_PER_WORKER * processors(ray):
                yield from finished()
        while waiting:
            yield from finished()
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


def _answer_on_ray(weights: list[Any], rows: Sequence[Asked]) -> pa.Table:
    return _loaded(weights[0])(rows)


@lru_cache(maxsize=1)
def _loaded(weights: Any) -> BatchPredictor:
    """The predictor of this worker process of Ray."""
    import ray

    pin_one_thread()
    files, bank, top, code = ray.get(weights)
    if code_digest() != code:
        raise InputError("a node of the cluster has another version of cq; install the same on all nodes")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        predict = BatchPredictor(Path(folder), bank, top)
        predict.load()
    return predict
