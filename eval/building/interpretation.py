"""The interpreter of plain instructions: on how many recorded rows it is sure, and how often it is right.

Its rules were written with a look at its mistakes on folds 0 to 3 of the clear rows. Fold 4 shows whether
they fit those alone. "Second person" is how often a second person built exactly the target.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cq.building.interpretation import interpret
from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.world.grid import Grid
from eval.options import Data, Out
from eval.output import write_json

PARTS: dict[str, tuple[int, ...]] = {
    "folds 0 to 3 (looked at)": (0, 1, 2, 3),
    "fold 4 (kept aside)": (4,),
    **{f"fold {fold}": (fold,) for fold in range(5)},
}


def main(data: Data = None, out: Out = None) -> None:
    rows = [row for row in recorded_builds(load_singleturn(data)) if row.clear]
    built = [(row, interpret(row.instruction, row.start, row.facing)) for row in rows]
    table = {name: scores([one for one in built if one[0].fold in folds]) for name, folds in PARTS.items()}
    print_table("The interpreter on recorded clear rows", table)
    write_json(out, {"table": table})


def scores(built: Sequence[tuple[RecordedBuild, Grid | None]]) -> dict[str, int | str]:
    """Counts of rows, of those that are interpreted, and of exact builds among these."""
    sure = [(row, grid) for row, grid in built if grid is not None]
    exact = [np.array_equal(grid, row.target) for row, grid in sure]
    second = [np.array_equal(row.built, row.target) for row, _ in sure if row.built is not None]
    return {
        "rows": len(built),
        "interpreted": f"{len(sure)} ({len(sure) / max(1, len(built)):.3f})",
        "exact": f"{sum(exact)} ({sum(exact) / max(1, len(exact)):.3f})",
        "second person": f"{sum(second)}/{len(second)} ({sum(second) / max(1, len(second)):.3f})",
    }
