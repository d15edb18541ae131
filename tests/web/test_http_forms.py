"""What HTTP lets a client send is answered as the rest, and every error is JSON."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPResponse
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from cq.errors import InputError

if find_spec("fastapi") is None:
    pytest.skip("needs fastapi; run: pip install -e '.[web]'", allow_module_level=True)

from cq.web import server as web
from cq.web.behind import Behind


def run(behind: Behind | None = None) -> tuple[web.Server, threading.Thread, int]:
    listening = web.listen("127.0.0.1", 0)
    running = web.server("127.0.0.1", behind=behind)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    return running, thread, listening.getsockname()[1]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """That of a server behind a proxy."""
    running, thread, found = run(Behind("/cq", ("cq.example.org", "*.lan")))
    yield found
    running.should_exit = True
    thread.join()


def ask(port: int, line: str, host: str = "localhost", **headers: str) -> tuple[HTTPResponse, bytes]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        told = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        head = f"{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{told}\r\n"
        connection.sendall(head.encode())
        response = HTTPResponse(connection, method=line.split()[0])
        response.begin()
        return response, response.read()


GETS = [
    "/",
    "/api/worlds",
    "/api/worlds/examples/towers",
    "/api/docs",
    "/api/openapi.json",
    "/static/main.js",
]


@pytest.mark.parametrize("prefix", ["", "/cq", "http://localhost:8420/cq", "HTTP://127.0.0.1"])
@pytest.mark.parametrize("path", GETS)
def test_get_and_head_on_every_address(port, prefix, path):
    got, body = ask(port, f"GET {prefix}{path}")
    head, nothing = ask(port, f"HEAD {prefix}{path}")
    assert (got.status, head.status, nothing) == (200, 200, b"")
    assert len(body) == int(got.headers["content-length"]) == int(head.headers["content-length"])
    assert head.headers["content-type"] == got.headers["content-type"]


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        ("GET http://localhost/none", {}, 404),
        ("GET http://[::1/api", {}, 404),
        ("GET /none", {}, 404),
        ("GET /static/none.js", {}, 404),
        ("GET /cq/static/../app.py", {}, 404),
        ("GET /api/docs/assets/none", {}, 404),
        ("OPTIONS *", {}, 404),
        ("CONNECT localhost:80", {}, 404),
        ("GET http://evil.example/api/worlds", {}, 400),
        ("GET /static/main.js", {"Range": "bytes=99999999-"}, 416),
        ("GET /static/style.css", {"Range": "bytes=-0"}, 416),
        ("GET /static/main.js", {"Range": "bytes=abc"}, 400),
        ("GET /static/main.js", {"Range": "bytes=5-2"}, 400),
        ("HEAD /static/main.js", {"Range": "bytes=99999999-"}, 416),
        ("DELETE /static/main.js", {}, 405),
        ("HEAD /api/build", {}, 405),
        ("BREW /", {}, 405),
    ],
)
def test_every_error_is_json(port, line, headers, status):
    response, body = ask(port, line, **headers)
    assert response.status == status
    assert response.headers["content-type"] == "application/json"
    if status == 416:
        assert response.headers["content-range"].startswith("bytes */")
    if not line.startswith("HEAD"):
        assert list(json.loads(body)) == ["error"]


def test_a_part_of_a_file_is_given(port):
    response, body = ask(port, "GET /static/main.js", Range="bytes=0-2")
    assert (response.status, body) == (206, b"// ")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("cq.example.org", 200),
        ("CQ.example.org:443", 200),
        ("a.lan", 200),
        ("[::1]:80", 200),
        ("lan", 400),
        ("evil.example", 400),
        ("cq.example.org.evil.example", 400),
    ],
)
def test_the_hosts_that_are_allowed(port, host, status):
    assert ask(port, "GET /cq/api/worlds", host)[0].status == status


def test_the_root_path_alone_leads_to_the_page(port):
    response, _ = ask(port, "GET /cq")
    assert (response.status, response.headers["location"]) == (307, "/cq/")
    page = ask(port, "GET /cq/")[1]
    assert b'"/static' not in page
    assert b'"/api' not in page
    docs = ask(port, "GET /cq/api/docs")[1]
    assert b"/cq/api/openapi.json" in docs
    assert json.loads(ask(port, "GET /cq/api/openapi.json")[1])["servers"] == [{"url": "/cq"}]


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--root-path", "cq", "give one such as /cq"),
        ("--root-path", "/c q", "give one such as /cq"),
        ("--root-path", "/api/cq", "addresses of the server"),
        ("--allowed-host", "http://cq.example.org", "without port"),
        ("--allowed-host", "", "without port"),
        ("--forwarded-allow-ips", "proxy", "give its address"),
        ("--forwarded-allow-ips", "10.0.0.0/99", "give its address"),
    ],
)
def test_options_that_cannot_be_are_refused_by_name(option, value, words):
    from cq.cli.main import app

    result = CliRunner().invoke(app, ["serve", "--port", "0", option, value])
    assert result.exit_code != 0
    assert words in " ".join(str(result.output + str(result.exception)).split())


def test_what_a_proxy_may_be():
    assert Behind("/a/b", ("*",), ("*",)).root_path == "/a/b"
    with pytest.raises(InputError, match="allowed host"):
        Behind("", ("a b",))
