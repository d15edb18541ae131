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
from cq.dialogue.hedging import DONE_FROM
from cq.meaning.understand import understand
from cq.settings import data_file
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
        some = [
            (row, understand(row.instruction, row.start, row.facing)) for row in rows if row.fold in folds
        ]
        built = [(row, one) for row, one in some if one.results and one.reading.is_full]
        pairs[name] = [
            (one.confidence, np.array_equal(one.results[0].grid, row.target)) for row, one in built
        ]
    for path in paths or [data_file(name) for name in FILES]:
        outcomes = [play(case, 3) for case in load_cases(path)]
        pairs[path.name] = [
            (float(np.prod(one.confidences)), one.right) for one in outcomes if one.confidences
        ]
    pairs["all"] = [pair for some in pairs.values() for pair in some]
    show({"Confidence and share of right builds": {name: _row(some) for name, some in pairs.items()}}, out)
    show({"All, in ten bins": _bins(pairs["all"])}, None)


def _row(pairs: Sequence[Pair]) -> dict[str, int | str]:
    sure = [right for confidence, right in pairs if confidence >= DONE_FROM]
    unsure = [right for confidence, right in pairs if confidence < DONE_FROM]
    bins = [[*zip(*some, strict=True)] for some in _binned(pairs)]
    error = sum(len(right) * abs(np.mean(told) - np.mean(right)) for told, right in bins) / max(1, len(pairs))
    return {
        "builds": len(pairs),
        f"right from {DONE_FROM}": f"{sum(sure)}/{len(sure)}",
        "right below": f"{sum(unsure)}/{len(unsure)}",
        "mean distance of ten bins": f"{error:.3f}",
    }


def _bins(pairs: Sequence[Pair]) -> dict[str, dict[str, int | str]]:
    table: dict[str, dict[str, int | str]] = {}
    for some in _binned(pairs):
        told, right = zip(*some, strict=True)
        name = f"{min(told):.3f} to {max(told):.3f}"
        table[name] = {
            "builds": len(some),
            "confidence": f"{np.mean(told):.3f}",
            "right": f"{np.mean(right):.3f}",
        }
    return table


def _binned(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """The pairs in bins of equally many, by their confidence."""
    order = sorted(pairs, key=lambda one: one[0])
    return [[order[i] for i in some] for some in np.array_split(range(len(order)), min(BINS, len(order)))]
