"""What runs a job on a Ray cluster, to the same answers as `cq.modeling.workers` on one machine."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from cq.errors import InputError
from cq.jobs.answer_log import Answers
from cq.jobs.batch_predictor import BatchPredictor
from cq.jobs.rows import Asked
from cq.jobs.weights_digest import code_digest, weight_files
from cq.modeling.threads import pin_one_thread
from cq.modeling.workers import ITEMS_PER_WORKER

T = TypeVar("T")


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


def on_ray(function: Callable[[Any, T], Any], shared: Any, items: Iterable[T]) -> Answers:
    """`function(shared, item)` for each item, in order, on the cluster that `ray.init` finds or starts; nodes
    may join and leave meanwhile. `shared` may be a reference to what lies in the object store.

    Each item is a task of one CPU, which Ray runs again elsewhere if its worker or its node dies. Two are
    handed out for each CPU, so that neither items nor answers gather. Raises `InputError` if Ray is not
    installed, and what `function` raises.
    """
    ray = connected_ray()
    # Killed workers and lost nodes are tried again without end, errors of an item never.
    task = ray.remote(num_cpus=1, max_retries=-1)(function)
    waiting: deque[Any] = deque()
    try:
        for item in items:
            waiting.append(task.remote(shared, item))
            if len(waiting) >= ITEMS_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", 1))):
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


def predict_on_ray(predict: BatchPredictor, batches: Iterable[Sequence[Asked]]) -> Answers:
    """The answers of each batch: see `on_ray`. The weights lie once in the object store. Raises `InputError`
    also if a node has another version of `cq`.
    """
    content = (weight_files(predict.weights), predict.bank, predict.top, code_digest())
    # In a list, so that Ray hands on the reference and not the content.
    yield from on_ray(_answer_on_ray, [connected_ray().put(content)], batches)


def _answer_on_ray(weights: list[Any], rows: Sequence[Asked]) -> str:
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
