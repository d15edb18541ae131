"""Where a job reads and writes: a path of this machine, or a URL that fsspec can open."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

from cq.errors import reporting
from cq.files import replacing
from cq.files.digests import stream_digest
from cq.settings import cache_root

HIDDEN = (".", "_")
"""Files and folders whose names begin so are no parts of a table: marks of other programs, or of ours."""


class Place:
    """A file or folder: a path such as `rows.csv`, or a URL such as `s3://bucket/rows` or `memory://rows`.

    `filesystem` is fsspec's, and `path` the place in it; `local` is the path of a place on this machine. All
    methods raise `InputError` for what fsspec cannot open.
    """

    def __init__(self, name: str) -> None:
        self.name, is_url = name, "://" in name
        with self._reporting():
            # Of a path, no part is a pattern, a chain of URLs, or the user's home.
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
        """Whether this is the other place, or lies in it."""
        inner, outer = (one.name if one.local is None else str(one.local.resolve()) for one in (self, other))
        return f"{inner.rstrip('/')}/".startswith(f"{outer.rstrip('/')}/")

    def open(self) -> BinaryIO:
        """The file, open for reading."""
        with self._reporting():
            return cast(BinaryIO, self.filesystem.open(self.path, "rb"))

    def digest(self) -> str | None:
        """The SHA-256 of the file; None if there is none."""
        if not self.is_file():
            return None
        with self.open() as file, self._reporting():
            return stream_digest(file)

    def parts(self) -> list[str]:
        """The paths in a folder of the files in it and in its folders, sorted, without hidden ones."""
        with self._reporting():
            found = self.filesystem.find(self.path)
        names = (path.removeprefix(self.path.rstrip("/")).lstrip("/") for path in found)
        return sorted(name for name in names if not any(one.startswith(HIDDEN) for one in name.split("/")))

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
        """A path of this machine under which a job keeps what belongs to this output: beside it, or in the
        cache folder if it is elsewhere.
        """
        if self.local is not None:
            return self.local
        digest = hashlib.sha256(self.name.encode()).hexdigest()[:12]
        return cache_root() / "predict" / f"{digest}-{PurePosixPath(self.path).name or 'output'}"

    def _reporting(self) -> AbstractContextManager[None]:
        """Turn what a filesystem raises into `InputError`."""
        return reporting(f"cannot open {self.name!r}", "give another place", OSError, ValueError, ImportError)
