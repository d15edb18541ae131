"""Tells the weights of one pipeline from those of another."""

from __future__ import annotations

import hashlib
from pathlib import Path

from cq.errors import MissingFileError
from cq.modeling.artifacts import WEIGHTS


def weights_digest(weights: Path | None) -> str:
    """SHA-256 of the names and contents of a saved pipeline's files; None means the bundled pipeline.

    A resumed job compares it, so that answers of other weights are not reused. Raises `MissingFileError` if
    the folder does not exist.
    """
    folder = WEIGHTS if weights is None else weights
    if not folder.is_dir():
        raise MissingFileError(f"no saved pipeline at {str(folder)!r}; give the folder of one")
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return digest.hexdigest()
