"""The transformer layers of the building network."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, DROPOUT = 128, 4, 0.15


class ChannelDropout(nn.Module):
    """Drops the same channels at all positions of an example (Gal and Ghahramani 2016): (b, n, width)."""

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        if not self.training:
            return hidden
        return hidden * F.dropout(hidden.new_ones(len(hidden), 1, hidden.shape[-1]), DROPOUT)


class TransformerLayer(nn.Module):
    """A pre-norm transformer layer: (b, n, width) → the same shape. With `cross_attention`, it also attends
    to a memory.
    """

    def __init__(self, cross_attention: bool = False) -> None:
        super().__init__()
        self.self_norm, self.self_output = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH)
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH)
        self.feed_forward = nn.Sequential(
            nn.LayerNorm(WIDTH),
            nn.Linear(WIDTH, 4 * WIDTH),
            nn.GELU(),
            ChannelDropout(),
            nn.Linear(4 * WIDTH, WIDTH),
        )
        self.dropout = ChannelDropout()
        if cross_attention:
            self.cross_query = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH))
            self.cross_key_value, self.cross_output = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(
        self,
        hidden: torch.Tensor,
        mask: torch.Tensor,
        memory: torch.Tensor | None = None,
        memory_mask: torch.Tensor | None = None,
        before: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The states behind the layer, and the keys and values (b, m, 2 × width) of all positions: those
        `before`, which were computed earlier, and those of `hidden`. `memory` is the output of
        `cross_key_value`.
        """
        query, own = self.query_key_value(self.self_norm(hidden)).split((WIDTH, 2 * WIDTH), -1)
        seen = own if before is None else torch.cat([before, own], 1)
        hidden = hidden + self.dropout(self.self_output(_attention(query, seen, mask)))
        if memory is not None:
            attended = _attention(self.cross_query(hidden), memory, memory_mask)
            hidden = hidden + self.dropout(self.cross_output(attended))
        return hidden + self.dropout(self.feed_forward(hidden)), seen


def _attention(query: torch.Tensor, key_value: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
    parts = (query, *key_value.chunk(2, -1))
    query, key, value = (x.view(*x.shape[:2], HEADS, -1).transpose(1, 2) for x in parts)
    attended = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    return attended.transpose(1, 2).flatten(-2)
