"""Unpacking an archive safely: nothing is written outside the given folder, and never without limit."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from cq.data.storage.archive import begins_as_zip, open_zip
from cq.errors import CqError, InputError, MissingFileError

MAX_BYTES = 4 << 30
"""Bytes of all members together at most, unpacked. The largest published set has a quarter of that."""

MAX_RATIO, SMALL = 100, 10 << 20
"""Unpacked bytes for each packed one at most, unless they are few: recorded sets have 10 to 20."""

MAX_DEPTH = 32
"""Folders within each other at most."""

CHUNK = 1 << 20
COMPRESSED: dict[bytes, Any] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
}
"""How each compressed tar begins, and what reads it."""

DAMAGED: tuple[type[Exception], ...] = (
    *(zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, zlib.error),
    *(EOFError, OSError, RuntimeError, ValueError, OverflowError),
)
"""What readers of a damaged or encrypted archive raise."""


def unpack(archive: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Path:
    """Unpack a zip or tar (plain or compressed) into a new `folder`, whole or not at all. Returns the folder.

    Raises `InputError`, before anything is written, for a member that is a link or device or whose name leads
    outside; for more than `MAX_BYTES`, or `MAX_RATIO` for each packed byte; for a folder that already exists;
    and for an archive that is damaged, encrypted or of an unknown method. Raises `MissingFileError` if there
    is no archive.
    """
    archive, folder = Path(archive), Path(folder)
    if folder.exists():
        raise InputError(f"{str(folder)!r} already exists; unpack into a new folder")
    if not archive.is_file():
        raise MissingFileError(f"no archive at {str(archive)!r}; download it first: `cq data download`")
    try:
        zipped = zipfile.is_zipfile(archive)
        if not zipped:
            if begins_as_zip(archive):
                raise InputError(f"the zip {str(archive)!r} is truncated or damaged; get it again")
            _check_stream(archive)
        total = 0
        for name, size, fault in _members(archive, zipped):
            fault = fault or _leads_outside(name)
            if fault:
                raise InputError(f"{str(archive)!r} holds {name[:80]!r}, which {fault}; nothing was unpacked")
            total += size
            _check_size(archive, total)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as temporary:
            whole = Path(temporary) / folder.name
            _extract(archive, zipped, whole)
            os.replace(whole, folder)
    except CqError:
        raise
    except DAMAGED as error:
        raise InputError(f"cannot unpack {str(archive)!r}: {error}; get it again") from None
    return folder


def _check_stream(archive: Path) -> None:
    """Read a compressed tar to its end. A reader of tars stops at the last member, before the checksum."""
    with archive.open("rb") as file:
        head = file.read(6)
    reader = next((reader for magic, reader in COMPRESSED.items() if head.startswith(magic)), None)
    if reader is None:
        return
    total = 0
    with reader(archive, "rb") as stream:
        while chunk := stream.read(CHUNK):
            total += len(chunk)
            _check_size(archive, total)


def _check_size(archive: Path, size: int) -> None:
    """Raise `InputError` if an archive unpacks to too many bytes."""
    if size > MAX_BYTES or size > max(SMALL, MAX_RATIO * archive.stat().st_size):
        raise InputError(
            f"{str(archive)!r} unpacks to {size:,} bytes or more, too many for its size; unpack it yourself "
            "if you trust it"
        )


def _members(archive: Path, zipped: bool) -> Iterator[tuple[str, int, str | None]]:
    """Each member's name, its size unpacked, and the reason why its kind is refused, if it is."""
    if zipped:
        with open_zip(archive) as file:
            for info in file.infolist():
                link = stat.S_ISLNK(info.external_attr >> 16)
                yield info.orig_filename, info.file_size, "is a link" if link else None
    else:
        with tarfile.open(archive) as tar:
            for member in tar:
                plain = member.isfile() or member.isdir()
                yield member.name, member.size, None if plain else "is neither a file nor a folder"


def _leads_outside(name: str) -> str | None:
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    if posix.is_absolute() or windows.drive or windows.root:
        return "is an absolute path"
    if len(posix.parts) > MAX_DEPTH:
        return "is in too many folders"
    return "leads outside the folder" if ".." in (*posix.parts, *windows.parts) else None


def _extract(archive: Path, zipped: bool, folder: Path) -> None:
    if zipped:
        with open_zip(archive) as file:
            file.extractall(folder)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    folder.mkdir(exist_ok=True)
