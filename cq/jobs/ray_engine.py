"""Batch prediction on a Ray cluster.

Each batch is a task of one CPU. Ray runs it where a CPU is free, and again elsewhere if its worker or its
node dies. The weights lie once in the object store; each worker process loads them once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.errors import InputError
from cq.jobs.batch_predictor import BatchPredictor
from cq.jobs.engines import BATCHES_PER_WORKER, Answers, Key, in_flight
from cq.jobs.weights_digest import code_digest, weight_files
from cq.modeling.threads import pin_one_thread

if TYPE_CHECKING:
    import pyarrow as pa

    from cq.jobs.input_rows import Row
    from cq.ranking import QuestionBank


def predict_on_ray(predict: BatchPredictor, batches: Iterable[tuple[Key, list[Row]]]) -> Answers[Key]:
    """The key and the answers of each batch, in the order in which they finish.

    Runs on the cluster that `ray.init` finds or starts; nodes may join and leave meanwhile. Two batches are
    handed out for each CPU, so that neither rows nor answers gather. Raises `InputError` if Ray is not
    installed, or a node has another version of `cq`.
    """
    try:
        import ray
    except ImportError:
        raise InputError("ray is not installed; run: pip install 'cq-clarify[ray]'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # In a list, so that Ray hands on the reference and not the content.
    weights = [ray.put(_Weights(predict))]
    # Killed workers and lost nodes are tried again without end, errors of a batch never.
    answer = ray.remote(num_cpus=1, max_retries=-1)(_answer)

    def most() -> int:
        return BATCHES_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1)))

    try:
        yield from in_flight(batches, lambda rows: answer.remote(weights, rows).future(), most)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


class _Weights:
    """A predictor with the files of its weights, and the code that it is for."""

    def __init__(self, predict: BatchPredictor) -> None:
        self.bank: QuestionBank = predict.bank
        self.top, self.code = predict.top, code_digest()
        # Arrays are read in the store's memory, not copied.
        self.files = {
            name: np.frombuffer(content, dtype=np.uint8)
            for name, content in weight_files(predict.weights).items()
        }

    def load(self) -> BatchPredictor:
        """The predictor, its weights loaded."""
        if code_digest() != self.code:
            raise InputError("a node of the cluster has another version of cq; install the same on all nodes")
        with tempfile.TemporaryDirectory() as folder:
            for name, content in self.files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                content.tofile(path)
            predict = BatchPredictor(Path(folder), self.bank, self.top)
            predict.load()
        return predict


def _answer(weights: list[Any], rows: list[Row]) -> pa.Table:
    return _loaded(weights[0])(rows)


@lru_cache(maxsize=1)
def _loaded(weights: Any) -> BatchPredictor:
    """The predictor of this worker process."""
    import ray

    pin_one_thread()
    predict: BatchPredictor = ray.get(weights).load()
    return predict
