"""How long a user waits for each function, by the clock, on recorded rows and on talks as people typed them.

Import and first call are measured in new processes (the fastest of three), later calls as the median and the
95th percentile over recorded instructions in their worlds, each called once. Batches have other rows. What
the encoder of `cq` takes within sentence-transformers stands beside them: the least of what a classifier over
sentence vectors would take. Loading the single-turn set is measured without and with its cache, in a
temporary cache folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

import cq
from cq.arena.cases import load_cases
from cq.encoder.backbone import default_folder
from cq.settings import data_file
from eval.options import Data, Out
from eval.output import show
from eval.speed.measure import recorded_rows, repeated_bank, timed
from eval.talks.play import play

WORLD = Path(cq.__file__).parent / "examples" / "towers.json"
INSTRUCTION = "Place four blocks to the east of the highest block"
FIRST_CALLS = {
    "import cq": "import cq",
    "import cq and first cq.classify": f"import cq; cq.classify({INSTRUCTION!r}, {str(WORLD)!r})",
    "import cq and first cq.ask": f"import cq; cq.ask({INSTRUCTION!r}, {str(WORLD)!r})",
    "import cq and first cq.rank": f"import cq; cq.rank(None, {INSTRUCTION!r}, {str(WORLD)!r})",
}
BANKS = (150, 835)
Rows = dict[str, dict[str, str]]


def main(
    data: Data = None,
    rows: Annotated[int, typer.Option(help="Recorded rows for each function, and as many in batches.")] = 120,
    talks: Annotated[int, typer.Option(help="Talks that are played.")] = 40,
    out: Out = None,
) -> None:
    table: Rows = {
        name: {"median": _ms(min(process_seconds(code) for _ in range(3)))}
        for name, code in FIRST_CALLS.items()
    }
    table |= _later_calls(data, rows) | _dialogues(talks)
    table["cq.classify, build, ask and rank, each alone and in a batch"] = {
        "memory": _peak_memory(data, rows)
    }
    table |= _instead(data, rows)
    load = f"from cq.data import load_singleturn; load_singleturn({str(data) if data else None!r})"
    with tempfile.TemporaryDirectory() as cache:
        for name in ("load_singleturn, cold", "load_singleturn, cached"):
            seconds = process_seconds(load, before="import datasets", CQ_CACHE=cache)
            table[name] = {"median": _ms(seconds)}
    show({"Waiting times": table}, out)


def _later_calls(data: Path | None, most: int) -> Rows:
    from cq.data import load_question_bank

    recorded = list(load_question_bank(data).values())
    banks = {size: repeated_bank(recorded, size) for size in BANKS}
    calls: dict[str, Callable[[Any, Any], Any]] = {
        "cq.classify": cq.classify,
        "cq.build": cq.build,
        "cq.ask": cq.ask,
        **{
            f"cq.rank, {size} questions": lambda text, world, bank=bank: cq.rank(bank, text, world)  # type: ignore[misc]
            for size, bank in banks.items()
        },
    }
    rows = list(zip(*recorded_rows(data, 2 * most * len(calls)), strict=True))
    table = {}
    # Each has rows of its own, since what is read of a text is kept.
    for place, (name, call) in enumerate(calls.items()):
        call(INSTRUCTION, WORLD)
        pairs, more = rows[2 * place :: 2 * len(calls)], rows[2 * place + 1 :: 2 * len(calls)]
        table[name] = _alone_and_together(call, pairs, more)
    return table


def _dialogues(most: int) -> Rows:
    """The times of all turns of some talks."""
    taken: dict[str, list[float]] = {"Dialogue.say": [], "Dialogue.answer": []}

    class Timed(cq.Dialogue):
        def say(self, *given: Any) -> cq.Turn:
            with timed(taken["Dialogue.say"]):
                return super().say(*given)

        def answer(self, *given: Any) -> cq.Turn:
            with timed(taken["Dialogue.answer"]):
                return super().answer(*given)

    for case in load_cases(data_file("talks_dev.json"))[:most]:
        play(case, 3, start=Timed)
    return {name: _spread(times) for name, times in taken.items() if times}


def _instead(data: Path | None, most: int) -> Rows:
    from sentence_transformers import SentenceTransformer

    encoder = SentenceTransformer(str(default_folder()), local_files_only=True)
    texts, _ = recorded_rows(data, most)
    encode = partial(encoder.encode, show_progress_bar=False)
    encode(texts[0])
    rows = [(text,) for text in texts]
    return {"SentenceTransformer.encode": _alone_and_together(encode, rows, rows)}


def _peak_memory(data: Path | None, most: int) -> str:
    """That of a process which calls each function for some rows and all of them, and reads no data set. On
    Linux: what `getrusage` tells of a process is at least what its parent held.
    """
    texts, worlds = recorded_rows(data, most)
    rows = json.dumps([texts, [world.to_recorded() for world in worlds]])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _CALLS], input=rows, capture_output=True, text=True, check=True
    )
    return f"{int(done.stdout) / 1024:.0f} MB"


_CALLS = """
import json, pathlib, sys
import cq
texts, worlds = json.load(sys.stdin)
for call in (cq.classify, cq.build, cq.ask, lambda *given: cq.rank(None, *given)):
    for text, world in zip(texts[:20], worlds[:20]):
        call(text, world)
    call(texts, worlds)
print(pathlib.Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""


def _alone_and_together(
    call: Callable[..., Any], alone: Sequence[tuple[Any, ...]], batch: Sequence[tuple[Any, ...]]
) -> dict[str, str]:
    """The times of a call for each of some rows, and its rows a second for others in one batch."""
    times: list[float] = []
    for row in alone:
        with timed(times):
            call(*row)
    whole: list[float] = []
    with timed(whole):
        call(*map(list, zip(*batch, strict=True)))
    return _spread(times) | {"batch": f"{len(batch) / whole[0]:.0f} rows/s"}


def _spread(times: Sequence[float]) -> dict[str, str]:
    median, late = np.percentile(times, (50, 95))
    return {"median": _ms(median), "95 %": _ms(late)}


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.0f} ms"


def process_seconds(code: str, before: str = "pass", **environment: str) -> float:
    """Seconds that `code` takes in a new process, after `before`; with compiled modules kept, as usual."""
    timed = f"import time; {before}; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    own = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **environment}
    done = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True, env=own)
    return float(done.stdout.split()[-1])
