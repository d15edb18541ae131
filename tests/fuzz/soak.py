"""A soak of `cq serve` on loopback: polite visitors beside hostile ones, for some minutes.

    PYTHONPATH=.:tests python -m fuzz.soak --minutes 30

Each visitor has an address of its own in 127.0.0.0/8. Polite ones pause and hold conversations
(`eval.speed.page_load`). Each hostile one does one thing again and again: heads and bodies that never end,
requests that are abandoned, texts of 10,000 characters, floods.
"""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import typer
from fuzz.generators import chained_fragments

from eval.speed.page_load import RefusedError, _server, visit

HEAD = (
    "POST /api/{} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
)


def _send(address: str, port: int, data: bytes, stay: float) -> None:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5, (address, 0)) as connection:
        connection.sendall(data)
        connection.settimeout(stay)
        connection.recv(1 << 16)


def _request(path: str, body: object) -> bytes:
    content = json.dumps(body).encode()
    return HEAD.format(path, len(content)).encode() + content


def attack(number: int, port: int, ends: float, counts: Counter[str]) -> None:
    """What the hostile visitor of a number does until a time."""
    rng, address = random.Random(number), f"127.0.1.{number + 1}"
    kinds = ("slow head", "slow body", "abandoned", "long text", "flood")
    kind = kinds[number % len(kinds)]
    bank = [f"Which block {i} do you mean, the red one or the blue one?" for i in range(500)]
    while time.monotonic() < ends:
        counts[kind] += 1
        if kind == "slow head":
            _send(address, port, HEAD.format("ask", 9).encode()[: rng.randrange(40)], 2)
        elif kind == "slow body":
            _send(address, port, HEAD.format("ask", 500).encode() + b'{"', 2)
        elif kind == "abandoned":
            _send(
                address, port, _request("rank", {"instruction": f"Build {number}", "questions": bank}), 0.01
            )
        elif kind == "long text":
            _send(address, port, _request("ask", {"instruction": chained_fragments(rng)}), 60)
        else:
            _send(address, port, _request("ask", {"instruction": "Build a wall"}), 0.2)


def _memory(process: int) -> int:
    """Megabytes that a process holds, on Linux."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) // 1024


def main(minutes: float = 30.0, polite: int = 20, hostile: int = 5, pause: float = 5.0) -> None:
    """Print how long polite turns took, how many failed, and the memory over time."""
    waits: list[float] = []
    counts: Counter[str] = Counter()
    with _server() as (url, process):
        port, ends = urlsplit(url).port or 0, time.monotonic() + 60 * minutes

        def be_polite(seed: int) -> None:
            while time.monotonic() < ends:
                try:
                    waits.extend(visit(url, 1, pause, seed))
                except RefusedError as error:
                    counts[f"polite {error}"] += 1
                except OSError as error:
                    counts[f"polite {type(error).__name__}"] += 1

        jobs = [threading.Thread(target=be_polite, args=(seed,)) for seed in range(polite)]
        jobs += [threading.Thread(target=attack, args=(i, port, ends, counts)) for i in range(hostile)]
        for job in jobs:
            job.start()
        while time.monotonic() < ends:
            time.sleep(min(30.0, max(0.0, ends - time.monotonic())))
            typer.echo(f"{_memory(process)} MB after {len(waits)} turns")
        for job in jobs:
            job.join()
    row = (
        f"median {np.median(waits):.2f} s, 95 % {np.quantile(waits, 0.95):.2f} s, longest {max(waits):.2f} s"
    )
    typer.echo(f"{len(waits)} polite turns: {row}; {dict(counts)}")


if __name__ == "__main__":
    typer.run(main)
