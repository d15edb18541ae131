"""Many at once: threads, asyncio tasks, forked and spawned processes, on the same and on other banks."""

from __future__ import annotations

import ast
import asyncio
import contextvars
import multiprocessing
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import cq
from eval.faults.injected.children import finish, forked
from eval.faults.tally import LIMIT, check
from eval.faults.values import COMMANDS

THREADS = 32


def crowds(folder: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that lets many answer at once, and compares with what one alone answers."""
    expected = {(text, i): _answer(text, i) for text in COMMANDS for i in range(4)}

    def once(number: int) -> None:
        jobs = [(rng.choice(COMMANDS), rng.randrange(4)) for _ in range(THREADS)]
        how = WAYS[number % len(WAYS)]
        found = how(jobs)
        for job, answer in zip(jobs, found, strict=False):
            check(answer == expected[job], f"{how.__name__[1:]}: another answer than alone")

    return once


def _answer(text: str, number: int) -> Any:
    """What is asked of the library, rounded as a batch may change it."""
    bank = [f"How wide is part {number}?", "Which colour?", f"Where does it begin, {number}?"]
    clarity = cq.classify(text)
    ranked = cq.rank(bank)
    return round(clarity.p_unclear, 4), [(one.qid, round(one.score, 3)) for one in ranked]


def _threads(jobs: list[tuple[str, int]]) -> list[Any]:
    """In a pool; each job in a copy of the context, as the documentation says."""
    with ThreadPoolExecutor(THREADS) as pool:
        waiting = [pool.submit(_in_own_context, job) for job in jobs]
        return [one.result(LIMIT) for one in waiting]


def _in_own_context(job: tuple[str, int]) -> Any:
    return contextvars.copy_context().run(_answer, *job)


def _print_answer(job: tuple[str, int]) -> None:
    print(repr(_answer(*job)))


def _tasks(jobs: list[tuple[str, int]]) -> list[Any]:
    """As asyncio tasks that run in threads."""

    async def all_at_once() -> list[Any]:
        return await asyncio.gather(*(asyncio.to_thread(_answer, *job) for job in jobs))

    return asyncio.run(all_at_once())


def _forks(jobs: list[tuple[str, int]]) -> list[Any]:
    """In forked children, while threads of the parent are in the middle of an answer."""
    stop = threading.Event()

    def busy() -> None:
        while not stop.is_set():
            _answer(*jobs[-1])

    threads = [threading.Thread(target=busy, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        done = [finish(child) for child in [forked(partial(_print_answer, job)) for job in jobs[:3]]]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    check(all(one.code == 0 for one in done), "a forked child failed")
    return [ast.literal_eval(one.printed.strip().splitlines()[-1]) for one in done]


def _spawned(jobs: list[tuple[str, int]]) -> list[Any]:
    """In a spawned process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.starmap(_answer, jobs[:4])


WAYS = (_threads, _tasks, _forks, _threads, _tasks, _spawned)
