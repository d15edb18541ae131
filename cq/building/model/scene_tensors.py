"""The tensors of instructions and worlds: the input of the network's encoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from cq.building.model.cell_features import cell_features
from cq.building.model.gaze import gaze_feature_names
from cq.building.model.padding import padded, padding_mask
from cq.building.model.trajectory import EncodedExample
from cq.types import Floats
from cq.world import COLOURS, SHAPE

NUM_CELLS = int(np.prod(SHAPE))


@dataclass(frozen=True)
class SceneTensors:
    """The instructions and start worlds of b examples, padded to w tokens and n blocks.

    `tokens` (b, w, width), `token_positions` (b, w), `token_turns` (b, w) and `token_mask` (b, w); `summary`
    (b, `SUMMARY_WIDTH`), the scaled numbers of named colours, of blocks of each colour, and of all blocks;
    `blocks` (b, n, 3) cells, `block_colours` (b, n), `block_recency` (b, n), `block_features`
    (b, n, features) and `block_mask` (b, n); `gaze` (b, NUM_CELLS, gaze features), 0 without a pose.
    """

    SUMMARY_WIDTH: ClassVar[int] = len(COLOURS) + 2

    tokens: torch.Tensor
    token_positions: torch.Tensor
    token_turns: torch.Tensor
    token_mask: torch.Tensor
    summary: torch.Tensor
    blocks: torch.Tensor
    block_colours: torch.Tensor
    block_recency: torch.Tensor
    block_features: torch.Tensor
    block_mask: torch.Tensor
    gaze: torch.Tensor

    @classmethod
    def of(cls, examples: Sequence[EncodedExample]) -> SceneTensors:
        """One batch of examples."""
        blocks = [example.blocks for example in examples]
        pairs = [(example.grid, cells) for example, cells in zip(examples, blocks, strict=True)]
        colours = [grid[tuple(cells.T)].astype(np.int64) for grid, cells in pairs]
        summaries = [_summary(e.num_named, of) for e, of in zip(examples, colours, strict=True)]
        return cls(
            tokens=padded([example.tokens for example in examples]).float(),
            token_positions=padded([example.positions for example in examples]),
            token_turns=padded([_or_zeros(e.turns, e.positions) for e in examples]),
            token_mask=padding_mask([len(example.tokens) for example in examples]),
            summary=torch.stack(summaries),
            blocks=padded(blocks),
            block_colours=padded(colours),
            block_recency=padded(
                [
                    _or_zeros(example.recency, example.grid)[tuple(cells.T)].astype(np.int64)
                    for example, cells in zip(examples, blocks, strict=True)
                ]
            ),
            block_features=padded(
                [cell_features(np.broadcast_to(grid, (len(cells), *SHAPE)), cells) for grid, cells in pairs]
            ),
            block_mask=padding_mask([len(cells) for cells in blocks]),
            gaze=torch.from_numpy(np.stack([_gaze(example) for example in examples])),
        )


def cell_indices(cells: torch.Tensor) -> torch.Tensor:
    """Cells (…, 3) as indices (…,) into the `NUM_CELLS` cells of a flat grid."""
    y, x, z = cells.unbind(-1)
    return (y * SHAPE[1] + x) * SHAPE[2] + z


def one_hot_cells(cells: torch.Tensor) -> torch.Tensor:
    """Cells (…, 3) → one-hot coordinates (…, 9 + 11 + 11)."""
    return torch.cat([F.one_hot(cells[..., i], n) for i, n in enumerate(SHAPE)], -1).float()


def _gaze(example: EncodedExample) -> Floats:
    width = len(gaze_feature_names())
    gaze = np.zeros((*SHAPE, width), dtype=np.float32) if example.gaze is None else example.gaze
    return gaze.reshape(NUM_CELLS, width)


def _or_zeros(
    numbers: npt.NDArray[np.signedinteger] | None, like: npt.NDArray[np.signedinteger]
) -> npt.NDArray[np.signedinteger]:
    return np.zeros_like(like) if numbers is None else numbers


def _summary(num_named: int, colours: npt.NDArray[np.int64]) -> torch.Tensor:
    counts = np.bincount(colours, minlength=len(COLOURS) + 1)[1:]
    values = [num_named / 4, *np.minimum(counts, 9) / 5, len(colours) / 10]
    return torch.tensor(values, dtype=torch.float32)
