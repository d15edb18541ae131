"""SHA-256 digests of files: of a folder's, kept in a list, and of single files, kept at their own end."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from cq.files import replacing

log = logging.getLogger("cq.files")

CHUNK = 1 << 20
LENGTH = hashlib.sha256().digest_size


def file_digest(path: Path) -> str:
    """The SHA-256 of a file's content, as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return _digest(file, path.stat().st_size).hex()


def file_digests(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Name → SHA-256 of some files of a folder, sorted by name."""
    return {name: file_digest(folder / name) for name in sorted(names)}


def keep(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file atomically, its own digest at its end. `write` gets the path to write its content to. The
    digest covers the names of the file and its folder too, so that two files are never taken for each other.

    Readers of NumPy arrays ignore the digest; for others, `kept_content` gives the content alone. Raises
    `InputError` if the file cannot be written.
    """
    with replacing(path) as temporary:
        write(temporary)
        with temporary.open("r+b") as file:
            file.write(_digest(file, temporary.stat().st_size, _names(path)))


def is_intact(path: Path) -> bool:
    """Whether a file is there as `keep` wrote it. One that is damaged is warned about."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        size = path.stat().st_size - LENGTH
        if size >= 0 and _digest(file, size, _names(path)) == file.read():
            return True
    log.warning("%s does not match its digest; it is damaged, and made anew", path)
    return False


def kept_content(path: Path) -> bytes | None:
    """The content of a file that `keep` wrote; None if the file is missing or damaged."""
    return path.read_bytes()[:-LENGTH] if is_intact(path) else None


def _names(path: Path) -> bytes:
    return f"{path.absolute().parent.name}/{path.name}\0".encode("utf-8", "surrogateescape")


def _digest(file: BinaryIO, size: int, before: bytes = b"") -> bytes:
    """The digest of some bytes and the next `size` bytes of a file."""
    digest = hashlib.sha256(before)
    while size > 0 and (chunk := file.read(min(CHUNK, size))):
        digest.update(chunk)
        size -= len(chunk)
    return digest.digest()
