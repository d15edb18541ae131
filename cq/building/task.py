"""A task, and how it is put before the network: in its frame, its words as vectors."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cq.building.canonical_frame import Frame
from cq.building.model.trajectory import Example
from cq.building.token_embedder import WordReader
from cq.building.training.demonstrations import steps_between
from cq.world.grid import Grid


@dataclass(frozen=True)
class Task:
    """An instruction, the grid it is given in, and, where it is known, the grid it asks for."""

    instruction: str
    start: Grid
    target: Grid | None = None

    def frame(self, rng: random.Random | None = None) -> Frame:
        """The frame in which the builder looks north, or with `rng` one drawn (see `Frame.of`)."""
        return Frame.of(self.instruction, self.start, rng)


def examples_of(
    tasks: Sequence[Task],
    frames: Sequence[Frame],
    reader: WordReader,
    rng: random.Random | None = None,
) -> list[Example]:
    """Each task in a frame; with `rng` the order of its steps is blurred (see `steps_between`)."""
    words = reader.read([frame.text(task.instruction) for task, frame in zip(tasks, frames, strict=True)])
    found = []
    for task, frame, read in zip(tasks, frames, words, strict=True):
        grid = frame.grid(task.start)
        steps = () if task.target is None else steps_between(grid, frame.grid(task.target), rng)
        found.append(Example(read, grid, frame.named, steps))
    return found
