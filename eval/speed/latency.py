"""How long a user waits for each function.

Import and first call are measured in new processes (the fastest of three), later calls as the median of
fifty, a batch as the fastest of three. `Dialogue.answer` answers in a fresh copy of the dialogue each time.
Loading the single-turn set is measured without and with its cache, in a temporary cache folder.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cq
from eval.options import Data, Out
from eval.output import show
from eval.speed.recorded import recorded_rows, repeated_bank

INSTRUCTION = "Place four blocks to the east of the highest block"
BUILT = "Put a blue block on the ground in the middle"
ASKED = "Put a block on top of the red tower"
"""An instruction that is built and one that leaves a question."""
CALLS = 50
"""Calls of which the median is taken."""

WORLD = Path(cq.__file__).parent / "examples" / "towers.json"

FIRST_CALLS = {
    "import cq": "import cq",
    "import cq and first cq.classify": f"import cq; cq.classify({INSTRUCTION!r}, {str(WORLD)!r})",
    "import cq and first cq.ask": f"import cq; cq.ask({INSTRUCTION!r}, {str(WORLD)!r})",
    "import cq and first cq.rank": f"import cq; cq.rank(None, {INSTRUCTION!r}, {str(WORLD)!r})",
}


def main(data: Data = None, out: Out = None) -> None:
    times = {
        name: {"seconds": min(process_seconds(code) for _ in range(3))} for name, code in FIRST_CALLS.items()
    }
    times |= {name: {"seconds": median_seconds(call)} for name, call in later_calls(data).items()}
    rows, batch = _batch(data)
    times[f"cq.classify, a batch of {rows:,} recorded rows"] = {"seconds": batch}
    load = f"from cq.data import load_singleturn; load_singleturn({str(data) if data else None!r})"
    with tempfile.TemporaryDirectory() as cache:
        for name in ("load_singleturn, cold", "load_singleturn, cached"):
            times[name] = {"seconds": process_seconds(load, before="import datasets", CQ_CACHE=cache)}
    rounded = {name: {"seconds": f"{row['seconds']:.4f}"} for name, row in times.items()}
    show({"Waiting times": rounded}, out)


def later_calls(data: Path | None) -> dict[str, Callable[[], Any]]:
    """Name → a call to measure in this process."""
    from cq.data import load_question_bank

    world = cq.World.parse(WORLD)
    recorded = list(load_question_bank(data).values())
    # The track's list of questions has 890, repeats included.
    banks = {n: repeated_bank(recorded, n) for n in (150, 890)}
    return {
        "cq.classify, later": lambda: cq.classify(INSTRUCTION, world),
        "cq.rank, the bundled bank, later": lambda: cq.rank(None, INSTRUCTION, world),
        **{
            f"cq.rank, {n} questions, later": lambda bank=bank: cq.rank(bank, INSTRUCTION, world)  # type: ignore[misc]
            for n, bank in banks.items()
        },
        "cq.build, later": lambda: cq.build(INSTRUCTION, world),
        "cq.ask, later": lambda: cq.ask(BUILT, world),
        "cq.ask that asks, later": lambda: cq.ask(ASKED, world),
        "Dialogue.say, later": lambda: cq.Dialogue(world).say(BUILT),
        "Dialogue.answer, later": _answer(world),
    }


def _answer(world: cq.World) -> Callable[[], cq.Turn]:
    """Answers the question about `ASKED`, each time in a copy of the dialogue. The copies are made here, so
    that answering alone is timed.
    """
    dialogue = cq.Dialogue(world)
    dialogue.say(ASKED)
    saved = dialogue.to_dict()
    copies = iter([cq.Dialogue.from_dict(saved) for _ in range(CALLS + 1)])
    return lambda: next(copies).answer("blue")


def _batch(data: Path | None, most: int = 1000) -> tuple[int, float]:
    """The number of instructions in one batch and the seconds that it takes, the fastest of three."""
    texts, worlds = recorded_rows(data, most)
    return len(texts), min(seconds(lambda: cq.classify(texts, worlds)) for _ in range(3))


def seconds(call: Callable[[], Any]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def median_seconds(call: Callable[[], Any]) -> float:
    """The median of several calls, after one that does not count."""
    call()
    return statistics.median(seconds(call) for _ in range(CALLS))


def process_seconds(code: str, before: str = "pass", **environment: str) -> float:
    """Seconds that `code` takes in a new process, after `before`; with compiled modules kept, as usual."""
    timed = f"import time; {before}; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    own = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **environment}
    done = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True, env=own)
    return float(done.stdout.split()[-1])
