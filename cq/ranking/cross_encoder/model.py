"""The cross-encoder: two texts read as one (Nogueira and Cho 2019).

Any `CrossEncoder` of sentence-transformers is read, from a folder or by a hub's model id; a BERT is read
without that library. The trained one stands on the backbone (`cq.ranking.cross_encoder.shared_prefix`), and
weights hold only what was trained: a delta on the backbone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from cq.encoder.loading import model_folder
from cq.errors import InputError, MissingFileError
from cq.modeling.artifacts import reporting_damage
from cq.ranking.cross_encoder.pairs import BATCH_SIZE, Logits, Pair

if TYPE_CHECKING:
    import torch

    from cq.encoder.bert import BertEncoder


TOKENIZERS = ("tokenizer*", "vocab.*", "*.model", "**/tokenizer.json")
"""Names of files of which a folder with a tokenizer has one."""


class Scorer(Protocol):
    """Pairs of texts → raw logits (n,)."""

    def logits(self, pairs: Sequence[Pair]) -> Logits: ...

    def fast_logits(self, pairs: Sequence[Pair]) -> Logits:
        """The same, perhaps faster and less exact."""


class CrossEncoder:
    """Pairs of texts → one logit each, before any activation."""

    def __init__(self, scorer: Scorer, folder: Path | None = None) -> None:
        self._scorer, self._folder = scorer, folder

    @classmethod
    def from_pretrained(cls, source: str | os.PathLike[str]) -> CrossEncoder:
        """Read a folder, or a model id (which contacts the hub).

        Raises `MissingFileError` if `source` looks like a path and is not a folder; `InputError` if it
        cannot be read, gives several logits a pair, or needs sentence-transformers, which is not installed.
        """
        from cq.ranking.cross_encoder.folder import read_folder

        folder = model_folder(source)
        if folder is None:
            return cls(_LibraryScorer(str(source), local=False))
        if (folder / "config.json").is_file() and not any(any(folder.glob(name)) for name in TOKENIZERS):
            raise MissingFileError(f"no tokenizer in {str(folder)!r}; save the model's tokenizer there too")
        with reporting_damage(folder):
            parts = read_folder(folder)
        if parts is None:
            return cls(_LibraryScorer(str(folder), local=True), folder)
        from cq.ranking.cross_encoder.bert import BertPairScorer, BertScorer

        config, tensors, tokenizer, max_tokens, types = parts
        with reporting_damage(folder):
            model = BertScorer(config, tensors)
            return cls(BertPairScorer(model, tokenizer, max_tokens, types), folder)

    @classmethod
    def from_delta(cls, encoder: BertEncoder, delta: Mapping[str, torch.Tensor]) -> CrossEncoder:
        """The backbone's encoder with the parameters in `delta` replaced, and a head on the mean of the
        last states of the second text: `head.weight` (1, width) and `head.bias` (1,).

        Raises `KeyError` or `RuntimeError` if they do not fit.
        """
        from cq.ranking.cross_encoder.shared_prefix import SharedPrefixScorer

        return cls(SharedPrefixScorer(encoder, delta))

    def logits(self, pairs: Sequence[Pair]) -> Logits:
        """Raw logits (n,) of n pairs."""
        return self._scorer.logits(pairs) if len(pairs) else np.empty(0)

    def fast_logits(self, pairs: Sequence[Pair]) -> Logits:
        """The same in bfloat16, if this processor is faster with it: they differ by 0.01 on average."""
        return self._scorer.fast_logits(pairs) if len(pairs) else np.empty(0)

    def is_built_on(self, encoder: BertEncoder) -> bool:
        """Whether `delta` can express it. One that was read from a folder has settings of its own."""
        try:
            self.delta(encoder)
        except InputError:
            return False
        return True

    def delta(self, encoder: BertEncoder) -> dict[str, torch.Tensor]:
        """What `from_delta` needs to make this one again: the parameters that differ from the encoder's.

        Raises `InputError` if it does not stand on that encoder.
        """
        from cq.ranking.cross_encoder.bert import encoder_tensors
        from cq.ranking.cross_encoder.shared_prefix import SharedPrefixScorer

        base = encoder_tensors(encoder)
        found = self._scorer.tensors() if isinstance(self._scorer, SharedPrefixScorer) else {}
        if not all(name in found and found[name].shape == tensor.shape for name, tensor in base.items()):
            raise InputError("this cross-encoder is not built on the backbone; keep it in its own folder")
        return {
            name: tensor for name, tensor in found.items() if name not in base or not tensor.equal(base[name])
        }

    def save_pretrained(self, folder: str | os.PathLike[str]) -> None:
        """Write one that was read from a folder or a hub to a folder, with the same logits.

        Raises `InputError` for one on the backbone, which `delta` describes: no other library reads it.
        """
        folder = Path(folder)
        if self._folder is not None:
            if self._folder.resolve() != folder.resolve():
                shutil.copytree(self._folder, folder, dirs_exist_ok=True)
        elif isinstance(self._scorer, _LibraryScorer):
            self._scorer.save_pretrained(folder)
        else:
            raise InputError("this cross-encoder is part of a ranker; save the ranker, or its pipeline")


class _LibraryScorer:
    """Any cross-encoder, run by sentence-transformers. Code that comes with a model is never run."""

    def __init__(self, source: str, local: bool) -> None:
        try:
            import sentence_transformers
        except ImportError:
            raise InputError(
                f"the cross-encoder {source!r} is not a plain BERT, so reading it needs "
                "sentence-transformers; run: pip install cq-clarify[train]"
            ) from None
        try:
            self._model = sentence_transformers.CrossEncoder(
                source, local_files_only=local, trust_remote_code=False
            )
        except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError) as error:
            raise InputError(
                f"cannot load the cross-encoder {source!r}, "
                f"{'a folder' if local else 'which is no folder here, from the hub'}: "
                f"{str(error).partition(chr(10))[0]}"
            ) from None
        if self._model.num_labels != 1:
            raise InputError(
                f"the cross-encoder {source!r} gives {self._model.num_labels} logits a pair; ranking needs "
                "one of a single logit"
            )

    def save_pretrained(self, folder: Path) -> None:
        self._model.save_pretrained(str(folder))

    def logits(self, pairs: Sequence[Pair]) -> Logits:
        import torch

        found = self._model.predict(
            list(pairs), activation_fn=torch.nn.Identity(), batch_size=BATCH_SIZE, show_progress_bar=False
        )
        return np.asarray(found, dtype=np.float64)

    def fast_logits(self, pairs: Sequence[Pair]) -> Logits:
        return self.logits(pairs)
