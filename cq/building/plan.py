"""The plan, stage one: how likely a block of each colour is placed at each cell, and how likely each block is
broken (Suhr et al. 2019, "Executing Instructions in Situated Collaborative Interactions", section 4.1,
carried to three dimensions).

The paper's feature maps, kernels made from the instruction, say the same thing of every cell that stands in
the same relation to something. Here each relation is said outright: every block that stands, and the zone
itself, raises the chance of the cells at some steps from it. A cell is to be filled if any of them wants it
(noisy or: Pearl 1988). Where a block cannot go, since the cell is occupied, is known and not learned.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from cq.building.batch import Batch
from cq.world import COLOURS, SHAPE

STEP_WIDTH = 96
UP_TO = SHAPE[0] - 2
BEFORE, AFTER = (2, 5, 5), (UP_TO, 5, 5)
"""Steps (y, x, z) from a block to a cell that it can speak for."""

STEPS = torch.tensor(list(itertools.product(*(range(-b, a + 1) for b, a in zip(BEFORE, AFTER, strict=True)))))
PADDED_SHAPE = tuple(n + b + a for n, b, a in zip(SHAPE, BEFORE, AFTER, strict=True))
RARE = -8.0
"""A log intensity to begin with: nearly all cells are left alone."""

HIGHEST = 4.0
"""A log intensity beyond which a chance is 1 for all purposes."""


@dataclass(frozen=True)
class Plan:
    """`places` (b, COLOURS, cells of the zone): −log(1 − P(a block of that colour is placed there)).
    `breaks` (b, n): log odds that a block is broken, far below 0 where there is none.
    """

    places: torch.Tensor
    breaks: torch.Tensor

    def take(self, rows: list[int], blocks: int) -> Plan:
        """Some rows, by place, none of which has more than some number of blocks."""
        return Plan(self.places[rows], self.breaks[rows, :blocks])

    def left(self, batch: Batch, steps: slice) -> torch.Tensor:
        """How much of it is left to do at some steps, in logs: (b, t, 2 (COLOURS + 1)) expected numbers of
        actions, then the greatest chances, of each colour and of breaking.
        """
        free = ~batch.taken[:, steps]
        places = self.chances()[:, None] * free[:, :, None]
        breaks = (self.breaks.sigmoid()[:, None] * batch.standing[:, steps])[:, :, None]
        each = [figure for part in (places, breaks) for figure in (part.sum(-1), part.amax(-1))]
        return torch.cat(each, -1).clamp(min=1e-4).log()

    def contents(self, batch: Batch) -> torch.Tensor:
        """P(content) of every cell afterwards, 0 air and then the colours: (b, 1 + COLOURS, cells)."""
        any_placed = 1 - (-self.places.sum(1, keepdim=True)).exp()
        placed = any_placed * self.places / self.places.sum(1, keepdim=True)
        after = torch.cat([1 - any_placed, placed], 1)
        # What holds a block is left alone, or broken, and only then may another take its place.
        stays = (1 - self.breaks.sigmoid()) * batch.blocks_there
        y, x, z = batch.blocks.unbind(-1)
        held = ((batch.block_colours * SHAPE[0] + y) * SHAPE[1] + x) * SHAPE[2] + z
        kept = after.new_zeros(len(after), after[0].numel()).scatter_add(1, held, stays).view_as(after)
        return after * (1 - kept.sum(1, keepdim=True)) + kept

    def chances(self) -> torch.Tensor:
        """P(a block of that colour is placed there): (b, COLOURS, cells)."""
        return 1 - (-self.places).exp()


class Planner(nn.Module):
    """What the encoder made of colours (b, COLOURS, width) and blocks (b, n, width) → `Plan`."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.colour, self.block = nn.Linear(width, STEP_WIDTH), nn.Linear(width, STEP_WIDTH)
        self.steps = nn.Linear(STEP_WIDTH, len(STEPS))
        self.height, self.across = nn.Linear(width, SHAPE[0]), nn.Linear(width, SHAPE[1] * SHAPE[2])
        self.breaks = nn.Linear(width, 1)
        for layer in (self.steps, self.height):
            nn.init.constant_(layer.bias, RARE)

    def forward(self, batch: Batch, colours: torch.Tensor, blocks: torch.Tensor) -> Plan:
        pairs = F.gelu(self.colour(colours)[:, :, None] + self.block(blocks)[:, None])
        wanted = self.steps(pairs).clamp(max=HIGHEST).exp() * batch.blocks_there[:, None, :, None]
        cells = _flat(batch.blocks + torch.tensor(BEFORE))[..., None] + _flat(STEPS)
        cells = cells.flatten(1)[:, None].expand(-1, len(COLOURS), -1)
        places = wanted.new_zeros(*cells.shape[:2], int(np.prod(PADDED_SHAPE)))
        places = places.scatter_add(2, cells, wanted.flatten(2))[..., _ZONE]
        of_zone = self.height(colours)[..., :, None] + self.across(colours)[..., None, :]
        places = places + of_zone.flatten(-2).clamp(max=HIGHEST).exp()
        never = -30.0
        return Plan(places, self.breaks(blocks)[..., 0].masked_fill(~batch.blocks_there, never))


def plan_loss(plan: Plan, batch: Batch) -> torch.Tensor:
    """Mean over rows of −log P(what is done to each cell), summed over all cells; of rows that are known to
    their end.
    """
    right = F.one_hot(batch.to_place, len(COLOURS) + 1)[..., 1:].mT > 0
    placed = -torch.log1p(-(-plan.places.clamp(min=1e-6)).exp() + 1e-7)
    of_places = torch.where(right, placed, plan.places).sum((1, 2))
    of_breaks = F.binary_cross_entropy_with_logits(plan.breaks, batch.to_break.float(), reduction="none")
    return (of_places + (of_breaks * batch.blocks_there).sum(1)).mean()


def _flat(cells: torch.Tensor) -> torch.Tensor:
    y, x, z = cells.unbind(-1)
    return (y * PADDED_SHAPE[1] + x) * PADDED_SHAPE[2] + z


_ZONE = _flat(torch.tensor(list(itertools.product(*(range(n) for n in SHAPE)))) + torch.tensor(BEFORE))
