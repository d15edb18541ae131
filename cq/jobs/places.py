"""Inputs and outputs of a job: a path of this machine, or a URL that fsspec can open."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import copy as replica
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

from cq.errors import InputError, reporting
from cq.files import real_path, replacing, writing
from cq.files.digests import CHUNK, fingerprint, stream_digest
from cq.settings import cache_root

CHANGED = "changed while the job ran; run it again: answers to what stayed the same are kept"
"""The message about a changed input of a job."""
HIDDEN = (".", "_")
"""Prefixes of files and folders that are not part of a table: marks of other programs, or of ours."""


def is_storable(name: str) -> bool:
    """Whether Arrow takes a name: bytes of a file's name that are not UTF-8 are lone surrogates in it."""
    return name == name.encode("utf-8", "replace").decode("utf-8")


@contextmanager
def unchanged(*paths: Path | None) -> Iterator[None]:
    """Raise `InputError` at the end of a block if one of its input files or folders has changed meanwhile."""
    places = [Place(str(path)) for path in paths if path is not None]
    before = [place.digest() for place in places]
    yield
    for place, digest in zip(places, before, strict=True):
        if place.digest() != digest:
            raise InputError(f"{place.name!r} {CHANGED}")


class Place:
    """A file or folder: a path such as `rows.csv`, or a URL such as `s3://bucket/rows` or `memory://rows`.

    `filesystem` is fsspec's, and `path` the place in it; `local` is the path of a place on this machine. All
    methods raise `InputError` for a place that fsspec cannot open, and for a name that is not UTF-8.
    """

    def __init__(self, name: str) -> None:
        self.name, is_url = name, "://" in name
        if not is_storable(name):
            raise InputError(f"the name {name!r} is not UTF-8, which tables need; rename it")
        with self._reporting():
            # A path contains no pattern, chain of URLs, or user's home.
            opened = url_to_fs(name) if is_url else (LocalFileSystem(), os.path.abspath(name))
        self.filesystem: Any = opened[0]
        self.path: str = opened[1]
        is_local = isinstance(self.filesystem, LocalFileSystem)
        self.local = Path(self.path if is_url else name) if is_local else None
        self.suffix = PurePosixPath(self.path).suffix

    def is_file(self) -> bool:
        with self._reporting():
            return bool(self.filesystem.isfile(self.path))

    def is_folder(self) -> bool:
        with self._reporting():
            return bool(self.filesystem.isdir(self.path))

    def is_in(self, other: Place) -> bool:
        """Whether this is the other place, or is inside it."""
        inner, outer = (
            place.name if place.local is None else str(real_path(place.local)) for place in (self, other)
        )
        return f"{inner.rstrip('/')}/".startswith(f"{outer.rstrip('/')}/")

    def open(self) -> BinaryIO:
        """The file, open for reading."""
        with self._reporting():
            return cast(BinaryIO, self.filesystem.open(self.path, "rb"))

    def digest(self) -> str | None:
        """The SHA-256 of the file, or of the names and contents of the files in a folder; None if there is
        nothing.
        """
        if self.is_folder():
            return fingerprint([(name, self.part(name).digest()) for name in self.parts()])
        if not self.is_file():
            return None
        with self.open() as file, self._reporting():
            return stream_digest(file)

    def copied(self, path: Path) -> Place:
        """This place in its present state: under its name, reads use a copy at `path`."""
        with writing(path), path.open("wb") as copy, self.open() as file, self._reporting():
            shutil.copyfileobj(file, copy, CHUNK)
        found = replica(self)
        found.filesystem, found.path = LocalFileSystem(), str(path.absolute())
        return found

    def check_same(self, copy: Place) -> None:
        """Raise `InputError` unless the file equals its copy."""
        if self.digest() != copy.digest():
            raise InputError(f"{self.name!r} {CHANGED}")

    def parts(self) -> list[str]:
        """The paths of the files in a folder and its subfolders, sorted, without hidden ones."""
        with self._reporting():
            found = self.filesystem.find(self.path)
        names = (path.removeprefix(self.path.rstrip("/")).lstrip("/") for path in found)
        return sorted(name for name in names if not any(part.startswith(HIDDEN) for part in name.split("/")))

    def part(self, name: str) -> Place:
        """A file in this folder."""
        return Place(f"{self.name.rstrip('/')}/{name}")

    @contextmanager
    def replacing(self) -> Iterator[Path]:
        """Yield a path of this machine to write to. On success the file is moved or uploaded here, whole or
        not at all.
        """
        if self.local is not None:
            with replacing(self.local) as temporary:
                yield temporary
            return
        with tempfile.TemporaryDirectory() as folder:
            temporary = Path(folder) / PurePosixPath(self.path).name
            yield temporary
            with self._reporting(), self.filesystem.transaction:
                self.filesystem.makedirs(self.path.rpartition("/")[0], exist_ok=True)
                self.filesystem.put_file(str(temporary), self.path)

    def beside(self) -> Path:
        """A path of this machine for a job's data about this output: beside it, or in the cache folder if it
        is elsewhere.
        """
        if self.local is not None:
            return self.local
        digest = hashlib.sha256(self.name.encode()).hexdigest()[:12]
        return cache_root() / "predict" / f"{digest}-{PurePosixPath(self.path).name or 'output'}"

    def _reporting(self) -> AbstractContextManager[None]:
        """Turn a filesystem's errors into `InputError`."""
        return reporting(f"cannot open {self.name!r}", "give another place", OSError, ValueError, ImportError)
