"""Time, disk and memory with a question bank of any size.

Synthetic questions are read, opened in a later pipeline, and ranked for the reference instructions, all in
one process with one thread unless `CQ_THREADS` says otherwise: with more, several processes read. Times are
processor time of this process, and by the clock.
"""

from __future__ import annotations

import itertools
import os
import resource
import statistics
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from cq import QuestionBank, World
from cq.modeling.threads import pin_one_thread
from cq.pipeline import Pipeline
from cq.ranking import QuestionRanker
from cq.ranking.bank import tie_order
from cq.ranking.hubness import anchor_instructions
from cq.ranking.large_index import LargeIndex
from cq.ranking.reading import Anchors
from eval.options import Out
from eval.output import show
from eval.ranking.synthetic_bank import synthetic_questions
from eval.speed.latency import WORLD
from eval.speed.measure import timed

QUERIES = 20


def main(
    size: Annotated[int, typer.Option(help="Questions in the bank.")] = 100_000,
    cache: Annotated[str | None, typer.Option(help="Folder of the cache. Default: a temporary one.")] = None,
    out: Out = None,
) -> None:
    if "CQ_THREADS" not in os.environ:
        pin_one_thread()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CQ_CACHE"] = cache or folder
        os.environ.setdefault("CQ_CACHE_LIMIT", "10000")
        table = _measure(size, Path(cache or folder))
    show({f"{size:,} questions": table}, out)


def _measure(size: int, folder: Path) -> dict[str, dict[str, Any]]:
    questions = synthetic_questions(size)
    texts, world = itertools.cycle(anchor_instructions()), World.parse(WORLD)
    measured: dict[str, float] = {}
    processor, clock = list[float](), list[float]()
    pipeline = Pipeline.from_pretrained()
    # The first ranking loads the weights and encodes the anchor instructions, which is not measured.
    pipeline.rank(None, next(texts), world)
    ranker = pipeline.ranker
    assert isinstance(ranker, QuestionRanker)
    anchors = Anchors(ranker.backbone, ranker.token_statistics)
    anchors.vectors()
    with timed(processor, time.process_time), timed(clock):
        LargeIndex(questions, anchors)
    measured |= {"reading, ms a question": processor[0] * 1e3 / size, "reading, by the clock, s": clock[0]}
    measured["on disk, MB"] = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    pipeline = Pipeline.from_pretrained()
    pipeline.rank(None, next(texts), world)
    assert isinstance(pipeline.ranker, QuestionRanker)
    with timed(processor, time.process_time), timed(clock):
        bank = QuestionBank.parse(questions)
        pipeline.ranker.index(bank)
        tie_order(bank)
    measured |= {"opening again, s": processor[1], "opening again, by the clock, s": clock[1]}
    banks = {"a query": bank, "for comparison, of 150 questions": QuestionBank.parse(questions[:150])}
    for name, asked in banks.items():
        pipeline.rank(asked, next(texts), world, top_k=20)
        for _ in range(QUERIES):
            with timed(processor, time.process_time), timed(clock):
                pipeline.rank(asked, next(texts), world, top_k=20)
        measured[f"{name}, ms"] = statistics.median(processor[-QUERIES:]) * 1e3
        measured[f"{name}, by the clock, ms"] = statistics.median(clock[-QUERIES:]) * 1e3
    measured["peak memory, GB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9
    return {name: {"value": round(value, 3)} for name, value in measured.items()}
