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
    n: int = 120, words: int = 5, findings: int = 3
) -> tuple[ClarityFeatures, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Features, labels and three folds of n rows, of which a quarter is unclear. Columns of words beyond the
    fifth, and of findings beyond the third, are noise.
    """
    rng = np.random.default_rng(0)
    unclear = (rng.random(n) < 0.25).astype(int)
    columns, starts = rng.integers(0, 2 * BUCKETS, 9 * n), np.arange(0, 9 * n + 1, 9)
    ngrams = sparse.csr_matrix((rng.random(9 * n, np.float32), columns, starts), (n, 2 * BUCKETS))
    x = ClarityFeatures(_columns(rng, unclear, words, 5), _columns(rng, unclear, findings, 3), ngrams)
    return x, unclear, rng.integers(0, 3, n)


def _columns(
    rng: np.random.Generator, unclear: npt.NDArray[np.int64], count: int, telling: int
) -> npt.NDArray[np.float32]:
    x = rng.normal(size=(len(unclear), count))
    x[:, :telling] += 1.5 * unclear[:, None]
    return x.astype(np.float32)
