"""One process at a time for each output."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cq.errors import InputError, reporting


@contextmanager
def one_writer(out: Path, *, wait: bool = False) -> Iterator[None]:
    """Hold the lock of an output, a hidden file beside it, while a job writes it. The system releases the
    lock of a killed job.

    Raises `InputError` if another job holds it and this one does not `wait`, or if it cannot be made.
    """
    from filelock import FileLock, Timeout

    path = out.with_name(f".{out.name}.cq-lock")
    fault, remedy = f"cannot write beside {str(out)[:200]!r}", "choose another place, or a shorter name"
    with reporting(fault, remedy, OSError, NotImplementedError):
        if path.is_symlink():  # filelock would call it a loop.
            raise InputError(f"{str(path)!r} is a link, and locks are files; remove it")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(path)
            lock.acquire(timeout=-1 if wait else 0)
        except Timeout:
            raise InputError(f"another job is writing {str(out)!r}; wait, or give another output") from None
    try:
        yield
    finally:
        # Removed while it is held: another process with the old file open finds it unlinked, and tries again.
        path.unlink(missing_ok=True)
        lock.release()
