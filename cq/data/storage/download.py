"""Fetching upstream's files: by pinned commit and SHA-256, resumed where a connection was cut.

Addresses are `MIRROR/COMMIT/PATH`; the mirror is upstream's own server unless `CQ_MIRROR` names another.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from cq.errors import DownloadError, InputError
from cq.settings import download_root, mirror

UPSTREAM = "https://github.com/microsoft/iglu-datasets/raw"
CHUNK = 1 << 20
TIMEOUT = 30.0
"""Seconds without a byte after which a connection counts as cut."""

TRIES = 5
"""Connections in a row that bring nothing before we give up."""

CUT = (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError)


@dataclass(frozen=True)
class Source:
    """A file of upstream's at a commit: its path there, SHA-256, size in bytes, and what it is."""

    path: str
    commit: str
    sha256: str
    size: int
    what: str

    @property
    def file(self) -> str:
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
        "the single-turn games, as first published",
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

    `folder` None is `download_root`; `base` another mirror. A file that is there and has the right SHA-256 is
    taken as it is, and nothing is contacted, unless `force`. What came before a connection was cut is kept
    beside the file as `.part`, and gone on from, now or by the next call.

    Raises `InputError` for an unknown name or a mirror that is no http address, and `DownloadError`, saying
    what to fetch by hand and where to put it, where the file cannot be had or is not what was pinned.
    """
    if name not in SOURCES:
        raise InputError(f"no source {name!r}; there are {', '.join(SOURCES)}")
    source = SOURCES[name]
    path = Path(folder or download_root()) / source.file
    if path.is_file() and not force and _sha256(path) == source.sha256:
        return path
    url = address(name, base)
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _download(url, part, source, progress)
    except CUT as error:
        upstream = f"{UPSTREAM}/{source.commit}/{source.path}"
        raise DownloadError(
            f"cannot download {source.what} from {url} ({_reason(error)}): fetch {upstream} and put it "
            f"at {str(path)!r}, or set CQ_MIRROR to a server that has it"
        ) from None
    except OSError as error:
        raise DownloadError(
            f"cannot write {str(path)!r} ({error.strerror}); give one that can be (--to, CQ_DATA)"
        ) from None
    found = _sha256(part)
    if found != source.sha256:
        part.unlink()
        raise DownloadError(
            f"{url} has the SHA-256 {found}, not {source.sha256}; it is not the file that was pinned, "
            "and was thrown away: check the mirror"
        )
    os.replace(part, path)
    return path


def address(name: str, base: str | None = None) -> str:
    """Where a source is fetched from. Raises `InputError` for a mirror that is no http address."""
    base = base or mirror() or UPSTREAM
    if not base.startswith(("http://", "https://")):
        raise InputError(f"mirror {base!r} is no address of a server; it begins with https:// or http://")
    return f"{base.rstrip('/')}/{SOURCES[name].commit}/{SOURCES[name].path}"


def _download(url: str, part: Path, source: Source, shown: bool) -> None:
    """Bring `part` to its full size, over as many connections as it takes."""
    from rich.console import Console
    from rich.progress import Progress

    idle = 0
    with Progress(console=Console(stderr=True), disable=not shown) as progress:
        task = progress.add_task(source.file, total=source.size)
        while True:
            before = part.stat().st_size if part.exists() else 0
            error: Exception = ConnectionError("the connection is cut again and again")
            try:
                if _transfer(url, part, before, lambda have: progress.update(task, completed=have)):
                    return
            except urllib.error.HTTPError as refused:
                if refused.code != HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                    raise
                # What is there is longer than the file: not a part of it.
                part.unlink()
            except CUT as cut:
                error = cut
            grown = part.exists() and part.stat().st_size > before
            idle = 0 if grown else idle + 1
            if idle == TRIES:
                raise error
            time.sleep(0.1 * 2**idle if idle else 0)


def _transfer(url: str, part: Path, have: int, tell: Callable[[int], None]) -> bool:
    """Read on from byte `have` to the connection's end; whether that is the file's."""
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        if response.status != HTTPStatus.PARTIAL_CONTENT:
            have = 0
        length = response.headers.get("Content-Length")
        total = None if length is None else have + int(length)
        with part.open("ab" if have else "wb") as file:
            while chunk := response.read(CHUNK):
                file.write(chunk)
                have += len(chunk)
                tell(have)
    return total is None or have == total


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _reason(error: Exception) -> str:
    return str(getattr(error, "reason", None) or error) or type(error).__name__
