"""How long a user waits for a batch, and for a new bank, with all free cores.

Recorded rows, the fastest of three batches. `python -m eval speed` has the processor time with one thread.
"""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable
from typing import Annotated, Any

import typer

import cq
from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn, stack_grids
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank, QuestionRanker
from eval.options import Data, Out
from eval.output import write_json
from eval.speed.evaluate import NEW_POOL, POOLS, new_pool
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
        bank = QuestionBank.parse(list(itertools.islice(itertools.cycle(recorded), POOLS[1])))
        dataset = load_singleturn(data).shuffle(seed=0)
        dataset = dataset.select(range(min(rows, len(dataset))))
        texts = dataset["instruction"][:]
        worlds = [cq.World.parse(grid) for grid in stack_grids(dataset, "start")]
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
