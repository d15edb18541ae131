"""The segments of one split as the builder gets them, and as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import numpy.typing as npt

from cq.data import load_minecraft, stack_grids
from cq.errors import InputError
from cq.pipeline import Pipeline
from cq.world import Pose, World

Grids = npt.NDArray[np.int8]
BATCH = 64
SEED = 0


@dataclass(frozen=True)
class Segments:
    """Segments in the corpus's order: the columns of `load_minecraft`, with grids (n, 9, 11, 11)."""

    rows: datasets.Dataset
    start: Grids
    target: Grids
    games: npt.NDArray[Any]

    @classmethod
    def load(cls, data: Path | None, split: str, rows: int | None) -> Segments:
        """The segments of a split, or a random sample of so many. Raises `InputError` if there are none."""
        if rows is not None and rows < 1:
            raise InputError(f"--rows is {rows}; give 1 or more, or leave it out for all")
        every = load_minecraft(data)
        splits = np.array(every["split"][:])
        chosen = np.flatnonzero(splits == split)
        if not len(chosen):
            known = sorted({one for one in splits if one is not None})
            raise InputError(
                f"no segment of split {split!r} in the data; it has {', '.join(known) or 'none'}"
            )
        if rows is not None and rows < len(chosen):
            chosen = np.sort(np.random.default_rng(SEED).choice(chosen, rows, replace=False))
        some = every.select(chosen)
        start, target = (stack_grids(some, name) for name in ("start", "target"))
        return cls(some, start, target, np.array(some["game"][:]))

    def __len__(self) -> int:
        return len(self.rows)

    def built_by(self, pipeline: Pipeline) -> Grids:
        """What a pipeline's builder builds (n, 9, 11, 11), each in its recorded world, from what was said,
        the builder's pose, and the blocks that it placed last.
        """
        from tqdm import tqdm

        built = list[Grids]()
        for first in tqdm(range(0, len(self), BATCH), desc="segments", unit="batch", leave=False):
            rows = self.rows.select(range(first, min(first + BATCH, len(self)))).to_list()
            builds = pipeline.build(
                [row["instruction"] for row in rows],
                [world_of(row, grid) for row, grid in zip(rows, self.start[first:], strict=False)],
                [turns_of(row) for row in rows],
            )
            built += [build.grid for build in builds]
        return np.stack(built)


def world_of(row: dict[str, Any], grid: npt.NDArray[np.int8]) -> World:
    """A world with the builder where it stood before the segment, and the blocks that it placed last."""
    x, y, z = row["position"]
    placed = [tuple(one["cell"]) for one in row["recent"] if one["kind"] == "place"]
    return World(grid, Pose((x, y, z), *row["look"])).after(World.parse(grid).grid, placed)


def turns_of(row: dict[str, Any]) -> list[tuple[str, str]]:
    """What was said before the instruction, as `cq.build` takes it."""
    return [(turn["speaker"], turn["text"]) for turn in row["dialogue"]]
