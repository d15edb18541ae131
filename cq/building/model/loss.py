"""The training loss of the building network."""

from __future__ import annotations

import torch
from torch.nn import functional as F

from cq.building.model.network import MASKED_LOGIT, BuildingNetwork
from cq.building.model.plan import plan_loss
from cq.building.model.training_batch import TrainingBatch
from cq.building.model.trajectory import BREAK

PLAN_LOSS_WEIGHT = 0.1


def building_loss(network: BuildingNetwork, batch: TrainingBatch) -> torch.Tensor:
    """The mean over actions of −log P(kind) − log P(any correct cell), plus the weighted plan loss.

    People place equal blocks in an arbitrary order, so the cell of any remaining one is correct.
    """
    history, targets = batch.history, batch.targets
    encoded, memory = network.encode(batch.scene)
    state = network.decode(history, memory).states
    known, kinds = targets.kinds >= 0, targets.kinds.clamp(min=0)
    logits = network.kind_logits(history, encoded, state).transpose(1, 2)
    kind_loss = F.cross_entropy(logits, kinds, reduction="none")
    cells = network.cell_predictions(history, encoded, state, kinds)
    break_loss = -cells.breaks.masked_fill(~targets.breaks, MASKED_LOGIT).logsumexp(-1)
    place_loss = -((cells.places * targets.places).sum(-1) + 1e-6).log()
    cell_loss = torch.where(kinds == BREAK, break_loss, torch.where(kinds > 0, place_loss, 0.0))
    action_loss = ((kind_loss + cell_loss) * known).sum() / known.sum()
    return action_loss + PLAN_LOSS_WEIGHT * plan_loss(encoded.plan, targets, encoded.block_mask)
