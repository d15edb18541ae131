"""Of several builds the one that agrees best with all: minimum Bayes risk (Kumar and Byrne 2004).

The likeliest sequence of actions need not be the build that is right in most cells. Builds are drawn, and the
one whose expected changed F1 against the others is highest is taken; how high that is says how sure the
builder is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cq.metrics import changed_f1
from cq.world.grid import Grid


def consensus(builds: Sequence[Grid], start: Grid) -> tuple[int, float]:
    """Which of s builds (9, 11, 11) agrees best with all, the first of equals, and its mean changed F1 in
    [0, 1] against all others; 1 where there is only one.
    """
    s = len(builds)
    if s == 1:
        return 0, 1.0
    stacked = np.stack(builds)
    starts = np.broadcast_to(start, (s * s, *start.shape))
    pairs = changed_f1(np.repeat(stacked, s, axis=0), np.tile(stacked, (s, 1, 1, 1)), starts).reshape(s, s)
    agreement = (pairs.sum(1) - pairs.diagonal()) / (s - 1)
    best = int(agreement.argmax())
    return best, float(agreement[best])
