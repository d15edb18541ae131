"""The settings of `cq`, each an environment variable with a default. Nothing else reads the environment."""

from __future__ import annotations

import os
from pathlib import Path

from cq.errors import MissingFileError


def data_root() -> Path:
    """Where recordings are: `CQ_DATA`, else `../shared/data` beside the working folder."""
    return Path(os.environ.get("CQ_DATA") or "../shared/data")


def data_file(name: str) -> Path:
    """A file of the recordings. Raises `MissingFileError` saying where it was looked for."""
    path = data_root() / name
    if not path.exists():
        raise MissingFileError(
            f"no {name} in {str(data_root())!r}; give a path, or set CQ_DATA to the folder that holds it"
        )
    return path


def cache_root() -> Path:
    """Where parsed data and downloads are kept: `CQ_CACHE`, else the user's cache folder."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("CQ_CACHE")
    return Path(chosen) if chosen else user_cache_path("cq", appauthor=False)
