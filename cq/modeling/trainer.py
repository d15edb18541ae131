"""Training a network epoch by epoch. Each finished epoch is kept, so that a killed job goes on there and ends
with the same weights.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

import torch

from cq.modeling.checkpoints import State, Workshop
from cq.modeling.ensemble import restored

Network = TypeVar("Network", bound=torch.nn.Module)


class Training(Generic[Network]):
    """How one network is trained: `make` it, give it an AdamW (Loshchilov and Hutter 2019) by `optimiser`,
    and let `epoch` pass over the data once; it is told which epoch it is, from 0. `seed` seeds torch.
    """

    def __init__(
        self,
        make: Callable[[], Network],
        optimiser: Callable[[Network], torch.optim.AdamW],
        epoch: Callable[[Network, torch.optim.AdamW, int], None],
        seed: int = 0,
    ) -> None:
        self._make, self._optimiser, self._epoch, self._seed = make, optimiser, epoch, seed

    def fit(
        self, epochs: int, said: str, workshop: Workshop | None = None, begun: Network | None = None
    ) -> Network:
        """The network after some epochs, ready for use. `said` tells apart what is trained: two jobs that
        say the same share their epochs. It begins with the parameters of `begun`, where that is given.
        """
        workshop, state = workshop or Workshop(), State()
        if begun is not None:
            state = {f"model.{name}": value.detach() for name, value in begun.named_parameters()}
        for epoch in range(epochs):
            state = workshop.state(f"{said} {epoch + 1}", (), partial(self._after, epoch, state))
        return restored(self._make, _part(state, "model"))

    def _after(self, epoch: int, before: State) -> State:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self._seed * 1000 + epoch)
            network = self._make()
            optimiser = self._optimiser(network)
            if before:
                _restore(network, optimiser, before)
            network.train()
            self._epoch(network, optimiser, epoch)
        return _state(network, optimiser)


def _restore(network: torch.nn.Module, optimiser: torch.optim.AdamW, before: State) -> None:
    network.load_state_dict(_part(before, "model"))
    first, second = _part(before, "first"), _part(before, "second")
    for name, parameter in network.named_parameters():
        if name in first:
            moments = {"exp_avg": first[name], "exp_avg_sq": second[name]}
            optimiser.state[parameter] = {"step": before["step"].clone(), **moments}


def _state(network: torch.nn.Module, optimiser: torch.optim.AdamW) -> State:
    """Parameters, both moments of each that was trained, and the number of steps."""
    state = {f"model.{name}": value.detach() for name, value in network.named_parameters()}
    for name, parameter in network.named_parameters():
        kept = optimiser.state.get(parameter)
        if kept:
            state["step"] = kept["step"]
            state |= {f"first.{name}": kept["exp_avg"], f"second.{name}": kept["exp_avg_sq"]}
    return state


def _part(state: State, name: str) -> State:
    return {key.removeprefix(f"{name}."): value for key, value in state.items() if key.startswith(f"{name}.")}
