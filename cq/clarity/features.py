"""The explicit part of the classifier's input: what grounding finds, counted.

A frozen sentence vector knows nothing of the world. Counts of findings do, and they are few enough to be
learned from some hundred unclear rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.language.grounding import KINDS, MISSING, candidates, findings, lacking
from cq.language.phrases import phrases
from cq.world import World
from cq.world.grid import Grid


def feature_names() -> list[str]:
    """Names of the columns of `explicit_features`, in order."""
    return list(_row("", World.parse().grid))


def explicit_features(instructions: Sequence[str], worlds: Sequence[World]) -> npt.NDArray[np.float32]:
    """One row per (instruction, world): float32 (n, len(feature_names())), not yet scaled."""
    rows = [list(_row(text, world.grid).values()) for text, world in zip(instructions, worlds, strict=True)]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(feature_names()))


def _row(instruction: str, grid: Grid) -> dict[str, float]:
    kinds = Counter(finding.kind for finding in findings(instruction, grid))
    read = phrases(instruction)
    standing = [phrase for phrase in read if phrase.stands]
    missed = sum(kinds[kind] for kind in MISSING) / max(len(standing), 1)
    return {
        **{kind: float(kinds[kind]) for kind in KINDS},
        "share of standing blocks that are missing": min(missed, 1.0),
        "all standing blocks are missing": float(missed >= 1),
        "removes what is missing": float(any(p.removed and lacking(p, grid) for p in standing)),
        "phrases": float(len(read)),
        "phrases of standing blocks": float(len(standing)),
        "candidates (log)": float(np.log1p(max((len(candidates(p, grid)) for p in standing), default=0))),
        "removes": float(any(phrase.removed for phrase in standing)),
        "singular phrases of standing blocks": float(sum(phrase.singular for phrase in standing)),
    }
