"""A toy problem of clarity that several test files train on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cq.clarity.examples import targets_of
from cq.clarity.training import ClarityTargets, ClarityTrainingConfig

TOY = ClarityTrainingConfig(num_networks=1, num_inner_networks=1, epochs=6, batch_size=16, learning_rate=3e-3)


def toy_rows(n: int = 300) -> tuple[npt.NDArray[np.float32], ClarityTargets, npt.NDArray[np.int64]]:
    """Features, targets and folds of n rows, of which a quarter is unclear."""
    rng = np.random.default_rng(0)
    unclear = (rng.random(n) < 0.25).astype(int)
    x = (rng.normal(size=(n, 8)) + 1.5 * unclear[:, None]).astype(np.float32)
    rebuilt = np.where(unclear == 1, np.nan, rng.random(n))
    questions = ["How many?" if u else None for u in unclear]
    return x, targets_of(unclear.tolist(), rebuilt, questions), rng.integers(0, 5, n)
