"""Training batches: examples, their demonstrated actions, and the targets after each action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from cq.building.model.action_history import ActionHistory
from cq.building.model.padding import padded
from cq.building.model.scene_tensors import SceneTensors
from cq.building.model.trajectory import BREAK, MAX_ACTIONS, STOP, EncodedExample, Trajectory
from cq.world import SHAPE


@dataclass(frozen=True)
class Targets:
    """What the network should predict.

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
        trajectories = [Trajectory(one.grid).after_all(one.actions[:MAX_ACTIONS]) for one in examples]
        targets = [_ExampleTargets(example) for example in examples]
        return cls(
            SceneTensors.of(examples),
            ActionHistory.of(trajectories),
            Targets(
                placed=padded([one.placed for one in targets]),
                broken=padded([one.broken for one in targets]),
                kinds=padded([one.kinds for one in targets], fill=-1),
                places=padded([one.places for one in targets]),
                breaks=padded([one.breaks for one in targets]),
            ),
        )


class _ExampleTargets:
    """The `Targets` of one example as arrays."""

    def __init__(self, example: EncodedExample) -> None:
        blocks = tuple(example.blocks.T)
        length = min(len(example.actions), MAX_ACTIONS) + 1
        target = np.array(example.grid)
        for action in example.actions:
            target[action.cell] = action.colour
        changed = target != example.grid
        self.placed = np.where(changed, target, 0).ravel().astype(np.int64)
        self.broken = changed[blocks]
        self.kinds = np.array([*(action.kind for action in example.actions), STOP])[:length]
        correct = [_correct_cells(example, t) for t in range(length)]
        breaks = self.kinds == BREAK
        self.places = np.stack([cells.ravel() & ~br for cells, br in zip(correct, breaks, strict=True)])
        self.breaks = np.stack([cells[blocks] & br for cells, br in zip(correct, breaks, strict=True)])


def _correct_cells(example: EncodedExample, t: int) -> npt.NDArray[np.bool_]:
    """The cells (9, 11, 11) of all remaining actions of the kind that follows after t actions: the order of
    equal blocks is arbitrary.
    """
    cells = np.zeros(SHAPE, dtype=bool)
    for action in example.actions[t:]:
        if action.kind == example.actions[t].kind:
            cells[action.cell] = True
    return cells
