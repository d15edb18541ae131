"""Unit vectors in one or two bits a component, for what is kept of the questions of large banks.

After a random rotation the components of any unit vector are nearly normal, so that the best levels are known
without training (Lloyd 1982, Max 1960; as TurboQuant, Zandieh et al. 2025). ColBERTv2 (Santhanam et al. 2022)
keeps one or two bits of a residual; it needs centroids that are fitted on each collection.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Codes = npt.NDArray[np.uint8]

LEVELS = {1: (-0.7979, 0.7979), 2: (-1.5104, -0.4528, 0.4528, 1.5104)}
"""Bits → the values of least squared error for a component of a normal distribution."""


@lru_cache(maxsize=4)
def rotation(width: int) -> Floats:
    """A random orthogonal matrix (width, width), always the same. Vectors are rotated by `v @ rotation`."""
    q, r = np.linalg.qr(np.random.default_rng(0).normal(size=(width, width)))
    # Libraries differ in the signs of the columns.
    return np.asarray(q * np.sign(np.diag(r)), dtype=np.float32)


def code_size(width: int, bits: int) -> int:
    """Bytes of one coded vector."""
    return -(-width * bits // 8)


def encode(vectors: npt.NDArray[np.floating], bits: int) -> Codes:
    """Codes (n, code_size) of n vectors (n, width), which are rotated first."""
    width = vectors.shape[1]
    rotated = vectors.astype(np.float32) @ rotation(width) * np.float32(np.sqrt(width))
    levels = np.array(LEVELS[bits], dtype=np.float32)
    chosen = np.zeros(rotated.shape, dtype=np.uint8)
    for border in (levels[1:] + levels[:-1]) / 2:
        chosen += rotated > border
    binary = np.stack([chosen >> bit & 1 for bit in range(bits)], axis=-1)
    return np.packbits(binary.reshape(len(vectors), -1), axis=1, bitorder="little")


def decode(codes: Codes, bits: int, width: int) -> Floats:
    """The rotated unit vectors (n, width) of some codes."""
    values, squares = _tables(bits)
    vectors = values[codes].reshape(len(codes), -1)[:, :width]
    whole_bytes = width * bits % 8 == 0
    lengths = np.sqrt(squares[codes].sum(1)) if whole_bytes else np.linalg.norm(vectors, axis=1)
    vectors /= lengths[:, None]
    return vectors


@lru_cache(maxsize=2)
def _tables(bits: int) -> tuple[Floats, Floats]:
    """For each byte the values that it stands for (256, 8 / bits), and the sum of their squares (256,)."""
    binary = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    places = binary.reshape(256, -1, bits) @ (1 << np.arange(bits))
    values = np.array(LEVELS[bits], dtype=np.float32)[places]
    return values, np.square(values).sum(1)
