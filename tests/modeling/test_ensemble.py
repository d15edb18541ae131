"""Ensembles of networks over standardised inputs, as named tensors."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from cq.modeling.ensemble import Ensemble, Standardizer, restore_network, restore_networks

matrices = hnp.arrays(
    np.float32,
    st.tuples(st.integers(1, 6), st.integers(1, 4)),
    elements=st.floats(-100, 100, width=32),
)


class Small(torch.nn.Module):
    """Features (n, d) → (n,)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.a, self.b = torch.nn.Linear(width, 1), torch.nn.Linear(width, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (self.a(x) * self.b(x))[:, 0]


@pytest.fixture
def ensemble() -> Ensemble[Small]:
    x = np.random.default_rng(0).normal(3, 2, size=(50, 3)).astype(np.float32)
    standardizer = Standardizer.fit(x, np.array([1, 6, 1], dtype=np.float32), 2.0, 1e-3)
    torch.manual_seed(0)
    return Ensemble(standardizer, [Small(3).eval() for _ in range(12)])


X = np.array([[3, 2, 90], [0, 0, 0]], np.float32)


@given(matrices, st.floats(0.1, 10))
def test_standardized_features_are_centred_scaled_and_clipped(x, clip):
    ones = np.ones(x.shape[1], np.float32)
    standardizer = Standardizer.fit(x, ones, clip, 1e-3)
    expected = np.clip((x.astype(float) - x.mean(0)) / (x.astype(float).std(0) + 1e-3), -clip, clip)
    scaled = standardizer(x)
    assert scaled.dtype == torch.float32
    np.testing.assert_allclose(scaled.numpy(), expected, atol=1e-3 * max(clip, 1))
    assert np.isfinite(scaled.numpy()).all()
    weighted = Standardizer.fit(x, 2 * ones, clip, 1e-3)
    np.testing.assert_array_equal(weighted(x).numpy(), 2 * scaled.numpy())
    np.testing.assert_array_equal(standardizer(x[None]).numpy(), scaled.numpy()[None])


def test_the_output_is_the_mean_of_the_networks(ensemble):
    with torch.no_grad():
        each = [network(ensemble.standardizer(X)).numpy() for network in ensemble.networks]
    found = ensemble(X)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, np.mean(each, axis=0), atol=1e-6)


def test_an_ensemble_is_restored_from_its_tensors(ensemble):
    """Of twelve networks, so that the first is told apart from the tenth and the eleventh."""
    tensors = ensemble.tensors()
    parts = {f"features.{name}" for name in ("mean", "scale", "weight")}
    assert parts | {"0.a.weight", "11.b.bias"} <= set(tensors)
    again = Ensemble.from_tensors(tensors, Small, 2.0, 12)
    assert np.array_equal(again(X), ensemble(X))
    assert all(not network.training for network in again.networks)
    for name, tensor in again.tensors().items():
        np.testing.assert_array_equal(tensor, tensors[name])
    first = Ensemble.from_tensors(tensors, Small, 2.0, 1)
    np.testing.assert_array_equal(first(X), Ensemble(ensemble.standardizer, ensemble.networks[:1])(X))
    halved = {name: tensor.astype(np.float16) for name, tensor in tensors.items()}
    rounded = Ensemble.from_tensors(halved, Small, 2.0, 12)
    np.testing.assert_allclose(rounded(X), ensemble(X), atol=0.05)


def test_tensors_that_do_not_fit_are_refused(ensemble):
    tensors = ensemble.tensors()
    with pytest.raises(RuntimeError):
        Ensemble.from_tensors(tensors, Small, 2.0, 13)
    with pytest.raises(KeyError):
        Ensemble.from_tensors(
            {name: tensors[name] for name in tensors if name != "features.scale"}, Small, 2.0, 1
        )
    with pytest.raises(RuntimeError):
        restore_networks(lambda: Small(2), tensors, 1)


def test_restoring_leaves_the_random_state_alone(ensemble):
    before = torch.get_rng_state()
    network = restore_network(lambda: Small(3), ensemble.networks[0].state_dict())
    assert torch.equal(torch.get_rng_state(), before)
    assert not network.training
