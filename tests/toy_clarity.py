"""A toy problem of clarity that several test files train on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse

from cq.clarity.features import ClarityFeatures
from cq.clarity.ngrams import BUCKETS
from cq.clarity.training import ClarityTrainingConfig

TOY = ClarityTrainingConfig(num_networks=1, num_inner_networks=1, epochs=6, batch_size=16, learning_rate=3e-3)


def toy_rows(
    n: int = 300, words: int = 5, findings: int = 3
) -> tuple[ClarityFeatures, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Features, labels and folds of n rows, of which a quarter is unclear. Columns of words beyond the
    fifth, and of findings beyond the third, are noise.
    """
    rng = np.random.default_rng(0)
    unclear = (rng.random(n) < 0.25).astype(int)
    ngrams = sparse.random(n, 2 * BUCKETS, 0.001, format="csr", dtype=np.float32, random_state=0)
    x = ClarityFeatures(_columns(rng, unclear, words, 5), _columns(rng, unclear, findings, 3), ngrams)
    return x, unclear, rng.integers(0, 5, n)


def _columns(
    rng: np.random.Generator, unclear: npt.NDArray[np.int64], count: int, telling: int
) -> npt.NDArray[np.float32]:
    x = rng.normal(size=(len(unclear), count))
    x[:, :telling] += 1.5 * unclear[:, None]
    return x.astype(np.float32)
