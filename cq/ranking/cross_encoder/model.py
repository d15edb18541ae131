"""Cross-encoders: two texts read as one (Nogueira and Cho 2019).

Any `CrossEncoder` of sentence-transformers is taken: an object, a folder or a hub's model id. The trained one
is built on the backbone (`cq.ranking.cross_encoder.prefix`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Union

import numpy as np

from cq.encoder.encoder import LOAD_ERRORS, model_folder, quiet_transformers
from cq.errors import InputError, MissingFileError, excerpt
from cq.ranking.cross_encoder.pairs import BATCH_SIZE, Logits, Pair

if TYPE_CHECKING:
    import sentence_transformers

TOKENIZERS = ("tokenizer*", "vocab.*", "*.model", "**/tokenizer.json")
"""Names of the files of a tokenizer; a folder with a tokenizer has one of them."""

Source = Union[str, os.PathLike[str], "sentence_transformers.CrossEncoder"]
"""A `CrossEncoder` of sentence-transformers, its folder, or a hub's model id."""


class CrossEncoder:
    """A `CrossEncoder` of sentence-transformers, which is `wrapped`. Code in a model's folder never runs."""

    def __init__(self, source: Source) -> None:
        """Take a model, or read a folder or a model id (which contacts the hub).

        Raises `MissingFileError` if `source` looks like a path and is not a folder; `InputError` if it is
        none of these, cannot be read, or gives several logits a pair.
        """
        self.wrapped = _read(source) if isinstance(source, str | os.PathLike) else source
        if not hasattr(self.wrapped, "num_labels") or not hasattr(self.wrapped, "predict"):
            raise InputError(
                f"{type(source).__name__} {excerpt(source, 40)} is not a cross-encoder; give a CrossEncoder "
                "of sentence-transformers, its folder or a hub's model id"
            )
        if self.wrapped.num_labels != 1:
            raise InputError(
                f"the cross-encoder gives {self.wrapped.num_labels} logits a pair; ranking needs one of a "
                "single logit"
            )

    def logits(self, pairs: Sequence[Pair], fast: bool = False) -> Logits:
        """Raw logits (n,) of n pairs."""
        import torch

        if not pairs:
            return np.empty(0)
        found = self.wrapped.predict(
            list(pairs), activation_fn=torch.nn.Identity(), batch_size=BATCH_SIZE, show_progress_bar=False
        )
        return np.asarray(found, dtype=np.float64)

    def save_pretrained(self, folder: str | os.PathLike[str]) -> None:
        """Write the folder that sentence-transformers reads, with the same logits."""
        with quiet_transformers():
            self.wrapped.save_pretrained(str(Path(folder)))


def _read(source: str | os.PathLike[str]) -> sentence_transformers.CrossEncoder:
    folder = model_folder(source)
    # Without a tokenizer the library would use that of another model, with a warning.
    is_bare = folder is not None and not any(any(folder.glob(name)) for name in TOKENIZERS)
    if folder is not None and is_bare and (folder / "config.json").is_file():
        raise MissingFileError(f"no tokenizer in {str(folder)!r}; save the model's tokenizer there too")
    import sentence_transformers

    name = str(source if folder is None else folder)
    with quiet_transformers():
        try:
            return sentence_transformers.CrossEncoder(
                name, device="cpu", local_files_only=folder is not None, trust_remote_code=False
            )
        except LOAD_ERRORS as error:
            raise InputError(
                f"cannot load the cross-encoder {name!r}, "
                f"{'which is not a folder here, from the hub' if folder is None else 'a folder'}: "
                f"{str(error).partition(chr(10))[0]}"
            ) from None
