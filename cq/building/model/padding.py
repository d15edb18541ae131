"""Arrays of different lengths as one padded tensor."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch


def padded(arrays: Sequence[npt.NDArray[np.generic]], fill: float = 0) -> torch.Tensor:
    """Stack arrays of equal rank, each padded with `fill` to the greatest length along every axis, at
    least 1.
    """
    size = np.maximum(np.max([array.shape for array in arrays], axis=0), 1)
    out = np.full((len(arrays), *size), fill, dtype=arrays[0].dtype)
    for row, array in zip(out, arrays, strict=True):
        row[tuple(slice(n) for n in array.shape)] = array
    return torch.from_numpy(out)


def padding_mask(lengths: Sequence[int]) -> torch.Tensor:
    """True if a padded row has an element: (rows, max(lengths)), at least 1 wide."""
    return padded([np.ones(length, dtype=bool) for length in lengths])
