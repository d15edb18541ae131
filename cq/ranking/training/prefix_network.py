"""The cross-encoder of `cq.ranking.cross_encoder.shared_prefix` for training: the same, with dropout."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from copy import deepcopy
from typing import cast

import torch
from torch import nn
from torch.nn import functional as F

from cq.encoder.bert import BertEncoder, layer_tensors
from cq.encoder.packed import Packing, attend
from cq.modeling.checkpoints import State
from cq.ranking.cross_encoder.pairs import Pair
from cq.ranking.cross_encoder.shared_prefix import PrefixTokens


class PrefixNetwork(nn.Module):
    """n pairs of texts → logits (n,). Embeddings and the first `frozen` layers stay those of the encoder, and
    have no dropout; they are no parameters of it.
    """

    def __init__(self, encoder: BertEncoder, frozen: int, dropout: float) -> None:
        super().__init__()
        self._encoder, self._frozen, self._dropout = encoder, frozen, dropout
        self.layers = nn.ModuleList(deepcopy(encoder.layers[frozen:]))
        self.head = nn.Linear(encoder.width, 1)

    def forward(self, pairs: Sequence[Pair]) -> torch.Tensor:
        tokens = PrefixTokens(self._encoder, pairs)
        packing = tokens.packing()
        words, positions, types, norm = self._encoder.embeddings()
        ids = torch.tensor([token for text in tokens.ids for token in text])
        with torch.no_grad():
            hidden = norm(words[ids] + positions[packing.positions] + types[0])
        lower = self._encoder.layers[: self._frozen]
        for layer, frozen in [*((one, True) for one in lower), *((one, False) for one in self.layers)]:
            dropout = self._dropout if self.training and not frozen else 0.0
            with torch.no_grad() if frozen else nullcontext():
                hidden = _layer(cast(nn.TransformerEncoderLayer, layer), hidden, packing, dropout)
        logits: torch.Tensor = self.head(tokens.means(hidden.float(), packing))[:, 0]
        return logits

    def delta(self) -> State:
        """What was trained, by the names of `CrossEncoder.from_delta`."""
        trained = {f"head.{name}": value for name, value in self.head.state_dict().items()}
        for i, layer in enumerate(self.layers, start=self._frozen):
            trained |= layer_tensors(layer.state_dict(), i)
        return {name: value.detach().clone() for name, value in trained.items()}


def _layer(
    layer: nn.TransformerEncoderLayer, hidden: torch.Tensor, packing: Packing, dropout: float
) -> torch.Tensor:
    """Hidden states (t, width) of all tokens after a layer: as `cq.encoder.packed.PackedLayer`, but with
    gradients and dropout.
    """
    attention = layer.self_attn
    assert attention.in_proj_weight is not None
    projected = F.linear(hidden, attention.in_proj_weight, attention.in_proj_bias)
    attended = attention.out_proj(attend(projected, packing, attention.num_heads, dropout))
    hidden = layer.norm1(hidden + F.dropout(attended, dropout))
    inner = layer.linear2(layer.activation(layer.linear1(hidden)))
    normalized: torch.Tensor = layer.norm2(hidden + F.dropout(inner, dropout))
    return normalized
