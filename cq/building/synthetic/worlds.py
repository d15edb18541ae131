"""Worlds of several separate structures, for sentences about structures."""

from __future__ import annotations

import random

import numpy as np

from cq.building.directions import DIRECTION_OFFSETS
from cq.building.synthetic.scene import Cell, Edits, in_zone, shifted
from cq.world import COLOURS, SHAPE
from cq.world.directions import COMPASS
from cq.world.grid import Grid

MAX_BLOCKS = 36
KINDS = (*("block", "tower") * 3, *("row",) * 3, "wall", "square", "rectangle", "ring", "floating")
TWIN_SHARE = 0.45
"""How often a structure gets a twin on the same axis, so that there are lines and pairs to speak of."""


def structured_world(rng: random.Random) -> Grid:
    """A world (9, 11, 11) of one to five towers, rows, walls, squares, rings and single blocks, some of them
    alike, some floating, some of two colours. No two of them touch, not even at a corner.
    """
    blocks: Edits = {}
    for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 5))):
        structure = _structure(rng)
        _add(blocks, structure)
        if rng.random() < TWIN_SHARE:
            _add(blocks, _twin(rng, structure))
    if not blocks:
        return structured_world(rng)
    grid = np.zeros(SHAPE, dtype=np.int8)
    for cell, colour in blocks.items():
        grid[cell] = colour
    return grid


def _add(blocks: Edits, structure: Edits) -> None:
    """Adds a structure if it fits in the zone, apart from the others."""
    if len(blocks) + len(structure) > MAX_BLOCKS or not all(map(in_zone, structure)):
        return
    for y, x, z in structure:
        for dx in (-1, 0, 1):
            for dz in (-1, 0, 1):
                if any((y + dy, x + dx, z + dz) in blocks for dy in (-1, 0, 1)):
                    return
    blocks.update(structure)


def _structure(rng: random.Random) -> Edits:
    """A structure near a random cell; some of its cells may lie outside the zone."""
    y, x, z = 0, rng.randrange(SHAPE[1]), rng.randrange(SHAPE[2])
    height, width, depth, ring = 1, 1, 1, False
    kind = rng.choice(KINDS)
    if kind == "tower":
        height = rng.choice((2, 2, 3, 3, 4, 5, 6))
    elif kind in ("row", "floating"):
        width = rng.choice((2, 3, 3, 4, 5, 6, 7)) if kind == "row" or rng.random() < 0.4 else 1
    elif kind == "wall":
        width, height = rng.choice((2, 3, 3, 4, 5)), rng.choice((2, 3, 3))
    elif kind == "rectangle":
        width, depth = rng.choice(((2, 3), (2, 4), (3, 4), (3, 2), (4, 2), (3, 5)))
    elif kind in ("square", "ring"):
        width = depth = rng.choice((2, 3, 3, 4)) if kind == "square" else rng.choice((3, 3, 4, 5))
        ring = kind == "ring"
    if kind == "floating" or rng.random() < 0.04:
        y = rng.randint(1, 4)
    if rng.random() < 0.5:
        width, depth = depth, width
    colours = [rng.randint(1, len(COLOURS)) for _ in range(2)]
    mixed = rng.random() < (0.35 if kind == "tower" else 0.1)
    cells = [
        (y + dy, x + dx, z + dz)
        for dy in range(height)
        for dx in range(width)
        for dz in range(depth)
        if not ring or dx in (0, width - 1) or dz in (0, depth - 1)
    ]
    return {cell: rng.choice(colours) if mixed else colours[0] for cell in cells}


def _twin(rng: random.Random, structure: Edits) -> Edits:
    """The structure some cells further on, in the same colours or another one."""
    offset, steps = DIRECTION_OFFSETS[rng.choice(COMPASS)], rng.randint(2, 7)
    colour = rng.randint(1, len(COLOURS)) if rng.random() < 0.6 else None
    moved: list[Cell] = [shifted(cell, offset, steps) for cell in structure]
    return {cell: colour or old for cell, old in zip(moved, structure.values(), strict=True)}
