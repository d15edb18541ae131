"""Downloads of upstream's files, pinned by commit and SHA-256, and resumed after a lost connection.

Addresses are `MIRROR/COMMIT/PATH`; the mirror is upstream's own server unless `CQ_MIRROR` names another.
"""

from __future__ import annotations

import http.client
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from cq.errors import CqError, DownloadError, InputError
from cq.files.digests import file_digest
from cq.files.locks import one_writer
from cq.settings import download_root, mirror

UPSTREAM = "https://github.com/microsoft/iglu-datasets/raw"
CHUNK = 1 << 20
TIMEOUT = 30.0
"""Seconds without a byte after which a connection counts as lost."""

SLOW = 1000
"""A connection that brings fewer bytes a second than this, over `TIMEOUT`, counts as lost too."""

TRIES = 5
"""Connections in a row without progress before we give up."""

LOST = (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError)


@dataclass(frozen=True)
class Source:
    """One of upstream's files: its path, commit, SHA-256, size in bytes, and a description."""

    path: str
    commit: str
    sha256: str
    size: int
    description: str

    @property
    def file(self) -> str:
        """The file's name."""
        return self.path.rpartition("/")[2]


SOURCES = {
    "multiturn": Source(
        "datasets/multiturn_dataset.zip",
        "22c50328518a3ea2dbd55ef009134263d21e298e",
        "1d87e9bc4028bc4a0bd4e97d07e73beefdda1408b40877a32b1429070cc22a67",
        13_977_030,
        "the multi-turn sessions",
    ),
    "singleturn": Source(
        "datasets/single_turn_dataset.zip",
        "22c50328518a3ea2dbd55ef009134263d21e298e",
        "3505d1444983ba6248c2a6ee3185b1c4aabc93bb4a249acfebad7eb0a7882258",
        193_976_666,
        "the single-turn games as first published, without unclear rows (for these, take the folder "
        "datasets/singleturn of a clone of microsoft/iglu-datasets)",
    ),
    "feedback": Source(
        "datasets/human_evaluation/human_agent_feedback.csv",
        "7342931ad6ee598c5a20b0563ff0c94594f2addc",
        "eac3a304ee0d4a5520e39f26a410212736e23a32529cdd16aee5534126a28b96",
        75_692,
        "the human evaluation of the 2022 agents",
    ),
}


def fetch(
    name: str,
    folder: str | os.PathLike[str] | None = None,
    *,
    base: str | None = None,
    progress: bool = True,
    force: bool = False,
) -> Path:
    """The path of one of `SOURCES`, downloaded into `folder` unless it is there already.

    `folder` None is `download_root`; `base` is another mirror. If the file exists with the pinned SHA-256, no
    server is contacted, unless `force`. A partial download stays beside the file as `.cq-part`; this call or
    the next one resumes it.

    Raises `InputError` for an unknown name or a mirror that is not an http address. Raises `DownloadError` if
    the file cannot be downloaded or is not the pinned one; its message says what to fetch by hand and where
    to put it.
    """
    if name not in SOURCES:
        raise InputError(f"no source {name!r}; there are {', '.join(SOURCES)}")
    source = SOURCES[name]
    path = Path(folder or download_root()) / source.file
    if path.is_file() and not force and file_digest(path) == source.sha256:
        return path
    url = address(name, base)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with one_writer(path, wait=True):
            # Another process may have downloaded it meanwhile.
            if force or not (path.is_file() and file_digest(path) == source.sha256):
                _download_checked(url, path, source, progress)
    except CqError:
        raise
    except LOST as error:
        upstream = f"{UPSTREAM}/{source.commit}/{source.path}"
        raise DownloadError(
            f"cannot download {source.description} from {url} ({_reason(error)}): fetch {upstream} and "
            f"put it at {str(path)!r}, or set CQ_MIRROR to a server that has it"
        ) from None
    except OSError as error:
        raise DownloadError(
            f"cannot write {str(path)!r} ({error.strerror}); give another folder (--to, CQ_DATA)"
        ) from None
    return path


def address(name: str, base: str | None = None) -> str:
    """The URL of a source. Raises `InputError` for a mirror that is not an http address."""
    base = base or mirror() or UPSTREAM
    if not _is_address(base):
        raise InputError(f"mirror {base!r} is not the address of a server; begin it with https:// or http://")
    return f"{base.rstrip('/')}/{SOURCES[name].commit}/{SOURCES[name].path}"


def _is_address(base: str) -> bool:
    """Whether this is the address of a server that urllib can ask."""
    try:
        parts = urllib.parse.urlsplit(base)
        _ = parts.port
        # The names of hosts are encoded part by part; empty or long parts cannot be.
        (parts.hostname or "").encode("idna")
    except ValueError:
        return False
    plain = base.isprintable() and " " not in base
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain


def _download_checked(url: str, path: Path, source: Source, shown: bool) -> None:
    """Download to `path`, if the content is the pinned one."""
    part = path.with_name(path.name + ".cq-part")
    _download(url, part, source, shown)
    found = file_digest(part)
    if found != source.sha256:
        part.unlink()
        raise DownloadError(
            f"{url} has the SHA-256 {found}, not {source.sha256}; it is not the pinned file "
            "and was deleted: check the mirror"
        )
    os.replace(part, path)


def _download(url: str, part: Path, source: Source, shown: bool) -> None:
    """Bring `part` to its full size, over as many connections as that takes."""
    from rich.console import Console
    from rich.progress import Progress

    idle = 0
    with Progress(console=Console(stderr=True), disable=not shown) as progress:
        task = progress.add_task(source.file, total=source.size)

        def show(size: int) -> None:
            progress.update(task, completed=size)

        while True:
            before = part.stat().st_size if part.exists() else 0
            error: Exception = ConnectionError("the connection failed repeatedly")
            try:
                if _transfer(url, part, before, source.size, show):
                    return
            except urllib.error.HTTPError as refused:
                if refused.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                    raise
                # The partial file is longer than the whole one, so it is not a part of it.
                part.unlink()
            except LOST as lost:
                error = lost
            grown = part.exists() and part.stat().st_size > before
            idle = 0 if grown and not isinstance(error, _SlowError) else idle + 1
            if idle == TRIES:
                raise error
            time.sleep(0.1 * 2**idle if idle else 0)


class _SlowError(TimeoutError):
    """A connection brings bytes, but too few."""


def _transfer(url: str, part: Path, start: int, most: int, on_progress: Callable[[int], None]) -> bool:
    """Append to `part` from byte `start` until the connection ends, or `most` bytes are there and one more:
    what follows belongs to no pinned file. Returns whether the file is complete.
    """
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"} if start else {})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        if response.status != HTTPStatus.PARTIAL_CONTENT:
            start = 0
        length = response.headers.get("Content-Length")
        # A length that is no number, or none that a file has, is treated as a missing one.
        is_length = length is not None and length.strip().isdecimal() and len(length) < 20
        total = start + int(length) if is_length else None
        size, begun, counted = start, time.monotonic(), start
        with part.open("ab" if start else "wb") as file:
            # `read1` gives what has arrived; `read` would wait for the whole chunk, however slowly it comes.
            while size <= most and (chunk := response.read1(min(CHUNK, most + 1 - size))):
                file.write(chunk)
                size += len(chunk)
                on_progress(size)
                if (passed := time.monotonic() - begun) > TIMEOUT:
                    if size - counted < SLOW * passed and size < most:
                        raise _SlowError(f"only {size - counted:,} bytes in {passed:.0f} s")
                    begun, counted = time.monotonic(), size
    return total is None or size == total or size > most


def _reason(error: Exception) -> str:
    return str(getattr(error, "reason", None) or error) or type(error).__name__
