"""Batches of examples of similar size, which need little padding."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from cq.building.example import BuildingExample

BATCHES_PER_CHUNK = 64
"""The number of batches whose examples are sorted by size together."""


def batches_by_size(
    examples: Sequence[BuildingExample], batch_size: int, rng: random.Random
) -> list[list[BuildingExample]]:
    """All examples once, in random batches with similar numbers of changes, blocks and characters."""
    order = rng.sample(examples, len(examples))
    batches = []
    for first in range(0, len(order), batch_size * BATCHES_PER_CHUNK):
        chunk = sorted(order[first : first + batch_size * BATCHES_PER_CHUNK], key=_size)
        batches += [chunk[i : i + batch_size] for i in range(0, len(chunk), batch_size)]
    rng.shuffle(batches)
    return batches


def _size(example: BuildingExample) -> tuple[int, int, int]:
    changes = int(np.count_nonzero(example.start != example.target))
    blocks = int(np.count_nonzero(example.start))
    return changes // 3, blocks // 8, len(example.instruction)
