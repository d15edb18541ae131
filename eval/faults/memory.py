"""Whether memory stays flat over many calls and many banks, and the cache on disk within its limit."""

from __future__ import annotations

import ctypes
import gc
import os
import random
from collections.abc import Callable
from pathlib import Path

import cq
import cq.settings
from eval.faults.tally import Tally, check
from eval.faults.values import COMMANDS

WARM_UP = 0.2
"""The share of the calls after which memory is measured first: caches in memory are full by then."""
GROWTH = 0.05
CACHE_LIMIT = "10"
"""Megabytes: fewer than all banks together take."""


def calls(tally: Tally, count: int, rng: random.Random, folder: Path) -> None:
    """Mixed calls with texts and worlds of their own."""

    def once(number: int) -> None:
        text = f"{rng.choice(COMMANDS)} Then place {number} more."
        blocks = [
            (rng.randrange(-5, 6), 63 + i, rng.randrange(-5, 6), "red") for i in range(rng.randrange(5))
        ]
        world = cq.World.parse(blocks)
        kind = number % 100
        if kind == 0:
            cq.ask(text, world)
        elif kind == 1:
            cq.build(text, world)
        elif kind == 2:
            cq.rank(["Which colour?", "How many?", "Where?"], text, world)
        else:
            cq.classify(text, world)

    _flat(tally, count, once)


def banks(tally: Tally, count: int, rng: random.Random, folder: Path) -> None:
    """As many banks, each of a question of its own; the cache on disk keeps to its limit."""

    def once(number: int) -> None:
        cq.rank([f"How wide is part {number}?"], COMMANDS[number % len(COMMANDS)])

    os.environ["CQ_CACHE_LIMIT"] = CACHE_LIMIT
    _flat(tally, count, once)
    size = sum(path.stat().st_size for path in cq.settings.cache_root().rglob("*") if path.is_file())
    tally.call(
        lambda most: check(size <= most, f"the cache holds {size:,} bytes, not {most:,}"),
        cq.settings.cache_limit(),
    )


def _flat(tally: Tally, count: int, once: Callable[[int], None]) -> None:
    first = int(count * WARM_UP)
    before = 0
    for number in range(count):
        if number == first:
            before = _memory()
        tally.call(once, number)
    after = _memory()
    grown = after / max(before, 1) - 1
    tally.note(f"from {before >> 20} to {after >> 20} MiB", f"{grown:+.1%} over {count - first:,} calls")
    if count >= 1000:  # Over a few calls, memory says nothing.
        tally.call(lambda _: check(abs(grown) <= GROWTH, f"memory grew by {grown:.1%}"), count)


def _memory() -> int:
    """Bytes of memory that this process uses, what is free returned to the system."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
