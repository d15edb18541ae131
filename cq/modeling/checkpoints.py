"""Storage for the finished pieces of a long job, keyed by a fingerprint of their inputs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cq.files import replacing
from cq.modeling.fingerprint import fingerprint

State = dict[str, Any]
"""What torch saves without code: tensors and plain values, in dictionaries and lists."""


class CheckpointStore:
    """Stores each finished piece of a job, so that a killed job continues where it was and ends with the same
    result. Without a folder nothing is stored. `on_finished` is called after each piece.
    """

    def __init__(self, folder: Path | None = None, on_finished: Callable[[], object] = lambda: None) -> None:
        self.folder, self._on_finished = folder, on_finished

    def get_or_create(self, cache_key: str, create: Callable[[], State]) -> State:
        """The state stored under a key, or what `create` gives, which is then stored.

        The key must tell apart everything that the result depends on (see `fingerprint`); the version of
        torch is added to it.
        """
        import torch

        if self.folder is None:
            state = create()
        else:
            path = self.folder / f"{fingerprint(cache_key, str(torch.__version__))}.pt"
            if path.is_file():
                state = torch.load(path, map_location="cpu", weights_only=True)
            else:
                state = create()
                with replacing(path) as temporary:
                    torch.save(state, temporary)
        self._on_finished()
        return state
