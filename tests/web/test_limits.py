"""Calls of the models wait in order, and not without end."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest

if find_spec("fastapi") is None:
    pytest.skip("needs fastapi; run: pip install -e '.[web]'", allow_module_level=True)

import anyio

from cq.web import limits
from cq.web.limits import ModelThreads, TooBusyError


def run(job: Callable[[], Awaitable[None]]) -> None:
    """Run a job in an event loop in another thread: the browser of other tests has one in this thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(anyio.run, job).result()


def test_calls_run_one_after_the_other_in_the_order_in_which_they_come():
    threads, log = ModelThreads(), []

    def call(number: int) -> int:
        log.append(("begins", number))
        time.sleep(0.01)
        log.append(("ends", number))
        return number

    async def visit(number: int) -> None:
        await anyio.sleep(0.001 * number)
        assert await threads.run(call, number) == number

    async def all_at_once() -> None:
        async with anyio.create_task_group() as visitors:
            for number in range(5):
                visitors.start_soon(visit, number)

    run(all_at_once)
    assert [what for what, _ in log] == ["begins", "ends"] * 5
    assert {number for _, number in log} == set(range(5))
    assert all(begun == ended for (_, begun), (_, ended) in zip(log[::2], log[1::2], strict=True))


def test_a_long_queue_refuses_the_next_call(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WAITING", 2)
    threads, refused = ModelThreads(), []

    async def visit() -> None:
        try:
            await threads.run(time.sleep, 0.05)
        except TooBusyError:
            refused.append(True)

    async def all_at_once() -> None:
        async with anyio.create_task_group() as visitors:
            for _ in range(6):
                visitors.start_soon(visit)

    run(all_at_once)
    # One runs, two wait.
    assert len(refused) == 3
