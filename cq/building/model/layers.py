"""The layers of the building network."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, DROPOUT = 128, 4, 0.15


class Dropout(nn.Module):
    """Leaves out the same channels at all places of a row (Gal and Ghahramani 2016): (b, n, width)."""

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        if not self.training:
            return hidden
        return hidden * F.dropout(hidden.new_ones(len(hidden), 1, hidden.shape[-1]), DROPOUT)


class Layer(nn.Module):
    """A pre-norm transformer layer: (b, n, width) → the same; `reads` adds attention to a memory."""

    def __init__(self, reads: bool = False) -> None:
        super().__init__()
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH)
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH)
        self.feed = nn.Sequential(
            nn.LayerNorm(WIDTH),
            nn.Linear(WIDTH, 4 * WIDTH),
            nn.GELU(),
            Dropout(),
            nn.Linear(4 * WIDTH, WIDTH),
        )
        self.drop = Dropout()
        if reads:
            self.read_query = nn.Sequential(nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH))
            self.read_key_value, self.read_out = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(
        self,
        hidden: torch.Tensor,
        mask: torch.Tensor,
        memory: torch.Tensor | None = None,
        memory_mask: torch.Tensor | None = None,
    ) -> torch.Tensor:
        query, key, value = self.query_key_value(self.norm(hidden)).chunk(3, -1)
        hidden = hidden + self.drop(self.out(self._attend(query, key, value, mask)))
        if memory is not None:
            key, value = self.read_key_value(memory).chunk(2, -1)
            read = self._attend(self.read_query(hidden), key, value, memory_mask)
            hidden = hidden + self.drop(self.read_out(read))
        out: torch.Tensor = hidden + self.drop(self.feed(hidden))
        return out

    def _attend(
        self, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor | None
    ) -> torch.Tensor:
        query, key, value = (x.view(*x.shape[:2], HEADS, -1).transpose(1, 2) for x in (query, key, value))
        joined = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        return joined.transpose(1, 2).flatten(-2)
