"""Text encoders behind one small interface: token ids in, hidden states of every layer out.

`BertEncoder` runs any BERT folder on torch's own transformer layers: importing transformers costs about
three seconds, more than everything else of a first call together. `TransformersEncoder` runs all others.
Both give the same numbers for a BERT (tested).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cq.errors import InputError, MissingFileError

if TYPE_CHECKING:
    import torch


class Encoder(Protocol):
    """What `Backbone` needs of a model."""

    width: int
    pad_id: int

    def digest(self) -> str:
        """Of all parameters: tells encoders apart whatever they are called."""

    def tokenize(self, texts: list[str]) -> list[list[int]]:
        """Ids of each text with its end marks, neither padded nor cut."""

    def states(
        self, ids: torch.Tensor, mask: torch.Tensor, layers: int | None = None
    ) -> tuple[torch.Tensor, ...]:
        """Hidden states (rows, tokens, width), from the embedding layer to the last, or up to one of the
        `layers`.

        `ids` and `mask` are (rows, tokens); the mask is true on tokens, false on padding.
        """


class BertEncoder:
    """A BERT (Devlin et al. 2019) read from its Hugging Face folder into `torch.nn` layers."""

    def __init__(self, folder: Path) -> None:
        import torch
        from safetensors.torch import load_file
        from tokenizers import Tokenizer

        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.width, self.pad_id = config["hidden_size"], config.get("pad_token_id", 0)
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # The file asks for padding to a fixed length; batches here are padded to their longest text.
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        weights = {
            name.removeprefix("bert."): w for name, w in load_file(folder / "model.safetensors").items()
        }
        self._words, self._positions, self._types = (
            weights[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position", "token_type")
        )
        self._norm = torch.nn.LayerNorm(self.width, eps=config["layer_norm_eps"])
        self._norm.load_state_dict(_pair(weights, "embeddings.LayerNorm"))
        self.layers = [_layer(config, weights, i) for i in range(config["num_hidden_layers"])]

    def digest(self) -> str:
        layers = [layer.state_dict() for layer in (self._norm, *self.layers)]
        return _digest(
            [self._words, self._positions, self._types, *(t for one in layers for t in one.values())]
        )

    @property
    def pieces(self) -> torch.Tensor:
        """Vectors of all word pieces (ids, width), in units of their spread."""
        words: torch.Tensor = self._words
        return words / words.std()

    def tokenize(self, texts: list[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]

    def states(
        self, ids: torch.Tensor, mask: torch.Tensor, layers: int | None = None
    ) -> tuple[torch.Tensor, ...]:
        hidden = self._norm(self._words[ids] + self._positions[: ids.shape[1]] + self._types[0])
        states = [hidden]
        for layer in self.layers[:layers]:
            hidden = layer(hidden, src_key_padding_mask=~mask)
            states.append(hidden)
        return tuple(states)


class TransformersEncoder:
    """Any encoder that `transformers.AutoModel` can load, from a folder or a hub's model id."""

    def __init__(self, source: str, local: bool) -> None:
        from transformers import AutoModel, AutoTokenizer

        self._tokenizer = AutoTokenizer.from_pretrained(source, local_files_only=local)
        self._model = AutoModel.from_pretrained(source, local_files_only=local).eval()
        self.width = int(self._model.config.hidden_size)
        self.pad_id = int(self._tokenizer.pad_token_id or 0)

    def digest(self) -> str:
        return _digest(self._model.state_dict().values())

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

    Raises `MissingFileError` where `source` looks like a path and is no model folder, `InputError` where
    the hub or the folder's files cannot be read.
    """
    folder = Path(source).expanduser()
    if not folder.is_dir():
        if source.startswith((".", "/", "~")) or source.count("/") > 1:
            raise MissingFileError(f"no model folder at {source!r}; give a folder or a model id")
        try:
            return TransformersEncoder(source, local=False)
        except OSError as error:
            raise InputError(f"cannot load the model {source!r}: {str(error).splitlines()[0]}") from None
    config = folder / "config.json"
    if not config.is_file():
        raise MissingFileError(f"{source!r} holds no config.json; give the folder of a saved encoder")
    if json.loads(config.read_text(encoding="utf-8")).get("model_type") == "bert" and all(
        (folder / name).is_file() for name in ("model.safetensors", "tokenizer.json")
    ):
        return BertEncoder(folder)
    return TransformersEncoder(str(folder), local=True)


def _digest(tensors: Iterable[torch.Tensor]) -> str:
    digest = hashlib.sha256()
    for tensor in tensors:
        digest.update(
            f"{tuple(tensor.shape)}".encode() + tensor.detach().float().contiguous().numpy().tobytes()
        )
    return digest.hexdigest()


def _pair(weights: dict[str, Any], name: str) -> dict[str, Any]:
    return {"weight": weights[f"{name}.weight"], "bias": weights[f"{name}.bias"]}


def _layer(config: dict[str, Any], weights: dict[str, Any], index: int) -> torch.nn.TransformerEncoderLayer:
    """One BERT layer as torch's post-norm encoder layer, which stacks query, key and value."""
    import torch

    layer = torch.nn.TransformerEncoderLayer(
        config["hidden_size"],
        config["num_attention_heads"],
        config["intermediate_size"],
        activation=config["hidden_act"],
        layer_norm_eps=config["layer_norm_eps"],
        batch_first=True,
    )
    names = {
        "self_attn.out_proj": "attention.output.dense",
        "linear1": "intermediate.dense",
        "linear2": "output.dense",
        "norm1": "attention.output.LayerNorm",
        "norm2": "output.LayerNorm",
    }
    prefix = f"encoder.layer.{index}."
    state = {
        f"{ours}.{kind}": weights[f"{prefix}{theirs}.{kind}"]
        for ours, theirs in names.items()
        for kind in ("weight", "bias")
    }
    for kind in ("weight", "bias"):
        parts = [weights[f"{prefix}attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
        state[f"self_attn.in_proj_{kind}"] = torch.cat(parts)
    layer.load_state_dict(state)
    return layer.eval()
