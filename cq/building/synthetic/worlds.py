"""Worlds of several structures, with those that an instruction refers to."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

from cq.language.program import Extreme, Largest, Ref
from cq.semantics.geometry import step
from cq.types import Cell, Grid
from cq.world.directions import COMPASS
from cq.world.grid import SHAPE
from cq.world.palette import COLOUR_IDS, COLOURS
from cq.world.zone import IGLU

Blocks = dict[Cell, str]

MAX_BLOCKS = 36
KINDS = (*("block", "tower") * 3, *("row",) * 3, "wall", "square", "rectangle", "ring", "floating")
TWIN_SHARE = 0.45
"""The share of structures with a twin on the same axis, for references to lines and pairs."""
TOUCHING_SHARE = 0.3
"""The share of worlds whose structures may touch each other."""
SEVERAL = ("all", "each", "both", "every")


def structured_world(rng: random.Random, refs: Iterable[Ref] = ()) -> Grid:
    """A world (9, 11, 11) of one to five towers, rows, walls, squares, rings and single blocks, some of them
    alike, some floating, some of two colours. It contains the referents of the references, if there is room.
    """
    blocks: Blocks = {}
    apart = rng.random() >= TOUCHING_SHARE
    for ref in refs:
        for structure in _named(rng, ref):
            _add(blocks, structure, apart)
    others = rng.choice((0, 0, 0, 1, 1, 2, 3)) if blocks else rng.choice((1, 2, 2, 3, 3, 4, 5))
    for _ in range(others):
        structure = _structure(rng, rng.choice(KINDS), rng.sample(COLOURS, 2))
        _add(blocks, structure, apart)
        if rng.random() < TWIN_SHARE:
            _add(blocks, _moved(rng, structure), apart)
    if not blocks:
        return structured_world(rng)
    grid = np.zeros(SHAPE, dtype=np.int8)
    for cell, colour in blocks.items():
        grid[cell] = COLOUR_IDS[colour]
    return grid


def _named(rng: random.Random, ref: Ref) -> list[Blocks]:
    """Structures that a reference may name, in its number."""
    kind = ref.noun if ref.noun in KINDS else rng.choice(KINDS)
    number = ref.number or (rng.randint(1, 3) if ref.plural or ref.quantifier in SEVERAL else 1)
    if any(isinstance(limit, Extreme | Largest) for limit in ref.limits):
        number += rng.choice((0, 1, 1))
    lengths: tuple[int, ...] | None
    colours = [*ref.colours] or [rng.choice(COLOURS)]
    if kind == "block" and number > 1 and rng.random() < 0.6:
        kind, lengths, number = rng.choice(("tower", "row")), (number,), 1
    else:
        lengths = None
    return [_structure(rng, kind, colours, lengths) for _ in range(min(number, 4))]


def _add(blocks: Blocks, structure: Blocks, apart: bool) -> None:
    """Add a structure if it fits in the zone, `apart` from the others: not even a corner touches."""
    taken = {cell for cell in structure if cell in blocks}
    if taken or len(blocks) + len(structure) > MAX_BLOCKS or not all(map(IGLU.holds, structure)):
        return
    around = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)]
    if apart and any((y + a, x + b, z + c) in blocks for y, x, z in structure for a, b, c in around):
        return
    blocks.update(structure)


def _structure(
    rng: random.Random, kind: str, colours: list[str], lengths: tuple[int, ...] | None = None
) -> Blocks:
    """A structure near a random cell; some of its cells may lie outside the zone."""
    y, x, z = 0, rng.randrange(SHAPE[1]), rng.randrange(SHAPE[2])
    height, width, depth = 1, 1, 1
    if kind == "tower":
        height = rng.choice(lengths or (2, 2, 3, 3, 4, 5, 6))
    elif kind in ("row", "floating"):
        width = rng.choice(lengths or (2, 3, 3, 4, 5, 6, 7)) if kind == "row" or rng.random() < 0.4 else 1
    elif kind == "wall":
        width, height = rng.choice((2, 3, 3, 4, 5)), rng.choice((2, 3, 3))
    elif kind == "rectangle":
        width, depth = rng.choice(((2, 3), (2, 4), (3, 4), (3, 2), (4, 2), (3, 5)))
    elif kind in ("square", "ring"):
        width = depth = rng.choice((2, 3, 3, 4)) if kind == "square" else rng.choice((3, 3, 4, 5))
    if kind == "floating" or rng.random() < 0.04:
        y = rng.randint(1, 4)
    if rng.random() < 0.5:
        width, depth = depth, width
    mixed = rng.random() < (0.35 if kind == "tower" else 0.1)
    cells = [
        (y + dy, x + dx, z + dz)
        for dy in range(height)
        for dx in range(width)
        for dz in range(depth)
        if kind != "ring" or dx in (0, width - 1) or dz in (0, depth - 1)
    ]
    return {cell: rng.choice(colours) if mixed else colours[0] for cell in cells}


def _moved(rng: random.Random, structure: Blocks) -> Blocks:
    """The structure some cells further on, in the same colours or another one."""
    way, steps = rng.choice(COMPASS), rng.randint(2, 7)
    colour = rng.choice(COLOURS) if rng.random() < 0.6 else None
    return {step(cell, way, steps): colour or old for cell, old in structure.items()}
