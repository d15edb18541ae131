"""A BERT on torch's own transformer layers.

Importing transformers takes about three seconds, more than the rest of a first call. The hidden states equal
those of transformers (tested).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.modeling.fingerprint import fingerprint

if TYPE_CHECKING:
    import torch

    from cq.encoder.packed import PackedBert

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
        from tokenizers import Tokenizer

        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.config: dict[str, Any] = config
        self.width, self.pad_id = config["hidden_size"], config.get("pad_token_id", 0)
        self.depth: int = config["num_hidden_layers"]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # The file asks for padding to a fixed length; batches here are padded to their longest text.
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._file = folder / "model.safetensors"
        self._packed: dict[torch.dtype, PackedBert] = {}
        self.shapes = self._read_shapes()
        for i in range(self.depth):
            for name, shape in layer_shapes(config, i).items():
                if self.shapes.get(name) != shape:
                    raise RuntimeError(f"{name} has the shape {self.shapes.get(name)}, not {shape}")
        weights = self._weights("embeddings.")
        self._words, self._positions, self._types = (
            weights[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position", "token_type")
        )
        self.max_tokens = len(self._positions)
        self._norm = torch.nn.LayerNorm(self.width, eps=config["layer_norm_eps"])
        self._norm.load_state_dict(_pair(weights, "embeddings.LayerNorm"))

    @cached_property
    def layers(self) -> list[torch.nn.TransformerEncoderLayer]:
        """All layers, at single precision."""
        return [self.layer(i) for i in range(self.depth)]

    def layer(self, index: int) -> torch.nn.TransformerEncoderLayer:
        """One layer, read anew: whoever only needs it for a moment does not keep all of them in memory."""
        return bert_layer(self.config, self._weights(f"{LAYER_PREFIX}{index}."), index)

    def _weights(self, prefix: str) -> dict[str, torch.Tensor]:
        """The parameters in the file whose names begin so, at single precision."""
        from safetensors import safe_open

        with safe_open(self._file, framework="pt") as file:
            return {
                name.removeprefix("bert."): file.get_tensor(name).float()
                for name in file.keys()  # noqa: SIM118
                if name.removeprefix("bert.").startswith(prefix)
            }

    def _read_shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the parameters of embeddings and layers by name, from the file's header."""
        from safetensors import safe_open

        with safe_open(self._file, framework="pt") as file:
            return {
                name.removeprefix("bert."): tuple(file.get_slice(name).get_shape())
                for name in file.keys()  # noqa: SIM118
                if name.removeprefix("bert.").startswith(("embeddings.", LAYER_PREFIX))
            }

    def embeddings(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.nn.LayerNorm]:
        """The tables of tokens, positions and token types, (ids, width) each, and their norm."""
        return self._words, self._positions, self._types, self._norm

    def packed(self, dtype: torch.dtype) -> PackedBert:
        """The same for inference, made on first use, see `cq.encoder.packed`."""
        from cq.encoder.packed import PackedBert

        if dtype not in self._packed:
            # Two threads at once make two equal ones; a lock would hang the child of a fork.
            *tables, norm = self.embeddings()
            self._packed[dtype] = PackedBert.of(tables, norm, map(self.layer, range(self.depth)), dtype)
        return self._packed[dtype]

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


def layer_shapes(config: dict[str, Any], index: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the parameters of one layer, by their names in a BERT."""
    width, inner = config["hidden_size"], config["intermediate_size"]
    weights = {f"attention.self.{part}": (width, width) for part in PROJECTIONS} | {
        LAYER_PARTS["self_attn.out_proj"]: (width, width),
        LAYER_PARTS["linear1"]: (inner, width),
        LAYER_PARTS["linear2"]: (width, inner),
        LAYER_PARTS["norm1"]: (width,),
        LAYER_PARTS["norm2"]: (width,),
    }
    shapes: dict[str, tuple[int, ...]] = {}
    for part, shape in weights.items():
        prefix = f"{LAYER_PREFIX}{index}.{part}"
        shapes |= {f"{prefix}.weight": shape, f"{prefix}.bias": shape[:1]}
    return shapes


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
