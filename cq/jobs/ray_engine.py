"""Batch prediction on Ray Data: a pool of actors, each with its own pipeline."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cq.errors import InputError
from cq.threads import pin_one_thread

if TYPE_CHECKING:
    import pyarrow as pa

    from cq.jobs.batch_predictor import BatchPredictor
    from cq.jobs.input_rows import Row

BATCHES_PER_ACTOR = 32
"""Batches submitted at a time for each actor; bounds the memory of the cluster."""


def predict_on_ray(
    predict: BatchPredictor, batches: Iterable[tuple[int, list[Row]]], actors: int | None = None
) -> Iterator[tuple[int, pa.Table]]:
    """The number and the answers of each batch, in the order in which they finish.

    Runs on the cluster that `ray.init` finds or starts. `actors` None means one per CPU. Each actor computes
    with one thread: another number of threads sums in another order and changes the last digits of scores.
    Raises `InputError` if Ray is not installed.
    """
    try:
        import ray
        import ray.data
    except ImportError:
        raise InputError("ray is not installed; run: pip install 'cq-clarify[ray]'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    actors = actors or int(ray.cluster_resources()["CPU"])
    numbered = iter(batches)
    while submitted := list(itertools.islice(numbered, BATCHES_PER_ACTOR * actors)):
        items = [{"number": number, "rows": json.dumps(rows)} for number, rows in submitted]
        size = min(actors, len(items))
        results = ray.data.from_items(items, override_num_blocks=len(items)).map(
            _Actor,
            fn_constructor_args=(predict,),
            compute=ray.data.ActorPoolStrategy(size=size),
        )
        for row in results.iter_rows():
            yield row["number"], _deserialized(row["answers"])


class _Actor:
    def __init__(self, predict: BatchPredictor) -> None:
        # An actor has one CPU; more threads would mostly wait for each other.
        pin_one_thread()
        self.predict = predict

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        return {"number": row["number"], "answers": _serialized(self.predict(json.loads(row["rows"])))}


def _serialized(table: pa.Table) -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _deserialized(content: bytes) -> pa.Table:
    import pyarrow as pa

    return pa.ipc.open_stream(content).read_all()
