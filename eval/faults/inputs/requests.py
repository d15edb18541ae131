"""Requests to the HTTP API, straight into the application: bodies of wrong types, and raw bytes."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from hypothesis import strategies as st

from eval.faults import values
from eval.faults.sections import EntryPoint
from eval.faults.tally import check

PATHS = ("classify", "rank", "build", "ask", "dialogue", "score", "world")


def entry_points() -> list[EntryPoint]:
    """The HTTP API."""
    fields = {
        "instruction": values.mostly(st.sampled_from(values.COMMANDS), values.json_values),
        "world": values.mostly(values.good_worlds, values.json_values),
        "questions": st.one_of(values.good_banks, values.json_values),
        "dialogue": st.one_of(values.json_values, st.lists(values.good_turns, max_size=3)),
        "cost_of_asking": values.json_values,
        "max_questions": values.json_values,
        "top_k": st.one_of(st.integers(1, 5), values.json_values),
        "say": values.json_texts,
        "answer": values.json_values,
        "undo": values.json_values,
        "built": values.mostly(values.good_worlds, values.json_values),
        "target": values.mostly(values.good_worlds, values.json_values),
        "start": values.mostly(values.good_worlds, values.json_values),
    }
    free = st.fixed_dictionaries({}, optional=fields)
    known = {
        "classify": ("instruction", "world", "dialogue", "cost_of_asking"),
        "rank": ("instruction", "world", "questions", "top_k"),
        "build": ("instruction", "world"),
        "ask": ("instruction", "world", "questions", "max_questions"),
        "dialogue": ("dialogue", "world", "say"),
        "score": ("built", "target", "start"),
        "world": ("world",),
    }
    right = st.sampled_from(PATHS).flatmap(
        lambda path: st.tuples(
            st.just(path), st.fixed_dictionaries({one: fields[one] for one in known[path]})
        )
    )
    bodies = st.one_of(free, values.json_values).map(values.as_json).map(values.as_bytes)
    paths = st.one_of(
        st.sampled_from(PATHS), st.sampled_from(["worlds", "worlds/examples/towers"]), values.texts
    )
    return [
        EntryPoint("requests", request, right.map(lambda one: (one[0], values.as_json(one[1]).encode())), 6),
        EntryPoint("raw requests", request, st.tuples(paths, st.one_of(bodies, values.contents)), 20),
    ]


@cache
def _application() -> Any:
    from cq.web.app import create_app

    return create_app()


def request(given: tuple[str, bytes]) -> None:
    """Every answer is JSON, and every error one sentence, never status 500."""
    path, body = given
    with ThreadPoolExecutor(1) as pool:  # the caller's thread may have an event loop of its own
        status, content = pool.submit(asyncio.run, _send(f"/api/{path}", body)).result()
    check(status < 500, f"status {status}")
    if status == 307 or (status == 404 and not content.startswith(b"{")):
        return
    answer = json.loads(content)
    if status >= 400:
        error = answer["error"]
        check(isinstance(error, str) and len(error) > 0 and "Traceback" not in error, "no sentence")


async def _send(path: str, body: bytes) -> tuple[int, bytes]:
    messages: list[dict[str, Any]] = []
    given = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return given.pop(0) if given else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        messages.append(message)

    raw = path.encode("utf-8", "replace")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST" if body else "GET",
        "scheme": "http",
        "path": raw.decode(),
        "raw_path": raw,
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    await _application()(scope, receive, send)
    status = next(one["status"] for one in messages if one["type"] == "http.response.start")
    return status, b"".join(one.get("body", b"") for one in messages if one["type"] == "http.response.body")
