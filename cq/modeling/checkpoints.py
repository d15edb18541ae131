"""Where the finished networks of a long training job are kept, by what they were made from."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.files import replacing

if TYPE_CHECKING:
    import torch

State = dict[str, "torch.Tensor"]


class Workshop:
    """Keeps each network once it is finished, so that a job killed at any moment goes on where it was and
    ends with the same weights. Without a folder, nothing is kept. `finished` is called after each network.
    """

    def __init__(self, folder: Path | None = None, finished: Callable[[], object] = lambda: None) -> None:
        self._folder, self._finished = folder, finished

    def state(self, recipe: str, arrays: Iterable[npt.NDArray[Any]], make: Callable[[], State]) -> State:
        """The parameters that `make` gives, made now or before from the same recipe and arrays."""
        if self._folder is None:
            state = make()
        else:
            path = self._folder / f"{_digest(recipe, arrays)}.safetensors"
            state = _read(path) if path.is_file() else _write(path, make())
        self._finished()
        return state


def _digest(recipe: str, arrays: Iterable[npt.NDArray[Any]]) -> str:
    import torch

    digest = hashlib.sha256(f"{recipe} {torch.__version__}".encode())
    for array in arrays:
        digest.update(f"{array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:20]


def _read(path: Path) -> State:
    from safetensors.torch import load_file

    state: State = load_file(path)
    return state


def _write(path: Path, state: State) -> State:
    from safetensors.torch import save_file

    with replacing(path) as temporary:
        save_file(state, temporary)
    return state
