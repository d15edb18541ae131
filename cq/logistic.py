"""The logistic function."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def sigmoid(x: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """1 / (1 + e^-x) in [0, 1], by tanh, which does not overflow."""
    return 0.5 * (1 + np.tanh(0.5 * np.asarray(x, dtype=np.float64)))
