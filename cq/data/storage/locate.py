"""Finding a data set: at a path, in the data folders, or at upstream."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from cq.data.storage.download import SOURCES, address, fetch
from cq.errors import InputError, MissingFileError, excerpt
from cq.settings import data_roots, download_root


def locate(
    source: str,
    zips: Sequence[str],
    tables: Sequence[str],
    path: str | os.PathLike[str] | None,
    download: bool = False,
) -> Path:
    """The path of a data set: the first of `zips`, or the folder that holds one of `tables`.

    It is searched for at `path`, or, if that is None, in the data folders (`CQ_DATA`, `IGLU_DATA_PATH`,
    earlier downloads). If it is in none of them, `download` fetches the pinned `source`; otherwise the
    `MissingFileError` says what to fetch and where to put it. Raises what `fetch` raises.
    """
    found = find(zips, tables, path)
    if found is not None:
        return found
    if download:
        return fetch(source)
    searched = ", ".join(repr(str(root)) for root in data_roots())
    wanted = " or ".join(dict.fromkeys([*zips, *tables]))
    raise MissingFileError(
        f"no {source} set ({wanted}) in {searched}: give its path, or set CQ_DATA to the folder that holds "
        f"it; `cq data download {source}` fetches {SOURCES[source].description} ({address(source)}) to "
        f"{str(download_root())!r}"
    )


def find(zips: Sequence[str], tables: Sequence[str], path: str | os.PathLike[str] | None) -> Path | None:
    """The path of a data set, searched for as by `locate`; None if no data folder has it.

    A `path` that holds neither is returned as it is: it may be a zip of another name.
    """
    if path is not None and (not isinstance(path, str | os.PathLike) or not str(path)):
        raise InputError(
            f"the path of the data is {type(path).__name__} {excerpt(path, 40)}; give a folder or zip, or "
            "None for the data folders"
        )
    for root in [Path(path)] if path is not None else data_roots():
        for name in zips:
            if (root / name).is_file():
                return root / name
        # The folder itself, or one that a zip in it was unpacked to.
        for folder in (root, *((root / name).with_suffix("") for name in zips)):
            if any((folder / name).is_file() for name in tables):
                return folder
    return None if path is None else Path(path)
