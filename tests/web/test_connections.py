"""Connections that keep the server waiting are closed, and never take all files that it may open."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from importlib.util import find_spec
from typing import Any

import pytest
from forked import started

if find_spec("fastapi") is None:
    pytest.skip("needs fastapi; run: pip install -e '.[web]'", allow_module_level=True)

import anyio
import uvicorn

from cq.web import connections
from cq.web.connections import Connection
from cq.web.server import Server, listen, serve

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UNFINISHED = {
    "head": HEAD,
    "body": b"POST /api/world HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"world": ',
}


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_300_unfinished_requests_keep_no_other_waiting(sent, tmp_path):
    resource = pytest.importorskip("resource")
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 600:
        pytest.skip("this process may not open 600 files; raise it by ulimit -n")
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
        serve(listening, "127.0.0.1")

    with ExitStack() as stack:
        process = started(limited, tmp_path / "log")
        stack.callback(process.kill)
        listening.close()
        for _ in range(300):
            _open(stack, port).sendall(sent)
        for _ in range(3):
            begin = time.monotonic()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/worlds", timeout=10) as response:
                assert response.status == 200
            assert time.monotonic() - begin < 5
        process.kill()
        process.join()
        assert (tmp_path / "log").read_text() == ""


async def slow(scope: Any, receive: Any, send: Any) -> None:
    """Reads the request and answers: at /slow after a second, at /large with 32 MB."""
    if scope["type"] != "http":
        return
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message.get("more_body"):
            break
    if scope["path"] == "/slow":
        await anyio.sleep(1)
    large = 32 if scope["path"] == "/large" else 0
    headers = [(b"content-length", str(large << 20).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    for _ in range(large):
        await send({"type": "http.response.body", "body": bytes(1 << 20), "more_body": True})
    await send({"type": "http.response.body"})


Connect = Callable[[], socket.socket]


@pytest.fixture
def connect(monkeypatch) -> Iterator[Connect]:
    """Opens connections to a server that lets them wait for 0.4 seconds."""
    monkeypatch.setattr(connections, "WAITS", 0.4)
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(slow, http=Connection, ws="none", lifespan="off", timeout_graceful_shutdown=1)
    running = Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    with ExitStack() as stack:
        yield lambda: _open(stack, listening.getsockname()[1])
    running.should_exit = True
    thread.join()


def _open(stack: ExitStack, port: int) -> socket.socket:
    return stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))


def _to_the_end(connection: socket.socket) -> bytes:
    received = bytearray()
    with suppress(ConnectionResetError):
        while chunk := connection.recv(1 << 20):
            received += chunk
    return bytes(received)


def _status(connection: socket.socket) -> int:
    response = HTTPResponse(connection)
    response.begin()
    response.read()
    return response.status


@pytest.mark.parametrize("sent", [b"", *UNFINISHED.values()], ids=["nothing", *UNFINISHED])
def test_an_unfinished_request_is_answered_by_408(connect, sent):
    connection = connect()
    connection.sendall(sent)
    head, _, body = _to_the_end(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert "was not complete after 0.4 seconds" in json.loads(body)["error"]


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_a_request_that_comes_byte_by_byte_wins_no_time(connect, sent):
    connection, begin = connect(), time.monotonic()
    connection.sendall(sent)
    with suppress(ConnectionError):
        while time.monotonic() - begin < 8:
            connection.sendall(b"x")
            time.sleep(0.05)
    assert time.monotonic() - begin < 4


def test_a_client_that_does_not_read_is_closed(connect):
    connection = connect()
    connection.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(1.5)
    assert len(_to_the_end(connection)) < 32 << 20


def test_an_answer_may_take_longer_than_a_request(connect):
    connection = connect()
    for _ in range(2):  # and the connection goes on
        connection.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert _status(connection) == 200


def test_of_too_many_the_one_that_waits_longest_is_closed(connect, monkeypatch):
    monkeypatch.setattr(connections, "WAITS", 60)
    monkeypatch.setattr(connections, "most_connections", lambda: 2)
    opened = [connect() for _ in range(2)]
    for connection in opened:
        connection.sendall(HEAD)
        time.sleep(0.1)
    newest = connect()
    newest.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert _status(newest) == 200
    assert _to_the_end(opened[0]) == b""
    opened[1].sendall(b"\r\n")
    assert _status(opened[1]) == 200


def test_one_address_gets_half_of_the_connections(connect, monkeypatch):
    monkeypatch.setattr(connections, "WAITS", 60)
    monkeypatch.setattr(connections, "most_connections", lambda: 2 * connections.FEWEST)
    opened = [connect() for _ in range(connections.FEWEST)]
    time.sleep(0.1)
    newest = connect()
    newest.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert _status(newest) == 200
    assert _to_the_end(opened[0]) == b""
    opened[1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert _status(opened[1]) == 200


def test_if_all_are_being_answered_the_newest_is_refused(connect, monkeypatch):
    monkeypatch.setattr(connections, "most_connections", lambda: 2)
    busy = [connect() for _ in range(2)]
    for connection in busy:
        connection.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(0.2)
    assert _status(connect()) == 503
    assert [_status(connection) for connection in busy] == [200, 200]
