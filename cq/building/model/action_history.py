"""The tensors of the actions taken so far: the input of the network's decoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from cq.building.model.padding import padded, padding_mask
from cq.building.model.trajectory import Trajectory, features_of


@dataclass(frozen=True)
class ActionHistory:
    """u trajectories after each number of actions t, from 0.

    The last action's `kinds` (u, t), `cells` and `displacements` (u, t, 3), and `features`
    (u, t, features); the cells `occupied` (u, t, NUM_CELLS). `mask` (u, t) is false beyond a trajectory's
    end.
    """

    kinds: torch.Tensor
    cells: torch.Tensor
    displacements: torch.Tensor
    features: torch.Tensor
    occupied: torch.Tensor
    mask: torch.Tensor

    @classmethod
    def of(cls, trajectories: Sequence[Trajectory]) -> ActionHistory:
        """One batch of trajectories."""
        return cls(
            kinds=padded([np.array(trajectory.kinds) for trajectory in trajectories]),
            cells=padded([np.array(trajectory.cells) for trajectory in trajectories]),
            displacements=padded([np.array(trajectory.displacements) for trajectory in trajectories]),
            features=padded(features_of(trajectories)),
            occupied=padded(
                [
                    (np.stack(trajectory.grids) > 0).reshape(len(trajectory.grids), -1)
                    for trajectory in trajectories
                ],
                fill=True,
            ),
            mask=padding_mask([len(trajectory.kinds) for trajectory in trajectories]),
        )

    def take(self, rows: Sequence[int]) -> ActionHistory:
        """The trajectories at some indices."""
        tensors = (self.kinds, self.cells, self.displacements, self.features, self.occupied, self.mask)
        return ActionHistory(*(tensor[list(rows)] for tensor in tensors))
