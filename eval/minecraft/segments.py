"""The segments of one split as the builder gets them, and as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import numpy.typing as npt

from cq.building.training.dialogue_examples import dialogues_with_builds
from cq.data import load_minecraft, stack_grids
from cq.errors import InputError
from cq.language.spoken import Turns
from cq.pipeline import Pipeline
from cq.world import Pose, World

Grids = npt.NDArray[np.int8]
BATCH = 64
SEED = 0


@dataclass(frozen=True)
class Segments:
    """Segments in the corpus's order: the columns of `load_minecraft`, with grids (n, 9, 11, 11).

    `said` is what was said up to each, the instruction last; wherever the builder acted before, it says so.
    `before` is the start of the segment before in the game, None if there is none.
    """

    rows: datasets.Dataset
    start: Grids
    target: Grids
    games: npt.NDArray[Any]
    said: list[Turns]
    before: list[Grids | None]

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
        whole = cls._of(every.select(chosen))
        if rows is None or rows >= len(chosen):
            return whole
        sample = np.random.default_rng(SEED).choice(len(chosen), rows, replace=False)
        return whole.only(sorted(sample.tolist()))

    @classmethod
    def _of(cls, rows: datasets.Dataset) -> Segments:
        start, target = (stack_grids(rows, name) for name in ("start", "target"))
        columns = rows.select_columns(["game", "number", "instruction", "dialogue", "said_since"]).to_list()
        said = [
            (*turns, ("architect", row["instruction"]))
            for row, turns in zip(columns, dialogues_with_builds(columns), strict=True)
        ]
        places = [(row["game"], row["number"]) for row in columns]
        at = {place: i for i, place in enumerate(places)}
        before = [at.get((game, number - 1)) for game, number in places]
        starts = [None if i is None else start[i] for i in before]
        return cls(rows, start, target, np.array(rows["game"][:]), said, starts)

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, chosen: Sequence[int]) -> Segments:
        """Some of the segments."""
        at = list(chosen)
        said, before = [self.said[i] for i in at], [self.before[i] for i in at]
        return Segments(self.rows.select(at), self.start[at], self.target[at], self.games[at], said, before)

    def saying(self, said: list[Turns]) -> Segments:
        """The same segments, if something else was said."""
        return replace(self, said=said)

    def worlds(self) -> list[World]:
        """The worlds with the builder where it stood before each segment, the blocks that it placed last, and
        the world before these.
        """
        rows = self.rows.select_columns(["position", "look", "recent"]).to_list()
        return [world_of(*of) for of in zip(rows, self.start, self.before, strict=True)]

    def built_by(self, pipeline: Pipeline) -> Grids:
        """What a pipeline's builder builds (n, 9, 11, 11), each in its recorded world, from what was said."""
        from tqdm import tqdm

        built, worlds = list[Grids](), self.worlds()
        for first in tqdm(range(0, len(self), BATCH), desc="segments", unit="batch", leave=False):
            said = self.said[first : first + BATCH]
            builds = pipeline.build(
                [turns[-1][1] for turns in said],
                worlds[first : first + BATCH],
                [turns[:-1] for turns in said],
            )
            built += [build.grid for build in builds]
        return np.stack(built)


def world_of(row: dict[str, Any], grid: Grids, before: Grids | None) -> World:
    """A world with the builder where it stood before the segment, the blocks that it placed last, and the
    world before them.
    """
    x, y, z = row["position"]
    placed = [tuple(one["cell"]) for one in row["recent"] if one["kind"] == "place"]
    pose, now = Pose((x, y, z), *row["look"]), World.parse(grid).grid
    world = World(now if before is None else World.parse(before).grid, pose).after(now, placed)
    return world if before is not None else replace(world, past=())
