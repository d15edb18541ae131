"""Time, disk and memory with a question bank of any size.

Synthetic questions are read, opened in a later pipeline, and ranked for the reference instructions, all in
one process with one thread unless `CQ_THREADS` says otherwise: with more, several processes read. Times are
processor time of this process, and by the clock. With `--read`, only so many questions are really read, and
the time of reading is that of these, for each question.
"""

from __future__ import annotations

import itertools
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cq import QuestionBank, World
from cq.cli.tables import print_table
from cq.modeling.threads import pin_one_thread
from cq.pipeline import Pipeline
from cq.ranking import QuestionRanker
from cq.ranking.bank import tie_order
from cq.ranking.hubness import anchor_instructions
from cq.ranking.large_index import LargeIndex
from cq.ranking.reading import Anchors
from eval.options import Out
from eval.output import write_json
from eval.ranking.synthetic_bank import keep_copies, keep_repeated, synthetic_bank
from eval.speed.latency import WORLD

QUERIES = 20


def main(
    size: Annotated[int, typer.Option(help="Questions in the bank.")] = 100_000,
    read: Annotated[
        int | None, typer.Option(help="Really read only so many; the others get altered copies.")
    ] = None,
    repeat: Annotated[
        int, typer.Option(help="Then open and rank a bank so many times larger, its arrays repeated.")
    ] = 1,
    cache: Annotated[str | None, typer.Option(help="Folder of the cache. Default: a temporary one.")] = None,
    out: Out = None,
) -> None:
    if "CQ_THREADS" not in os.environ:
        pin_one_thread()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CQ_CACHE"] = cache or folder
        os.environ.setdefault("CQ_CACHE_LIMIT", "10000")
        table = _measure(size, min(read or size, size), repeat, Path(cache or folder))
    print_table(f"A bank of {size:,} questions, then of {size * repeat:,}", table)
    write_json(out, table)


def _measure(size: int, read: int, repeat: int, folder: Path) -> dict[str, dict[str, Any]]:
    questions = list(synthetic_bank(size).questions)
    texts, world = itertools.cycle(anchor_instructions()), World.parse(WORLD)
    measured: dict[str, float] = {}
    pipeline = Pipeline.from_pretrained()
    # The first ranking loads the weights and encodes the anchor instructions, which is not measured.
    pipeline.rank(None, next(texts), world)
    ranker = pipeline.ranker
    assert isinstance(ranker, QuestionRanker)
    anchors = Anchors(ranker.backbone, ranker.token_statistics)
    anchors.vectors()
    some = QuestionBank.parse(questions[:read])
    processor, clock = _both(lambda: LargeIndex(some.questions, anchors))
    measured["reading, ms a question"] = processor * 1e3 / read
    measured["reading, by the clock, s"] = clock
    if read < size:
        keep_copies(QuestionBank.parse(questions), read, anchors)
        measured["first stages of all, s"] = _seconds(lambda: LargeIndex(questions, anchors))
    measured["on disk, MB"] = _disk(folder)
    known = questions
    if repeat > 1:
        questions = list(synthetic_bank(size * repeat).questions)
        keep_repeated(known, questions, anchors)
    pipeline = Pipeline.from_pretrained()
    pipeline.rank(None, next(texts), world)
    bank: list[QuestionBank] = []
    processor, clock = _both(lambda: bank.append(_open(pipeline, questions)))
    measured |= {"opening again, s": processor, "opening again, by the clock, s": clock}
    if repeat > 1:
        # Questions that were never read get the records of others.
        index = pipeline.ranker.index(bank[0])  # type: ignore[attr-defined]
        contents, places = index.contents, {text: i % size for i, text in enumerate(questions)}
        index.contents = lambda texts: contents([known[places[text]] for text in texts])
    for name, asked in {
        "a query": bank[0],
        "for comparison, of 150 questions": bank_of_150(questions),
    }.items():
        pipeline.rank(asked, next(texts), world, top_k=20)
        took = [_both(lambda b=asked: pipeline.rank(b, next(texts), world, top_k=20)) for _ in range(QUERIES)]  # type: ignore[misc]
        measured[f"{name}, ms"] = statistics.median(one for one, _ in took) * 1e3
        measured[f"{name}, by the clock, ms"] = statistics.median(one for _, one in took) * 1e3
    measured["peak memory, GB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9
    return {name: {"value": round(value, 3)} for name, value in measured.items()}


def bank_of_150(questions: list[str]) -> QuestionBank:
    """A small bank of the same questions."""
    return QuestionBank.parse(questions[:150])


def _open(pipeline: Pipeline, questions: list[str]) -> QuestionBank:
    bank = QuestionBank.parse(questions)
    assert isinstance(pipeline.ranker, QuestionRanker)
    pipeline.ranker.index(bank)
    tie_order(bank)
    return bank


def _disk(folder: Path) -> float:
    """Megabytes of the cache that are of large banks."""
    kept = [path for pattern in ("bank-*/*", "large-*") for path in folder.glob(f"questions/{pattern}")]
    newest = max(path.parent.stat().st_mtime for path in kept if path.parent.name.startswith("bank-"))
    counted = [p for p in kept if p.parent.name == "questions" or p.parent.stat().st_mtime == newest]
    return sum(path.stat().st_size for path in counted) / 1e6


def _seconds(call: Callable[[], Any]) -> float:
    return _both(call)[0]


def _both(call: Callable[[], Any]) -> tuple[float, float]:
    """Seconds of processor time, and by the clock."""
    began, clock = time.process_time(), time.perf_counter()
    call()
    return time.process_time() - began, time.perf_counter() - clock
