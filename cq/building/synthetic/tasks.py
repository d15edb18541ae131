"""Made-up tasks: instructions whose meaning is known, in drawn worlds.

They teach the network what the few thousand recorded rows show too seldom of each: directions, counts, which
block is meant. All sentences are our own.
"""

from __future__ import annotations

import random

import numpy as np

from cq.building.baseline.clauses import ROUND, STEPS
from cq.building.synthetic.scene import UP, Scene, anywhere, inside, moved
from cq.building.synthetic.sentences import sentence
from cq.building.task import Task
from cq.world import COLOURS, SHAPE
from cq.world.grid import Grid

THEN = ("Then ", "After that, ", "Next, ", "", "", "")
FACING = 0.3
"""Share of tasks that say which way the builder looks."""


def generated_task(rng: random.Random, start: Grid | None = None, most: int = 3) -> Task:
    """A task of one to `most` sentences in a given world, or in a drawn one. It changes something."""
    start = drawn_world(rng) if start is None else start
    grid, said, placed = np.array(start), [], None
    facing = rng.choice(ROUND) if rng.random() < FACING else None
    for number in range(rng.choice(range(1, most + 1))):
        text, edits = sentence(Scene(rng, grid, placed, facing))
        for cell, colour in edits.items():
            grid[cell] = colour
        several = [cell for cell, colour in edits.items() if colour]
        placed = several[0] if len(several) == 1 else None
        said.append(rng.choice(THEN) + text if number else text)
    if facing:
        said[0] = f"{rng.choice(('Facing', 'Looking', 'Face'))} {facing}, {said[0]}"
    if np.array_equal(grid, start):
        return generated_task(rng, start, most)
    return Task(". ".join(s[0].upper() + s[1:] for s in said) + ".", start, grid)


def drawn_world(rng: random.Random) -> Grid:
    """A world (9, 11, 11) of up to four towers, rows, walls or lone blocks."""
    grid = np.zeros(SHAPE, dtype=np.int8)
    for _ in range(rng.randrange(5)):
        cell, colour = anywhere(rng), rng.randint(1, len(COLOURS))
        long, high = rng.choice(((1, 1), (1, 1), (1, 4), (5, 1), (3, 3)))
        lifted, along = rng.choice((0, 0, 1)), STEPS[rng.choice(ROUND[:2])]
        for i in range(rng.randint(1, long)):
            for j in range(rng.randint(1, high)):
                at = moved(moved(cell, along, i), UP, j + lifted)
                if inside(at):
                    grid[at] = colour
    return grid
