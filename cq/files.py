"""Writing files atomically: a crash leaves the old file or the new one, never a part of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cq.errors import InputError


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path beside `path` to write to; on success it is moved into place.

    The parent folder is created. If the block raises, the temporary file is removed and the old file stays.
    Raises `InputError` if the folder cannot be written.
    """
    path = Path(path)
    _check_not_a_folder(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=path.suffix, dir=path.parent)
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {error.strerror}; choose another place") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        # mkstemp makes the file private; give it the mode any other new file would have.
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def check_writable(path: str | os.PathLike[str], *sources: Path) -> None:
    """Raise `InputError` if `path` cannot be written, or is one of the job's `sources`. A long job checks
    this before it starts.
    """
    path = Path(path)
    _check_not_a_folder(path)
    if any(path.resolve() == source.resolve() for source in sources):
        raise InputError(f"cannot write {str(path)!r}: it is also the input; give another file")
    check_folder(path.parent)


def _check_not_a_folder(path: Path) -> None:
    if path.is_dir():
        raise InputError(f"cannot write {str(path)!r}: it is a folder; give a file in it")


def check_folder(folder: Path) -> None:
    """Raise `InputError` if a file stands in the way of a folder."""
    existing = next(part for part in (folder.absolute(), *folder.absolute().parents) if part.exists())
    if not existing.is_dir():
        raise InputError(f"{str(existing)!r} is a file; give another folder")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file (UTF-8) atomically: see `replacing`."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
