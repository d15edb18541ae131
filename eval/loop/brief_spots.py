"""Places in the zone in everyday words: coordinates, the middle, edges and corners, counted rows."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cq.types import Cell
from cq.world.difference import Part
from cq.world.directions import OFFSETS
from cq.world.grid import HALF

EDGES = {"north": (2, 0), "south": (2, 2 * HALF), "west": (1, 0), "east": (1, 2 * HALF)}
"""The axis of a grid [y, x, z] and the index on it of each edge of the zone."""

ORDINALS = ("first", "second", "third", "fourth", "fifth")
"""Rows, counted from an edge."""


def heading(first: Cell, last: Cell) -> str:
    """The direction from one end of a line to the other."""
    return next(
        way for way, step in OFFSETS.items() if np.array_equal(step, np.sign(np.subtract(last, first)))
    )


def coordinates(cell: Cell) -> list[str]:
    """The place of a column in coordinates."""
    x, z = cell[1] - HALF, cell[2] - HALF
    return [f"({x}, {z})", f"x {x}, z {z}", f"x={x} z={z}"]


def spots(cell: Cell) -> list[str]:
    """The place of a column by coordinates, the middle, corners, edges, and rows counted from the edges."""
    x, z = cell[1] - HALF, cell[2] - HALF
    ways = [
        (n, way) for n, way in ((z, "north" if z < 0 else "south"), (x, "west" if x < 0 else "east")) if n
    ]
    steps = " and ".join(f"{abs(n)} {way}" for n, way in ways)
    texts = [*coordinates(cell), f"{steps} of the middle" if ways else "right in the middle"]
    if len(ways) == 2:
        texts.append(", ".join(f"{ORDINALS[HALF - abs(n)]} row from the {way}" for n, way in ways))
    if [abs(n) for n, _ in ways] == [HALF, HALF]:
        texts += [f"{ways[0][1]}{ways[1][1]} corner", f"in the {ways[0][1][0]}{ways[1][1][0]} corner"] * 2
    if [abs(n) for n, _ in ways] == [HALF]:
        texts += [f"in the middle of the {ways[0][1]} edge"] * 2
    return texts


def box(cells: Iterable[Cell]) -> str:
    """The columns that some cells cover, as ranges of coordinates."""
    lows, highs = bounds(cells)
    ends = [(name, lows[axis] - HALF, highs[axis] - HALF) for axis, name in ((1, "x"), (2, "z"))]
    return ", ".join(f"{name} {low}" + (f" to {high}" if high > low else "") for name, low, high in ends)


def lines(part: Part) -> list[str]:
    """The place of a horizontal line, by its ends or by the edge that it follows."""
    texts = [box(part.cells)]
    for first, last in ((part.cells[0], part.cells[-1]), (part.cells[-1], part.cells[0])):
        texts += [f"starting at {coordinates(first)[1]} and going {heading(first, last)}"]
        texts += [f"from {coordinates(first)[0]} to {coordinates(last)[0]}"]
    for edge, (axis, index) in EDGES.items():
        if all(cell[axis] == index for cell in part.cells):
            whole = len(part.cells) == 2 * HALF + 1
            texts += [
                f"all along the {edge} edge" if whole else f"along the {edge} edge, {box(part.cells)}"
            ] * 2
    return texts


def bounds(cells: Iterable[Cell]) -> tuple[list[int], list[int]]:
    """The least and the greatest index of some cells along each axis."""
    every = np.array(list(cells))
    return every.min(axis=0).tolist(), every.max(axis=0).tolist()
