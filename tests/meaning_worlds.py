"""Small worlds of the tests, and what a text does in them."""

from __future__ import annotations

import numpy as np

from cq.reading.instruction import meant
from cq.reading.understand import Understanding
from cq.types import Grid
from cq.world.grid import HALF, SHAPE
from cq.world.palette import COLOUR_IDS, COLOURS

Change = frozenset[tuple[int, int, int, str]]
"""Changed cells: x, z, level from 1, and the colour afterwards, "" for air."""


def world(*blocks: str) -> Grid:
    """A grid of blocks like "red 2,0,1": x from west, z from north, level from 1; "red 2,0,1..3" is a
    tower.
    """
    grid = np.zeros(SHAPE, dtype=np.int8)
    for block in blocks:
        colour, cell = block.split()
        ranges = [_numbers(one) for one in cell.split(",")]
        for x in ranges[0]:
            for z in ranges[1]:
                for level in ranges[2]:
                    grid[level - 1, x + HALF, z + HALF] = COLOUR_IDS[colour]
    return grid


def change(*blocks: str) -> Change:
    """Changed cells in the notation of `world`; "air" for what is gone."""
    found = set()
    for block in blocks:
        colour, cell = block.split()
        xs, zs, levels = (_numbers(one) for one in cell.split(","))
        found |= {
            (x, z, level, "" if colour == "air" else colour) for x in xs for z in zs for level in levels
        }
    return frozenset(found)


def _numbers(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def changes(start: Grid, grid: Grid) -> Change:
    """The cells that differ."""
    return frozenset(
        (x - HALF, z - HALF, y + 1, COLOURS[grid[y, x, z] - 1] if grid[y, x, z] else "")
        for y, x, z in np.argwhere(start != grid).tolist()
    )


def meaning(start: Grid, text: str, *exchanges: tuple[str, str]) -> Understanding:
    """What a text with its answers means, seen from the south."""
    found = meant(text, exchanges, start, "north")
    assert found is not None, f"an answer about {text!r} is not read"
    return found


def done(start: Grid, text: str, *exchanges: tuple[str, str]) -> Change | None:
    """What a text with its answers changes; None if that is not sure."""
    grid = meaning(start, text, *exchanges).grid
    return None if grid is None else changes(start, grid)
