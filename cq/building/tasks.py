"""A task, and how it is put before the network: in its frame, its words as vectors."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from cq.building.courses import Example
from cq.building.frame import Frame
from cq.building.steps import steps_between
from cq.building.words import WordReader
from cq.world.grid import Grid


@dataclass(frozen=True)
class Task:
    """An instruction, the grid it is given in, and, where it is known, the grid it asks for."""

    instruction: str
    start: Grid
    target: Grid | None = None


def examples_of(
    tasks: Sequence[Task], reader: WordReader, rng: random.Random | None = None
) -> list[tuple[Example, Frame]]:
    """Each task in its frame, and that frame; with `rng` in one drawn at random (see `Frame.of`)."""
    frames = [Frame.of(task.instruction, task.start, rng) for task in tasks]
    words = reader.read([frame.text(task.instruction) for task, frame in zip(tasks, frames, strict=True)])
    found = []
    for task, frame, read in zip(tasks, frames, words, strict=True):
        grid = frame.grid(task.start)
        steps = () if task.target is None else steps_between(grid, frame.grid(task.target), rng)
        found.append((Example(read, grid, frame.named, steps), frame))
    return found
