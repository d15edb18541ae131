"""What is kept of a whole bank on disk: arrays, mapped into memory, and term weights, in one folder."""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.files.digests import is_intact, keep, kept_content
from cq.ranking.term_weights import TermWeights
from cq.settings import cache_limit

log = logging.getLogger("cq.ranking")

Arrays = Mapping[str, npt.NDArray[Any]]
Weights = Mapping[str, TermWeights]

WEIGHTS = "weights.json"
"""Written last: if this file is there, the others are complete."""
KEPT = ("bank-v*", "large-v*.sqlite*", "v*.sqlite*")
"""What `cq` keeps in the cache's folder of questions. What else lies there is not its own."""


def save(folder: Path, arrays: Arrays, weights: Weights) -> None:
    """Write all, each file with its digest. A cache that cannot be written is warned about."""
    try:
        for name, array in arrays.items():
            keep(folder / f"{name}.npy", partial(_write, array))
        content = json.dumps({name: asdict(one) for name, one in weights.items()})
        # Questions may hold half characters, which have no strict UTF-8 form; JSON writes them as escapes.
        keep(folder / WEIGHTS, lambda path: path.write_text(content, encoding="ascii"))
    except (OSError, InputError) as error:
        log.warning("the bank's index is not stored: %s; set CQ_CACHE to a folder that can be written", error)


def load(folder: Path, names: Sequence[str]) -> tuple[Arrays, Weights] | None:
    """The arrays of these names and the weights; None if any of it is missing or damaged."""
    try:
        content = kept_content(folder / WEIGHTS)
        if content is None or not all(is_intact(folder / f"{name}.npy") for name in names):
            return None
        # Copied when written to, which nothing does: torch warns of arrays that cannot be written.
        arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="c", allow_pickle=False) for name in names}
        with suppress(OSError):
            os.utime(folder)
        return arrays, {name: TermWeights(**one) for name, one in json.loads(content).items()}
    except (OSError, ValueError, TypeError):
        return None


def drop_unused(folder: Path, in_use: Sequence[Path]) -> None:
    """Delete what was used least recently of the cache's folder of questions, but not what is in use, until
    the folder keeps to the size limit of the cache.
    """
    try:
        ours = [path for pattern in KEPT for path in folder.glob(pattern)]
        entries = sorted(ours, key=lambda path: path.stat().st_mtime)
        sizes = {path: _size(path) for path in entries}
        for path in entries:
            if sum(sizes.values()) <= cache_limit():
                return
            # Beside a database lie its journals.
            if not any(path.name.startswith(kept.name) for kept in in_use):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
                del sizes[path]
        log.warning(
            "this bank's questions take %d MB of the cache, whose limit is %d MB: some are read again for "
            "each query; set CQ_CACHE_LIMIT to more",
            sum(sizes.values()) // 10**6,
            cache_limit() // 10**6,
        )
    except OSError as error:
        log.debug("the cache is not kept to its limit: %s", error)


def _write(array: npt.NDArray[Any], path: Path) -> None:
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)


def _size(path: Path) -> int:
    files = [path] if path.is_file() else list(path.rglob("*"))
    return sum(one.stat().st_size for one in files if one.is_file())
