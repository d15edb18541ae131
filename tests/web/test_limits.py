"""Calls of the models wait in order, and not without end."""

from __future__ import annotations

import importlib
import itertools
import json
import socket
import time
import urllib.request
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
from conftest import ROOT
from forked import started

if find_spec("fastapi") is None:
    pytest.skip("needs fastapi; run: pip install -e '.[web]'", allow_module_level=True)

import anyio

from cq.deadlines import check_deadline
from cq.errors import DeadlineError
from cq.web import handlers, jobs, limits, routes
from cq.web.limits import Limit, LimitRequest, ModelThreads, TooBusyError
from cq.web.responses import DefaultsJson
from cq.web.server import listen, serve


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
        limits._VISITOR.set(limits.Visitor(address))
        await threads.run(time.sleep, 0.01)
        done.append(address)

    async def all_at_once() -> None:
        async with anyio.create_task_group() as visitors:
            for number in range(8):
                visitors.start_soon(visit, "flood", number)
            visitors.start_soon(visit, "polite", 8)

    run(all_at_once)
    assert done.index("polite") <= 3
    assert not threads._calls


def test_a_long_call_ends_when_others_wait_for_which_less_was_worked(monkeypatch):
    """It goes on while only its own address waits."""
    monkeypatch.setattr(limits, "LONGEST_BESIDE_OTHERS", 0.2)
    threads, done = ModelThreads(), []

    def work() -> None:
        for _ in range(50):
            time.sleep(0.01)
            check_deadline()

    async def visit(name: str, begins: float, call: Callable[[], None]) -> None:
        await anyio.sleep(begins)
        limits._VISITOR.set(limits.Visitor(name))
        try:
            await threads.run(call)
            done.append(name)
        except TooBusyError:
            done.append(f"{name} refused")

    async def visits(*names: str) -> None:
        async with anyio.create_task_group() as visitors:
            visitors.start_soon(visit, names[0], 0, work)
            for name in names[1:]:
                visitors.start_soon(visit, name, 0.1, lambda: None)

    run(lambda: visits("long", "long"))
    assert done == ["long", "long"]
    threads, done[:] = ModelThreads(), []
    run(lambda: visits("long", "long", "polite"))
    assert done == ["long refused", "polite", "long"]


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


@pytest.mark.parametrize("checks", [True, False])
def test_a_call_past_its_deadline_ends_and_the_next_is_answered(monkeypatch, checks):
    """Whether it comes to its next step, or not."""
    monkeypatch.setattr(limits, "LAST_STEP", 0.1)
    threads, ended = ModelThreads(), []

    def work() -> None:
        for _ in range(1_000):
            time.sleep(0.01 if checks else 0.3)
            if checks or len(ended) == 1:
                ended.append(time.monotonic())
                check_deadline()
            ended.append(time.monotonic())

    async def visit() -> None:
        began = time.monotonic()
        with pytest.raises(DeadlineError):
            await threads.run(work, limit=Limit(0.1, 0.1))
        assert time.monotonic() - began < 5  # Of a machine that others use too.
        assert await threads.run(int, "7") == 7
        count = len(ended)
        await anyio.sleep(0.1)
        assert len(ended) == count  # The thread has ended.

    run(visit)


def endless_count(_: int) -> None:
    for _ in itertools.count():
        pass


def endless_check(cells: int) -> None:
    """A quadratic loop in which no step checks its deadline."""
    things = [frozenset({(0, x, z)}) for x in range(cells) for z in range(cells)]
    while True:
        assert [one for one in things if one in [*things[:2], one]]


def endless_handler(_: int) -> None:
    """It catches what is raised in it, as a careless loop may."""
    while True:
        try:
            sorted(range(1_000))
        except ValueError:
            continue


@pytest.mark.parametrize("endless", [endless_count, endless_check, endless_handler])
@pytest.mark.parametrize("limit", [Limit(0.05, 10), Limit(10, 0.05)])
def test_a_step_without_end_is_ended_and_the_next_client_served(monkeypatch, endless, limit):
    monkeypatch.setattr(jobs, "OWN", (str(ROOT / "tests"),))
    monkeypatch.setattr(limits, "LAST_STEP", 0.05)
    threads = ModelThreads()

    async def visit() -> None:
        for _ in range(2):
            began = time.monotonic()
            with pytest.raises(DeadlineError, match="could not work that out within"):
                await threads.run(endless, 20, limit=limit)
            assert await threads.run(int, "7") == 7
            assert time.monotonic() - began < 30  # Of a machine that others use too.

    run(visit)


def test_a_job_that_is_done_is_not_stopped():
    """What is raised in a thread never comes to the job after it."""
    threads, done = ModelThreads(), []

    async def visits() -> None:
        for number in range(100):
            with suppress(DeadlineError):
                await threads.run(spend, 0.001, limit=Limit(0.001, 0.001))
            done.append(await threads.run(int, str(number)))

    def spend(seconds: float) -> None:
        ends = time.thread_time() + seconds
        while time.thread_time() < ends:
            pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "LAST_STEP", 0.0)
        patch.setattr(limits, "LOOKS", 0.0005)
        patch.setattr(jobs, "OWN", (str(ROOT / "tests"),))
        run(visits)
    assert done == list(range(100))


def test_no_import_is_ended_in_the_middle(monkeypatch, tmp_path):
    """Half a library would stay for ever."""
    (tmp_path / "slow_to_import.py").write_text(
        "import time\nfor _ in range(50):\n    time.sleep(0.01)\nDONE = 1\n"
    )
    monkeypatch.setattr(jobs, "OWN", (str(ROOT / "tests"), str(tmp_path)))
    monkeypatch.syspath_prepend(str(tmp_path))
    threads = ModelThreads()

    def loads() -> int:
        return int(importlib.import_module("slow_to_import").DONE)

    async def visit() -> None:
        with pytest.raises(DeadlineError):
            await threads.run(loads, limit=Limit(0.05, 0.05))
        assert await threads.run(loads) == 1

    run(visit)


def test_what_is_computed_for_a_client_that_has_gone_ends():
    threads, steps = ModelThreads(), []

    def work() -> None:
        while len(steps) < 300:
            time.sleep(0.01)
            check_deadline()
            steps.append(True)

    async def leave() -> None:
        with anyio.move_on_after(0.05):
            await threads.run(work)
        assert await threads.run(int, "7") == 7

    run(leave)
    assert len(steps) < 30


def endless() -> DefaultsJson:
    for _ in itertools.count():
        pass
    raise AssertionError


def steps(body: handlers.WorldRequest) -> DefaultsJson:
    while body.world:
        time.sleep(0.01)
        check_deadline()
    return DefaultsJson(cost_of_asking=0, threshold=0)


def test_a_signal_ends_the_server_whatever_its_threads_do(tmp_path):
    listening = listen("127.0.0.1", 0)
    host, port = listening.getsockname()

    def serving() -> None:
        handlers.defaults, handlers.rerank = endless, steps
        routes.ORDER = routes.READING = Limit(0.3, 0.3)
        serve(listening, host)

    process = started(serving, tmp_path / "log")
    listening.close()
    try:
        for world, status in (([[0, 63, 0, "red"]], 503), ([], 200), ([[1, 63, 0, "red"]], 503)):
            data, began = json.dumps({"world": world}).encode(), time.monotonic()
            request = urllib.request.Request(
                f"http://{host}:{port}/v1/rerank", data, {"Content-Type": "application/json"}
            )
            try:
                with urllib.request.urlopen(request, timeout=10) as response:
                    found, content = response.status, response.read()
            except HTTPError as error:
                found, content = error.code, error.read()
            assert found == status, content
            assert time.monotonic() - began < 3
            assert status == 200 or "within 0.3 seconds" in json.loads(content)["error"]
        waiting = socket.create_connection((host, port))
        waiting.sendall(b"GET /api/defaults HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.2)
        began = time.monotonic()
        process.terminate()
        process.join(10)
        assert process.exitcode is not None
        assert time.monotonic() - began < 5
        waiting.close()
        assert "Traceback" not in (tmp_path / "log").read_text()
    finally:
        process.kill()


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

        await LimitRequest(app)({"type": "http", "path": path, "headers": []}, receive, send)

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
