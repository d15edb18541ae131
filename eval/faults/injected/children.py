"""Commands in forked children: libraries and models are loaded once, so that a child starts in no time."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from eval.faults.outside import report_stray, strays
from eval.faults.tally import LIMIT, HangError, ProcessError, WrongAnswerError, check

SLACK = 5
"""A child may take so many times `LIMIT`: several run at once, and training takes longer than a call."""


PIPE = 1 << 20
"""Bytes that a child can print before someone reads them."""


class Child(NamedTuple):
    """A process that was started, and the descriptor from which its output is read."""

    pid: int
    output: int


class Done(NamedTuple):
    """The exit code of a child (negative for a signal) and what it printed."""

    code: int
    printed: str

    @property
    def errors(self) -> list[str]:
        """The lines that say what is wrong."""
        return [line for line in self.printed.splitlines() if line.startswith("error: ")]


def nothing(*_: object) -> None:
    """Do nothing."""


def start(
    arguments: Sequence[object],
    before: Callable[[], object] = nothing,
    after: Callable[[int], object] = nothing,
) -> Child:
    """Start `cq` with these arguments in a child, in which `before()` and `after(exit code)` run."""
    _load()

    def work() -> None:
        from cq.cli.main import app
        from cq.cli.runner import run

        before()
        sys.argv = ["cq", *map(str, arguments)]
        run(app)

    return forked(work, after)


def forked(work: Callable[[], object], after: Callable[[int], object] = nothing) -> Child:
    """Start a function in a child. It prints `outside: …` at its end for what it touched outside."""
    sys.stdout.flush()
    sys.stderr.flush()
    # A pipe, because a file would be subject to the limits that the child gets.
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        os.set_blocking(reading, False)
        fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, PIPE)
        return Child(pid, reading)
    code = 1
    try:
        signal.alarm(0)
        for descriptor in (1, 2):
            os.dup2(writing, descriptor)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        strays()
        work()
        code = 0
    except SystemExit as stopped:
        code = stopped.code if isinstance(stopped.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            after(code)
            for stray in strays():
                print(f"outside: {stray}", flush=True)
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


def finish(child: Child) -> Done:
    """Wait for a child. Raises `HangError` if it takes too long, `ProcessError` for a traceback."""
    end = time.monotonic() + LIMIT * SLACK
    signal.alarm(0)  # The limit of the call is that of the child.
    printed = ""
    while time.monotonic() < end:
        found, status = os.waitpid(child.pid, os.WNOHANG)
        printed += _printed(child)
        if found:
            os.close(child.output)
            for line in printed.splitlines():
                if line.startswith("outside: "):
                    report_stray(line)
            if "Traceback" in printed:
                raise ProcessError(_ends(printed))
            return Done(os.waitstatus_to_exitcode(status), printed)
        time.sleep(0.01)
    kill(child)
    raise HangError


def kill(child: Child) -> str:
    """Kill a child at once (-9). Returns what it had printed."""
    os.kill(child.pid, signal.SIGKILL)
    os.waitpid(child.pid, 0)
    printed = _printed(child)
    os.close(child.output)
    return printed


def _ends(printed: str) -> str:
    """The last places of a traceback, and what it ends with."""
    places = re.findall(r'(\w+\.py)(?:", line |:)(\d+)', printed)
    last = [line for line in printed.splitlines() if re.match(r"[\w.]*(Error|Exception)\b", line)][-1:]
    return f"{' '.join(last)[:160]} at {' '.join(map(':'.join, places[-4:]))}"


def _printed(child: Child) -> str:
    """What the child has printed since the last call."""
    parts = []
    with contextlib.suppress(BlockingIOError):
        while part := os.read(child.output, PIPE):
            parts.append(part)
    return b"".join(parts).decode(errors="replace")


def run(
    arguments: Sequence[object],
    before: Callable[[], object] = nothing,
    after: Callable[[int], object] = nothing,
) -> Done:
    """Run a command in a child to its end."""
    return finish(start(arguments, before, after))


def succeed(arguments: Sequence[object]) -> None:
    """Run a command that must succeed."""
    done = run(arguments)
    if done.code:
        raise WrongAnswerError(f"the job failed with {done.code}: {done.printed[-200:]}")


def check_refusal(done: Done) -> None:
    """A command that cannot go on says so in one line, with exit code 2."""
    check(done.code in (0, 2), f"the exit code is {done.code}: {done.printed[-200:]}")
    check(done.code == 0 or len(done.errors) == 1, f"{len(done.errors)} lines say what is wrong")
    check(all(len(line) < 600 for line in done.errors), "the line is too long to be read")


def mount(folder: Path, *, size: int | None = None, read_only: bool = False) -> bool:
    """Mount an empty disk of `size` bytes on a folder, for this child alone. Whether the system allows it."""
    if not _own_mounts():
        return False
    library = ctypes.CDLL(None, use_errno=True)
    options = b"" if size is None else f"size={size}".encode()
    flags = 1 if read_only else 0
    return bool(library.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", flags, options) == 0)


def _own_mounts() -> bool:
    """Give this child mounts of its own, so that none is seen outside it."""
    library = ctypes.CDLL(None, use_errno=True)
    new_mounts, new_user, private = 0x20000, 0x10000000, 0x44000
    if library.unshare(new_mounts) != 0 and library.unshare(new_mounts | new_user) != 0:
        return False
    return bool(library.mount(b"none", b"/", None, private, None) == 0)


@cache
def _load() -> None:
    """Import what the commands import, and load the models' libraries."""
    import torch

    import cq
    import cq.cli.main
    import cq.jobs.predict
    import cq.jobs.submit
    import cq.jobs.training.clarity
    import cq.jobs.training.ranking

    torch.set_num_threads(1)
    cq.ask("Build a wall")
