"""The page's server, and a browser to look at it."""

from __future__ import annotations

import json
import shutil
import threading
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any
from urllib.error import HTTPError

import pytest

MODULES = ("fastapi", "fastapi_offline", "uvicorn")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Without a GPU; and without the browser's own requests to the network.
FLAGS = (
    "--no-sandbox --disable-gpu --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader "
    "--disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a running server."""
    if missing := [name for name in MODULES if find_spec(name) is None]:
        pytest.skip(f"needs {', '.join(missing)}; run: pip install -e '.[web]'")
    import cq
    from cq.web import server as web

    # As `cq serve` does, but for its number of threads: loading is no work of the first request.
    cq.ask("Build a wall")
    cq.rank(None, "Build a wall", top_k=1)
    listening = web.listen("127.0.0.1", 0)
    running = web.server("127.0.0.1")
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield web.address(listening)
    running.should_exit = True
    thread.join()


Send = Callable[..., tuple[int, Any]]


@pytest.fixture(scope="session")
def send(server: str) -> Send:
    """Sends a request: `send(path, body)` gives the status and the JSON of the response. A path is below
    `/api`, unless it begins with a slash.
    """

    def call(path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        is_raw = body is None or isinstance(body, bytes | Iterator)
        data = body if is_raw else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | headers
        where = path[1:] if path.startswith("/") else f"api/{path}"
        request = urllib.request.Request(f"{server}{where}", data, headers)
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, json.load(response)
        except HTTPError as error:
            return error.code, json.load(error)

    return call


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium. Playwright leaves a running event loop in its thread: it ends with the module."""
    if find_spec("playwright") is None:
        pytest.skip("needs playwright; run: pip install -e '.[dev]'")
    if CHROMIUM is None:
        pytest.skip("needs Chromium; on Debian: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield launched
        launched.close()
