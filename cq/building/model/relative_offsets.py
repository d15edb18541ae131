"""Offsets from blocks to nearby cells, and the sum of what all blocks predict for each cell."""

from __future__ import annotations

import itertools

import numpy as np
import torch

from cq.world import SHAPE
from cq.world.directions import Offset


class RelativeOffsets:
    """All offsets (y, x, z) from −`before` to `after` along each axis.

    Sums are taken in a zone padded by margins, so that an offset that leaves the zone on one side does not
    enter it again on the other.
    """

    def __init__(self, before: Offset, after: Offset) -> None:
        ranges = [range(-b, a + 1) for b, a in zip(before, after, strict=True)]
        self._before = torch.tensor(before)
        self._shape = tuple(n + b + a for n, b, a in zip(SHAPE, before, after, strict=True))
        self._offsets = self._flat(torch.tensor(list(itertools.product(*ranges))))
        zone = torch.tensor(list(itertools.product(*(range(n) for n in SHAPE))))
        self._zone = self._flat(zone + self._before)

    def __len__(self) -> int:
        return len(self._offsets)

    def sum_by_cell(self, sources: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        """Sum `values` (b, k, m, offsets), given per offset from each of the cells `sources` (b, m, 3), over
        all sources for each cell: (b, k, NUM_CELLS).
        """
        b, k = values.shape[:2]
        cells = (self._flat(sources + self._before)[..., None] + self._offsets).flatten(1)
        sums = values.new_zeros(b, k, int(np.prod(self._shape)))
        return sums.scatter_add(2, cells[:, None].expand(-1, k, -1), values.flatten(2))[..., self._zone]

    def _flat(self, cells: torch.Tensor) -> torch.Tensor:
        y, x, z = cells.unbind(-1)
        return (y * self._shape[1] + x) * self._shape[2] + z
