"""Storage for the finished pieces of a long job, keyed by a fingerprint of their inputs."""

from __future__ import annotations

import logging
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cq.files import replacing
from cq.files.digests import fingerprint

log = logging.getLogger("cq.modeling")

READ_ERRORS = (OSError, RuntimeError, ValueError, EOFError, LookupError, zlib.error, zipfile.BadZipFile)
"""Errors of readers of a damaged zip."""

State = dict[str, Any]
"""Values that torch saves without code: tensors and plain values, in dictionaries and lists."""


class CheckpointStore:
    """Stores each finished piece of a job, so that a killed job continues where it was and ends with the same
    result. Without a folder nothing is stored. `on_finished` is called after each piece.
    """

    def __init__(self, folder: Path | None = None, on_finished: Callable[[], object] = lambda: None) -> None:
        self.folder, self._on_finished = folder, on_finished

    def get_or_create(self, cache_key: str, create: Callable[[], State]) -> State:
        """The state stored under a key, or the result of `create`, which is then stored; also if the stored
        one is damaged, with a warning.

        The key must tell apart everything that the result depends on (see `fingerprint`); the version of
        torch is added to it.
        """
        import torch

        if self.folder is None:
            state = create()
        else:
            path = self.folder / f"{fingerprint(cache_key, str(torch.__version__))}.pt"
            stored = _load(path)
            state = create() if stored is None else stored
            if stored is None:
                with replacing(path) as temporary:
                    torch.save(state, temporary)
        self._on_finished()
        return state


def _load(path: Path) -> State | None:
    """The state in a file; None if it cannot be read."""
    import pickle

    import torch

    if not path.is_file():
        return None
    try:
        # The file is a zip with a checksum for each tensor, which torch itself does not compare.
        with zipfile.ZipFile(path) as zipped:
            if zipped.testzip() is not None:
                raise zipfile.BadZipFile("a checksum differs")
        # Code in a file is never run: `weights_only` refuses it.
        state: State = torch.load(path, map_location="cpu", weights_only=True)
    except (*READ_ERRORS, pickle.UnpicklingError) as error:
        log.warning("%s cannot be read (%s); it is made anew", path, str(error).partition("\n")[0])
        return None
    return state
