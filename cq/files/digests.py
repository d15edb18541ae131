"""SHA-256 digests: of files, and of values that a result depends on."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

CHUNK = 1 << 20

SETTLED = 2_000_000_000
"""Nanoseconds after which another change of a file gets another time, on every file system."""

_digests: dict[tuple[int, ...], str] = {}

LENGTH = 32
"""Hexadecimal digits of a fingerprint: 128 bits."""


def file_digest(path: Path) -> str:
    """The SHA-256 of a file's content, as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return stream_digest(file)


def digest_once(path: Path) -> str:
    """The same, computed once in this process while the file's path, size and times are unchanged."""
    known = _mark(path)
    if known not in _digests:
        digest = file_digest(path)
        # A change this soon might leave the times unchanged.
        if known != _mark(path) or time.time_ns() - max(known[-2:]) < SETTLED:
            return digest
        _digests[known] = digest
    return _digests[known]


def _mark(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def stream_digest(file: BinaryIO) -> str:
    """The same for the rest of an open file."""
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def fingerprint(*parts: Any) -> str:
    """A digest, `LENGTH` hexadecimal digits, of values and their types.

    Takes None, numbers, strings, bytes, NumPy arrays (not of objects), tensors, torch modules (by their
    state), dataclasses, mappings (in their order), and sequences of all these. Equal values give equal
    fingerprints in every process and on every machine. Raises `TypeError` for any other value.
    """
    digest = hashlib.sha256()
    for chunk in _chunks(parts):
        digest.update(len(chunk).to_bytes(8, "little") + chunk)
    return digest.hexdigest()[:LENGTH]


def _chunks(value: Any) -> Iterable[bytes]:
    if value is None or isinstance(value, (bool, int, float, np.generic)):
        yield f"{type(value).__name__} {value!r}".encode()
    elif isinstance(value, str):
        # Lone surrogates occur in recorded text and have no strict UTF-8 form.
        yield b"str " + value.encode("utf-8", "surrogatepass")
    elif isinstance(value, bytes):
        yield b"bytes " + value
    elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
        yield f"array {value.dtype.str} {value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
    elif hasattr(value, "state_dict"):
        yield from _chunks(value.state_dict())
    elif hasattr(value, "detach"):
        yield from _chunks(value.detach().cpu().numpy())
    elif is_dataclass(value) and not isinstance(value, type):
        yield f"dataclass {type(value).__name__}".encode()
        for field in fields(value):
            yield from _chunks((field.name, getattr(value, field.name)))
    elif isinstance(value, Mapping):
        yield f"mapping {len(value)}".encode()
        for item in value.items():
            yield from _chunks(item)
    elif isinstance(value, (list, tuple)):
        yield f"sequence {len(value)}".encode()
        for item in value:
            yield from _chunks(item)
    else:
        raise TypeError(f"no fingerprint of a {type(value).__name__}: {str(value)[:60]!r}; give its content")
