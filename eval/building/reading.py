"""The language on recorded clear rows: how many it reads in full, on how many it is sure, and is right.

Its rules were written with a look at its mistakes on folds 0 to 2. Folds 3 and 4 show whether they fit those
alone. "Second person" is how often a second person built exactly the target, on the rows that are sure.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.data import load_singleturn
from cq.reading.understand import Understanding, understand
from eval.options import Data, Out
from eval.output import show

PARTS: dict[str, tuple[int, ...]] = {
    "folds 0 to 2 (looked at)": (0, 1, 2),
    "folds 3 and 4 (kept aside)": (3, 4),
    **{f"fold {fold}": (fold,) for fold in range(5)},
}


def main(data: Data = None, out: Out = None) -> None:
    rows = [row for row in recorded_builds(load_singleturn(data)) if row.clear]
    read = [(row, understand(row.instruction, row.start, row.facing)) for row in rows]
    table = {name: scores([one for one in read if one[0].fold in folds]) for name, folds in PARTS.items()}
    show({"What the language reads, clear rows": table}, out)


def scores(read: Sequence[tuple[RecordedBuild, Understanding]]) -> dict[str, int | str]:
    """Counts of rows, of those that are read in full and surely, and of exact builds among these."""
    sure = [(row, one.grid) for row, one in read if one.grid is not None]
    exact = [np.array_equal(grid, row.target) for row, grid in sure]
    second = [np.array_equal(row.built, row.target) for row, _ in sure if row.built is not None]
    return {
        "rows": len(read),
        "read": _share(sum(one.reading.is_full for _, one in read), len(read)),
        "sure": _share(len(sure), len(read)),
        "exact": _share(sum(exact), len(exact)),
        "second person": _share(sum(second), len(second)),
    }


def _share(count: int, whole: int) -> str:
    return f"{count}/{whole} ({count / max(1, whole):.3f})"
