"""What a part of a change is called, how big it is, how it lies and where in the zone, in everyday words."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cq.types import Cell
from cq.world import COLOURS
from cq.world.difference import Part
from cq.world.directions import OFFSETS
from cq.world.grid import HALF

WAYS = {
    0: ("upwards", "on top of each other", "straight up"),
    1: ("west-east", "in a row, west to east", "from west to east"),
    2: ("north-south", "n-s", "in a row from north to south"),
}
"""How a line along each axis of a grid [y, x, z] lies."""

EDGES = {"north": (2, 0), "south": (2, 2 * HALF), "west": (1, 0), "east": (1, 2 * HALF)}
"""The axis of a grid [y, x, z] and the index on it of each edge of the zone."""

ORDINALS = ("first", "second", "third", "fourth", "fifth")
"""Rows, counted from an edge."""


def colour_of(part: Part) -> str:
    """The name of its colour."""
    return COLOURS[part.colour - 1]


def number(count: int) -> str:
    """A count in words, up to twelve."""
    words = "no one two three four five six seven eight nine ten eleven twelve".split()
    return words[count] if count < len(words) else str(count)


def is_upright(part: Part) -> bool:
    """Whether it is one block or a line upwards."""
    return len(part.cells) == 1 or part.axis == 0


def sizes(part: Part) -> list[str]:
    """Its size, of the box around it where it does not fill one."""
    up, across, along = part.extent
    long = across * along
    if len(part.cells) == 1:
        return ["just one block", "1"]
    if not part.is_filled:
        return [f"{across} by {along}" + (f", {up} high" if up > 1 else "") + " on the outside"]
    if part.axis == 0:
        return [f"{up} high", f"{number(up)} tall", f"{up} blocks high"]
    if part.axis is not None:
        return [f"{long} long", f"{long} long, 1 high", f"{number(long)} long"]
    if 1 in (across, along):
        return [f"{long} wide, {up} high", f"{long} long and {up} high"]
    return (
        [f"{across} by {along}, {up} high"]
        if up > 1
        else [f"{across} by {along}", f"{across} by {along}, flat"]
    )


def ways(part: Part) -> list[str]:
    """How it lies; nothing where no few words say it."""
    if part.is_line:
        return list(WAYS[part.axis or 0])
    if part.is_diagonal:
        return ["diagonally", "in a diagonal"]
    if part.is_filled and part.extent[0] == 1 and len(part.cells) > 1:
        return ["flat", "lying flat"]
    return sizes(part) if part.is_filled and len(part.cells) > 1 else []


def things(part: Part) -> list[str]:
    """What it is called where it is new; nothing for a shape without a name."""
    count, colour = len(part.cells), colour_of(part)
    a = "an" if colour == "orange" else "a"
    if count == 1:
        return [f"{a} {colour} block", f"one {colour} block"]
    if part.axis == 0:
        return [f"{count} {colour} blocks on top of each other", f"{a} {colour} tower, {count} high"]
    if part.axis is not None:
        return [f"{count} {colour} blocks in a row", f"a row of {number(count)} {colour} ones"]
    if part.is_filled and part.extent[0] == 1:
        return [f"a flat {colour} rectangle, {size}" for size in sizes(part)[:1]]
    return (
        [f"{a} {colour} wall, {size}" for size in sizes(part)] if part.is_filled and 1 in part.extent else []
    )


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
