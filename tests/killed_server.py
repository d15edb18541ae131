"""A server of a study, in a process of its own, that is killed and started again. Its builder is the language
alone.
"""

from __future__ import annotations

import json
import socket
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

from forked import started
from toy_words import CLEAR

import cq
from cq.building import Build
from cq.cli.main import app
from cq.cli.runner import run
from cq.dialogue.turn import Turn
from cq.pipeline import Pipeline
from cq.reading.instruction import sure_build

LIMIT = 900
"""Seconds for what takes a few on an idle processor."""


def ask(self: Any, instruction: str, world: Any = None, *_: Any, **__: Any) -> Turn:
    """A sure build, or a refusal."""
    del self
    world = cq.World.parse(world)
    grid = sure_build(instruction, world.grid, None)
    if grid is None:
        return Turn("refuse", CLEAR, reasons=("it is not sure",))
    return Turn("build", CLEAR, build=Build.from_grid(grid, world))


def loaded(_: Any = None) -> Pipeline:
    """A pipeline without models."""
    return object.__new__(Pipeline)


class Killed:
    """A server of a study that is killed and started again."""

    def __init__(self, study: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.study = study
        self.start()

    def start(self) -> None:
        self.process = started(self._serve)

    def refusal(self) -> str:
        """What a server prints that does not start."""
        log = self.study.with_suffix(".log")
        process = started(self._serve, log)
        process.join(LIMIT)
        told = log.read_text()
        process.kill()
        assert process.exitcode == 2, told
        assert "Traceback" not in told
        return " ".join(told.split())

    def _serve(self) -> None:
        from cq.web import server

        Pipeline.ask = ask  # type: ignore[method-assign, assignment]
        Pipeline.from_pretrained = loaded  # type: ignore[method-assign, assignment]
        cq.use(loaded())
        server.warm_up = lambda: cq.Dialogue().say("Place a red block in the middle") and None
        sys.argv = ["cq", "study", str(self.study), "--port", str(self.port)]
        run(app)

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def post(self, name: str, **body: Any) -> Any:
        """The answer, however often the server has to be asked for it."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/study/{name}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        ends = time.monotonic() + LIMIT
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                raise AssertionError(error.read()) from None
            except (urllib.error.URLError, HTTPException, OSError):
                assert time.monotonic() < ends
                time.sleep(0.1)
