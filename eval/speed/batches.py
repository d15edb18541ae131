"""How long a user waits for a batch, and for a new bank, with all free cores.

Recorded rows, the fastest of three batches. `python -m eval speed` has the processor time with one thread.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import Annotated, Any

import typer

from cq.cli.tables import print_table
from cq.data import load_question_bank
from cq.pipeline import Pipeline
from cq.ranking import QuestionRanker
from eval.options import Data, Out
from eval.output import write_json
from eval.speed.evaluate import NEW_POOL, POOLS, new_pool
from eval.speed.recorded import recorded_rows, repeated_bank
from eval.speed.timing import seconds


def main(
    data: Data = None,
    rows: Annotated[int, typer.Option(help="Recorded rows of a batch.")] = 192,
    out: Out = None,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CQ_CACHE"] = folder
        pipeline = Pipeline.from_pretrained()
        ranker = pipeline.ranker
        assert isinstance(ranker, QuestionRanker)
        recorded = list(load_question_bank(data).values())
        bank, (texts, worlds) = repeated_bank(recorded, POOLS[1]), recorded_rows(data, rows)
        pipeline.rank(bank, texts[0], worlds[0])
        calls: dict[str, Callable[[], Any]] = {
            "cq.classify": lambda: pipeline.classify(texts, worlds),
            f"cq.rank, {POOLS[1]} questions": lambda: pipeline.rank(bank, texts, worlds),
            "cq.build": lambda: pipeline.build(texts, worlds),
            "cq.ask": lambda: pipeline.ask(texts, worlds),
        }
        results = {
            f"{name}, rows/s": f"{len(texts) / min(seconds(call) for _ in range(3)):.0f}"
            for name, call in calls.items()
        }
        unknown, known = new_pool(ranker, recorded, seconds)
    results[f"a new bank of {NEW_POOL}, its questions unknown, ms"] = f"{unknown * 1e3:.0f}"
    results[f"a new bank of {NEW_POOL}, its questions known, ms"] = f"{known * 1e3:.0f}"
    print_table(f"Batches of {len(texts)} rows", {name: {"": value} for name, value in results.items()})
    write_json(out, results)
