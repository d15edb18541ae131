"""Downloads of upstream's files, pinned by commit and SHA-256, and resumed after a lost connection.

Addresses are `MIRROR/COMMIT/PATH`; the mirror is upstream's own server unless `CQ_MIRROR` names another.
"""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from cq.errors import CqError, DownloadError, InputError
from cq.files import flush
from cq.files.digests import file_digest
from cq.files.locks import one_writer
from cq.settings import download_root, mirror

UPSTREAM = "https://github.com/microsoft/iglu-datasets/raw"
CHUNK = 1 << 20
TIMEOUT = 30.0
"""Seconds without a byte after which a connection counts as lost."""

SLOW = 1000
"""A connection that brings fewer bytes a second than this, after `TIMEOUT`, counts as lost too."""

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

    def is_at(self, path: Path) -> bool:
        """Whether this very file is at a path."""
        return path.is_file() and file_digest(path) == self.sha256


SOURCES = {
    name: Source(**one)
    for name, one in json.loads(Path(__file__).with_name("sources.json").read_bytes()).items()
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
    source, url = SOURCES[name], address(name, base)
    path = Path(folder or download_root()) / source.file
    if source.is_at(path) and not force:
        return path
    try:
        with one_writer(path, wait=True):
            # Another process may have downloaded it meanwhile.
            if force or not source.is_at(path):
                _download_checked(url, path, source, progress)
    except CqError:
        raise
    except (*LOST, ValueError, OverflowError) as error:
        reason = str(getattr(error, "reason", None) or error) or type(error).__name__
        raise DownloadError(
            f"cannot download {source.description} from {url} ({reason}): fetch {address(name, UPSTREAM)} "
            f"and put it at {str(path)!r}, or set CQ_MIRROR to a server that has it"
        ) from None
    except OSError as error:
        raise DownloadError(
            f"cannot write {str(path)!r} ({error.strerror}); give another folder (--to, CQ_DATA)"
        ) from None
    return path


def address(name: str, base: str | None = None) -> str:
    """The URL of a source. Raises `InputError` for a mirror that is not an http address."""
    base = base or mirror() or UPSTREAM
    if not base.startswith(("http://", "https://")):
        raise InputError(f"mirror {base!r} is not the address of a server; begin it with https:// or http://")
    return f"{base.rstrip('/')}/{SOURCES[name].commit}/{SOURCES[name].path}"


def _download_checked(url: str, path: Path, source: Source, shown: bool) -> None:
    """Download to `path`, if the content is the pinned one."""
    from tqdm.auto import tqdm

    part = path.with_name(path.name + ".cq-part")
    if _size(part) > source.size:
        part.unlink()
    failed = 0
    with tqdm(total=source.size, desc=source.file, unit="B", unit_scale=True, disable=not shown) as bar:
        while (before := _size(part)) < source.size:
            error: Exception = ConnectionError("the connection failed repeatedly")
            try:
                _transfer(url, part, before, source.size, bar)
            except urllib.error.HTTPError as refused:
                # A server that has nothing behind our beginning has another file.
                if not before or refused.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                    raise
                break
            except LOST as lost:
                error = lost
            gained, left = _size(part) - before, source.size - _size(part)
            failed = 0 if gained > SLOW * TIMEOUT or left <= 0 else failed + 1
            if failed == TRIES:
                raise error
            time.sleep(0.1 * 2**failed if failed else 0)
    if not source.is_at(part):
        found = file_digest(part)
        part.unlink()
        raise DownloadError(
            f"{url} has the SHA-256 {found}, not {source.sha256}; it is not the pinned file "
            "and was deleted: check the mirror"
        )
    flush(part)
    os.replace(part, path)


def _transfer(url: str, part: Path, start: int, size: int, bar: Any) -> None:
    """Append to `part` from byte `start` until the connection ends or more than `size` bytes are there: they
    belong to no pinned file.
    """
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"} if start else {})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        resumed = response.status == HTTPStatus.PARTIAL_CONTENT
        with part.open("ab" if resumed else "wb") as file:
            begun, first = time.monotonic(), file.tell()
            # `read1` gives what has arrived; `read` would wait for the whole chunk, however slowly it comes.
            while file.tell() <= size and (chunk := response.read1(CHUNK)):
                file.write(chunk)
                bar.update(file.tell() - bar.n)
                if file.tell() - first < SLOW * (time.monotonic() - begun - TIMEOUT):
                    raise TimeoutError(f"the connection brings less than {SLOW:,} bytes a second")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
