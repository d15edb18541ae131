"""How fast and small `cq` is, and what a user would take instead, in one run.

Times are processor time with one thread, medians of a few calls. Ratios of an alternative to `cq` are what
to compare: they depend little on the machine. With `--against FILE` of an earlier run, exits with 1 if a
ratio has fallen by more than a fifth.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from unittest import mock

import numpy as np
import numpy.typing as npt
import typer

from cq.cli.tables import print_table
from cq.data import load_question_bank, load_singleturn, rows_with, stack_grids
from cq.metrics import maximal_intersection
from cq.metrics.reference import every_shift
from cq.modeling.threads import pin_one_thread
from cq.pipeline import Pipeline
from cq.ranking import QuestionBank, QuestionRanker
from eval.options import Data, Out
from eval.output import write_json
from eval.speed.alternatives import (
    bm25_of_pool,
    cross_encoder_over_pool,
)
from eval.speed.recorded import recorded_rows, repeated_bank

Grids = npt.NDArray[np.int8]

POOLS = (150, 835)
NEW_POOL = 140
BATCH = 48
WORST = 0.8
"""A ratio below this share of the earlier one is a regression."""

PEAK = "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
"""Linux counts it anew for each program; `getrusage` would count that of the parent too."""

FIRST = "import cq; cq.classify('Place a red block')"
ALL = f"{FIRST}; cq.rank(None, 'Place a red block'); cq.build('Place a red block')"


def main(
    data: Data = None,
    calls: Annotated[int, typer.Option(help="Calls of which the median is taken.")] = 5,
    against: Annotated[Path | None, typer.Option(help="JSON of an earlier run, to compare ratios.")] = None,
    out: Out = None,
) -> None:
    pin_one_thread()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CQ_CACHE"] = folder
        times, ratios = _measure(data, calls)
    print_table("Processor time with one thread", {name: {"": value} for name, value in times.items()})
    print_table("An alternative's time, in times of cq's", {k: {"": v} for k, v in ratios.items()})
    write_json(out, {"times": times, "ratios": ratios})
    fallen = _fallen(ratios, against)
    if fallen:
        typer.echo(f"fallen by more than a fifth: {', '.join(fallen)}", err=True)
        raise typer.Exit(1)


def processor_ms(call: Callable[[], Any], calls: int) -> float:
    """The median processor time of some calls after a first one, in milliseconds."""
    call()
    return statistics.median(_processor_seconds(call) for _ in range(calls)) * 1e3


def _processor_seconds(call: Callable[[], Any]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def _measure(data: Path | None, calls: int) -> tuple[dict[str, str], dict[str, float]]:
    pipeline = Pipeline.from_pretrained()
    ranker = pipeline.ranker
    assert isinstance(ranker, QuestionRanker)
    texts, worlds = recorded_rows(data, BATCH)
    text, world = texts[0], worlds[0]
    recorded = list(load_question_bank(data).values())
    banks = {n: repeated_bank(recorded, n) for n in POOLS}
    ms = partial(processor_ms, calls=calls)

    def rank_once(bank: QuestionBank) -> float:
        return ms(lambda: pipeline.rank(bank, text, world))

    ranks = {n: rank_once(bank) for n, bank in banks.items()}
    classify, build = (ms(lambda one=one: one(text, world)) for one in (pipeline.classify, pipeline.build))  # type: ignore[misc]
    unknown, known = (1e3 * t for t in new_pool(ranker, recorded, _processor_seconds))
    times = {f"cq.rank, {n} questions, ms": _shown(value) for n, value in ranks.items()}
    times |= {"cq.classify, ms": _shown(classify), "cq.build, ms": _shown(build)}
    times |= {
        f"index of a new bank of {NEW_POOL}, questions unknown, ms": _shown(unknown),
        f"index of a new bank of {NEW_POOL}, questions known, ms": _shown(known),
    }
    batches: dict[str, Callable[[], Any]] = {
        "cq.classify": lambda: pipeline.classify(texts, worlds),
        f"cq.rank, {POOLS[1]} questions": lambda: pipeline.rank(banks[POOLS[1]], texts, worlds),
        "cq.build": lambda: pipeline.build(texts, worlds),
        "cq.ask": lambda: pipeline.ask(texts, worlds),
    }
    times |= {
        f"{name}, in a batch, rows/s": _shown(BATCH / _processor_seconds(call))
        for name, call in batches.items()
    }
    times |= {
        "first cq.classify in a new process, processor s": _shown(_process(FIRST, "seconds")),
        "peak memory, classify + rank + build, MB": _shown(_process(ALL, "memory")),
    }
    few, pool = banks[POOLS[0]], banks[POOLS[0]].questions
    read = cross_encoder_over_pool()
    words = bm25_of_pool(banks[POOLS[1]].questions)
    built, target = _recorded_pairs(data, 20)
    scan = ms(lambda: [every_shift(a, b) for a, b in zip(built, target, strict=True)])
    others = {
        f"every one of {len(few)} questions by sentence-transformers' CrossEncoder / cq.rank": ms(
            lambda: read(text, pool)
        )
        / ranks[POOLS[0]],
        f"BM25 by rank_bm25 over {POOLS[1]} / cq.rank": ms(lambda: words(text)) / ranks[POOLS[1]],
        "the metric's literal scan / cq.metrics": scan / ms(lambda: maximal_intersection(built, target)),
    }
    return times, {name: round(value, 3) for name, value in others.items()}


def new_pool(
    ranker: QuestionRanker, recorded: list[str], seconds: Callable[[Callable[[], Any]], float]
) -> tuple[float, float]:
    """Seconds to index a bank whose questions are new, and another bank of known questions."""
    texts = [recorded[i] for i in np.random.default_rng(0).permutation(len(recorded))[:NEW_POOL]]
    banks = [QuestionBank.parse(texts), QuestionBank.parse(texts[1:] + texts[:1])]
    # It has read nothing, and the cache is empty; the anchor instructions are encoded once in a process.
    ranker = ranker.with_cross_encoder(None)
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, CQ_CACHE=folder):
        ranker.index(QuestionBank.parse(["Which one?"]))
        unknown, known = (seconds(partial(ranker.index, bank)) for bank in banks)
    return unknown, known


def _recorded_pairs(data: Path | None, count: int) -> tuple[Grids, Grids]:
    """The first pairs of a second person's build and the architect's target: grids (n, 9, 11, 11)."""
    pairs = rows_with(load_singleturn(data), "target", "built").select(range(count))
    return stack_grids(pairs, "built"), stack_grids(pairs, "target")


def _process(code: str, what: str) -> float:
    """Processor seconds or peak megabytes of some code in a new process with one thread."""
    shown = PEAK if what == "memory" else "import time; print(time.process_time())"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {shown}"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "CQ_THREADS": "1"},
    )
    value = float(done.stdout.split()[-1])
    return value * 1024 / 1e6 if what == "memory" else value


def _fallen(ratios: dict[str, float], against: Path | None) -> list[str]:
    """Names of the ratios that are worse than in an earlier run."""
    if against is None:
        return []
    before = json.loads(against.read_text(encoding="utf-8"))["ratios"]
    return [name for name, value in ratios.items() if name in before and value < WORST * before[name]]


def _shown(value: float) -> str:
    return f"{value:,.3g}" if value < 10 else f"{value:,.0f}"
