"""Where a data set is: at a path, in the data folders, or still at upstream."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from cq.data.storage.download import SOURCES, address, fetch
from cq.errors import InputError, MissingFileError
from cq.settings import data_roots, download_root


def locate(
    source: str,
    zips: Sequence[str],
    tables: Sequence[str],
    path: str | os.PathLike[str] | None,
    download: bool = False,
) -> Path:
    """The first of `zips`, or the folder that holds one of `tables`: at `path`, or, where that is None, in
    the data folders (`CQ_DATA`, `IGLU_DATA_PATH`, earlier downloads).

    Where there is none, `download` fetches the pinned `source`. Raises `MissingFileError`, saying what to
    fetch and where to put it, and what `fetch` raises.
    """
    if path is not None and not str(path):
        raise InputError("the path of the data is empty; give a folder or zip, or None for the data folders")
    for place in [Path(path)] if path is not None else data_roots():
        for name in zips:
            if (place / name).is_file():
                return place / name
        # A zip that was unpacked beside itself.
        for folder in (place, *((place / name).with_suffix("") for name in zips)):
            if any((folder / name).is_file() for name in tables):
                return folder
    if path is not None:
        return Path(path)
    if download:
        return fetch(source)
    looked = ", ".join(repr(str(root)) for root in data_roots())
    raise MissingFileError(
        f"no {SOURCES[source].file} ({SOURCES[source].what}) in {looked}: give a path, set CQ_DATA to the "
        f"folder that holds it, or fetch {address(source)} and put it at "
        f"{str(download_root() / SOURCES[source].file)!r} (`cq data download {source}` does both)"
    )
