"""The forward pass of a plain BERT (Devlin et al. 2019) over the layers of torch.

The packaged encoder is one. transformers computes the same, but importing its models takes half of the time
of a first call, so it reads only other encoders. Parameters have its names, and calls and results its form,
so that networks on top of an encoder's layers take either.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from cq.files.json_input import read_json


class Bert(nn.Module):
    """Token ids (n, t) → hidden states (n, t, width) of the embedding layer and of each layer above it."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        self.config = SimpleNamespace(**config)
        self.embeddings = _Embeddings(self.config)
        self.encoder = _Layers(self.config)

    @classmethod
    def load(cls, folder: Path) -> Bert:
        """The frozen model of a trusted folder in the form of transformers."""
        config = read_json(folder / "config.json", "settings of an encoder")
        return cls.of(config, load_file(folder / "model.safetensors"))

    @classmethod
    def of(cls, config: dict[str, Any], weights: Mapping[str, Tensor]) -> Bert:
        """The frozen model of some settings and weights. Raises `KeyError` if one is missing."""
        with torch.device("meta"):
            model = cls(config)
        # A file may also have buffers of older versions, and a pooler that no state depends on.
        model.load_state_dict({name: weights[name] for name in model.state_dict()}, assign=True)
        return model.eval().requires_grad_(False)

    def get_input_embeddings(self) -> nn.Module:
        """The table of the word pieces' vectors."""
        return self.embeddings.word_embeddings

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor | None = None,
        position_ids: Tensor | None = None,
        output_hidden_states: bool = True,
        highest: int | None = None,
    ) -> SimpleNamespace:
        """All `hidden_states` up to the layer `highest` (None: the last), and the `last_hidden_state` of
        them. `attention_mask` (n, 1, t, t) is true where the token of a row sees that of a column.
        """
        states = [self.embeddings(input_ids, position_ids)]
        for layer in self.encoder.layer[:highest]:
            states.append(layer(states[-1], attention_mask))
        return SimpleNamespace(last_hidden_state=states[-1], hidden_states=tuple(states))


class _Embeddings(nn.Module):
    def __init__(self, config: Any) -> None:
        super().__init__()
        width = config.hidden_size
        self.word_embeddings = _table(config.vocab_size, width)
        self.position_embeddings = _table(config.max_position_embeddings, width)
        self.token_type_embeddings = _table(config.type_vocab_size, width)
        self.LayerNorm = nn.LayerNorm(width, eps=config.layer_norm_eps)

    def forward(self, input_ids: Tensor, position_ids: Tensor | None = None) -> Tensor:
        if position_ids is None:
            position_ids = torch.arange(input_ids.shape[-1])[None]
        states = self.word_embeddings(input_ids) + self.token_type_embeddings.weight[0]
        normalized: Tensor = self.LayerNorm(states + self.position_embeddings(position_ids))
        return normalized


def _table(rows: int, width: int) -> nn.Embedding:
    # Random numbers that are never computed ("meta") would import torch's compiler, for two seconds.
    table: nn.Embedding = nn.Embedding.from_pretrained(torch.empty(rows, width))  # type: ignore[no-untyped-call]
    return table


class _Layers(nn.Module):
    def __init__(self, config: Any) -> None:
        super().__init__()
        self.layer = nn.ModuleList(_Layer(config) for _ in range(config.num_hidden_layers))


class _Layer(nn.Module):
    """Self-attention and a feed-forward network, each with the sum and the norm behind it."""

    def __init__(self, config: Any) -> None:
        super().__init__()
        self.attention = _Attention(config)
        self.intermediate = _Product(config.hidden_size, config.intermediate_size)
        self.output = _Output(config.intermediate_size, config)

    def forward(self, states: Tensor, mask: Tensor | None = None) -> Tensor:
        states = self.attention.output(self.attention.self(states, mask), states)
        changed: Tensor = self.output(gelu(self.intermediate.dense(states)), states)
        return changed


class _Attention(nn.Module):
    def __init__(self, config: Any) -> None:
        super().__init__()
        self.self = _SelfAttention(config)
        self.output = _Output(config.hidden_size, config)


class _SelfAttention(nn.Module):
    def __init__(self, config: Any) -> None:
        super().__init__()
        width, self.heads = config.hidden_size, config.num_attention_heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.dropout = nn.Dropout(config.attention_probs_dropout_prob)

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        query, key, value = (
            part(states).unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        dropped = self.dropout.p if self.training else 0.0
        return scaled_dot_product_attention(query, key, value, mask, dropped).transpose(1, 2).flatten(2)


class _Product(nn.Module):
    def __init__(self, width_in: int, width: int) -> None:
        super().__init__()
        self.dense = nn.Linear(width_in, width)


class _Output(nn.Module):
    """A product, added to its input, and normalized."""

    def __init__(self, width_in: int, config: Any) -> None:
        super().__init__()
        self.dense = nn.Linear(width_in, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, states: Tensor, before: Tensor) -> Tensor:
        normalized: Tensor = self.LayerNorm(self.dropout(self.dense(states)) + before)
        return normalized
