"""Unit vectors in 1.6 bits a component, for what is kept of the questions of large banks.

After a random rotation the components of any unit vector are nearly normal, so that the best levels are known
without training (Lloyd 1982, Max 1960; as TurboQuant, Zandieh et al. 2025). ColBERTv2 (Santhanam et al. 2022)
keeps one or two bits of a residual; it needs centroids that are fitted on each collection.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cq.types import Floats

Codes = npt.NDArray[np.uint8]

BORDER = 0.612
"""Components below this become 0, the others ± one value: the three values of least squared error for a
normal distribution are 0 and ± 1.224.
"""

PER_BYTE = 5
"""Components in a byte: 3 ** 5 = 243."""
PLACES = 3 ** np.arange(PER_BYTE)


@lru_cache(maxsize=4)
def rotation(width: int) -> Floats:
    """A random orthogonal matrix (width, width), always the same. Vectors are rotated by `v @ rotation`."""
    q, r = np.linalg.qr(np.random.default_rng(0).normal(size=(width, width)))
    # Libraries differ in the signs of the columns.
    return np.asarray(q * np.sign(np.diag(r)), dtype=np.float32)


def code_size(width: int) -> int:
    """Bytes of one coded vector."""
    return -(-width // PER_BYTE)


def encode(vectors: npt.NDArray[np.floating]) -> Codes:
    """Codes (n, code_size) of n unit vectors (n, width), which are rotated first."""
    n, width = vectors.shape
    rotated = vectors.astype(np.float32) @ rotation(width) * np.float32(np.sqrt(width))
    digits = np.ones((n, code_size(width) * PER_BYTE), dtype=np.uint8)
    digits[:, :width] += rotated > BORDER
    digits[:, :width] -= rotated < -BORDER
    return np.asarray(digits.reshape(n, -1, PER_BYTE) @ PLACES, dtype=np.uint8)


def decode(codes: Codes, width: int) -> Floats:
    """The rotated unit vectors (n, width) of some codes."""
    values, counts = _tables()
    # Digits beyond the width are zeros. No vector of an encoder is so even that all its digits are.
    lengths = np.sqrt(np.maximum(counts[codes].sum(1, dtype=np.float32), 1))
    vectors = values.take(codes, axis=0).reshape(len(codes), -1)
    vectors /= lengths[:, None]
    return vectors[:, :width]


@lru_cache(maxsize=1)
def _tables() -> tuple[Floats, Codes]:
    """For each byte its five values, -1, 0 or 1 (256, 5), and how many of them are not 0 (256,)."""
    values = np.arange(256)[:, None] // PLACES % 3 - 1
    return values.astype(np.float32), np.abs(values).sum(1).astype(np.uint8)
