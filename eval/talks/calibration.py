"""Whether the confidence of builds is the share of them that is right, over kinds of texts.

Recorded clear rows are built by the language alone, each on its own. A case of a file of talks counts as one
build: it is right if its last world is, and its confidence is the product of those of its builds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cq.arena.cases import load_cases
from cq.building.training.recorded_builds import recorded_builds
from cq.data import load_singleturn
from cq.dialogue.replies import DONE_FROM
from cq.reading.understand import understand
from cq.settings import data_file
from cq.types import Doubles
from eval.building.calibration import binned, mean_distance
from eval.options import Data, Out
from eval.output import show
from eval.talks.evaluate import FILES, Files
from eval.talks.play import play

BINS = 10
Pair = tuple[float, bool]
"""A confidence, and whether the build is right."""
FOLDS = {"recorded, folds 0 to 2": (0, 1, 2), "recorded, folds 3 and 4": (3, 4)}


def main(paths: Files = None, data: Data = None, out: Out = None) -> None:
    rows = [row for row in recorded_builds(load_singleturn(data)) if row.clear]
    pairs: dict[str, list[Pair]] = {}
    for name, folds in FOLDS.items():
        some = [row for row in rows if row.fold in folds]
        built = [(row, understand(row.instruction, row.start, row.facing)) for row in some]
        pairs[name] = [
            (one.confidence, np.array_equal(one.results[0].grid, row.target))
            for row, one in built
            if one.results and one.reading.is_full
        ]
    for path in paths or [data_file(name) for name in FILES]:
        outcomes = [play(case, 3) for case in load_cases(path)]
        pairs[path.name] = [
            (float(np.prod(one.confidences)), one.right) for one in outcomes if one.confidences
        ]
    pairs["all"] = [pair for some in pairs.values() for pair in some]
    show({"Confidence and share of right builds": {name: _row(some) for name, some in pairs.items()}}, out)
    bins = {
        f"{told.min():.3f} to {told.max():.3f}": {
            "builds": len(told),
            "confidence": f"{told.mean():.3f}",
            "right": f"{right.mean():.3f}",
        }
        for told, right in binned(*_columns(pairs["all"]), BINS)
    }
    show({"All, in ten bins": bins}, None)


def _row(pairs: Sequence[Pair]) -> dict[str, int | str]:
    told, right = _columns(pairs)
    sure = told >= DONE_FROM
    return {
        "builds": len(pairs),
        f"right from {DONE_FROM}": f"{right[sure].sum():.0f}/{sure.sum()}",
        "right below": f"{right[~sure].sum():.0f}/{(~sure).sum()}",
        "mean distance of ten bins": mean_distance(told, right, BINS),
    }


def _columns(pairs: Sequence[Pair]) -> tuple[Doubles, Doubles]:
    told, right = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
    return told, right
