"""SHA-256 digests of files, and kept files with theirs beside them, where `sha256sum --check` reads it."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from cq.files import replacing

log = logging.getLogger("cq.files")

CHUNK = 1 << 20


def file_digest(path: Path) -> str:
    """The SHA-256 of a file's content, as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return stream_digest(file)


def stream_digest(file: BinaryIO) -> str:
    """The same of what is left in an open file."""
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def keep(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file atomically, and `NAME.sha256` beside it. `write` gets the path to write to.

    The digest stands with the file's name, so that two files are never taken for each other. Raises
    `InputError` if the file cannot be written.
    """
    with replacing(path) as temporary:
        write(temporary)
        with replacing(_beside(path)) as digest:
            digest.write_bytes(_line(temporary, path.name))


def is_intact(path: Path) -> bool:
    """Whether a file is there as `keep` wrote it. One that is damaged is warned about."""
    if not path.is_file():
        return False
    if _beside(path).is_file() and _beside(path).read_bytes() == _line(path, path.name):
        return True
    log.warning("%s does not match its digest; it is damaged, and made anew", path)
    return False


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")


def _line(path: Path, name: str) -> bytes:
    return f"{file_digest(path)}  ".encode() + os.fsencode(name) + b"\n"
