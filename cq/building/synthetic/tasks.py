"""Synthetic tasks: instructions of known meaning in random worlds.

They teach the network what a few thousand recorded rows show too rarely: directions, counts, and which block
is meant. All sentences are our own.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from cq.building.directions import DIRECTION_OFFSETS, UP
from cq.building.example import BuildingExample
from cq.building.synthetic.scene import SyntheticScene, in_zone, random_ground_cell, shifted
from cq.building.synthetic.sentences import BASIC_TEMPLATES, Template, random_sentence
from cq.world import COLOURS, SHAPE
from cq.world.directions import COMPASS
from cq.world.grid import Grid

CONNECTIVES = ("Then ", "After that, ", "Next, ", "", "", "")
FACING_SHARE = 0.3
"""The share of tasks in which the direction of the builder's look is known."""

STATED_SHARE = 0.6
"""How often the instruction states that direction."""


def synthetic_task(
    rng: random.Random,
    start: Grid | None = None,
    max_sentences: int = 3,
    templates: Sequence[Template] = BASIC_TEMPLATES,
) -> BuildingExample:
    """A task of one to `max_sentences` sentences in a given world, or in a random one. Its target differs
    from its start.
    """
    start = random_world(rng) if start is None else start
    grid, texts, last_block = np.array(start), [], None
    facing = rng.choice(COMPASS) if rng.random() < FACING_SHARE else None
    for number in range(rng.choice(range(1, max_sentences + 1))):
        text, edits = random_sentence(SyntheticScene(rng, grid, last_block, facing), templates)
        for cell, colour in edits.items():
            grid[cell] = colour
        placed = [cell for cell, colour in edits.items() if colour]
        last_block = placed[0] if len(placed) == 1 else None
        texts.append(rng.choice(CONNECTIVES) + text if number else text)
    if facing and rng.random() < STATED_SHARE:
        texts[0] = f"{rng.choice(('Facing', 'Looking', 'Face'))} {facing}, {texts[0]}"
    if np.array_equal(grid, start):
        return synthetic_task(rng, start, max_sentences, templates)
    instruction = ". ".join(text[0].upper() + text[1:] for text in texts) + "."
    return BuildingExample(instruction, start, grid, facing=facing)


def random_world(rng: random.Random) -> Grid:
    """A world (9, 11, 11) of up to four towers, rows, walls or single blocks."""
    grid = np.zeros(SHAPE, dtype=np.int8)
    for _ in range(rng.randrange(5)):
        corner, colour = random_ground_cell(rng), rng.randint(1, len(COLOURS))
        max_length, max_height = rng.choice(((1, 1), (1, 1), (1, 4), (5, 1), (3, 3)))
        lift, along = rng.choice((0, 0, 1)), DIRECTION_OFFSETS[rng.choice(COMPASS[:2])]
        for i in range(rng.randint(1, max_length)):
            for j in range(rng.randint(1, max_height)):
                cell = shifted(shifted(corner, along, i), UP, j + lift)
                if in_zone(cell):
                    grid[cell] = colour
    return grid
