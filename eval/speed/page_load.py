"""How long visitors of the page wait, many at a time, on loopback.

Starts `cq serve` in a process of its own. Each visitor holds conversations one after the other: an
instruction that leaves a question, the answer, and two instructions that are built. Without `--pause`, a
visitor sends the next request as soon as the last one is answered. People read and type in between. Where
other jobs run, look at the processor time of a turn: with so many visitors who never pause, a turn waits for
those of all the others.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import numpy as np
import typer

from eval.options import Out
from eval.output import show
from eval.speed.measure import timed

WORLD = [[-3, 63, -2, "red"], [-3, 64, -2, "red"], [2, 63, 1, "yellow"], [4, 63, 4, "yellow"]]
STEPS: tuple[dict[str, Any], ...] = (
    {"say": "Break the yellow one"},
    {"answer": 1},
    {"say": "Build a tower of four blue blocks in the southwest corner"},
    {"say": "Place a green block on top of the red tower"},
)


def main(
    visitors: Annotated[int, typer.Option(min=1, help="Visitors at a time.")] = 20,
    conversations: Annotated[int, typer.Option(min=1, help="Conversations of each visitor.")] = 5,
    pause: Annotated[float, typer.Option(min=0, help="Mean seconds before each request.")] = 0.0,
    out: Out = None,
) -> None:
    with _server() as (url, process), ThreadPoolExecutor(visitors) as pool:
        begin, used = time.perf_counter(), _processor_seconds(process)
        waits = [
            wait
            for some in pool.map(lambda seed: visit(url, conversations, pause, seed), range(visitors))
            for wait in some
        ]
        elapsed, used = time.perf_counter() - begin, _processor_seconds(process) - used
    row = {
        "requests": len(waits),
        "per second": round(len(waits) / elapsed, 1),
        "median, s": round(float(np.median(waits)), 3),
        "95 %, s": round(float(np.quantile(waits, 0.95)), 3),
        "longest, s": round(max(waits), 3),
        "processor time of a turn, s": round(used / len(waits), 3),
    }
    show({"Waiting for the builder's turn": {f"{visitors} visitors": row}}, out)


def visit(url: str, conversations: int, pause: float = 0.0, seed: int = 0) -> list[float]:
    """The seconds that one visitor waits for each turn. Before each request, a visitor pauses for a random
    time around `pause` seconds.
    """
    rng = np.random.default_rng(seed)
    waits: list[float] = []
    for _ in range(conversations):
        body: dict[str, Any] = {"world": WORLD}
        for step in STEPS:
            time.sleep(rng.uniform(0, 2 * pause))
            with timed(waits):
                answer = _post(f"{url}api/dialogue", body | step, own_address(seed))
            body = {"dialogue": answer["dialogue"]}
    return waits


class RefusedError(Exception):
    """The server has answered with another status than 200, which is `args[0]`."""


def _post(url: str, body: dict[str, Any], address: str) -> dict[str, Any]:
    """The answer to a request that comes from an address of this machine."""
    place = urlsplit(url)
    connection = HTTPConnection(str(place.hostname), place.port, source_address=(address, 0))
    with closing(connection):
        connection.request("POST", place.path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        if response.status != 200:
            raise RefusedError(response.status)
        answer: dict[str, Any] = json.load(response)
    return answer


def own_address(visitor: int) -> str:
    """The loopback address of a visitor, since the server lets addresses take turns. Only Linux has more than
    one.
    """
    return f"127.0.2.{visitor % 250 + 1}" if sys.platform == "linux" else "127.0.0.1"


@contextmanager
def _server() -> Iterator[tuple[str, int]]:
    """The address of a server on a free port, and the number of its process."""
    command = [sys.executable, "-m", "cq", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[0], process.pid
        finally:
            process.terminate()


def _processor_seconds(process: int) -> float:
    """What a process has used so far, on Linux."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
