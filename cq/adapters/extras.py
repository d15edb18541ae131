"""Packages that belong to an extra: without them, the import of an adapter names the extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cq.errors import install


@contextmanager
def imports_of(extra: str) -> Iterator[None]:
    """Raises `ImportError` with the install command if an import inside fails: a package is missing or older
    than the extra requires.
    """
    try:
        yield
    except ImportError as error:
        raise ImportError(f"this adapter needs the extra {extra} ({error}); {install(extra)}") from error
