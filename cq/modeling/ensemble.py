"""An ensemble of small networks over standardized features, and how networks are saved as named tensors.

The outputs of networks trained from different seeds are averaged (Lakshminarayanan et al. 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
import torch

from cq.types import Floats

Network = TypeVar("Network", bound=torch.nn.Module)

STANDARDIZER = ("mean", "scale", "weight")


@dataclass(frozen=True)
class Standardizer:
    """x → (x − mean) × scale, clipped to ±`clip`, × weight. `mean`, `scale` and `weight` are (d,)."""

    mean: Floats
    scale: Floats
    weight: Floats
    clip: float

    @classmethod
    def fit(cls, x: Floats, weight: Floats, clip: float, epsilon: float) -> Standardizer:
        """From examples x (n, d); `epsilon` is added to each spread."""
        scale = 1 / (x.std(0) + epsilon)
        return cls(x.mean(0).astype(np.float32), scale.astype(np.float32), weight, clip)

    def __call__(self, x: Floats) -> torch.Tensor:
        """Standardized x (…, d), float32."""
        scaled = np.clip((x - self.mean) * self.scale, -self.clip, self.clip) * self.weight
        return torch.from_numpy(scaled.astype(np.float32))


@dataclass(frozen=True)
class Ensemble(Generic[Network]):
    """Networks of one kind over features that the `standardizer` prepares."""

    standardizer: Standardizer
    networks: Sequence[Network]

    def __call__(self, x: Floats) -> npt.NDArray[np.float64]:
        """Mean output of the networks for x (n, d): float64 (n, …)."""
        features = self.standardizer(x)
        with torch.inference_mode():
            outputs = [network(features) for network in self.networks]
        return np.asarray(torch.stack(outputs).double().mean(0).numpy())

    def tensors(self) -> dict[str, Floats]:
        """All parameters by name, for saving."""
        of_features = {f"features.{name}": getattr(self.standardizer, name) for name in STANDARDIZER}
        return of_features | network_tensors(self.networks)

    @classmethod
    def from_tensors(
        cls,
        tensors: Mapping[str, npt.NDArray[Any]],
        create: Callable[[int], Network],
        clip: float,
        count: int,
    ) -> Ensemble[Network]:
        """The ensemble of `count` networks that `tensors()` describes. `create` makes a network from the
        number of its features.

        Raises `RuntimeError` or `KeyError` if tensors are missing or do not fit.
        """
        mean, scale, weight = (tensors[f"features.{name}"].astype(np.float32) for name in STANDARDIZER)
        networks = restore_networks(lambda: create(len(mean)), tensors, count)
        return cls(Standardizer(mean, scale, weight, clip), networks)


def network_tensors(networks: Sequence[torch.nn.Module]) -> dict[str, Floats]:
    """Every parameter of every network, under its index among them and its name: "0.hidden.weight"."""
    return {
        f"{i}.{name}": value.numpy()
        for i, network in enumerate(networks)
        for name, value in network.state_dict().items()
    }


def restore_networks(
    create: Callable[[], Network], tensors: Mapping[str, npt.NDArray[Any]], count: int
) -> list[Network]:
    """The first `count` networks that `network_tensors` describes, as float32; other tensors are ignored.

    Raises `RuntimeError` if the parameters do not fit.
    """
    return [
        restore_network(
            create,
            {
                name.removeprefix(f"{i}."): torch.from_numpy(array.astype(np.float32))
                for name, array in tensors.items()
                if name.startswith(f"{i}.")
            },
        )
        for i in range(count)
    ]


def restore_network(create: Callable[[], Network], state: Mapping[str, torch.Tensor]) -> Network:
    """A network with these parameters, ready for use.

    The caller's random state stays as it is. Raises `RuntimeError` if the parameters do not fit.
    """
    with torch.random.fork_rng(devices=[]):
        network = create()
    network.load_state_dict(state, assign=True)
    network.eval()
    return network
