"""Probabilities from a model are numbers from 0 to 1: damaged weights give others."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, excerpt

ROUNDING = 1e-5
"""By how much a sum of shares in float32 may exceed 1."""


def check_probability(value: Any, name: str) -> None:
    """Raise `InputError` unless a value, which messages call `name`, is a number from 0 to 1."""
    try:
        is_one = 0 <= float(value) <= 1 + ROUNDING  # NaN is not.
    except (TypeError, ValueError, OverflowError):
        is_one = False
    if not is_one:
        raise InputError(
            f"{name} is {excerpt(value)}, and a probability is a number from 0 to 1; the model that gave it "
            "is damaged: check it with cq weights FOLDER, and install or train it again"
        )


def check_probabilities(values: npt.NDArray[Any], name: str) -> None:
    """The same of all values of an array."""
    if not (is_one := (values >= 0) & (values <= 1 + ROUNDING)).all():
        check_probability(values[~is_one].flat[0], name)


def check_finite(values: npt.NDArray[Any], name: str) -> None:
    """Raise `ValueError` unless all values of an array, which messages call `name`, are finite."""
    if not np.isfinite(values).all():
        raise ValueError(f"{name} holds a value that is not a finite number")
