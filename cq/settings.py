"""The settings of `cq`: environment variables with defaults. No other module reads the environment."""

from __future__ import annotations

import os
from pathlib import Path

from cq.errors import InputError, MissingFileError

VERSION = "0.2.0"
"""The version of the package, as in pyproject.toml."""


def data_root() -> Path:
    """The folder of the recordings: `CQ_DATA`, else `../shared/data` beside the working folder."""
    return Path(os.environ.get("CQ_DATA") or "../shared/data")


def data_roots() -> list[Path]:
    """The folders that are searched for recordings, in order: `data_root`, the public package's folders
    (`IGLU_DATA_PATH` and `data/iglu` in it), and `download_root`.
    """
    public = os.environ.get("IGLU_DATA_PATH")
    public_roots = [Path(public), Path(public) / "data" / "iglu"] if public else []
    return list(dict.fromkeys([data_root(), *public_roots, download_root()]))


def download_root() -> Path:
    """The folder for downloads: `CQ_DATA`, else `IGLU_DATA_PATH`, else `data` in the cache folder."""
    chosen = os.environ.get("CQ_DATA") or os.environ.get("IGLU_DATA_PATH")
    return Path(chosen) if chosen else cache_root() / "data"


def mirror() -> str | None:
    """The server that replaces upstream's for downloads: `CQ_MIRROR`; None if it is not set."""
    return os.environ.get("CQ_MIRROR") or None


def data_file(name: str) -> Path:
    """The path of a file of the recordings. Raises `MissingFileError` naming the searched folders."""
    for root in data_roots():
        if (root / name).exists():
            return root / name
    searched = ", ".join(repr(str(root)) for root in data_roots())
    raise MissingFileError(
        f"no {name} in {searched}; give a path, or set CQ_DATA to the folder that holds it"
    )


def is_strict() -> bool:
    """Whether an unexpected exception from a text is raised, and not only logged: `CQ_STRICT`, with any
    value.
    """
    return bool(os.environ.get("CQ_STRICT"))


def cache_root() -> Path:
    """The folder for parsed data and downloads: `CQ_CACHE`, else the user's cache folder."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("CQ_CACHE")
    return Path(chosen) if chosen else user_cache_path("cq", appauthor=False)


def cache_limit() -> int:
    """Bytes that read questions may take in the cache folder: `CQ_CACHE_LIMIT` in megabytes, else 1,000 MB.

    Raises `InputError` unless it is an integer of 0 or more.
    """
    return _whole_number("CQ_CACHE_LIMIT", 1000) * 1_000_000


def threads() -> int | None:
    """Threads that a process may compute with: `CQ_THREADS`, else None, and the library chooses.

    Raises `InputError` unless it is an integer of 1 or more.
    """
    return _whole_number("CQ_THREADS", 0, least=1) or None


def _whole_number(name: str, default: int, least: int = 0) -> int:
    given = os.environ.get(name)
    if not given:
        return default
    if not given.isdecimal() or int(given) < least:
        raise InputError(f"{name} is {given!r}; it must be a whole number of {least} or more")
    return int(given)
