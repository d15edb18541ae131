"""Repeated cross-validation: rows divided into folds again and again, and the spread of what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

Array = npt.NDArray[Any]

FOLDS = 5
GROUPED, RANDOM = "grouped", "random"


def divisions(kind: str, times: int, groups: Array) -> Iterator[tuple[Array, list[int]]]:
    """So many times a fold for each row (n,), and the folds to judge. `GROUPED`: the rows of one group share
    a fold, and all folds are judged; `RANDOM`: each row is on its own, and one fold is judged.
    """
    units = groups if kind == GROUPED else np.arange(len(groups))
    different, unit_of = np.unique(units, return_inverse=True)
    held = list(range(FOLDS if kind == GROUPED else 1))
    for seed in tqdm(range(times), desc=kind, disable=None):
        yield np.random.default_rng(seed).permutation(np.arange(len(different)) % FOLDS)[unit_of], held


def spread(runs: Sequence[dict[str, float]]) -> dict[str, str]:
    """Mean, least and largest of each figure."""
    values = {name: [run[name] for run in runs] for name in runs[0]}
    return {name: f"{np.mean(v):.3f} [{min(v):.3f}, {max(v):.3f}]" for name, v in values.items()}
