"""Confidence intervals: the percentile bootstrap (Efron 1979) over groups of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.arrays import as_array, is_integer, is_real
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
    Raises `InputError` for no rows, unequal lengths, fewer than 1 sample, a level outside (0, 1), a seed
    below 0, or a statistic whose value is not a number. Errors of the statistic itself are unchanged.
    """
    if not callable(statistic):
        raise InputError(f"statistic is {excerpt(statistic)}; give a function of the arrays, such as np.mean")
    columns = [_column(a) for a in arrays]
    labels = np.arange(len(columns[0]) if columns else 0) if groups is None else _column(groups)
    if labels.ndim != 1:
        raise InputError(f"groups have the shape {labels.shape}; give one label for each row")
    lengths = {len(c) for c in [*columns, labels]}
    if len(lengths) != 1 or 0 in lengths:
        raise InputError(f"arrays and groups need one value per row, at least one; lengths are {lengths}")
    if not (is_integer(samples) and samples >= 1 and is_real(level) and 0 < level < 1):
        raise InputError(
            f"samples is {excerpt(samples)} and level {excerpt(level)}; give a whole number of 1 or more, "
            "and a number between 0 and 1"
        )
    if not is_integer(seed) or seed < 0:
        raise InputError(f"seed is {excerpt(seed)}; give a whole number of 0 or more")
    _, group = np.unique(labels, return_inverse=True)
    order = np.argsort(group, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(group))[:-1])
    rng = np.random.default_rng(seed)
    values = []
    for _ in range(samples):
        rows = np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])
        values.append(_number(statistic(*(c[rows] for c in columns))))
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(_number(statistic(*columns)), float(low), float(high), float(level))


def _column(values: npt.ArrayLike) -> npt.NDArray[Any]:
    """The values as an array with one entry for each row."""
    remedy = "arrays and groups need one value per row"
    array = as_array(values, "an array", remedy)
    if array.dtype == object:
        # The form in which data frames hold texts.
        if not all(isinstance(value, str) for value in array.flat):
            raise InputError(f"an array is {excerpt(values)}, of no one type; {remedy}")
        array = array.astype(str)
    return array


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"the statistic of some rows is {excerpt(value)}; it must be one number") from None
