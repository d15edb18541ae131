"""What every reader of text pairs shares."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

MAX_TOKENS = 96
"""Tokens of a pair; where it is longer, the longer text is cut first."""

BATCH_SIZE = 32
"""Pairs scored at a time."""

Pair = tuple[str, str]
Logits = npt.NDArray[np.float64]
