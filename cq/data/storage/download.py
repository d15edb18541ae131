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
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

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
    from tqdm.auto import tqdm

    part = path.with_name(path.name + ".cq-part")
    if part.exists() and part.stat().st_size > source.size:
        part.unlink()
    failed = 0
    with tqdm(total=source.size, desc=source.file, unit="B", unit_scale=True, disable=not shown) as bar:
        while True:
            before = part.stat().st_size if part.exists() else 0
            error: Exception = ConnectionError("the connection failed repeatedly")
            try:
                if before == source.size or _transfer(url, part, before, source.size, bar):
                    break
            except LOST as lost:
                # What is no answer of the server may pass; an answer such as "not found" will not.
                if isinstance(lost, urllib.error.HTTPError):
                    raise
                error = lost
            after = part.stat().st_size if part.exists() else 0
            failed = 0 if after - before > SLOW * TIMEOUT else failed + 1
            if failed == TRIES:
                raise error
            time.sleep(0.1 * 2**failed if failed else 0)
    found = file_digest(part)
    if found != source.sha256:
        part.unlink()
        raise DownloadError(
            f"{url} has the SHA-256 {found}, not {source.sha256}; it is not the pinned file "
            "and was deleted: check the mirror"
        )
    os.replace(part, path)


def _transfer(url: str, part: Path, start: int, size: int, bar: Any) -> bool:
    """Append to `part` from byte `start` until the connection ends or more than `size` bytes are there: they
    belong to no pinned file. Returns whether no more can come.
    """
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"} if start else {})
    try:
        response = urllib.request.urlopen(request, timeout=TIMEOUT)
    except urllib.error.HTTPError as refused:
        if start and refused.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            return True  # the server's file is shorter than the pinned one
        raise
    resumed = response.status == HTTPStatus.PARTIAL_CONTENT
    with response, part.open("ab" if resumed else "wb") as file:
        begun, counted = time.monotonic(), file.tell()
        # `read1` gives what has arrived; `read` would wait for the whole chunk, however slowly it comes.
        while file.tell() <= size and (chunk := response.read1(CHUNK)):
            file.write(chunk)
            bar.update(file.tell() - bar.n)
            if (passed := time.monotonic() - begun) > TIMEOUT:
                if file.tell() - counted < SLOW * passed:
                    raise TimeoutError(f"only {file.tell() - counted:,} bytes in {passed:.0f} s")
                begun, counted = time.monotonic(), file.tell()
        return file.tell() >= size


def _reason(error: Exception) -> str:
    return str(getattr(error, "reason", None) or error) or type(error).__name__
