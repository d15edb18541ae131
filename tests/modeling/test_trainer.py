"""The training loops: deterministic, resumable, and silent about the caller's random state."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.trainer import ResumableTrainer, TrainingConfig, fit_ensemble, train_network

CONFIG = TrainingConfig(epochs=20, batch_size=8, learning_rate=0.05, weight_decay=0.0)
X = torch.from_numpy(np.random.default_rng(0).normal(size=(60, 3)).astype(np.float32))
Y = X @ torch.tensor([1.0, -2.0, 0.5])
EPOCHS, STEPS = 4, 5


def create() -> torch.nn.Module:
    return torch.nn.Sequential(
        torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Dropout(0.1), torch.nn.Linear(8, 1)
    )


def loss(network: torch.nn.Module, rows: torch.Tensor) -> torch.Tensor:
    return F.mse_loss(network(X[rows])[:, 0], Y[rows])


def equal(a: torch.nn.Module, b: torch.nn.Module) -> bool:
    pairs = zip(a.state_dict().values(), b.state_dict().values(), strict=True)
    return all(torch.equal(one, other) for one, other in pairs)


def test_a_network_learns_deterministically_and_apart_from_the_callers_random_state():
    before = torch.get_rng_state()
    network = train_network(create, loss, len(X), CONFIG, seed=0)
    assert torch.equal(torch.get_rng_state(), before)
    assert not network.training
    with torch.no_grad():
        assert loss(network, torch.arange(len(X))) < 0.1 * Y.var()
    torch.manual_seed(99)
    assert equal(network, train_network(create, loss, len(X), CONFIG, seed=0))
    assert not equal(network, train_network(create, loss, len(X), CONFIG, seed=1))


def test_every_epoch_sees_every_example_once():
    seen = []

    def watched(network: torch.nn.Module, rows: torch.Tensor) -> torch.Tensor:
        seen.append(rows)
        return loss(network, rows)

    train_network(create, watched, len(X), CONFIG, seed=0)
    assert len(seen) == CONFIG.epochs * 8
    assert all(len(rows) <= CONFIG.batch_size for rows in seen)
    for epoch in range(CONFIG.epochs):
        rows = torch.cat(seen[8 * epoch : 8 * (epoch + 1)])
        assert sorted(rows.tolist()) == list(range(len(X)))


def test_an_ensemble_is_stored_network_by_network(tmp_path):
    finished = []

    def fit(count: int, key: object = "toy") -> list[torch.nn.Module]:
        store = CheckpointStore(tmp_path, lambda: finished.append(1))
        return fit_ensemble(create, loss, len(X), CONFIG, count, key, store)

    first = fit(3)
    assert len(list(tmp_path.iterdir())) == len(finished) == 3
    stored = sorted(tmp_path.iterdir())
    stored[1].unlink()
    again = fit(4)
    assert all(equal(a, b) for a, b in zip(first, again[:3], strict=True))
    assert len(list(tmp_path.iterdir())) == 4
    for name, parameter in train_network(create, loss, len(X), CONFIG, seed=2).state_dict().items():
        assert torch.equal(first[2].state_dict()[name], parameter.half().float())
    fit(1, key="another")
    assert len(list(tmp_path.iterdir())) == 5


def trainer(
    factors: list[tuple[int, int]] | None = None, rates: list[float] | None = None
) -> ResumableTrainer[torch.nn.Module, torch.Tensor]:
    """A toy regression of 4 epochs of 5 steps. `factors` collects what the schedule was asked for, `rates`
    the learning rates of the steps.
    """
    optimizers: list[torch.optim.Optimizer] = []

    def optimizer(network: torch.nn.Module) -> torch.optim.Optimizer:
        layers = list(network.parameters())
        groups = [{"params": layers[:2]}, {"params": layers[2:], "lr": 0.2}]
        optimizers.append(torch.optim.AdamW(groups, 0.1))
        return optimizers[-1]

    def schedule(step: int, total: int) -> float:
        if factors is not None:
            factors.append((step, total))
        return 1 - step / (total + 1)

    def batches(epoch: int) -> tuple[int, list[torch.Tensor]]:
        order = torch.from_numpy(np.random.default_rng(epoch).permutation(len(X)))
        return STEPS, list(torch.split(order, 12))

    def watched(network: torch.nn.Module, rows: torch.Tensor) -> torch.Tensor:
        if rates is not None:
            rates.append([group["lr"] for group in optimizers[-1].param_groups])
        return loss(network, rows)

    return ResumableTrainer(create, optimizer, schedule, batches, watched, seed=3)


def test_a_job_that_lost_its_last_epochs_ends_with_equal_weights(tmp_path):
    before = torch.get_rng_state()
    store = CheckpointStore(tmp_path)
    whole = trainer().fit(EPOCHS, "toy", store)
    assert torch.equal(torch.get_rng_state(), before)
    assert not whole.training
    with torch.no_grad():
        assert loss(whole, torch.arange(len(X))) < 0.5 * Y.var()
    stored = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert len(stored) == EPOCHS
    for lost in (stored[-1:], stored[1:], stored):
        for path in lost:
            path.unlink()
        torch.manual_seed(5)
        assert equal(whole, trainer().fit(EPOCHS, "toy", store))
    assert equal(whole, trainer().fit(EPOCHS, "toy"))


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_the_schedule_is_that_of_the_whole_job_also_across_a_resume(tmp_path, lost):
    store = CheckpointStore(tmp_path)
    trainer().fit(EPOCHS, "toy", store)
    stored = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for path in stored[len(stored) - lost :]:
        path.unlink()
    factors: list[tuple[int, int]] = []
    rates: list[list[float]] = []
    trainer(factors, rates).fit(EPOCHS, "toy", store)
    total = EPOCHS * STEPS
    steps = range(total - lost * STEPS, total)
    expected = [[rate * (1 - step / (total + 1)) for rate in (0.1, 0.2)] for step in steps]
    np.testing.assert_allclose(np.reshape(rates, (-1, 2)), np.reshape(expected, (-1, 2)), rtol=1e-12)
    assert {of for _, of in factors} <= {total}
    assert {step for step, _ in factors} == set(steps)


def test_keys_keep_jobs_apart_and_training_may_start_from_a_network(tmp_path):
    store = CheckpointStore(tmp_path)
    trainer().fit(2, "toy", store)
    trainer().fit(EPOCHS, "toy", store)
    trainer().fit(2, "other", store)
    assert len(list(tmp_path.iterdir())) == 2 + EPOCHS + 2
    start = create()
    assert equal(trainer().fit(0, "nothing", initial=start), start)
    kept = {name: value.clone() for name, value in start.state_dict().items()}
    started = trainer().fit(1, "started", initial=start)
    assert not equal(started, trainer().fit(1, "started"))
    assert all(torch.equal(kept[name], value) for name, value in start.state_dict().items())
