"""Cells of the zone and groups of them: lines, columns, components, boxes.

All loops over cells are in these functions, so each that visits many checks the deadline: a pass over the
largest zone takes some tenths of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product

from cq.deadlines import check_deadline, watched
from cq.semantics.choices import Failure
from cq.semantics.seen import seen_once
from cq.types import Cell
from cq.world.directions import OFFSETS

Thing = frozenset[Cell]
"""The cells of one block or structure."""

UP, DOWN = "up", "down"
HORIZONTAL = ("north", "east", "south", "west")
DIAGONALS = {a + b: (0, OFFSETS[b][1], OFFSETS[a][2]) for a in ("north", "south") for b in ("east", "west")}


class _Steps(dict[str, Cell]):
    """The step in each direction. Raises `Failure` for a word that names none, such as "diagonal"."""

    def __missing__(self, direction: str) -> Cell:
        raise Failure("open", "in which direction is not said", direction)


STEPS: dict[str, Cell] = _Steps({**OFFSETS, **DIAGONALS})


def step(cell: Cell, direction: str, count: int = 1) -> Cell:
    """The cell `count` steps away; it may be outside the zone."""
    y, x, z = STEPS[direction]
    return cell[0] + y * count, cell[1] + x * count, cell[2] + z * count


def along(direction: str) -> Callable[[Cell], int]:
    """A function: how far a cell lies in a direction."""
    y, x, z = STEPS[direction]
    return lambda cell: cell[0] * y + cell[1] * x + cell[2] * z


def axis_along(direction: str) -> int:
    """The first axis (0 y, 1 x, 2 z) along which a step in a direction leads."""
    return next(axis for axis, by in enumerate(STEPS[direction]) if by)


def extent(cells: Iterable[Cell], direction: str) -> int:
    """How far the outermost of the cells lies in a direction."""
    check_deadline()
    y, x, z = STEPS[direction]
    return max(cell[0] * y + cell[1] * x + cell[2] * z for cell in cells)


def face(cells: Iterable[Cell], direction: str) -> list[Cell]:
    """The outermost of the cells in a direction, in order."""
    check_deadline()
    cells = sorted(cells)
    reach = extent(cells, direction)
    return [cell for cell in cells if along(direction)(cell) == reach]


def varying_axes(cells: Iterable[Cell]) -> list[int]:
    """The axes (0 y, 1 x, 2 z) along which the cells differ."""
    check_deadline()
    return [i for i, values in enumerate(zip(*cells, strict=True)) if len(set(values)) > 1]


@seen_once
def components(cells: Iterable[Cell]) -> list[Thing]:
    """Groups of cells that are joined face to face, in the order of their first cells."""
    check_deadline()
    left, found = set(cells), []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        group, frontier = [first], [first]
        while frontier:
            check_deadline()
            frontier = [cell for reached in frontier for cell in _taken_beside(reached, left)]
            group += frontier
        found.append(frozenset(group))
    return found


def _taken_beside(cell: Cell, left: set[Cell]) -> list[Cell]:
    """The neighbours of a cell in `left`, removed from it."""
    found = [other for other in _beside(cell) if other in left]
    left.difference_update(found)
    return found


@cache
def _beside(cell: Cell) -> tuple[Cell, ...]:
    """The six cells that share a face with a cell."""
    return tuple(step(cell, way) for way in OFFSETS)


def runs(cells: Iterable[Cell], direction: str, least: int = 2) -> list[Thing]:
    """Straight runs of at least `least` cells, each as long as possible."""
    check_deadline()
    cells = set(cells)
    found = []
    for cell in watched(sorted(cells)):
        if step(cell, direction, -1) not in cells:
            run = [cell]
            while (following := step(run[-1], direction)) in cells:
                run.append(following)
            if len(run) >= least:
                found.append(frozenset(run))
    return found


def layers(cells: Iterable[Cell]) -> list[Thing]:
    """The cells at each height, the lowest first."""
    by_level: dict[int, list[Cell]] = {}
    for cell in cells:
        by_level.setdefault(cell[0], []).append(cell)
    return [frozenset(by_level[y]) for y in sorted(by_level)]


def line_between(a: Cell, b: Cell) -> list[Cell] | None:
    """The cells strictly between two cells on a line along an axis; None if they are not on one."""
    axes = varying_axes([a, b])
    if len(axes) != 1:
        return None
    axis = axes[0]
    low, high = sorted((a, b))
    return [(*low[:axis], value, *low[axis + 1 :]) for value in range(low[axis] + 1, high[axis])]  # type: ignore[misc]


def line_with_ends(a: Cell, b: Cell) -> list[Cell] | None:
    """The cells from a to b on a straight line along axes or diagonals; None if they are not on one."""
    steps = max(abs(p - q) for p, q in zip(a, b, strict=True))
    if steps == 0 or any(abs(p - q) not in (0, steps) for p, q in zip(a, b, strict=True)):
        return None
    way = [(q - p) // steps for p, q in zip(a, b, strict=True)]
    return [(a[0] + way[0] * i, a[1] + way[1] * i, a[2] + way[2] * i) for i in range(steps + 1)]


def spans(cells: Iterable[Cell]) -> tuple[int, int, int]:
    """The extents of some cells along the axes y, x and z, in cells."""
    low, high = box(cells)
    return high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1


def at_ends(cells: Iterable[Cell], axes: Iterable[int] | None = None) -> Callable[[Cell], list[bool]]:
    """A function: for each of the axes, by default those along which `cells` vary, whether a cell is at an
    end of them.
    """
    cells = list(cells)
    low, high = box(cells)
    axes = list(varying_axes(cells) if axes is None else axes)
    return lambda cell: [cell[axis] in (low[axis], high[axis]) for axis in axes]


def whole_box(cells: Iterable[Cell], margin: int = 0) -> set[Cell]:
    """All cells of the box around some cells, with `margin` more to all sides on its levels."""
    check_deadline()
    bounds = [(min(axis), max(axis)) for axis in zip(*cells, strict=True)]
    if not bounds:
        return set()
    (low, high), *sides = bounds
    x, z = (range(a - margin, b + margin + 1) for a, b in sides)
    return set(product(range(low, high + 1), x, z))


def box(cells: Iterable[Cell]) -> tuple[Cell, Cell]:
    """The lowest and the highest index of the cells along each axis. Raises `Failure` if there are none."""
    check_deadline()
    columns = list(zip(*cells, strict=True))
    if not columns:
        raise Failure("absent", "nothing is there")
    low, high = ([bound(values) for values in columns] for bound in (min, max))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])
