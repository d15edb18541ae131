"""Confidence intervals: the percentile bootstrap (Efron 1979) over groups of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, excerpt


@dataclass(frozen=True)
class Interval:
    """A statistic of all rows, with its confidence interval at `level`."""

    estimate: float
    low: float
    high: float
    level: float = 0.95

    def __str__(self) -> str:
        return f"{self.estimate:.3f} [{self.low:.3f}, {self.high:.3f}]"


def bootstrap_interval(
    statistic: Callable[..., Any],
    *arrays: npt.ArrayLike,
    groups: npt.ArrayLike | None = None,
    samples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """`statistic(*arrays)` with its percentile interval over resampled rows.

    Arrays are resampled together along their first axis. With `groups` (one label per row) whole groups are
    resampled, because rows of the same instruction are not independent. Equal arguments give equal intervals.
    Raises `InputError` for no rows, unequal lengths, fewer than 1 sample, or a level outside (0, 1).
    """
    columns = [_column(a) for a in arrays]
    labels = np.arange(len(columns[0]) if columns else 0) if groups is None else _column(groups)
    lengths = {len(c) for c in [*columns, labels]}
    if len(lengths) != 1 or 0 in lengths:
        raise InputError(f"arrays and groups need one value per row, at least one; lengths are {lengths}")
    is_level = _is_number(level, Real) and 0 < level < 1
    if not (_is_number(samples, Integral) and samples >= 1 and is_level):
        raise InputError(
            f"samples is {excerpt(samples)} and level {excerpt(level)}; give a whole number of 1 or more, "
            "and a number between 0 and 1"
        )
    _, group = np.unique(labels, return_inverse=True)
    order = np.argsort(group, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(group))[:-1])
    rng = np.random.default_rng(seed)
    values = []
    for _ in range(samples):
        rows = np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])
        values.append(float(statistic(*(c[rows] for c in columns))))
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(statistic(*columns)), float(low), float(high), level)


def _column(values: npt.ArrayLike) -> npt.NDArray[Any]:
    """The values as an array with one entry for each row."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, OverflowError):
        array = np.array(0)
    if not array.ndim or array.dtype == object:
        raise InputError(f"arrays and groups need one value per row; got {excerpt(values)}")
    return array


def _is_number(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
