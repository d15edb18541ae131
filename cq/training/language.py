"""The frequency of each rule of the language, counted on recorded rows (`cq.language.sampling`).

python -m cq.training.language cq/weights/language 0 1 2    # the folder, and the folds to fit on
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.files import write_text
from cq.language.sampling import USAGE, count_usage
from cq.modeling.manifest import update_part
from cq.reading.understand import understand


def usage_of(rows: Iterable[RecordedBuild]) -> dict[str, dict[str, int]]:
    """The count of each rule, in clear rows whose likeliest build is the target."""
    parts = []
    for row in rows:
        results = understand(row.instruction, row.start, row.facing).results if row.clear else ()
        if results and results[0].reading.is_full and np.array_equal(results[0].grid, row.target):
            parts.append(results[0].reading.parts)
    return count_usage(parts)


def main(folder: str, *folds: str) -> None:
    """Count on the rows of some folds, and write the file."""
    from cq.data import load_singleturn

    wanted = {int(fold) for fold in folds} or {0, 1, 2, 3, 4}
    rows = [row for row in recorded_builds(load_singleturn()) if row.fold in wanted]
    used = {"folds": sorted(wanted), "usage": usage_of(rows)}
    out = Path(folder).absolute()
    write_text(out / USAGE, json.dumps(used, indent=0) + "\n")
    update_part(out.parent, out.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
