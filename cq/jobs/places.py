"""Where a job reads and writes: a path of this machine, or a URL that fsspec can open."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from cq.errors import InputError
from cq.files import check_writable, replacing
from cq.settings import cache_root

SCHEME = "://"
HIDDEN = (".", "_")
"""Files and folders whose names begin so are no parts of a table: marks of other programs, or of ours."""


class Place:
    """A file or folder: a path such as `rows.csv`, or a URL such as `s3://bucket/rows` or `memory://rows`.

    Raises `InputError` for a URL that fsspec cannot open.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._filesystem: Any = None
        self._path = name
        if SCHEME not in name:
            return
        from fsspec.core import url_to_fs
        from fsspec.implementations.local import LocalFileSystem

        try:
            filesystem, self._path = url_to_fs(name)
        except (ValueError, ImportError, OSError) as error:
            raise InputError(f"cannot open {name!r}: {error}") from None
        if not isinstance(filesystem, LocalFileSystem):
            self._filesystem = filesystem

    def __str__(self) -> str:
        return self.name

    @property
    def local(self) -> Path | None:
        """The path on this machine; None if it is elsewhere."""
        return Path(self._path) if self._filesystem is None else None

    @property
    def dataset(self) -> dict[str, Any]:
        """How `pyarrow.dataset.dataset` is told to read it."""
        return {"source": self._path, "filesystem": self._filesystem}

    @property
    def suffix(self) -> str:
        return PurePosixPath(self._path).suffix

    def is_file(self) -> bool:
        return self._ask("isfile") if self.local is None else self.local.is_file()

    def is_folder(self) -> bool:
        return self._ask("isdir") if self.local is None else self.local.is_dir()

    def open(self) -> BinaryIO:
        """The file, open for reading."""
        if self.local is not None:
            return self.local.open("rb")
        return cast(BinaryIO, self._filesystem.open(self._path, "rb"))

    def parts(self) -> list[str]:
        """The paths in a folder of the files in it and in its folders, sorted, without hidden ones."""
        if self.local is not None:
            found = [path.relative_to(self.local).as_posix() for path in _files(self.local)]
        else:
            with self._reporting():
                paths = self._filesystem.find(self._path)
            found = [path.removeprefix(self._path.rstrip("/")).lstrip("/") for path in paths]
        return sorted(name for name in found if not any(one.startswith(HIDDEN) for one in name.split("/")))

    def part(self, name: str) -> Place:
        """A file in this folder."""
        return Place(f"{self.name.rstrip('/')}/{name}")

    def is_in(self, other: Place) -> bool:
        """Whether this is the other place, or lies in it."""
        if self.local is not None and other.local is not None:
            return self.local.resolve().is_relative_to(other.local.resolve())
        return f"{self.name.rstrip('/')}/".startswith(f"{other.name.rstrip('/')}/")

    def check_writable(self, *sources: Place) -> None:
        """Raise `InputError` if no file can be written here, or it is one of the job's `sources`. Of URLs
        only the latter is known before.
        """
        if any(self.name == source.name for source in sources):
            raise InputError(f"cannot write {self.name!r}: it is also the input; give another file")
        if self.local is not None:
            check_writable(self.local, *(one.local for one in sources if one.local is not None))

    @contextmanager
    def replacing(self) -> Iterator[Path]:
        """Yield a path of this machine to write to. On success the file is moved or uploaded here, whole or
        not at all. Raises `InputError` if it cannot be.
        """
        if self.local is not None:
            with replacing(self.local) as temporary:
                yield temporary
            return
        with tempfile.TemporaryDirectory() as folder:
            temporary = Path(folder) / PurePosixPath(self._path).name
            yield temporary
            with self._reporting(), self._filesystem.transaction:
                self._filesystem.makedirs(self._path.rpartition("/")[0], exist_ok=True)
                with temporary.open("rb") as written, self._filesystem.open(self._path, "wb") as file:
                    shutil.copyfileobj(written, file, 1 << 20)

    def beside(self) -> Path:
        """A path of this machine under which a job keeps what belongs to this output: beside it, or in the
        cache folder if it is elsewhere.
        """
        if self.local is not None:
            return self.local
        name = PurePosixPath(self._path).name or "output"
        return cache_root() / "predict" / f"{hashlib.sha256(self.name.encode()).hexdigest()[:12]}-{name}"

    def _ask(self, what: str) -> bool:
        with self._reporting():
            return bool(getattr(self._filesystem, what)(self._path))

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Turn what a filesystem raises into `InputError`."""
        try:
            yield
        except (OSError, ValueError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise InputError(f"cannot reach {self.name!r}: {reason}") from None


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())
