"""How well the builder builds: `python -m eval.building --data PATH`, on the clear rows with a target.

Beside it the start world left as it is, and the second person who built from the same words. Intervals
are 95 % bootstraps over groups of equal instructions. The bundled builder is made of rules and learns
nothing, so every row is unseen by it (it was written with some of them in view).
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import typer

from cq.building import Builder
from cq.data import load_singleturn, normalise, rows_with, stack_grids
from cq.files import write_text
from cq.metrics import (
    bootstrap_interval,
    changed_cell_accuracy,
    changed_f1,
    corpus_changed_f1,
    grid_f1,
    whole_world_accuracy,
)
from cq.world import World
from eval.options import Data, Out, Samples
from eval.tables import print_table

Grids = npt.NDArray[np.int8]


def main(
    data: Data = None,
    samples: Samples = 1000,
    out: Out = None,
) -> None:
    rows = rows_with(load_singleturn(data), "target", "built")
    rows = rows.select(np.flatnonzero(np.array(rows["label"][:]) == 0))
    start, target, human = (stack_grids(rows, name) for name in ("start", "target", "built"))
    texts = rows["instruction"][:]
    built = np.stack([b.grid for b in Builder().build(texts, [World.parse(grid) for grid in start])])
    groups = np.array([normalise(text) for text in texts])
    table = {
        name: _figures(grids, target, start, groups, samples)
        for name, grids in (("no change", start), ("ours (rules)", built), ("second person", human))
    }
    print_table(f"What to build, {len(rows):,} clear rows with both recordings", table)
    if out is not None:
        write_text(out, json.dumps(table, indent=1) + "\n")


def _figures(built: Grids, target: Grids, start: Grids, groups: Any, samples: int) -> dict[str, Any]:
    scores = changed_f1(built, target, start)
    weights = np.count_nonzero(target != start, axis=(1, 2, 3))

    def weighted(scores: Any, weights: Any) -> float:
        return float(np.average(scores, weights=weights))

    corpus = corpus_changed_f1(built, target, start)
    interval = bootstrap_interval(weighted, scores, weights, groups=groups, samples=samples)
    return {
        "changed F1, weighted": str(interval),
        "plain": round(corpus.plain, 3),
        "grid F1": round(float(grid_f1(built, target).mean()), 3),
        "admissible": round(float(grid_f1(built, target, admissible_only=True).mean()), 3),
        "changed cells right": round(changed_cell_accuracy(built, target, start), 3),
        "whole world right": round(whole_world_accuracy(built, target), 3),
    }


if __name__ == "__main__":
    from cq.cli import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
