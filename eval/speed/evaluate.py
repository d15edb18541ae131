"""What a user would take instead of parts of `cq`, in times of what `cq` takes for the same work, in one run.

Times are processor time with one thread, medians of a few calls. The ratios are what to compare: they depend
little on the machine. With `--against` results of an earlier run, exits with 1 if a ratio has fallen by more
than a fifth.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cq.data import load_question_bank, load_singleturn, rows_with, stack_grids
from cq.encoder.backbone import default_folder
from cq.files.json_input import read_json
from cq.metrics import maximal_intersection
from cq.metrics.reference import every_shift
from cq.modeling.threads import pin_one_thread
from cq.pipeline import Pipeline
from cq.ranking.first_stage import tokenize
from eval.options import Data, Out
from eval.output import show
from eval.speed.measure import recorded_rows, repeated_bank, timed

RATIOS, RATIO = "What a user would take instead", "takes times as long"
POOLS = (150, 835)
PAIRS = 20
WORST = 0.8
"""A ratio below this share of the earlier one is a regression."""


def main(
    data: Data = None,
    calls: Annotated[int, typer.Option(help="Calls of which the median is taken.")] = 5,
    against: Annotated[Path | None, typer.Option(help="Results of an earlier run.")] = None,
    out: Out = None,
) -> None:
    pin_one_thread()
    before = {} if against is None else read_json(against, "file of results")["tables"][RATIOS]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CQ_CACHE"] = folder
        tables = _measure(data, lambda call: processor_ms(call, calls))
    show(tables, out)
    ratios = {name: float(row[RATIO]) for name, row in tables[RATIOS].items()}
    fallen = [name for name in before if ratios.get(name, 0) < WORST * float(before[name][RATIO])]
    if fallen:
        typer.echo(f"fallen by more than a fifth: {', '.join(fallen)}", err=True)
        raise typer.Exit(1)


def processor_ms(call: Callable[[], Any], calls: int) -> float:
    """The median processor time of some calls after a first one, in milliseconds."""
    times: list[float] = []
    for _ in range(calls + 1):
        with timed(times, time.process_time):
            call()
    return statistics.median(times[1:]) * 1e3


def _measure(data: Path | None, ms: Callable[[Callable[[], Any]], float]) -> dict[str, Any]:
    from rank_bm25 import BM25Okapi
    from sentence_transformers import CrossEncoder

    pipeline = Pipeline.from_pretrained()
    (text,), (world,) = recorded_rows(data, 1)
    recorded = list(load_question_bank(data).values())
    few, many = (repeated_bank(recorded, size) for size in POOLS)
    pairs = rows_with(load_singleturn(data), "target", "built").select(range(PAIRS))
    built, target = stack_grids(pairs, "built"), stack_grids(pairs, "target")
    reader = CrossEncoder(str(default_folder()), num_labels=1, local_files_only=True)
    read = [(text, question) for question in few.questions]
    words = BM25Okapi([tokenize(question) for question in many.questions])
    reading = "questions read by a CrossEncoder of sentence-transformers, as large as ours"
    ours, scan = f"cq.metrics.maximal_intersection, a batch of {PAIRS}", "the metric's literal scan"
    times = {
        f"cq.rank, {len(few)} questions": ms(lambda: pipeline.rank(few, text, world)),
        f"cq.rank, {len(many)} questions": ms(lambda: pipeline.rank(many, text, world)),
        ours: ms(lambda: maximal_intersection(built, target)),
        "cq.classify": ms(lambda: pipeline.classify(text, world)),
        "cq.build": ms(lambda: pipeline.build(text, world)),
    }
    instead: dict[str, tuple[str, Callable[[], Any]]] = {
        f"every one of {len(few)} {reading}": (
            f"cq.rank, {len(few)} questions",
            lambda: reader.predict(read, batch_size=32, show_progress_bar=False),
        ),
        scan: (ours, lambda: [every_shift(*one) for one in zip(built, target, strict=True)]),
        f"BM25 alone by rank_bm25, {len(many)} questions": (
            f"cq.rank, {len(many)} questions",
            lambda: words.get_scores(tokenize(text)),
        ),
    }
    return {
        "Processor time with one thread": {name: {"ms": f"{value:.3g}"} for name, value in times.items()},
        RATIOS: {
            name: {"of": of, RATIO: f"{float(f'{ms(call) / times[of]:.2g}'):g}"}
            for name, (of, call) in instead.items()
        },
    }
