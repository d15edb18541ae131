"""The training loops of all networks of `cq`: AdamW (Loshchilov and Hutter 2019) over batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import torch
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR

from cq.files.digests import fingerprint
from cq.modeling.checkpoints import CheckpointStore, State
from cq.modeling.ensemble import restore_network

Network = TypeVar("Network", bound=nn.Module)
Batch = TypeVar("Batch")


@dataclass(frozen=True)
class TrainingConfig:
    """The configuration of a small network's training: `epochs` passes over the examples in random order,
    `batch_size` of them per step, at a learning rate that rises and falls once (one cycle, Smith and Topin
    2018).
    """

    epochs: int
    batch_size: int
    learning_rate: float
    weight_decay: float


def fit_ensemble(
    create: Callable[[], Network],
    loss: Callable[[Network, torch.Tensor], torch.Tensor],
    num_examples: int,
    config: TrainingConfig,
    count: int,
    key: object,
    store: CheckpointStore,
) -> list[Network]:
    """`count` networks from the seeds 0, 1, …, each stored once it is finished.

    `key` identifies the trained network (see `fingerprint`); loss and other arguments are those of
    `train_network`. Parameters are rounded to float16, as they are saved, so that a reloaded network gives
    equal outputs.
    """

    def state(seed: int) -> State:
        network = train_network(create, loss, num_examples, config, seed)
        return {name: parameter.half().float() for name, parameter in network.state_dict().items()}

    return [
        restore_network(create, store.get_or_create(fingerprint(key, seed), partial(state, seed)))
        for seed in range(count)
    ]


def train_network(
    create: Callable[[], Network],
    loss: Callable[[Network, torch.Tensor], torch.Tensor],
    num_examples: int,
    config: TrainingConfig,
    seed: int,
) -> Network:
    """A network after all epochs. `loss` takes the network and the indices (b,) of a step's examples.

    The caller's random state stays as it is.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = create()
        optimizer = torch.optim.AdamW(
            network.parameters(), config.learning_rate, weight_decay=config.weight_decay
        )
        steps = config.epochs * -(-num_examples // config.batch_size)
        scheduler = OneCycleLR(optimizer, config.learning_rate, total_steps=steps + 1)
        network.train()
        for _ in range(config.epochs):
            for rows in torch.split(torch.randperm(num_examples), config.batch_size):
                _step(network, optimizer, loss(network, rows))
                scheduler.step()
    return network.eval()


def _step(
    network: nn.Module, optimizer: torch.optim.Optimizer, loss: torch.Tensor, max_norm: float | None = None
) -> None:
    """One step down the gradient, which is scaled down to `max_norm` if it is longer."""
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    if max_norm is not None:
        nn.utils.clip_grad_norm_(network.parameters(), max_norm)
    optimizer.step()


class ResumableTrainer(Generic[Network, Batch]):
    """Trains a larger network epoch by epoch. Each finished epoch is stored, so that a killed job continues
    there and ends with the same weights.

    `create` makes the network and `optimizer` its optimizer. `batches` takes an epoch, from 0, and gives the
    number of its batches and the batches. `schedule` takes the steps done and all steps, assuming equally
    long epochs, and gives the factor on the learning rate. `seed` seeds torch anew for each
    epoch.
    """

    def __init__(
        self,
        create: Callable[[], Network],
        optimizer: Callable[[Network], torch.optim.Optimizer],
        schedule: Callable[[int, int], float],
        batches: Callable[[int], tuple[int, Iterable[Batch]]],
        loss: Callable[[Network, Batch], torch.Tensor],
        max_grad_norm: float = 1.0,
        seed: int = 0,
    ) -> None:
        self._create, self._optimizer, self._schedule = create, optimizer, schedule
        self._batches, self._loss = batches, loss
        self._max_grad_norm, self._seed = max_grad_norm, seed

    def fit(
        self,
        epochs: int,
        cache_key: str,
        store: CheckpointStore | None = None,
        initial: nn.Module | None = None,
        num_epochs: int | None = None,
    ) -> Network:
        """The network after the `epochs` of a schedule, or the first `num_epochs` of them, ready for use.

        `cache_key` identifies the trained network: two jobs with the same key share their epochs. Training
        starts from the parameters of `initial` if it is given.
        """
        store = store or CheckpointStore()
        state: State = {} if initial is None else {"network": initial.state_dict()}
        for epoch in range(epochs if num_epochs is None else num_epochs):
            key = f"{cache_key}, epoch {epoch + 1} of {epochs}"
            state = store.get_or_create(key, partial(self._run_epoch, epoch, epochs, state))
        return restore_network(self._create, state["network"])

    def _run_epoch(self, epoch: int, epochs: int, state: State) -> State:
        steps, batches = self._batches(epoch)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self._seed * 1000 + epoch)
            network = self._create().train()
            optimizer = self._optimizer(network)
            rates = [group["lr"] for group in optimizer.param_groups]
            if "network" in state:
                network.load_state_dict(state["network"])
            if "optimizer" in state:
                optimizer.load_state_dict(state["optimizer"])
            for step, batch in enumerate(batches, epoch * steps):
                for group, rate in zip(optimizer.param_groups, rates, strict=True):
                    group["lr"] = rate * self._schedule(step, epochs * steps)
                _step(network, optimizer, self._loss(network, batch), self._max_grad_norm)
        return {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
