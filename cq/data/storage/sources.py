"""Upstream's data sets: found in the data folders, or downloaded.

Downloads are pinned by commit and SHA-256, and resumed after a lost connection. Addresses are
`MIRROR/COMMIT/PATH`; the mirror is upstream's own server unless `CQ_MIRROR` names another.
"""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from cq.errors import DownloadError, InputError, MissingFileError, excerpt
from cq.files import flush, writing
from cq.files.digests import file_digest
from cq.files.locks import one_writer
from cq.settings import data_roots, download_root, mirror

UPSTREAM = "https://github.com/microsoft/iglu-datasets/raw"
CHUNK = 1 << 20
TIMEOUT = 30.0
"""Seconds without a byte after which a connection counts as lost."""

SLOW = 1000
"""A connection with fewer bytes a second than this, after `TIMEOUT`, counts as lost too."""

TRIES = 5
"""Connections in a row without progress before the download fails."""

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
    name: Source(**fields)
    for name, fields in json.loads(Path(__file__).with_name("sources.json").read_bytes()).items()
}


def locate(
    source: str,
    zips: Sequence[str],
    tables: Sequence[str],
    path: str | os.PathLike[str] | None,
    download: bool = False,
) -> Path:
    """The path of a data set: the first of `zips`, or the folder that holds one of `tables`.

    It is searched for at `path`, or, if that is None, in the data folders (`CQ_DATA`, `IGLU_DATA_PATH`,
    earlier downloads). If it is in none of them, `download` fetches the pinned `source`; otherwise the
    `MissingFileError` says what to fetch and where to put it. Raises what `fetch` raises.
    """
    found = find(zips, tables, path)
    if found is not None:
        return found
    if download:
        return fetch(source)
    searched = ", ".join(repr(str(root)) for root in data_roots())
    wanted = " or ".join(dict.fromkeys([*zips, *tables]))
    raise MissingFileError(
        f"no {source} set ({wanted}) in {searched}: give its path, or set CQ_DATA to the folder that holds "
        f"it; `cq data download {source}` fetches {SOURCES[source].description} ({address(source)}) to "
        f"{str(download_root())!r}"
    )


def find(zips: Sequence[str], tables: Sequence[str], path: str | os.PathLike[str] | None) -> Path | None:
    """The path of a data set, searched for as by `locate`; None if no data folder has it.

    A `path` with neither is returned as it is: it may be a zip of another name.
    """
    if path is not None and (not isinstance(path, str | os.PathLike) or not str(path)):
        raise InputError(
            f"the path of the data is {type(path).__name__} {excerpt(path, 40)}; give a folder or zip, or "
            "None for the data folders"
        )
    for root in [Path(path)] if path is not None else data_roots():
        for name in zips:
            if (root / name).is_file():
                return root / name
        # The folder itself, or one that a zip in it was unpacked to.
        for folder in (root, *((root / name).with_suffix("") for name in zips)):
            if any((folder / name).is_file() for name in tables):
                return folder
    return None if path is None else Path(path)


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

    Raises `InputError` for an unknown name, a mirror that is not an http address, and a folder that cannot be
    written. Raises `DownloadError` if the file cannot be downloaded or is not the pinned one; its message
    says what to fetch by hand and where to put it.
    """
    if name not in SOURCES:
        raise InputError(f"no source {name!r}; there are {', '.join(SOURCES)}")
    source, url = SOURCES[name], address(name, base)
    path = Path(folder or download_root()) / source.file
    if source.is_at(path) and not force:
        return path
    with writing(path), one_writer(path, wait=True):
        # Another process may have downloaded it meanwhile.
        if force or not source.is_at(path):
            try:
                _download_checked(url, path, source, progress)
            except (*LOST, ValueError, OverflowError) as error:
                reason = str(getattr(error, "reason", None) or error) or type(error).__name__
                raise DownloadError(
                    f"cannot download {source.description} from {url} ({reason}): fetch "
                    f"{address(name, UPSTREAM)} and put it at {str(path)!r}, or set CQ_MIRROR to a server "
                    "that has it"
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
                # A server without data behind the partial download has another file.
                if not before or refused.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                    raise
                break
            except LOST as lost:
                error = lost
            now = _size(part)
            failed = 0 if now - before > SLOW * TIMEOUT or now >= source.size else failed + 1
            if failed == TRIES:
                raise error
            time.sleep(0.1 * 2**failed if failed else 0)
    if (found := file_digest(part)) != source.sha256:
        part.unlink()
        raise DownloadError(
            f"{url} has the SHA-256 {found}, not {source.sha256}; it is not the pinned file "
            "and was deleted: check the mirror"
        )
    flush(part)
    os.replace(part, path)


def _transfer(url: str, part: Path, start: int, size: int, bar: Any) -> None:
    """Append to `part` from byte `start` until the connection ends or more than `size` bytes are there, which
    do not belong to a pinned file.
    """
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"} if start else {})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        resumed = response.status == HTTPStatus.PARTIAL_CONTENT
        with part.open("ab" if resumed else "wb") as file:
            begun, first = time.monotonic(), file.tell()
            # `read1` gives the bytes that have arrived; `read` would wait for the whole chunk.
            while file.tell() <= size and (chunk := response.read1(CHUNK)):
                file.write(chunk)
                bar.update(file.tell() - bar.n)
                if file.tell() - first < SLOW * (time.monotonic() - begun - TIMEOUT):
                    raise TimeoutError(f"the connection brings less than {SLOW:,} bytes a second")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
