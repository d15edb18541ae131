"""Agents behind an address: a local HTTP server, and our own A2A server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from cq import World, arena
from cq.agent.protocol import ZONE
from cq.arena.episode import Episode

EPISODE = Episode(
    "own:1",
    "Put a block on the red one",
    (World.parse([(0, 63, 0, "red"), (0, 64, 0, "blue")]),),
    World.parse([(0, 63, 0, "red")]),
    answers={"colour": ("blue",)},
)


class Builder(BaseHTTPRequestHandler):
    """Asks for the colour, and builds with what it hears."""

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        move: dict[str, Any] = {"ask": "Which colour?"}
        if told["history"]:
            move = {"build": [*told["world"], [0, 64, 0, told["history"][-1]["answer"]]]}
        body = json.dumps(move).encode()
        if self.path == "/broken":
            body = b"<html>"
        self.send_response(500 if self.path == "/down" else 200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Builder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def test_an_agent_answers_by_http(url: str) -> None:
    found = arena.play(EPISODE, arena.HttpAgent(url), arena.WrittenArchitect)
    assert found["exact"]
    assert found["orders"][0]["asked"][0]["question"]["ask"] == "Which colour?"


@pytest.mark.parametrize("path", ["broken", "down"])
def test_what_is_no_move_has_refused(url: str, path: str) -> None:
    found = arena.play(EPISODE, arena.HttpAgent(f"{url}/{path}"), arena.WrittenArchitect)
    assert found["orders"][0]["move"]["failed"]


def test_who_does_not_answer_stops_the_study() -> None:
    with pytest.raises(arena.UnreachableError, match="start it"):
        arena.play(EPISODE, arena.HttpAgent("http://127.0.0.1:1"), arena.WrittenArchitect)


@pytest.mark.parametrize("protocol", ["asking", "told"])
def test_an_agent_plays_build_what_i_mean_by_a2a(protocol: str) -> None:
    pytest.importorskip("a2a", reason="needs the extra agent")
    import httpx

    from cq.agent.server import application

    address = "http://builder.test/"
    client = httpx.AsyncClient(transport=httpx.ASGITransport(application(address)), base_url=address)
    start, meant = (
        World.parse([(0, 63 + y, 0, "red") for y in range(2)] + more, zone=ZONE, facing="north")
        for more in ([], [(1, 63, 0, "blue")])
    )
    episode = Episode(
        "bwim:Ann 1 7b",
        "Put a block to the right of the red stack.",
        (meant,),
        start,
        answers={"colour": ("blue",)},
        needed=("What colour should it be?",),
    )
    agent = arena.A2aAgent(address, client=client)
    for _ in range(2):  # Another conversation each time.
        found = arena.play(episode, agent, arena.WrittenArchitect, protocol)
        assert len(found["orders"][0]["asked"]) == (protocol == "asking")
        assert found["orders"][0]["move"]["build"][-1][:3] == [1, 63, 0]
        assert protocol == "told" or found["exact"]
