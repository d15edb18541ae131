"""Jobs in a process of their own. It is forked, so that it need not load again what this one has loaded."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import typer

from cq.cli.runner import run


def killed(job: Callable[[], object], when: Callable[[], bool], seconds: float = 300) -> int | None:
    """Starts a job, kills it (-9) as soon as `when()`, and gives its exit code: -9, if it had not ended."""
    process = started(job)
    ends = time.monotonic() + seconds
    try:
        while process.is_alive() and not when():
            assert time.monotonic() < ends, f"nothing to kill it for within {seconds} seconds"
            time.sleep(0.01)
    finally:
        process.kill()
        process.join()
    return process.exitcode


def started(job: Callable[[], object], log: str | Path = os.devnull) -> BaseProcess:
    """A process that does a job, for who ends it or waits for it. What it prints goes into a file."""
    process = get_context("fork").Process(target=_logged, args=(job, log))
    process.start()
    return process


def _logged(job: Callable[[], object], log: str | Path) -> None:
    with open(log, "w", encoding="utf-8") as told:
        for stream in (1, 2):
            os.dup2(told.fileno(), stream)
        with redirect_stdout(told), redirect_stderr(told):
            try:
                job()
            except Exception:
                traceback.print_exc()
                raise


def command(app: typer.Typer, name: str, *told: object) -> Callable[[], None]:
    """A command line as a job."""

    def job() -> None:
        sys.argv = [name, *map(str, told)]
        run(app)

    return job
