"""Whether the fast maximal intersection agrees with its definition, and how much faster it is.

Checks random pairs and recorded pairs (second build, target) in both modes. Then times the literal scan
against the voting algorithm, one call at a time and as a batch. Exits with 1 if any pair disagrees.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

from cq.cli.tables import print_table
from cq.data import load_singleturn, rows_with, stack_grids
from cq.errors import InputError
from cq.metrics import maximal_intersection
from cq.metrics.reference import admissible_shifts, every_shift
from cq.world import SHAPE
from eval.options import Data, Out
from eval.output import write_json
from eval.speed.timing import seconds

Grids = npt.NDArray[np.int8]
TIMED = 200
"""Recorded pairs timed with the literal scan."""


def recorded_pairs(data: Path | None, count: int) -> tuple[Grids, Grids]:
    """The first `count` pairs (second person's build, architect's target): grids (n, 9, 11, 11)."""
    pairs = rows_with(load_singleturn(data), "target", "built")
    if not len(pairs):
        raise InputError("no row has both a target and a second person's build; give a set that has both")
    pairs = pairs.select(range(min(count, len(pairs))))
    return stack_grids(pairs, "built"), stack_grids(pairs, "target")


def random_pairs(count: int, seed: int) -> tuple[Grids, Grids, Grids]:
    """Built grids, targets and full structures that contain the targets: three arrays (n, 9, 11, 11).

    Densities vary. Half of the built grids are turned, shifted and damaged copies of their targets.
    """
    rng = np.random.default_rng(seed)
    built, target, full = (np.zeros((count, *SHAPE), dtype=np.int8) for _ in range(3))
    for i in range(count):
        target[i] = _random_grid(rng)
        if rng.random() < 0.5:
            built[i] = _random_grid(rng)
        else:
            turned = np.rot90(target[i], int(rng.integers(4)), axes=(1, 2))
            moved = np.roll(turned, rng.integers(-3, 4, size=2), axis=(1, 2))
            built[i] = np.where(rng.random(SHAPE) < 0.9, moved, 0)
        full[i] = np.where(target[i] == 0, _random_grid(rng) * (rng.random(SHAPE) < 0.05), target[i])
    return built, target, full


def _random_grid(rng: np.random.Generator) -> Grids:
    """A grid that fills a random box with a random density and number of colours."""
    low = rng.integers(0, 6, size=3)
    size = rng.integers(1, 8, size=3)
    box = tuple(slice(a, a + s) for a, s in zip(low, size, strict=True))
    grid = np.zeros(SHAPE, dtype=np.int8)
    cells = grid[box]
    kept = rng.random(cells.shape) < rng.random()
    grid[box] = kept * rng.integers(1, rng.integers(2, 8), size=cells.shape)
    return grid


def disagreements(built: Grids, target: Grids, full: Grids | None, name: str) -> dict[str, int]:
    """The number of pairs on which the voting algorithm and the literal scan differ, by mode."""
    fast = {
        "every shift": maximal_intersection(built, target),
        "admissible shifts": maximal_intersection(built, target, admissible_only=True),
    }
    if full is not None:
        fast["admissible, full structure"] = maximal_intersection(
            built, target, admissible_only=True, full=full
        )
    wrong = dict.fromkeys(fast, 0)
    for i in tqdm(range(len(built)), desc=name, disable=None):
        literal = {
            "every shift": every_shift(built[i], target[i]),
            "admissible shifts": admissible_shifts(built[i], target[i]),
        }
        if full is not None:
            literal["admissible, full structure"] = admissible_shifts(built[i], target[i], full[i])
        for mode, value in literal.items():
            wrong[mode] += int(fast[mode][i]) != value
    return wrong


def timings(built: Grids, target: Grids) -> dict[str, dict[str, float]]:
    """Median milliseconds per pair of the scan, of one fast call and of a batch, and their ratios."""
    table = {}
    options: dict[str, Any]
    few = range(min(TIMED, len(built)))
    for mode, literal, options in (
        ("every shift", every_shift, {}),
        ("admissible shifts", admissible_shifts, {"admissible_only": True}),
    ):
        vote = partial(maximal_intersection, **options)
        slow = np.median([seconds(partial(literal, built[i], target[i])) for i in few])
        once = np.median([seconds(partial(vote, built[i], target[i])) for i in few])
        batch = min(seconds(partial(vote, built, target)) for _ in range(3))
        table[mode] = {
            "scan, ms": round(float(slow) * 1e3, 3),
            "vote, ms": round(float(once) * 1e3, 3),
            "batch, ms": round(batch / len(built) * 1e3, 3),
            "vote ×": round(float(slow / once)),
            "batch ×": round(float(slow) * len(built) / batch),
        }
    return table


def main(
    data: Data = None,
    pairs: Annotated[int, typer.Option(help="Recorded pairs to check.")] = 1000,
    random: Annotated[int, typer.Option(help="Random pairs to check.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed of the random pairs.")] = 0,
    out: Out = None,
) -> None:
    built, target = recorded_pairs(data, pairs)
    agreement = {
        f"{len(built):,} recorded pairs": disagreements(built, target, None, "recorded"),
        f"{random:,} random pairs": disagreements(*random_pairs(random, seed), "random"),
    }
    speed = timings(built, target)
    print_table("Pairs that disagree with the definition", agreement)
    print_table("Milliseconds per pair, and speed-up over the scan", speed)
    write_json(out, {"disagreements": agreement, "speed": speed})
    if any(count for row in agreement.values() for count in row.values()):
        raise typer.Exit(1)
