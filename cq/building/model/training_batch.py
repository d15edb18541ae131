"""Training batches: examples, their demonstrated actions, and the targets after each action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from cq.building.model.action_history import ActionHistory
from cq.building.model.padding import padded
from cq.building.model.scene_tensors import NUM_CELLS, SceneTensors
from cq.building.model.trajectory import BREAK, MAX_ACTIONS, STOP, EncodedExample, Trajectory
from cq.world import SHAPE


@dataclass(frozen=True)
class Targets:
    """The network's targets.

    For the plan: `placed` (b, NUM_CELLS), the colour to place in each cell, 0 for none, and `broken` (b, n),
    whether to break each block. For the next action after each number of actions: its `kinds` (b, t), −1
    beyond the end, and all correct cells, as `places` (b, t, NUM_CELLS) or `breaks` (b, t, n).
    """

    placed: torch.Tensor
    broken: torch.Tensor
    kinds: torch.Tensor
    places: torch.Tensor
    breaks: torch.Tensor


@dataclass(frozen=True)
class TrainingBatch:
    """b examples with their first `MAX_ACTIONS` demonstrated actions, and the targets after each."""

    scene: SceneTensors
    history: ActionHistory
    targets: Targets

    @classmethod
    def of(cls, examples: Sequence[EncodedExample]) -> TrainingBatch:
        """One batch of examples with known actions."""
        trajectories = [
            Trajectory(example.grid).after_all(example.actions[:MAX_ACTIONS]) for example in examples
        ]
        targets = [_targets(example) for example in examples]
        return cls(
            SceneTensors.of(examples),
            ActionHistory.of(trajectories),
            Targets(
                **{
                    name: padded([target[name] for target in targets], fill=-1 if name == "kinds" else 0)
                    for name in targets[0]
                }
            ),
        )


def _targets(example: EncodedExample) -> dict[str, npt.NDArray[Any]]:
    """The `Targets` of one example. The order of equal blocks is arbitrary: the cells of all remaining
    actions of the next one's kind are correct.
    """
    count, blocks = len(example.actions), np.flatnonzero(example.grid)
    target = np.array(example.grid)
    for action in example.actions:
        target[action.cell] = action.colour
    changed = (target != example.grid).ravel()
    kinds = np.array([*(action.kind for action in example.actions), STOP])
    cells = np.array([np.ravel_multi_index(action.cell, SHAPE) for action in example.actions], dtype=np.int64)
    correct = np.zeros((count + 1, NUM_CELLS), dtype=bool)
    times, nexts = np.nonzero(np.triu(kinds[:, None] == kinds[None, :count]))
    correct[times, cells[nexts]] = True
    breaks, known = (kinds == BREAK)[:, None], slice(MAX_ACTIONS + 1)
    return {
        "placed": np.where(changed, target.ravel(), 0).astype(np.int64),
        "broken": changed[blocks],
        "kinds": kinds[known],
        "places": (correct & ~breaks)[known],
        "breaks": (correct[:, blocks] & breaks)[known],
    }
