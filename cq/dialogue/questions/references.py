"""References: a few words that fit one block of a world and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cq.dialogue.questions.change import Cell, neighbour
from cq.world import COLOURS, SHAPE
from cq.world.directions import AXIS_ENDS, COMPASS, OFFSETS, axis_and_sign
from cq.world.grid import Grid

LAST = SHAPE[1] - 1
MIDDLE = LAST // 2

ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class _Test:
    """Words before and after the name of a block, and whether they fit another block."""

    before: str
    after: str
    fits: Callable[[Cell], bool]


def refer(grid: Grid, cell: Cell) -> str:
    """Words for the block at `cell` that fit no other block: "the red block by the east edge".

    They are the simplest that tell it from all others of its colour, or its exact place if none do.
    """
    colour = int(grid[cell])
    others = [(y, x, z) for y, x, z in np.argwhere(grid == colour).tolist()]
    return _reference(f"{COLOURS[colour - 1]} block", cell, others, _tests(grid, cell, others))


def refer_to_column(grid: Grid, cell: Cell) -> str:
    """Words for the column of one colour that the block at `cell` is part of: "the red tower". A column of
    one block is a block.
    """
    column = column_of(grid, cell)
    if len(column) == 1:
        return refer(grid, cell)
    colour = int(grid[cell])
    feet = {
        column_of(grid, (y, x, z))[0]
        for y, x, z in np.argwhere(grid == colour).tolist()
        if len(column_of(grid, (y, x, z))) > 1
    }
    others = sorted(feet)
    return _reference(f"{COLOURS[colour - 1]} tower", column[0], others, _tests(grid, column[0], others))


def column_of(grid: Grid, cell: Cell) -> list[Cell]:
    """The blocks of the same colour that are stacked without a gap where `cell` is, from the lowest."""
    y, x, z = cell
    low = high = y
    while low > 0 and grid[low - 1, x, z] == grid[cell]:
        low -= 1
    while high + 1 < SHAPE[0] and grid[high + 1, x, z] == grid[cell]:
        high += 1
    return [(i, x, z) for i in range(low, high + 1)]


def _reference(name: str, cell: Cell, others: Sequence[Cell], tests: Iterable[_Test]) -> str:
    """The name with the fewest words of the tests that fit `cell` and none of the others."""
    if len(others) == 1:
        return f"the {name}"
    found = list(tests)
    for number in (1, 2):
        for some in combinations(found, number):
            before, after = (
                [one.before for one in some if one.before],
                [one.after for one in some if one.after],
            )
            if (
                max(len(before), len(after)) < 2
                and sum(all(t.fits(one) for t in some) for one in others) == 1
            ):
                return " ".join(["the", *before, name, *after])
    return f"the {name} {exact_place(cell)}{'' if cell[0] else ' on the ground'}"


def exact_place(cell: Cell) -> str:
    """The place of a cell by the edges of the zone, and its level: "by the east edge, 2 cells from …"."""
    y, x, z = cell
    level = "" if y == 0 else f" at level {y + 1}"
    if zone := _zone(cell):
        return zone + level
    return f"{_from_edge(x, 1)} and {_from_edge(z, 2)}{level}"


def _zone(cell: Cell) -> str | None:
    """A corner or the middle, if the cell is exactly there."""
    edges = edges_of(cell)
    if len(edges) == 2:
        return f"in the {edges[1]}{edges[0]} corner"
    return "in the middle of the zone" if cell[1:] == (MIDDLE, MIDDLE) else None


def edges_of(cell: Cell) -> list[str]:
    """The edges of the zone that a cell touches."""
    return [
        AXIS_ENDS[axis][side]
        for axis in (1, 2)
        for side, index in enumerate((0, LAST))
        if cell[axis] == index
    ]


def _from_edge(index: int, axis: int) -> str:
    distance = min(index, LAST - index)
    edge = AXIS_ENDS[axis][index > MIDDLE]
    if index == MIDDLE:
        return f"midway between the {' and '.join(AXIS_ENDS[axis])} edges"
    cells = f"{distance} cell{'' if distance == 1 else 's'}"
    return f"by the {edge} edge" if distance == 0 else f"{cells} from the {edge} edge"


def _tests(grid: Grid, cell: Cell, others: Sequence[Cell]) -> Iterator[_Test]:
    """What can be said of a block among others of its name, the simplest first."""
    levels = sorted({one[0] for one in others})
    if len(levels) > 1:
        if cell[0] == levels[-1]:
            yield _Test("highest", "", lambda one: one[0] == levels[-1])
        if cell[0] == 0:
            yield _Test("", "on the ground", lambda one: one[0] == 0)
        elif cell[0] == levels[0]:
            yield _Test("lowest", "", lambda one: one[0] == levels[0])
    edges = edges_of(cell)
    if len(edges) == 2:
        yield _Test("", f"in the {edges[1]}{edges[0]} corner", lambda one: edges_of(one) == edges)
    for edge in edges:
        yield _Test("", f"by the {edge} edge", _at(edge))
    if cell[1:] == (MIDDLE, MIDDLE):
        yield _Test("", "in the middle of the zone", lambda one: one[1:] == (MIDDLE, MIDDLE))
    for direction in COMPASS:
        axis, sign = axis_and_sign(direction)
        along = sorted({one[axis] * sign for one in others}, reverse=True)
        rank = along.index(cell[axis] * sign)
        if len(along) > 1 and rank == 0:
            yield _Test(f"{direction}ernmost", "", _has_index(axis, cell[axis]))
        elif 0 < rank < min(len(along) / 2, len(ORDINALS)):
            yield _Test(ORDINALS[rank], f"from the {direction}", _has_index(axis, cell[axis]))
    for side, words in (("down", "on top of"), ("up", "under"), ("beside", "next to")):
        for colour in _beside(grid, cell, side):
            if colour != grid[cell]:
                yield _Test("", f"{words} a {COLOURS[colour - 1]} block", _stands_by(grid, side, colour))
    if len(levels) > 2:
        yield _Test("", f"at level {cell[0] + 1}", lambda one: one[0] == cell[0])


def _at(edge: str) -> Callable[[Cell], bool]:
    return lambda one: edge in edges_of(one)


def _has_index(axis: int, index: int) -> Callable[[Cell], bool]:
    return lambda one: one[axis] == index


def _stands_by(grid: Grid, side: str, colour: int) -> Callable[[Cell], bool]:
    return lambda one: colour in _beside(grid, one, side)


def _beside(grid: Grid, cell: Cell, side: str) -> list[int]:
    """The colours of the blocks above, below or beside a cell."""
    sides = COMPASS if side == "beside" else (side,)
    cells = [neighbour(cell, OFFSETS[one]) for one in sides]
    return sorted({int(grid[one]) for one in cells if one and grid[one]})
