"""A server of a study, in a process of its own, that is killed and started again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

from conftest import ROOT

LIMIT = 900
"""Seconds for what takes a few on an idle processor."""


class Killed:
    """A server of a study that is killed and started again."""

    def __init__(self, study: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.study = study
        self.start()

    def start(self) -> None:
        self.process = self._started()

    def refusal(self) -> str:
        """What a server prints that does not start."""
        process = self._started(stderr=subprocess.PIPE)
        try:
            _, told = process.communicate(timeout=LIMIT)
        finally:
            process.kill()
        assert process.returncode == 2, told
        assert b"Traceback" not in told
        return " ".join(told.decode().split())

    def _started(self, **streams: Any) -> subprocess.Popen[bytes]:
        script = ROOT / "tests" / "web" / "toy_study_server.py"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
        command = [sys.executable, str(script), str(self.study), str(self.port)]
        return subprocess.Popen(command, env=environment, **streams)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

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
