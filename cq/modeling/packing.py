"""A network's parameters as small tensors: matrices as int8 with a scale for each row, others as float16."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import torch
from torch import nn

from cq.modeling.artifacts import Tensors

SCALE = ":scale"
"""The end of the name of the scales (rows, 1) of a matrix."""

Network = TypeVar("Network", bound=nn.Module)


def packed(network: nn.Module) -> Tensors:
    """The parameters by name."""
    found: Tensors = {}
    for name, tensor in network.state_dict().items():
        values = tensor.numpy()
        if values.ndim < 2:
            found[name] = values.astype(np.float16)
            continue
        # A float16 times an int8 is exact as float32, so that rounded values are rounded to themselves.
        scale = np.maximum(np.abs(values).max(1, keepdims=True) / 127, 2.0**-14).astype(np.float16)
        whole = np.rint(values / scale.astype(np.float32)).clip(-127, 127)
        found |= {name: whole.astype(np.int8), name + SCALE: scale}
    return found


def unpacked(tensors: Tensors) -> dict[str, torch.Tensor]:
    """The parameters that were packed, rounded."""
    return {
        name: torch.from_numpy(
            tensor.astype(np.float32) * tensors.get(name + SCALE, np.float32(1)).astype(np.float32)
        )
        for name, tensor in tensors.items()
        if not name.endswith(SCALE)
    }


def rounded(network: Network) -> Network:
    """The network with its parameters as they are saved, so that a reloaded one gives equal outputs."""
    network.load_state_dict(unpacked(packed(network)))
    return network
