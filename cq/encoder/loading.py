"""Text encoders behind one small interface: token ids in, hidden states of every layer out.

`BertEncoder` runs BERT folders without transformers; `TransformersEncoder` runs all other encoders.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cq.encoder.bert import BertEncoder
from cq.errors import InputError, MissingFileError
from cq.files.json_input import read_json
from cq.modeling.artifacts import reporting_damage
from cq.modeling.fingerprint import fingerprint

if TYPE_CHECKING:
    import torch


class Encoder(Protocol):
    """What `Backbone` needs of a model."""

    width: int
    """Length of a hidden state."""
    depth: int
    """Transformer layers above the embedding layer."""
    pad_id: int
    max_tokens: int
    """Tokens of a text at most: it has no more positions."""

    def digest(self) -> str:
        """A fingerprint of all parameters: it differs between encoders with different parameters."""

    def tokenize(self, texts: list[str]) -> list[list[int]]:
        """Ids of each text with its end marks, neither padded nor truncated."""

    def states(
        self, ids: torch.Tensor, mask: torch.Tensor, layers: int | None = None
    ) -> tuple[torch.Tensor, ...]:
        """Hidden states (rows, tokens, width), from the embedding layer to the last, or up to one of the
        `layers`.

        `ids` and `mask` are (rows, tokens); the mask is true on tokens, false on padding.
        """


class TransformersEncoder:
    """Any encoder that `transformers.AutoModel` can load, from a folder or a hub's model id."""

    def __init__(self, source: str, local: bool) -> None:
        from transformers import AutoModel, AutoTokenizer

        # Code that comes with a model is never run, nor offered to be run.
        options = {"local_files_only": local, "trust_remote_code": False}
        self._tokenizer = AutoTokenizer.from_pretrained(source, **options)
        self._model = AutoModel.from_pretrained(source, **options).eval()
        self.width = int(self._model.config.hidden_size)
        self.depth = int(self._model.config.num_hidden_layers)
        self.pad_id = int(self._tokenizer.pad_token_id or 0)
        positions = getattr(self._model.config, "max_position_embeddings", None) or -1
        most = int(self._tokenizer.model_max_length)
        self.max_tokens = min(most, positions) if positions > 0 else most

    def digest(self) -> str:
        return fingerprint(self._model)

    def tokenize(self, texts: list[str]) -> list[list[int]]:
        ids: list[list[int]] = self._tokenizer(texts, verbose=False)["input_ids"]
        return ids

    def states(
        self, ids: torch.Tensor, mask: torch.Tensor, layers: int | None = None
    ) -> tuple[torch.Tensor, ...]:
        output = self._model(input_ids=ids, attention_mask=mask.long(), output_hidden_states=True)
        return tuple(output.hidden_states[: None if layers is None else layers + 1])


def load_encoder(source: str) -> Encoder:
    """The encoder of a folder or of a model id (which contacts the hub).

    Raises `MissingFileError` if `source` looks like a path and is not a model folder, `InputError` if the
    hub or the folder's files cannot be read.
    """
    folder = model_folder(source)
    if folder is None:
        return _by_transformers(source, local=False)
    with reporting_damage(folder):
        folder = _transformer_folder(folder)
    config = folder / "config.json"
    if not config.is_file():
        raise MissingFileError(f"{source!r} holds no config.json; give the folder of a saved encoder")
    if is_plain_bert(_config(config)) and all(
        (folder / name).is_file() for name in ("model.safetensors", "tokenizer.json")
    ):
        with reporting_damage(folder):
            return BertEncoder(folder)
    return _by_transformers(str(folder), local=True)


def _by_transformers(source: str, local: bool) -> TransformersEncoder:
    try:
        return TransformersEncoder(source, local)
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise InputError(f"cannot load the model {source!r}: {reason}") from None


def model_folder(source: str | os.PathLike[str]) -> Path | None:
    """The folder that `source` names; None for a hub's model id.

    Raises `MissingFileError` if it looks like a path and is not a folder.
    """
    folder, name = Path(source).expanduser(), str(source)
    if folder.is_dir():
        return folder
    if name.startswith((".", "/", "~")) or name.count("/") > 1:
        raise MissingFileError(f"no model folder at {name!r}; give a folder or a model id")
    return None


def is_plain_bert(config: dict[str, Any]) -> bool:
    """Whether this configures a BERT whose layers torch has."""
    return (
        config.get("model_type") == "bert"
        and config.get("hidden_act") in ("gelu", "relu")
        and config.get("position_embedding_type", "absolute") == "absolute"
        and not config.get("is_decoder")
    )


def _transformer_folder(folder: Path) -> Path:
    """The folder itself, or the part of a saved SentenceTransformer that holds its transformer."""
    modules = folder / "modules.json"
    if (folder / "config.json").is_file() or not modules.is_file():
        return folder
    for module in read_json(modules, "list of modules"):
        if module["type"].endswith(".Transformer"):
            return folder / str(module["path"])
    return folder


def _config(path: Path) -> dict[str, Any]:
    config = read_json(path, "configuration")
    if not isinstance(config, dict):
        raise InputError(f"{str(path)!r} is damaged: it is no object")
    return config
