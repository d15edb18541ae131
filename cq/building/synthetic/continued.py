"""Synthetic tasks that go on from what was said and built before."""

from __future__ import annotations

import random

import numpy as np

from cq.building.example import BuildingExample
from cq.building.synthetic.scene import Cell, SyntheticScene
from cq.building.synthetic.sentences import random_sentence
from cq.building.synthetic.tasks import FACING_SHARE, random_world
from cq.world.directions import COMPASS

NUM_SENTENCES = (2, 2, 3)
REPLIES = ("done", "ok", "like this?", "ok, there it is", "what comes next?", "is that right?")
REACTIONS = ("yes", "perfect", "great", "good", "exactly", "nice work")


def continued_task(rng: random.Random) -> BuildingExample:
    """A task of one sentence. The sentences before it are its history, and their blocks stand in its start
    world. The sentence may mean the block placed last ("it").
    """
    grid = np.array(random_world(rng))
    facing = rng.choice(COMPASS) if rng.random() < FACING_SHARE else None
    history: list[tuple[str, str]] = []
    recent: list[Cell] = []
    start, text, last_block = grid, "", None
    for _ in range(rng.choice(NUM_SENTENCES)):
        if text:
            history += _said(rng, text)
        start = np.array(grid)
        before = tuple(recent)
        text, edits = random_sentence(SyntheticScene(rng, grid, last_block, facing))
        for cell, colour in edits.items():
            grid[cell] = colour
        placed = [cell for cell, colour in edits.items() if colour]
        recent += placed
        last_block = placed[0] if len(placed) == 1 else None
    if np.array_equal(grid, start):
        return continued_task(rng)
    standing = tuple(cell for cell in before if start[cell])
    return BuildingExample(text, start, grid, facing=facing, history=tuple(history), recent=standing)


def _said(rng: random.Random, text: str) -> list[tuple[str, str]]:
    """The turns about a sentence that was carried out."""
    turns = [("architect", text)]
    if rng.random() < 0.4:
        turns.append(("builder", rng.choice(REPLIES)))
        if rng.random() < 0.5:
            turns.append(("architect", rng.choice(REACTIONS)))
    return turns
