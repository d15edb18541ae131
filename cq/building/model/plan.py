"""The plan, stage one: the probability that a block of each colour is placed at each cell, and that each
block is broken (Suhr et al. 2019, "Executing Instructions in Situated Collaborative Interactions", section
4.1, in three dimensions).

The paper filters feature maps with kernels made from the instruction, which treats all cells in the same
relation to something alike. Here each relation is explicit: every block, and the zone itself, raises the
probability of the cells at some offsets from it. A cell is filled if any of these sources wants it (noisy or,
Pearl 1988). That a block cannot go to an occupied cell is a rule here and needs no learning.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

from cq.building.model.relative_offsets import RelativeOffsets
from cq.building.model.scene_tensors import SceneTensors, cell_indices
from cq.building.model.training_batch import Targets
from cq.world import COLOURS, SHAPE

OFFSET_WIDTH = 96
PLAN_OFFSETS = RelativeOffsets(before=(2, 5, 5), after=(7, 5, 5))
"""Offsets from a block to the cells whose probability it can raise."""

INITIAL_LOG_INTENSITY = -8.0
"""Most cells stay as they are, so training starts from a low intensity."""

MAX_LOG_INTENSITY = 4.0
"""Beyond it, a probability is 1 for all purposes."""

ABSENT_BLOCK_LOGIT = -30.0
"""The log odds that a padding block is broken."""


@dataclass(frozen=True)
class Plan:
    """`place_intensities` (b, COLOURS, NUM_CELLS): −log(1 − P(a block of that colour is placed there)).
    `break_logits` (b, n): the log odds that a block is broken.
    """

    place_intensities: torch.Tensor
    break_logits: torch.Tensor

    def place_probabilities(self) -> torch.Tensor:
        """P(a block of that colour is placed there): (b, COLOURS, NUM_CELLS)."""
        return 1 - (-self.place_intensities).exp()

    def remaining(self, occupied: torch.Tensor, standing: torch.Tensor) -> torch.Tensor:
        """How much of the plan remains, given the cells `occupied` (b, t, NUM_CELLS) and the blocks
        `standing` (b, t, n).

        Logarithms (b, t, 2 (COLOURS + 1)) of the expected number and the greatest probability of placements
        of each colour, then of breaks.
        """
        places = self.place_probabilities()[:, None] * ~occupied[:, :, None]
        breaks = (self.break_logits.sigmoid()[:, None] * standing)[:, :, None]
        parts = [places.sum(-1), places.amax(-1), breaks.sum(-1), breaks.amax(-1)]
        return torch.cat(parts, -1).clamp(min=1e-4).log()

    def contents(self, scene: SceneTensors) -> torch.Tensor:
        """P(content) of each cell after the build, 0 air, then the colours: (b, 1 + COLOURS, NUM_CELLS)."""
        total = self.place_intensities.sum(1, keepdim=True)
        any_placed = 1 - (-total).exp()
        placed = any_placed * self.place_intensities / total
        after = torch.cat([1 - any_placed, placed], 1)
        # A block stays unless it is broken, and only a broken block makes room for another.
        stays = (1 - self.break_logits.sigmoid()) * scene.block_mask
        content = scene.block_colours * (SHAPE[0] * SHAPE[1] * SHAPE[2]) + cell_indices(scene.blocks)
        kept = after.new_zeros(len(after), after[0].numel()).scatter_add(1, content, stays).view_as(after)
        return after * (1 - kept.sum(1, keepdim=True)) + kept


class Planner(nn.Module):
    """Encoder states of the colours (b, COLOURS, width) and of the blocks (b, n, width) → `Plan`."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.colour_projection = nn.Linear(width, OFFSET_WIDTH)
        self.block_projection = nn.Linear(width, OFFSET_WIDTH)
        self.offset_head = nn.Linear(OFFSET_WIDTH, len(PLAN_OFFSETS))
        self.height_head = nn.Linear(width, SHAPE[0])
        self.ground_head = nn.Linear(width, SHAPE[1] * SHAPE[2])
        self.break_head = nn.Linear(width, 1)
        for layer in (self.offset_head, self.height_head):
            nn.init.constant_(layer.bias, INITIAL_LOG_INTENSITY)

    def forward(self, scene: SceneTensors, colours: torch.Tensor, blocks: torch.Tensor) -> Plan:
        pairs = F.gelu(self.colour_projection(colours)[:, :, None] + self.block_projection(blocks)[:, None])
        by_block = self.offset_head(pairs).clamp(max=MAX_LOG_INTENSITY).exp()
        by_block = by_block * scene.block_mask[:, None, :, None]
        by_zone = self.height_head(colours)[..., :, None] + self.ground_head(colours)[..., None, :]
        by_zone = by_zone.flatten(-2).clamp(max=MAX_LOG_INTENSITY).exp()
        intensities = PLAN_OFFSETS.sum_by_cell(scene.blocks, by_block) + by_zone
        break_logits = self.break_head(blocks)[..., 0]
        return Plan(intensities, break_logits.masked_fill(~scene.block_mask, ABSENT_BLOCK_LOGIT))


def plan_loss(plan: Plan, targets: Targets, block_mask: torch.Tensor) -> torch.Tensor:
    """The mean over examples of −log P of the correct plan, summed over all cells and blocks."""
    correct = F.one_hot(targets.placed, len(COLOURS) + 1)[..., 1:].mT > 0
    placed = -torch.log1p(-(-plan.place_intensities.clamp(min=1e-6)).exp() + 1e-7)
    place_loss = torch.where(correct, placed, plan.place_intensities).sum((1, 2))
    broken = targets.broken.float()
    break_loss = F.binary_cross_entropy_with_logits(plan.break_logits, broken, reduction="none")
    return (place_loss + (break_loss * block_mask).sum(1)).mean()
