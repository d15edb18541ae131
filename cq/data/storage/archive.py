"""Reading a data set's files from a folder or from a zip of it, without unpacking."""

from __future__ import annotations

import hashlib
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from cq.errors import InputError, MissingFileError
from cq.files import check_regular, path_inside

READ_ERRORS: tuple[type[Exception], ...] = (
    *(OSError, EOFError, zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(ValueError, KeyError, RuntimeError, OverflowError),
)
"""The errors of a damaged or missing member: checksum, JSON, encoding, content, compression, a password."""

MAX_MEMBER = 1 << 28
"""Bytes of one member at most, unpacked; the longest recordings have some millions."""

END_BYTES = 22 + 0xFFFF
"""Bytes of the end of a zip at most: what it says of its directory, and a comment."""
MANY = 0xFFFF
"""Says that the number of members does not fit into 16 bits, and is elsewhere."""


class Archive(Protocol):
    """A read-only set of named files; names use forward slashes."""

    def names(self) -> list[str]:
        """Names of all files, sorted."""

    def read(self, name: str) -> bytes:
        """The content of one file. Raises one of `READ_ERRORS` if it is missing or damaged."""

    def fingerprint(self) -> str:
        """A hexadecimal digest that changes with the content."""


@contextmanager
def open_archive(path: str | os.PathLike[str]) -> Iterator[Archive]:
    """Open a folder or a zip. Raises `MissingFileError` or `InputError` if it is neither, or damaged."""
    path = Path(path)
    if path.is_dir():
        yield _Folder(path)
    elif not path.exists():
        raise MissingFileError(
            f"no data at {str(path)!r}; give a folder or a zip, or no path for the set in CQ_DATA"
        )
    else:
        check_regular(path)
        try:
            zipped = open_zip(path)
        except READ_ERRORS as error:
            if begins_as_zip(path):
                raise InputError(
                    f"the zip {str(path)!r} is truncated or damaged: {error}; get it again"
                ) from None
            raise InputError(f"{str(path)!r} is neither a folder nor a readable zip: {error}") from None
        with zipped:
            yield _Zip(path, zipped)


def open_zip(path: Path) -> zipfile.ZipFile:
    """Open a zip. Raises `zipfile.BadZipFile` if its directory has fewer members than it says: a damaged
    length there hides the next ones, which `zipfile` does not notice.
    """
    zipped = zipfile.ZipFile(path)
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - END_BYTES))
        end = file.read()
    (count,) = struct.unpack_from("<H", end, end.rfind(b"PK\5\6") + 10)
    if count not in (MANY, len(zipped.infolist()) & MANY):
        zipped.close()
        raise zipfile.BadZipFile(f"it has {len(zipped.infolist())} of {count} members")
    return zipped


def begins_as_zip(path: Path) -> bool:
    """Whether a file begins as a zip does, although its directory, at the end, may be missing."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


class _Folder:
    def __init__(self, root: Path) -> None:
        self._root = root

    def names(self) -> list[str]:
        return sorted(self._stat())

    def read(self, name: str) -> bytes:
        path = path_inside(self._root, name)
        check_regular(path)
        if path.stat().st_size > MAX_MEMBER:
            raise InputError(f"{name!r} has more than {MAX_MEMBER:,} bytes")
        return path.read_bytes()

    def fingerprint(self) -> str:
        # Sizes and times, not content: reading ten thousand files would take as long as the cache saves.
        digest = hashlib.sha256()
        for name, stat in sorted(self._stat().items()):
            digest.update(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
        return digest.hexdigest()

    def _stat(self) -> dict[str, os.stat_result]:
        found: dict[str, os.stat_result] = {}
        pending = [(self._root, "")]
        while pending:
            folder, prefix = pending.pop()
            for entry in os.scandir(folder):
                if entry.is_dir(follow_symlinks=False):
                    pending.append((Path(entry.path), f"{prefix}{entry.name}/"))
                elif entry.is_file():
                    found[prefix + entry.name] = entry.stat()
        return found


class _Zip:
    def __init__(self, path: Path, zipped: zipfile.ZipFile) -> None:
        self._path, self._zipped = path, zipped

    def names(self) -> list[str]:
        return sorted(n for n in self._zipped.namelist() if not n.endswith("/"))

    def read(self, name: str) -> bytes:
        if self._zipped.getinfo(name).file_size > MAX_MEMBER:
            raise InputError(f"{name!r} has more than {MAX_MEMBER:,} bytes")
        return self._zipped.read(name)

    def fingerprint(self) -> str:
        with self._path.open("rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
