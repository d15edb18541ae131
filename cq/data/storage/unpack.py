"""Unpacking an archive safely: nothing is written outside the given folder."""

from __future__ import annotations

import os
import stat
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from cq.errors import InputError, MissingFileError


def unpack(archive: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Path:
    """Unpack a zip or tar (plain or compressed) into a new `folder`, whole or not at all. Returns the folder.

    Raises `InputError`, before anything is written, for a member that is a link or device or whose name leads
    outside; for a folder that already exists; and for a damaged archive. Raises `MissingFileError` if there
    is no archive.
    """
    archive, folder = Path(archive), Path(folder)
    if folder.exists():
        raise InputError(f"{str(folder)!r} already exists; unpack into a new folder")
    if not archive.is_file():
        raise MissingFileError(f"no archive at {str(archive)!r}; download it first: `cq data download`")
    try:
        for name, fault in _members(archive):
            fault = fault or _leads_outside(name)
            if fault:
                raise InputError(f"{str(archive)!r} holds {name!r}, which {fault}; nothing was unpacked")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as temporary:
            whole = Path(temporary) / folder.name
            _extract(archive, whole)
            os.replace(whole, folder)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError) as error:
        if isinstance(error, InputError | MissingFileError):
            raise
        raise InputError(f"cannot unpack {str(archive)!r}: {error}") from None
    return folder


def _members(archive: Path) -> Iterator[tuple[str, str | None]]:
    """Each member's name, and the reason why its kind is refused, if it is."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            for info in zipped.infolist():
                link = stat.S_ISLNK(info.external_attr >> 16)
                yield info.orig_filename, "is a link" if link else None
    else:
        with tarfile.open(archive) as tar:
            for member in tar:
                plain = member.isfile() or member.isdir()
                yield member.name, None if plain else "is neither a file nor a folder"


def _leads_outside(name: str) -> str | None:
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    if posix.is_absolute() or windows.drive or windows.root:
        return "is an absolute path"
    return "leads outside the folder" if ".." in (*posix.parts, *windows.parts) else None


def _extract(archive: Path, folder: Path) -> None:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            zipped.extractall(folder)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    folder.mkdir(exist_ok=True)
