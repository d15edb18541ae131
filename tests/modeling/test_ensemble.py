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


class Product(torch.nn.Module):
    """Two inputs, a (n, d) and b (n, e) → (n,)."""

    def __init__(self, a: int, b: int) -> None:
        super().__init__()
        self.a, self.b = torch.nn.Linear(a, 1), torch.nn.Linear(b, 1)

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return (self.a(a) * self.b(b))[:, 0]


@pytest.fixture
def ensemble() -> Ensemble[Product]:
    rng = np.random.default_rng(0)
    a, b = rng.normal(3, 2, size=(50, 3)).astype(np.float32), rng.random((50, 2), dtype=np.float32)
    weight = np.array([1, 6], dtype=np.float32)
    standardizers = {"a": Standardizer.fit(a, 2.0, 1e-3), "b": Standardizer.fit(b, 8.0, 1e-6, weight)}
    torch.manual_seed(0)
    return Ensemble(standardizers, [Product(3, 2).eval() for _ in range(12)])


INPUTS = {"a": np.array([[3, 2, 90], [0, 0, 0]], np.float32), "b": np.array([[0, 1], [1, 0.5]], np.float32)}


@given(matrices, st.floats(0.1, 10))
def test_standardized_features_are_centred_scaled_and_clipped(x, clip):
    standardizer = Standardizer.fit(x, clip, 1e-3)
    expected = np.clip((x.astype(float) - x.mean(0)) / (x.astype(float).std(0) + 1e-3), -clip, clip)
    scaled = standardizer(x)
    assert scaled.dtype == torch.float32
    np.testing.assert_allclose(scaled.numpy(), expected, atol=1e-3 * max(clip, 1))
    assert np.isfinite(scaled.numpy()).all()
    weighted = Standardizer.fit(x, clip, 1e-3, np.full(x.shape[1], 2, np.float32))
    np.testing.assert_array_equal(weighted(x).numpy(), 2 * scaled.numpy())
    np.testing.assert_array_equal(standardizer(x[None]).numpy(), scaled.numpy()[None])


def test_the_output_is_the_mean_of_the_networks(ensemble):
    batch = {name: ensemble.standardizers[name](x) for name, x in INPUTS.items()}
    with torch.no_grad():
        each = [network(**batch).numpy() for network in ensemble.networks]
    found = ensemble(**INPUTS)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, np.mean(each, axis=0), atol=1e-6)


def test_an_ensemble_is_restored_from_its_tensors(ensemble):
    """Of twelve networks, so that the first is told apart from the tenth and the eleventh."""
    tensors = ensemble.tensors()
    assert {"a.mean", "a.scale", "b.mean", "b.scale", "b.weight", "0.a.weight", "11.b.bias"} <= set(tensors)
    assert "a.weight" not in tensors
    again = Ensemble.from_tensors(tensors, Product, {"a": 2.0, "b": 8.0}, 12)
    assert np.array_equal(again(**INPUTS), ensemble(**INPUTS))
    assert all(not network.training for network in again.networks)
    for name, tensor in again.tensors().items():
        np.testing.assert_array_equal(tensor, tensors[name])
    first = Ensemble.from_tensors(tensors, Product, {"a": 2.0, "b": 8.0}, 1)
    np.testing.assert_array_equal(
        first(**INPUTS), Ensemble(ensemble.standardizers, ensemble.networks[:1])(**INPUTS)
    )
    halved = {name: tensor.astype(np.float16) for name, tensor in tensors.items()}
    rounded = Ensemble.from_tensors(halved, Product, {"a": 2.0, "b": 8.0}, 12)
    np.testing.assert_allclose(rounded(**INPUTS), ensemble(**INPUTS), atol=0.05)


def test_tensors_that_do_not_fit_are_refused(ensemble):
    tensors = ensemble.tensors()
    with pytest.raises(RuntimeError):
        Ensemble.from_tensors(tensors, Product, {"a": 2.0, "b": 8.0}, 13)
    with pytest.raises(KeyError):
        Ensemble.from_tensors({**tensors, "a.mean": tensors["b.mean"]} | {}, Product, {"c": 2.0}, 1)
    with pytest.raises(RuntimeError):
        restore_networks(lambda: Product(3, 3), tensors, 1)


def test_restoring_leaves_the_random_state_alone(ensemble):
    before = torch.get_rng_state()
    network = restore_network(lambda: Product(3, 2), ensemble.networks[0].state_dict())
    assert torch.equal(torch.get_rng_state(), before)
    assert not network.training
