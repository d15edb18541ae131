"""The interpreter of plain instructions: on how many recorded rows it is sure, and how often it is right.

Its rules were written with a look at its mistakes on folds 0 to 2 of the clear rows. Folds 3 and 4 show
whether they fit those alone. "Second person" is how often a second person built exactly the target.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cq.building.interpretation import interpret
from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.cli.tables import print_table
from cq.data import load_singleturn
from eval.options import Data, Out
from eval.output import write_json

PARTS = {"folds 0 to 2 (looked at)": (0, 1, 2), "folds 3 and 4 (kept aside)": (3, 4)}


def main(data: Data = None, out: Out = None) -> None:
    rows = [row for row in recorded_builds(load_singleturn(data)) if row.clear]
    table = {name: scores([row for row in rows if row.fold in folds]) for name, folds in PARTS.items()}
    print_table("The interpreter on recorded clear rows", table)
    write_json(out, {"table": table})


def scores(rows: Sequence[RecordedBuild]) -> dict[str, int | str]:
    """Counts of rows, of those that are interpreted, and of exact builds among these."""
    built = [(row, interpret(row.instruction, row.start, row.facing)) for row in rows]
    sure = [(row, grid) for row, grid in built if grid is not None]
    exact = [np.array_equal(grid, row.target) for row, grid in sure]
    second = [np.array_equal(row.built, row.target) for row, _ in sure if row.built is not None]
    return {
        "rows": len(rows),
        "interpreted": f"{len(sure)} ({len(sure) / max(1, len(rows)):.3f})",
        "exact": f"{sum(exact)} ({sum(exact) / max(1, len(exact)):.3f})",
        "second person": f"{sum(second)}/{len(second)} ({sum(second) / max(1, len(second)):.3f})",
    }
