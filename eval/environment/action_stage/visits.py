"""Stage one's two distributions over columns: those that the body visits, and those that it cannot pass.

A U-Net (Ronneberger et al. 2015) over the columns reads what is to be placed and broken, the blocks, and
where the body begins. The instruction itself is not read again: it is in the contents that are wanted. One
output learns the oracle's visits, one those of recorded builders, one the columns that are closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from cq.env.physics import MARGIN
from cq.modeling.trainer import TrainingConfig, train_network
from cq.world.grid import HEIGHT
from eval.environment.action_stage.distributions import COLUMNS, Distributions, Floats, certain, column
from eval.environment.action_stage.trajectories import RecordedWalk, Walk

WIDTH = 48
INPUTS = 3 * HEIGHT + 2
ORACLE, RECORDED, NO_PASS = range(3)
CONFIG = TrainingConfig(epochs=8, batch_size=32, learning_rate=2e-3, weight_decay=0.01)


class ColumnNetwork(nn.Module):
    """Maps (b, INPUTS, 15, 15) → log odds (b, 3, 15, 15) of `ORACLE`, `RECORDED` and `NO_PASS`."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(INPUTS, WIDTH, 3, padding=1)
        self.down = nn.ModuleList(nn.Conv2d(WIDTH, WIDTH, 3, stride=2, padding=1) for _ in range(2))
        self.up = nn.ModuleList(nn.Conv2d(2 * WIDTH, WIDTH, 3, padding=1) for _ in range(2))
        self.last = nn.Conv2d(WIDTH + INPUTS, 3, 1)

    def forward(self, maps: torch.Tensor) -> torch.Tensor:
        levels = [F.gelu(self.first(maps))]
        for conv in self.down:
            levels.append(F.gelu(conv(levels[-1])))
        hidden = levels.pop()
        for conv in self.up:
            below = levels.pop()
            hidden = F.gelu(conv(torch.cat([F.interpolate(hidden, below.shape[2:]), below], 1)))
        logits: torch.Tensor = self.last(torch.cat([hidden, maps], 1))
        return logits


@dataclass(frozen=True)
class ColumnExample:
    """Inputs (INPUTS, 15, 15), targets (3, 15, 15), and which of the three outputs they are for."""

    maps: Floats
    targets: Floats
    known: tuple[bool, bool, bool]


def column_maps(contents: Floats, grid: npt.NDArray[np.integer], position: tuple[float, float]) -> Floats:
    """The inputs (INPUTS, 15, 15): on each level what is to be placed, to be broken, and stands; where the
    body begins, at (x, z); and which columns are in the zone.
    """
    nothing = np.zeros((COLUMNS, COLUMNS), dtype=np.float32)
    wanted = Distributions(contents, nothing, nothing)
    in_zone = np.concatenate([wanted.places(grid).sum(axis=0), wanted.breaks(grid), grid != 0])
    here, zone = nothing.copy(), nothing.copy()
    here[column(position[0]), column(position[1])] = 1
    zone[MARGIN:-MARGIN, MARGIN:-MARGIN] = 1
    padded = np.pad(in_zone, ((0, 0), (MARGIN, MARGIN), (MARGIN, MARGIN)))
    return np.concatenate([padded, here[None], zone[None]]).astype(np.float32)


def of_oracle(walk: Walk) -> ColumnExample:
    """The oracle's visits, and the columns that were closed."""
    x, _, z = walk.body.position
    maps = column_maps(certain(walk.target), walk.body.grid, (x, z))
    targets = np.stack([walk.visits, np.zeros_like(walk.visits), walk.no_pass])
    return ColumnExample(maps, targets, (True, False, True))


def of_recorded(walk: RecordedWalk) -> ColumnExample:
    """A recorded builder's visits."""
    maps = column_maps(certain(walk.target), walk.start, walk.position)
    nothing = np.zeros_like(walk.visits)
    return ColumnExample(maps, np.stack([nothing, walk.visits, nothing]), (False, True, False))


def train_columns(examples: Sequence[ColumnExample], seed: int = 0) -> ColumnNetwork:
    """A network trained on all examples."""
    maps = torch.from_numpy(np.stack([one.maps for one in examples]))
    targets = torch.from_numpy(np.stack([one.targets for one in examples]))
    known = torch.tensor([one.known for one in examples]).float()[..., None, None]

    def loss(network: ColumnNetwork, rows: torch.Tensor) -> torch.Tensor:
        each = F.binary_cross_entropy_with_logits(network(maps[rows]), targets[rows], reduction="none")
        return (each * known[rows]).sum() / len(rows)

    return train_network(ColumnNetwork, loss, len(examples), CONFIG, seed)


def predict_columns(network: ColumnNetwork, maps: Sequence[Floats]) -> Floats:
    """Probabilities (n, 3, 15, 15) of inputs."""
    with torch.inference_mode():
        batches = torch.split(torch.from_numpy(np.stack(maps)), 256)
        return np.asarray(torch.cat([network(batch).sigmoid() for batch in batches]).numpy())


def distributions(
    network: ColumnNetwork,
    contents: Sequence[Floats],
    grids: Sequence[npt.NDArray[np.integer]],
    positions: Sequence[tuple[float, float]],
) -> list[Distributions]:
    """The four distributions of some instructions, of which stage one has predicted the contents."""
    maps = [column_maps(*each) for each in zip(contents, grids, positions, strict=True)]
    columns = predict_columns(network, maps)
    return [
        Distributions(wanted, of[ORACLE], of[NO_PASS]) for wanted, of in zip(contents, columns, strict=True)
    ]
