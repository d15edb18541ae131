"""How long a user waits: `python -m eval.speed.latency --data PATH`.

Import and first call are measured in fresh processes (the least of three); later calls as the median of
fifty, warm; a batch as the least of three; loading the single-turn set without and with its cache, in a
cache folder made for it.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

import cq
from cq.files import write_text
from eval.options import Data, Out
from eval.tables import print_table

INSTRUCTION = "Place four blocks to the east of the highest block"
WORLD = Path(cq.__file__).parent / "examples" / "towers.json"

FRESH = {
    "import cq": "import cq",
    "import cq and first cq.classify": f"import cq; cq.classify({INSTRUCTION!r}, {str(WORLD)!r})",
    "import cq and first cq.ask": f"import cq; cq.ask({INSTRUCTION!r}, {str(WORLD)!r})",
    "import cq and first cq.rank": f"import cq; cq.rank(None, {INSTRUCTION!r}, {str(WORLD)!r})",
}


def main(
    data: Data = None,
    out: Out = None,
) -> None:
    figures = {name: {"seconds": min(fresh(code) for _ in range(3))} for name, code in FRESH.items()}
    figures |= {name: {"seconds": median_seconds(call)} for name, call in later(data).items()}
    rows, batch = _batch(data)
    figures[f"cq.classify, a batch of {rows:,} recorded rows"] = {"seconds": batch}
    load = f"from cq.data import load_singleturn; load_singleturn({str(data) if data else None!r})"
    with tempfile.TemporaryDirectory() as cache:
        for name in ("load_singleturn, cold", "load_singleturn, cached"):
            figures[name] = {"seconds": fresh(load, before="import datasets", CQ_CACHE=cache)}
    rounded = {name: {"seconds": f"{row['seconds']:.4f}"} for name, row in figures.items()}
    print_table("Waiting time", rounded)
    if out is not None:
        write_text(out, json.dumps(rounded, indent=1) + "\n")


def fresh(code: str, before: str = "pass", **environment: str) -> float:
    """Seconds that `code` takes in a new process, after `before`."""
    timed = f"import time; {before}; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    done = subprocess.run(
        [sys.executable, "-c", timed],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return float(done.stdout.split()[-1])


def later(data: Path | None) -> dict[str, Callable[[], Any]]:
    from cq.data import load_question_bank

    world = cq.World.parse(WORLD)
    recorded = list(load_question_bank(data).values())
    # The track's list of questions has 890, repeats included.
    banks = {
        n: cq.QuestionBank.parse(list(itertools.islice(itertools.cycle(recorded), n))) for n in (150, 890)
    }
    return {
        "cq.classify, later": lambda: cq.classify(INSTRUCTION, world),
        "cq.rank, our bank, later": lambda: cq.rank(None, INSTRUCTION, world),
        **{
            f"cq.rank, {n} questions, later": lambda bank=bank: cq.rank(bank, INSTRUCTION, world)  # type: ignore[misc]
            for n, bank in banks.items()
        },
        "cq.build, later": lambda: cq.build(INSTRUCTION, world),
    }


def _batch(data: Path | None, most: int = 1000) -> tuple[int, float]:
    """How many instructions, each with its world, and the seconds of one call: the least of three."""
    from cq.data import load_singleturn, stack_grids

    dataset = load_singleturn(data).shuffle(seed=0)
    dataset = dataset.select(range(min(most, len(dataset))))
    texts = dataset["instruction"][:]
    worlds = [cq.World.parse(grid) for grid in stack_grids(dataset, "start")]
    return len(texts), min(seconds(lambda: cq.classify(texts, worlds)) for _ in range(3))


def seconds(call: Callable[[], Any]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def median_seconds(call: Callable[[], Any], times: int = 50) -> float:
    """The median of some calls, after one that does not count."""
    call()
    return statistics.median(seconds(call) for _ in range(times))


if __name__ == "__main__":
    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
