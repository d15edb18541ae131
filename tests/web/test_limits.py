"""Calls of the models wait in order, and not without end."""

from __future__ import annotations

import socket
import time
import urllib.request
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import pytest

if find_spec("fastapi") is None:
    pytest.skip("needs fastapi; run: pip install -e '.[web]'", allow_module_level=True)

import anyio

from cq.web import limits
from cq.web.limits import LimitBody, ModelThreads, TooBusyError


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


def test_addresses_take_turns():
    """One that sends much waits for itself, and others for one call of it."""
    threads, done = ModelThreads(), []

    async def visit(address: str, number: int) -> None:
        await anyio.sleep(0.001 * number)
        limits._ADDRESS.set(address)
        await threads.run(time.sleep, 0.01)
        done.append(address)

    async def all_at_once() -> None:
        async with anyio.create_task_group() as visitors:
            for number in range(8):
                visitors.start_soon(visit, "flood", number)
            visitors.start_soon(visit, "polite", 8)

    run(all_at_once)
    assert done.index("polite") <= 3
    assert not threads._turns
    assert not threads._calls


def test_a_request_that_waits_too_long_is_refused_and_its_place_is_free(monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_WAIT", 0.05)
    threads, refused = ModelThreads(), []

    async def visit() -> None:
        try:
            await threads.run(time.sleep, 0.2)
        except TooBusyError:
            refused.append(True)

    async def all_at_once() -> None:
        async with anyio.create_task_group() as visitors:
            for _ in range(3):
                visitors.start_soon(visit)
        assert await threads.run(int, "7") == 7

    run(all_at_once)
    assert len(refused) == 2


def test_a_request_whose_client_has_gone_is_dropped():
    threads, computed, answered = ModelThreads(), [], []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await threads.run(computed.append, scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    async def visit(path: str, leaves: bool) -> None:
        messages = [{"type": "http.request", "body": b"{}"}]

        async def receive() -> Any:
            if not messages:
                await anyio.sleep(0.02 if leaves else 60)
                return {"type": "http.disconnect"}
            return messages.pop()

        async def send(message: Any) -> None:
            answered.append((path, message.get("status")))

        await LimitBody(app)({"type": "http", "path": path, "headers": []}, receive, send)

    async def all_at_once() -> None:
        async with anyio.create_task_group() as visitors:
            visitors.start_soon(threads.run, time.sleep, 0.2)
            await anyio.sleep(0.01)
            visitors.start_soon(visit, "gone", True)
            visitors.start_soon(visit, "there", False)

    run(all_at_once)
    assert computed == ["there"]
    assert ("there", 200) in answered
    assert ("gone", 200) not in answered


def test_clients_that_go_leave_nothing_in_the_log(server, caplog):
    """At each stage: in mid-body, in the queue, and while they are answered."""
    body = b'{"instruction": "Build a wall of five red blocks"}'
    head = b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    sent = head + b"Content-Length: " + str(len(body)).encode() + b"\r\n\r\n" + body
    address = urlsplit(server)
    for waits in (0, 0.001, 0.01, 0.03, 0.1):
        for some in (sent[:-9], sent, sent, sent):
            with socket.create_connection((address.hostname, address.port)) as connection:
                connection.sendall(some)
                time.sleep(waits)
    with urllib.request.urlopen(f"{server}api/defaults", timeout=60) as response:
        assert response.status == 200
    assert not [one for one in caplog.records if one.levelname == "ERROR"]
