"""A BERT on torch's own transformer layers.

Importing transformers takes about three seconds, more than the rest of a first call. The hidden states equal
those of transformers (tested).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.modeling.fingerprint import fingerprint

if TYPE_CHECKING:
    import torch

LAYER_PREFIX = "encoder.layer."
"""Of the names of a layer's parameters; its index follows."""

LAYER_PARTS = {
    "self_attn.out_proj": "attention.output.dense",
    "linear1": "intermediate.dense",
    "linear2": "output.dense",
    "norm1": "attention.output.LayerNorm",
    "norm2": "output.LayerNorm",
}
"""Parts of torch's encoder layer, and their names in a BERT."""

PROJECTIONS = ("query", "key", "value")
"""Of the attention. Torch stacks them."""

PARAMETERS = ("weight", "bias")


class BertEncoder:
    """A BERT (Devlin et al. 2019) read from its Hugging Face folder into `torch.nn` layers."""

    def __init__(self, folder: Path) -> None:
        import torch
        from safetensors.torch import load_file
        from tokenizers import Tokenizer

        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.config: dict[str, Any] = config
        self.width, self.pad_id = config["hidden_size"], config.get("pad_token_id", 0)
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # The file asks for padding to a fixed length; batches here are padded to their longest text.
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        weights = {
            name.removeprefix("bert."): tensor.float()
            for name, tensor in load_file(folder / "model.safetensors").items()
        }
        self._words, self._positions, self._types = (
            weights[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position", "token_type")
        )
        self.max_tokens = len(self._positions)
        self._norm = torch.nn.LayerNorm(self.width, eps=config["layer_norm_eps"])
        self._norm.load_state_dict(_pair(weights, "embeddings.LayerNorm"))
        self.layers = [bert_layer(config, weights, i) for i in range(config["num_hidden_layers"])]
        self.depth = len(self.layers)

    def embeddings(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.nn.LayerNorm]:
        """The tables of tokens, positions and token types, (ids, width) each, and their norm."""
        return self._words, self._positions, self._types, self._norm

    def tokenizer_json(self) -> str:
        """The tokenizer as the text of its file, without padding and truncation."""
        text: str = self._tokenizer.to_str()
        return text

    def digest(self) -> str:
        return fingerprint(self._words, self._positions, self._types, self._norm, self.layers)

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


def _pair(weights: dict[str, Any], name: str) -> dict[str, Any]:
    return {"weight": weights[f"{name}.weight"], "bias": weights[f"{name}.bias"]}


def bert_layer(
    config: dict[str, Any], weights: dict[str, Any], index: int
) -> torch.nn.TransformerEncoderLayer:
    """One BERT layer as torch's post-norm encoder layer, which stacks query, key and value."""
    import torch

    # The caller's random state stays as it is. A meta device would also work, but loads slowly.
    with torch.random.fork_rng(devices=[]):
        layer = torch.nn.TransformerEncoderLayer(
            config["hidden_size"],
            config["num_attention_heads"],
            config["intermediate_size"],
            activation=config["hidden_act"],
            layer_norm_eps=config["layer_norm_eps"],
            batch_first=True,
        )
    prefix = f"{LAYER_PREFIX}{index}."
    state = {
        f"{ours}.{kind}": weights[f"{prefix}{theirs}.{kind}"]
        for ours, theirs in LAYER_PARTS.items()
        for kind in PARAMETERS
    }
    for kind in PARAMETERS:
        parts = [weights[f"{prefix}attention.self.{part}.{kind}"] for part in PROJECTIONS]
        state[f"self_attn.in_proj_{kind}"] = torch.cat(parts)
    layer.load_state_dict(state, assign=True)
    return layer.eval()


def layer_tensors(state: Mapping[str, torch.Tensor], index: int) -> dict[str, torch.Tensor]:
    """The inverse of `bert_layer`: the parameters of torch's layer under their names in a BERT."""
    prefix = f"{LAYER_PREFIX}{index}."
    named = {
        f"{prefix}{theirs}.{kind}": state[f"{ours}.{kind}"]
        for ours, theirs in LAYER_PARTS.items()
        for kind in PARAMETERS
    }
    for kind in PARAMETERS:
        parts = state[f"self_attn.in_proj_{kind}"].chunk(len(PROJECTIONS))
        for projection, part in zip(PROJECTIONS, parts, strict=True):
            named[f"{prefix}attention.self.{projection}.{kind}"] = part
    return named
