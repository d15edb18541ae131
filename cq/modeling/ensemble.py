"""Ensembles of small networks as named tensors: how they are saved and how they come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import torch

Network = TypeVar("Network", bound=torch.nn.Module)
Floats = npt.NDArray[np.float32]


def network_tensors(networks: Sequence[torch.nn.Module]) -> dict[str, Floats]:
    """Every parameter of every network, under its place among them and its name: "0.hidden.weight"."""
    return {
        f"{i}.{name}": value.numpy()
        for i, network in enumerate(networks)
        for name, value in network.state_dict().items()
    }


def restored_networks(
    make: Callable[[], Network], tensors: Mapping[str, npt.NDArray[Any]], count: int
) -> list[Network]:
    """The first `count` networks that `network_tensors` describes, as float32; others' tensors are left.

    Raises `RuntimeError` where the parameters do not fit.
    """
    return [
        restored(
            make,
            {
                name.removeprefix(f"{i}."): torch.from_numpy(array.astype(np.float32))
                for name, array in tensors.items()
                if name.startswith(f"{i}.")
            },
        )
        for i in range(count)
    ]


def restored(make: Callable[[], Network], state: Mapping[str, torch.Tensor]) -> Network:
    """A network with these parameters, ready for use.

    The caller's random state stays as it is. Raises `RuntimeError` where the parameters do not fit.
    """
    with torch.random.fork_rng(devices=[]):
        network = make()
    network.load_state_dict(state, assign=True)
    network.eval()
    return network
