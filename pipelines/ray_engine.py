"""Batches answered on Ray Data: by a pool of actors, each with its own pipeline."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import torch

from cq.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from pipelines.predict import Answer
    from pipelines.rows import Row

WAVE = 32
"""Batches under way at a time for each actor: bounds what the cluster holds."""


def answers(
    answer: Answer, batches: Iterable[tuple[int, list[Row]]], actors: int | None = None
) -> Iterator[tuple[int, pa.Table]]:
    """The answer to each numbered batch, as they come, on the cluster that `ray.init` finds or starts.

    `actors` None is one for each CPU; each computes with one thread. With another number of threads sums are
    taken in another order, and scores differ in their last digits. Raises `InputError` where Ray is not
    installed.
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
    while wave := list(itertools.islice(numbered, WAVE * actors)):
        items = [{"number": number, "rows": json.dumps(rows)} for number, rows in wave]
        size = min(actors, len(items))
        done = ray.data.from_items(items, override_num_blocks=len(items)).map(
            _Answering,
            fn_constructor_args=(answer,),
            compute=ray.data.ActorPoolStrategy(size=size),
        )
        for row in done.iter_rows():
            yield row["number"], _unpacked(row["answers"])


class _Answering:
    def __init__(self, answer: Answer) -> None:
        # An actor has one CPU: threads beyond it would wait for each other most of the time.
        torch.set_num_threads(1)
        self.answer = answer

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        return {"number": row["number"], "answers": _packed(self.answer(json.loads(row["rows"])))}


def _packed(table: pa.Table) -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _unpacked(content: bytes) -> pa.Table:
    import pyarrow as pa

    return pa.ipc.open_stream(content).read_all()
