"""A toy problem of clarity that several test files train on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse

from cq.clarity.examples import targets_of
from cq.clarity.features import ClarityFeatures
from cq.clarity.ngrams import BUCKETS
from cq.clarity.training import ClarityTargets, ClarityTrainingConfig

TOY = ClarityTrainingConfig(num_networks=1, num_inner_networks=1, epochs=6, batch_size=16, learning_rate=3e-3)


def toy_rows(
    n: int = 300, words: int = 5, findings: int = 3
) -> tuple[ClarityFeatures, ClarityTargets, npt.NDArray[np.int64]]:
    """Features, targets and folds of n rows, of which a quarter is unclear. Columns of words beyond the
    fifth, and of findings beyond the third, are noise.
    """
    rng = np.random.default_rng(0)
    unclear = (rng.random(n) < 0.25).astype(int)
    ngrams = sparse.random(n, 2 * BUCKETS, 0.001, format="csr", dtype=np.float32, random_state=0)
    x = ClarityFeatures(_columns(rng, unclear, words, 5), _columns(rng, unclear, findings, 3), ngrams)
    rebuilt = np.where(unclear == 1, np.nan, rng.random(n))
    questions = ["How many?" if u else None for u in unclear]
    return x, targets_of(unclear.tolist(), rebuilt, questions), rng.integers(0, 5, n)


def _columns(
    rng: np.random.Generator, unclear: npt.NDArray[np.int64], count: int, telling: int
) -> npt.NDArray[np.float32]:
    x = rng.normal(size=(len(unclear), count))
    x[:, :telling] += 1.5 * unclear[:, None]
    return x.astype(np.float32)
