"""Visitors of the page that send too much, too slowly, nonsense, or open a thousand connections."""

from __future__ import annotations

import json
import random
import resource
import socket
import threading
import time
import urllib.request
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from eval.faults.tally import check

CONNECTIONS = 1000
WORLD = {"world": [[0, 63, 0, "red"]]}


def visitors(_: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that lets a hostile visitor in; a good one must be answered meanwhile."""
    port = _port()
    expected = _ask(port)

    def once(number: int) -> None:
        with_fault = VISITS[number % len(VISITS)]
        open_sockets = with_fault(port, rng)
        try:
            check(_ask(port) == expected, f"{with_fault.__name__[1:]}: another answer to a good request")
        finally:
            for one in open_sockets:
                one.close()

    return once


@cache
def _port() -> int:
    """The port of a server in this process."""
    from cq.web.server import listen, server

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4096), hard), hard))
    listening = listen("127.0.0.1", 0)
    run = server("127.0.0.1").run
    threading.Thread(target=run, kwargs={"sockets": [listening]}, daemon=True).start()
    return int(listening.getsockname()[1])


def _ask(port: int) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/world", json.dumps(WORLD).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def _connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def _head(length: object = 0, **headers: str) -> bytes:
    lines = ["POST /api/classify HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    lines += [f"Content-Length: {length}"] if length is not None else []
    return "\r\n".join(
        [*lines, *(f"{k.replace('_', '-')}: {v}" for k, v in headers.items()), "", ""]
    ).encode()


def _status(client: socket.socket) -> int:
    """The status of the answer; 0 if the connection was closed without one."""
    try:
        line = client.recv(65536).split(b"\r\n")[0].split()
    except OSError:
        return 0
    return int(line[1]) if len(line) > 1 and line[1].isdigit() else 0


def _oversized(port: int, rng: random.Random) -> list[socket.socket]:
    client = _connect(port)
    size = rng.choice([1_000_001, 3_000_000])
    client.sendall(_head(size))
    client.sendall(b'{"instruction": "' + b"a" * (size - 17))
    check(_status(client) == 413, "a body that is too large is not refused")
    return [client]


def _endless_chunks(port: int, _: random.Random) -> list[socket.socket]:
    client = _connect(port)
    client.sendall(_head(None, Transfer_Encoding="chunked"))
    try:
        for _chunk in range(400):
            client.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
    except OSError:
        return [client]
    check(_status(client) in (0, 413), "an endless body is not refused")
    return [client]


def _wrong_length(port: int, rng: random.Random) -> list[socket.socket]:
    client = _connect(port)
    client.sendall(_head(rng.choice(["-1", "many", "9" * 40, "1, 2"])) + b"{}")
    check(_status(client) in (0, 400, 413), "a length that is none is not refused")
    return [client]


def _slow(port: int, rng: random.Random) -> list[socket.socket]:
    """Clients that begin a request and never end it."""
    begun = []
    for _ in range(50):
        client = _connect(port)
        client.sendall(_head(5000)[: rng.randrange(5, 90)] if rng.random() < 0.5 else _head(5000) + b"{")
        begun.append(client)
    return begun


def _thousand(port: int, _: random.Random) -> list[socket.socket]:
    """A thousand connections that say nothing."""
    return [_connect(port) for _ in range(CONNECTIONS)]


def _thousand_requests(port: int, _: random.Random) -> list[socket.socket]:
    """A thousand requests at once: each gets an answer, the busy server's included."""
    body = json.dumps(WORLD).encode()
    head = _head(len(body)).replace(b"classify", b"world")
    clients = [_connect(port) for _ in range(CONNECTIONS)]
    for client in clients:
        client.sendall(head + body)
    statuses = {_status(client) for client in clients}
    check(statuses <= {200, 503}, f"statuses {statuses}")
    return clients


def _hung_up(port: int, _: random.Random) -> list[socket.socket]:
    """Clients that leave while the models compute."""
    body = json.dumps({"instruction": "Build a tower"}).encode()
    for _client in range(5):
        client = _connect(port)
        client.sendall(_head(len(body)) + body)
        client.close()
    return []


def _nonsense(port: int, rng: random.Random) -> list[socket.socket]:
    client = _connect(port)
    client.sendall(
        rng.choice(
            [
                b"\0" * 500,
                b"GET\r\n\r\n",
                b"\xff" * 70_000,
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                b"\x16\x03\x01",
            ]
        )
    )
    client.shutdown(socket.SHUT_WR)
    check(_status(client) in (0, 400), "nonsense is answered")
    return [client]


def _long_header(port: int, _: random.Random) -> list[socket.socket]:
    client = _connect(port)
    try:
        client.sendall(_head(2, A="b" * 300_000) + b"{}")
    except OSError:
        return [client]
    check(_status(client) in (0, 400, 431), "a long header is answered")
    return [client]


def _foreign_host(port: int, _: random.Random) -> list[socket.socket]:
    client = _connect(port)
    client.sendall(_head(2).replace(b"localhost", b"evil.example") + b"{}")
    check(_status(client) == 400, "a foreign host name is answered")
    return [client]


def _other_methods(port: int, rng: random.Random) -> list[socket.socket]:
    client = _connect(port)
    client.sendall(_head().replace(b"POST", rng.choice([b"DELETE", b"PUT", b"TRACE", b"FOO"])))
    check(_status(client) in (400, 405), "another method is answered")
    return [client]


def _paths(port: int, rng: random.Random) -> list[socket.socket]:
    client = _connect(port)
    path = rng.choice(
        ["/static/../../../../etc/passwd", "/static/%2e%2e/%2e%2e/app.py", "/api/worlds/..%2f/x", "//x"]
    )
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    time.sleep(0.05)
    check(_status(client) in (0, 307, 400, 404), "a path that leads outside is answered")
    return [client]


VISITS = (
    *(_oversized, _endless_chunks, _wrong_length, _slow, _hung_up, _nonsense, _long_header, _foreign_host),
    *(_other_methods, _paths, _thousand, _nonsense, _paths, _wrong_length, _thousand_requests),
)
