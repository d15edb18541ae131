"""The plan, stage one: how likely a block of each colour is placed at each cell, and how likely each block is
broken (Suhr et al. 2019, "Executing Instructions in Situated Collaborative Interactions", section 4.1,
carried to three dimensions).

The paper's feature maps, kernels made from the instruction, say the same thing of every cell that stands in
the same relation to something. Here each relation is said outright: every block that stands, and the zone
itself, raises the chance of the cells at some steps from it. A cell is to be filled if any of them wants it
(noisy or: Pearl 1988). Where a block cannot go, since the cell is occupied, is known and not learned.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from cq.building.model.batch import Aims, Scene, Steps
from cq.world import COLOURS, SHAPE

STEP_WIDTH = 96
STEPS = Steps(before=(2, 5, 5), after=(7, 5, 5))
"""From a block to the cells that it can speak for."""

RARE = -8.0
"""A log intensity to begin with: nearly all cells are left alone."""

HIGHEST = 4.0
"""A log intensity beyond which a chance is 1 for all purposes."""

NO_BLOCK = -30.0
"""Log odds that a block is broken which is not there."""


@dataclass(frozen=True)
class Plan:
    """`places` (b, COLOURS, CELLS): −log(1 − P(a block of that colour is placed there)). `breaks` (b, n): log
    odds that a block is broken.
    """

    places: torch.Tensor
    breaks: torch.Tensor

    def chances(self) -> torch.Tensor:
        """P(a block of that colour is placed there): (b, COLOURS, CELLS)."""
        return 1 - (-self.places).exp()

    def left(self, taken: torch.Tensor, standing: torch.Tensor) -> torch.Tensor:
        """How much of it is left to do where some cells (b, t, CELLS) are taken and some blocks (b, t, n)
        stand. In logs, (b, t, 2 (COLOURS + 1)): expected number and greatest chance of placing each colour,
        and the same of breaking.
        """
        places = self.chances()[:, None] * ~taken[:, :, None]
        breaks = (self.breaks.sigmoid()[:, None] * standing)[:, :, None]
        each = [places.sum(-1), places.amax(-1), breaks.sum(-1), breaks.amax(-1)]
        return torch.cat(each, -1).clamp(min=1e-4).log()

    def contents(self, scene: Scene) -> torch.Tensor:
        """P(content) of every cell afterwards, 0 air and then the colours: (b, 1 + COLOURS, CELLS)."""
        any_placed = 1 - (-self.places.sum(1, keepdim=True)).exp()
        placed = any_placed * self.places / self.places.sum(1, keepdim=True)
        after = torch.cat([1 - any_placed, placed], 1)
        # What holds a block is left alone, or broken, and only then may another take its place.
        stays = (1 - self.breaks.sigmoid()) * scene.blocks_there
        y, x, z = scene.blocks.unbind(-1)
        held = ((scene.block_colours * SHAPE[0] + y) * SHAPE[1] + x) * SHAPE[2] + z
        kept = after.new_zeros(len(after), after[0].numel()).scatter_add(1, held, stays).view_as(after)
        return after * (1 - kept.sum(1, keepdim=True)) + kept


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

    def forward(self, scene: Scene, colours: torch.Tensor, blocks: torch.Tensor) -> Plan:
        pairs = F.gelu(self.colour(colours)[:, :, None] + self.block(blocks)[:, None])
        wanted = self.steps(pairs).clamp(max=HIGHEST).exp() * scene.blocks_there[:, None, :, None]
        of_zone = (self.height(colours)[..., :, None] + self.across(colours)[..., None, :]).flatten(-2)
        places = STEPS.gather(scene.blocks, wanted) + of_zone.clamp(max=HIGHEST).exp()
        return Plan(places, self.breaks(blocks)[..., 0].masked_fill(~scene.blocks_there, NO_BLOCK))


def plan_loss(plan: Plan, aims: Aims, there: torch.Tensor) -> torch.Tensor:
    """Mean over examples of −log P(what is done to each cell and each block that is `there`), summed."""
    right = F.one_hot(aims.place, len(COLOURS) + 1)[..., 1:].mT > 0
    placed = -torch.log1p(-(-plan.places.clamp(min=1e-6)).exp() + 1e-7)
    of_places = torch.where(right, placed, plan.places).sum((1, 2))
    of_breaks = F.binary_cross_entropy_with_logits(plan.breaks, aims.broken.float(), reduction="none")
    return (of_places + (of_breaks * there).sum(1)).mean()
