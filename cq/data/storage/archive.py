"""A data set's files: read from a folder or from a zip of it without unpacking, or unpacked safely."""

from __future__ import annotations

import hashlib
import lzma
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import Any

from cq.errors import InputError, MissingFileError, reporting
from cq.files import check_regular, path_inside, replacing
from cq.files.digests import file_digest

MAX_MEMBER = 1 << 28
"""The most bytes of one unpacked member; the longest recordings have some millions."""

MAX_BYTES, MAX_RATIO, SMALL = 4 << 30, 100, 10 << 20
"""The most unpacked bytes of an archive, in all and, unless they are few, for each packed one. The largest
published set has a quarter of the first, and a ratio of 10 to 20."""

MAX_DEPTH = 32
"""The most folders within each other."""

END_BYTES = 22 + 0xFFFF
"""The most bytes of the end of a zip: the record of its directory, and a comment."""

READ_ERRORS: tuple[type[Exception], ...] = (
    *(OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
    *(ValueError, KeyError, RuntimeError, OverflowError),
)
"""The errors of a damaged or missing archive or member: checksum, compression, encoding, a password."""


@dataclass(frozen=True)
class Archive:
    """A read-only set of named files; names use forward slashes."""

    sizes: dict[str, int]
    """Name → bytes, sorted by name."""
    content: Callable[[str], bytes]
    fingerprint: Callable[[], str]
    """A hexadecimal digest that changes with the content."""

    def names(self) -> list[str]:
        """Names of all files, sorted."""
        return list(self.sizes)

    def read(self, name: str) -> bytes:
        """The content of one file. Raises `InputError` if it is missing, damaged or very large.

        Only found names are read: a foreign path leads to no device, and not outside.
        """
        if name not in self.sizes:
            raise InputError(f"{name[:80]!r} is missing in the data set; get it again")
        if self.sizes[name] > MAX_MEMBER:
            raise InputError(f"{name!r} has more than {MAX_MEMBER:,} bytes")
        with reporting(f"cannot read {name}", "get it again", *READ_ERRORS):
            return self.content(name)


@contextmanager
def open_archive(path: str | os.PathLike[str]) -> Iterator[Archive]:
    """Open a folder or a zip. Raises `MissingFileError` or `InputError` if it is neither, or damaged."""
    path = Path(path)
    if not path.exists():
        raise MissingFileError(
            f"no data at {str(path)!r}; give a folder or a zip, or no path for the set in CQ_DATA"
        )
    check_regular(path)
    if path.is_dir():
        yield _folder(path)
        return
    with _open_zip(path) as zipped:
        sizes = {member.filename: member.file_size for member in zipped.infolist() if not member.is_dir()}
        yield Archive(dict(sorted(sizes.items())), zipped.read, lambda: file_digest(path))


def _folder(root: Path) -> Archive:
    paths = (path for path in root.rglob("*") if path.is_file())
    found = dict(sorted((path.relative_to(root).as_posix(), path.stat()) for path in paths))
    sizes = {name: stat.st_size for name, stat in found.items()}
    # Sizes and times, not content: reading ten thousand files would take as long as the cache saves.
    states = "".join(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\n" for name, stat in found.items())
    digest = hashlib.sha256(states.encode()).hexdigest()
    return Archive(sizes, lambda name: path_inside(root, name).read_bytes(), lambda: digest)


def _open_zip(path: Path) -> zipfile.ZipFile:
    """Open a zip. Raises `InputError` for a truncated one, and if its directory has fewer members than it
    states: a damaged length there hides the next ones, which `zipfile` does not notice.
    """
    fault = f"{str(path)!r} is neither a folder nor a readable zip, or it is truncated or damaged"
    with reporting(fault, "get it again", *READ_ERRORS):
        zipped = zipfile.ZipFile(path)
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - END_BYTES))
            end = file.read()
        (count,) = struct.unpack_from("<H", end, end.rfind(b"PK\5\6") + 10)
        # 0xFFFF means that the number does not fit into 16 bits, and is elsewhere.
        if count not in (0xFFFF, len(zipped.infolist()) & 0xFFFF):
            zipped.close()
            raise zipfile.BadZipFile(f"it has {len(zipped.infolist())} of {count} members")
    return zipped


def unpack(archive: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Path:
    """Unpack a zip or tar (plain or compressed) into a new `folder`, whole or not at all. Returns the folder.

    Raises `InputError`, before anything is written, for a member that is a link or device or whose name leads
    outside; for more than 4 GiB, or 100 bytes for each packed one; for a folder that already exists; and for
    an archive that is damaged, encrypted or of an unknown method. Raises `MissingFileError` if there is no
    archive.
    """
    archive, folder = Path(archive), Path(folder)
    if folder.exists():
        raise InputError(f"{str(folder)!r} already exists; unpack into a new folder")
    if not archive.is_file():
        raise MissingFileError(f"no archive at {str(archive)!r}; download it first: `cq data download`")
    with reporting(f"cannot unpack {str(archive)!r}", "get it again", *READ_ERRORS):
        with archive.open("rb") as start:
            is_zip = start.read(2) == b"PK" or zipfile.is_zipfile(archive)
        with _open_zip(archive) if is_zip else tarfile.open(archive) as opened:
            _check_members(opened, archive)
            with replacing(folder, Path.mkdir) as whole:
                if isinstance(opened, tarfile.TarFile):
                    opened.extractall(whole, filter="data")
                else:
                    opened.extractall(whole)
    return folder


def _check_members(opened: zipfile.ZipFile | tarfile.TarFile, archive: Path) -> None:
    """Raise `InputError` for a member that may not be unpacked, or too many bytes."""
    total, most = 0, min(MAX_BYTES, max(SMALL, MAX_RATIO * archive.stat().st_size))
    for name, size, is_plain in _members(opened):
        path = PureWindowsPath(name)  # It knows the separators and roots of POSIX too.
        fault = (
            ("is neither a file nor a folder" if not is_plain else "")
            or ("is a file without a name" if not name else "")
            or ("leads outside the folder" if path.anchor or ".." in path.parts else "")
            or ("is in too many folders" if len(path.parts) > MAX_DEPTH else "")
        )
        if fault:
            raise InputError(f"{str(archive)!r} holds {name[:80]!r}, which {fault}; nothing was unpacked")
        total += size
        if total > most:
            raise InputError(
                f"{str(archive)!r} unpacks to {total:,} bytes or more, too many for its size; unpack it "
                "yourself if you trust it"
            )


def _members(opened: zipfile.ZipFile | tarfile.TarFile) -> Iterator[tuple[str, int, bool]]:
    """Each member's name, its size unpacked, and whether it is a file or a folder."""
    if isinstance(opened, zipfile.ZipFile):
        for info in opened.infolist():
            yield info.orig_filename, info.file_size, not stat.S_ISLNK(info.external_attr >> 16)
        return
    for member in opened:
        yield member.name, member.size, member.isfile() or member.isdir()
    # The reader of tars stops silently at a header that it cannot read, as it does at the blocks of zeros
    # that end an archive. The checksum of a compressed one comes behind them.
    rest: Any = opened.fileobj
    rest.seek(opened.offset)
    length = 0
    while chunk := rest.read(1 << 20):
        if any(chunk):
            raise tarfile.TarError(f"no member can be read at byte {opened.offset:,}, before its end")
        length += len(chunk)
        yield "the end", len(chunk), True
    if length < tarfile.BLOCKSIZE:
        raise tarfile.TarError("it is cut short")
