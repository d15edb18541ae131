"""The names of types that the whole package shares."""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt

PathLike = str | os.PathLike[str]
Cell = tuple[int, int, int]
Grid = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
