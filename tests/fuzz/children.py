"""Commands in forked children, and disks that are full or read-only for a child alone."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

LIMIT = 300
"""Seconds that a child may take."""


class Done(NamedTuple):
    """The exit code of a child (negative for a signal) and what it printed."""

    code: int
    printed: str

    @property
    def errors(self) -> list[str]:
        """The lines that say what is wrong."""
        return [line for line in self.printed.splitlines() if line.startswith("error: ")]


def run(arguments: Sequence[object], before: Callable[[], object], killed_after: float | None = None) -> Done:
    """Run `cq` with these arguments in a child, in which `before()` runs first; see `forked`."""

    def work() -> None:
        from cq.cli.main import app
        from cq.cli.runner import run as run_app

        before()
        sys.argv = ["cq", *map(str, arguments)]
        run_app(app)

    return forked(work, killed_after)


def forked(work: Callable[[], object], killed_after: float | None = None) -> Done:
    """Run a function in a forked child to its end, or until it is killed after some seconds; fail for a
    traceback.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    # A pipe, because a file would be subject to the limits that the child gets.
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        _child(work, writing)
    os.close(writing)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, LIMIT if killed_after is None else killed_after)
    with os.fdopen(reading, "rb") as output:
        printed = output.read().decode(errors="replace")
    _, status = os.waitpid(pid, 0)
    signal.alarm(0)
    assert "Traceback" not in printed, printed[-2000:]
    return Done(os.waitstatus_to_exitcode(status), printed)


def _child(work: Callable[[], object], writing: int) -> None:
    code = 1
    try:
        for descriptor in (1, 2):
            os.dup2(writing, descriptor)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        work()
        code = 0
    except SystemExit as stopped:
        code = stopped.code if isinstance(stopped.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def check_refusal(done: Done) -> None:
    """A command that cannot go on says so in one line, with exit code 2."""
    assert done.code in (0, 2), done.printed[-200:]
    assert done.code == 0 or len(done.errors) == 1, done.errors
    assert all(len(line) < 600 for line in done.errors)


def limited(size: int) -> None:
    """Give this process room for so many bytes a file, as a quota does."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def mount(folder: Path, *, size: int | None = None, read_only: bool = False) -> bool:
    """Mount an empty disk of `size` bytes on a folder, for this child alone. Whether the system allows it."""
    library = ctypes.CDLL(None, use_errno=True)
    new_mounts, new_user, private = 0x20000, 0x10000000, 0x44000
    if library.unshare(new_mounts) != 0 and library.unshare(new_mounts | new_user) != 0:
        return False
    if library.mount(b"none", b"/", None, private, None) != 0:
        return False
    options = b"" if size is None else f"size={size}".encode()
    return bool(library.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", int(read_only), options) == 0)
