"""Writing files atomically: a crash leaves the old file or the new one, never a part of one."""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cq.errors import CqError, InputError, reporting

FULL = ("No space left", "file write failed", "File too large")
"""Messages of writers in other languages about a full disk."""


@contextmanager
def replacing(path: str | os.PathLike[str], make: Callable[[Path], object] = Path.touch) -> Iterator[Path]:
    """Yield a temporary path beside `path` to write to; on success it is moved into place. `make` creates
    the temporary file, or a folder with `Path.mkdir`.

    The parent folder is created. If the block raises, the temporary file is removed and the old file stays.
    Temporary files of killed processes are removed too.
    Raises `InputError` if the folder cannot be written, or the disk is full.
    """
    path = Path(path)
    _check_not_a_folder(path)
    with writing(path), temporary_beside(path, make) as temporary:
        yield temporary
        for written in (temporary, *temporary.rglob("*")):
            flush(written)
        os.replace(temporary, path)


@contextmanager
def temporary_beside(path: Path, make: Callable[[Path], object]) -> Iterator[Path]:
    """A file or a folder from `make`, in the folder of `path`, for as long as the block runs. Those of killed
    processes are removed. Raises `InputError` if it cannot be made.
    """
    # The name identifies the process, so that files of killed ones on this machine can be removed.
    prefix = f".{path.name}.cq-temporary-{socket.gethostname()}-"
    temporary = path.with_name(f"{prefix}{os.getpid()}.{secrets.randbelow(10**12)}{path.suffix}")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        for other in path.parent.glob(f"{glob.escape(prefix)}*"):
            process, _, drawn = other.name.removeprefix(prefix).removesuffix(path.suffix).partition(".")
            if process.isdecimal() and drawn.isdecimal() and not _runs(int(process)):
                _remove(other)
    try:
        with writing(path):
            make(temporary)
        yield temporary
    finally:
        _remove(temporary)


def _remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)


def flush(path: Path) -> None:
    """Wait until a file is on the disk: after a loss of power, a name must not belong to half of it."""
    if path.is_file() and not path.is_symlink():
        with path.open("r+b") as file:
            os.fsync(file.fileno())


def _runs(process: int) -> bool:
    """Whether a process of this number exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass
    return True


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """While a block writes to `path`: raise one `InputError` for a disk that is full or read-only."""
    try:
        yield
    except CqError:
        raise
    except Exception as error:
        if not isinstance(error, OSError) and not any(words in str(error) for words in FULL):
            raise
        # shutil.Error holds a list of all files that were not copied.
        cause = error.args[0][0][-1] if isinstance(error, shutil.Error) else error
        reason = str(getattr(cause, "strerror", None) or cause).partition("\n")[0]
        raise InputError(f"cannot write {str(path)!r}: {reason}; choose another place") from None


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file (UTF-8) atomically: see `replacing`."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def check_writable(path: str | os.PathLike[str], *sources: Path) -> None:
    """Raise `InputError` if `path` cannot be written, or is one of the job's `sources`. A long job checks
    this before it starts.
    """
    path = Path(path)
    _check_not_a_folder(path)
    if any(real_path(path) == real_path(source) for source in sources):
        raise InputError(f"cannot write {str(path)!r}: it is also the input; give another file")
    check_folder(path.parent)


def _check_not_a_folder(path: Path) -> None:
    # `Path.is_dir` raises for paths in a folder without access.
    if os.path.isdir(path):
        raise InputError(f"cannot write {str(path)!r}: it is a folder; give another name")


def check_folder(folder: Path, free: int = 1 << 20) -> None:
    """Raise `InputError` if no files can be written to a folder, which need not exist: a file is in its way,
    it is read-only, or its disk has less than `free` bytes left.
    """
    existing = next(part for part in (folder.absolute(), *folder.absolute().parents) if os.path.exists(part))
    if not os.path.isdir(existing):
        raise InputError(f"{str(existing)!r} is a file; give another folder")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise InputError(f"{str(existing)!r} is read-only; give another folder")
    if shutil.disk_usage(existing).free < free:
        raise InputError(f"the disk of {str(existing)!r} is full; give another folder")


def check_regular(path: Path) -> None:
    """Raise `InputError` for a device, a pipe or a socket: reading one may never end. Raises `OSError` if
    there is nothing at the path.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise InputError(f"{str(path)!r} is a device or a pipe; give a file")


def check_no_pointer(content: bytes, path: Path) -> None:
    """Raise `InputError` if the content of a file is a pointer of Git LFS instead of the file itself."""
    if content.startswith(b"version https://git-lfs"):
        raise InputError(f"{str(path)!r} is a pointer of Git LFS; get the file itself: git lfs pull")


def real_path(path: Path) -> Path:
    """The path from the root, without links. Of a loop, which `Path.resolve` refuses, one link stays."""
    return Path(os.path.realpath(path))


def path_inside(folder: Path, name: str) -> Path:
    """The path of a file named in some data, relative to their `folder`.

    Raises `InputError` if it leads outside the folder, also by links, or cannot be a path.
    """
    with reporting(f"{name[:80]!r} is not a path", "give that of a file", OSError, ValueError, RuntimeError):
        path = (folder / name).resolve()
    if not path.is_relative_to(real_path(folder)):
        raise InputError(f"{name[:80]!r} leads outside {str(folder)!r}; only files in that folder are read")
    return path
