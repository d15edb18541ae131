"""The settings of `cq`, each an environment variable with a default. Nothing else reads the environment."""

from __future__ import annotations

import os
from pathlib import Path

from cq.errors import MissingFileError


def data_root() -> Path:
    """Where recordings are: `CQ_DATA`, else `../shared/data` beside the working folder."""
    return Path(os.environ.get("CQ_DATA") or "../shared/data")


def data_roots() -> list[Path]:
    """Where recordings are looked for, in order: `data_root`, the places that the public package keeps them
    (`IGLU_DATA_PATH` and `data/iglu` in it), and `download_root`.
    """
    public = os.environ.get("IGLU_DATA_PATH")
    theirs = [Path(public), Path(public) / "data" / "iglu"] if public else []
    return list(dict.fromkeys([data_root(), *theirs, download_root()]))


def download_root() -> Path:
    """Where downloads are put: `CQ_DATA`, else `IGLU_DATA_PATH`, else `data` in the cache folder."""
    chosen = os.environ.get("CQ_DATA") or os.environ.get("IGLU_DATA_PATH")
    return Path(chosen) if chosen else cache_root() / "data"


def mirror() -> str | None:
    """The address that downloads come from in place of upstream's: `CQ_MIRROR`."""
    return os.environ.get("CQ_MIRROR") or None


def data_file(name: str) -> Path:
    """A file of the recordings. Raises `MissingFileError` saying where it was looked for."""
    for root in data_roots():
        if (root / name).exists():
            return root / name
    looked = ", ".join(repr(str(root)) for root in data_roots())
    raise MissingFileError(f"no {name} in {looked}; give a path, or set CQ_DATA to the folder that holds it")


def cache_root() -> Path:
    """Where parsed data and downloads are kept: `CQ_CACHE`, else the user's cache folder."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("CQ_CACHE")
    return Path(chosen) if chosen else user_cache_path("cq", appauthor=False)
