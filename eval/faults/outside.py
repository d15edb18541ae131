"""Watches which files are written and which servers are asked, and blocks all servers but this machine.

Python reports both by audit events (PEP 578). Libraries in other languages write without them; what those
leave in the working folder or the home folder, which are new and empty, is found by looking.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    "os.mkdir": ((0, 2),),
    "os.remove": ((0, 1),),
    "os.rmdir": ((0, 1),),
    "os.truncate": ((0, None),),
    "os.rename": ((0, 2), (1, 3)),
    "os.link": ((0, 2), (1, 3)),
}
"""Events, and where their arguments have a path and the folder it starts from, as a file descriptor."""
HERE = ("127.0.0.1", "localhost", "::1")
DEVICES = ("/dev/null", "/dev/shm/", "/proc/self/")


class _Watch:
    """What is allowed, and what was seen. An audit hook stays for the life of the process."""

    def __init__(self) -> None:
        self.allowed: tuple[str, ...] | None = None
        self.folders: list[str] = []
        self.empty: list[Path] = []
        self.seen: list[str] = []
        self.hooked = False

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.allowed is None:
            return
        if event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING:
            self._path(arguments[0])
        elif event in CHANGES:
            for place, folder in CHANGES[event]:
                self._path(arguments[place], -1 if folder is None else arguments[folder])
        elif event == "socket.connect" and isinstance(arguments[1], tuple):
            self._host(arguments[1][0])
        elif event == "socket.getaddrinfo":
            self._host(arguments[0])

    def _path(self, path: Any, descriptor: int = -1) -> None:
        if isinstance(path, (str, bytes, os.PathLike)):
            folder = os.readlink(f"/proc/self/fd/{descriptor}") if descriptor >= 0 else ""
            full = os.path.realpath(os.path.join(folder, os.fsdecode(path)))
            is_allowed = full.startswith((*self.allowed, *DEVICES))  # type: ignore[misc]
            if not is_allowed and os.path.dirname(full) not in self.folders:
                self.seen.append(f"wrote {full}")

    def _host(self, host: Any) -> None:
        name = host.decode() if isinstance(host, bytes) else str(host)
        if name not in HERE:
            self.seen.append(f"asked {name}")
            raise ConnectionRefusedError(f"the harness blocks {name}")


_watch = _Watch()


@contextlib.contextmanager
def confined() -> Iterator[Path]:
    """Yield a new folder for temporary files and the cache. Meanwhile the working folder and the home folder
    are other new ones, in which nothing may be written, and no server is reached.
    """
    if not _watch.hooked:
        sys.addaudithook(_watch)
        _watch.hooked = True
    before, old = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as name:
        folders = {one: Path(name).resolve() / one for one in ("work", "home", "temporary", "cache")}
        for folder in folders.values():
            folder.mkdir()
        os.environ |= {
            "HOME": str(folders["home"]),
            "XDG_CACHE_HOME": str(folders["home"]),
            "TMPDIR": str(folders["temporary"]),
            "CQ_CACHE": str(folders["cache"]),
            "MPLCONFIGDIR": str(folders["cache"]),  # where matplotlib keeps its list of fonts
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(before),
        }
        sys.dont_write_bytecode = True
        tempfile.tempdir = None
        os.chdir(folders["work"])
        _watch.allowed = (str(folders["temporary"]), str(folders["cache"]))
        _watch.empty = [folders["work"], folders["home"]]
        _watch.seen.clear()
        try:
            yield folders["temporary"]
        finally:
            _watch.allowed = None
            os.chdir(before)
            os.environ.clear()
            os.environ |= old
            tempfile.tempdir = None


def strays() -> list[str]:
    """What was touched outside since the last call."""
    seen = list(dict.fromkeys(_watch.seen))
    _watch.seen.clear()
    if _watch.allowed is not None:
        for folder in _watch.empty:
            for path in folder.iterdir():
                seen.append(f"left {path}")
                path.rename(_watch.empty[0].parent / f"found-{time.monotonic_ns()}-{path.name}")
    return seen


def allow_in(folder: str) -> None:
    """Allow files directly in a folder, for the rest of this process."""
    _watch.folders.append(folder)


def report_stray(what: str) -> None:
    """Count something that another process touched."""
    _watch.seen.append(what)
