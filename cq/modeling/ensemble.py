"""Ensembles of small networks over standardized features, and how they are saved as named tensors.

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


@dataclass(frozen=True)
class Standardizer:
    """x → (x − mean) × scale, clipped to ±`clip`, × weight. `mean`, `scale` and `weight` are (d,)."""

    mean: Floats
    scale: Floats
    clip: float
    weight: Floats | None = None

    @classmethod
    def fit(cls, x: Floats, clip: float, epsilon: float, weight: Floats | None = None) -> Standardizer:
        """From examples x (n, d); `epsilon` is added to each spread."""
        scale = 1 / (x.std(0) + epsilon)
        return cls(x.mean(0).astype(np.float32), scale.astype(np.float32), clip, weight)

    def __call__(self, x: Floats) -> torch.Tensor:
        """Standardized x (…, d), float32."""
        scaled = np.clip((x - self.mean) * self.scale, -self.clip, self.clip)
        if self.weight is not None:
            scaled = scaled * self.weight
        return torch.from_numpy(scaled.astype(np.float32))


@dataclass(frozen=True)
class Ensemble(Generic[Network]):
    """Networks of one kind. `standardizers` prepare their inputs, which have the same names."""

    standardizers: Mapping[str, Standardizer]
    networks: Sequence[Network]

    def __call__(self, **inputs: Floats) -> npt.NDArray[np.float64]:
        """Mean output of the networks: float64. Inputs have a batch axis first."""
        batch = {name: self.standardizers[name](x) for name, x in inputs.items()}
        with torch.inference_mode():
            outputs = [network(**batch) for network in self.networks]
        return np.asarray(torch.stack(outputs).double().mean(0).numpy())

    def tensors(self) -> dict[str, Floats]:
        """All parameters by name, for saving."""
        tensors: dict[str, Floats] = {}
        for name, standardizer in self.standardizers.items():
            tensors |= {f"{name}.mean": standardizer.mean, f"{name}.scale": standardizer.scale}
            if standardizer.weight is not None:
                tensors[f"{name}.weight"] = standardizer.weight
        return tensors | network_tensors(self.networks)

    @classmethod
    def from_tensors(
        cls,
        tensors: Mapping[str, npt.NDArray[Any]],
        create: Callable[..., Network],
        clips: Mapping[str, float],
        count: int,
    ) -> Ensemble[Network]:
        """The ensemble of `count` networks that `tensors()` describes. `create` makes a network from the
        widths of its inputs, by name; `clips` has the clip of each input.

        Raises `RuntimeError` or `KeyError` if tensors are missing or do not fit.
        """
        standardizers = {}
        for name, clip in clips.items():
            mean, scale = (tensors[f"{name}.{part}"].astype(np.float32) for part in ("mean", "scale"))
            weight = tensors.get(f"{name}.weight")
            standardizers[name] = Standardizer(
                mean, scale, clip, None if weight is None else weight.astype(np.float32)
            )
        widths = {name: len(standardizer.mean) for name, standardizer in standardizers.items()}
        return cls(standardizers, restore_networks(lambda: create(**widths), tensors, count))


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
