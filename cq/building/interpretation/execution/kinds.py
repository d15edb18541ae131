"""The things of each kind that some cells form: blocks, towers, rows, walls, squares, layers, structures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from cq.meaning.geometry import Cell, Thing, box, components, runs, varying_axes


def blocks(cells: Collection[Cell]) -> list[Thing]:
    """Single blocks."""
    return [frozenset({cell}) for cell in sorted(cells)]


def towers(cells: Collection[Cell]) -> list[Thing]:
    """Upright runs of two or more."""
    return runs(cells, "up")


def rows(cells: Collection[Cell]) -> list[Thing]:
    """Horizontal runs of two or more."""
    return [*runs(cells, "east"), *runs(cells, "south")]


def diagonals(cells: Collection[Cell]) -> list[Thing]:
    """Level diagonal runs of two or more."""
    return [*runs(cells, "southeast"), *runs(cells, "southwest")]


def layers(cells: Collection[Cell]) -> list[Thing]:
    """The blocks at each height."""
    return [frozenset(cell for cell in cells if cell[0] == y) for y in sorted({cell[0] for cell in cells})]


def walls(cells: Collection[Cell]) -> list[Thing]:
    """Upright flat structures that are at least two wide and high."""
    return [
        thing for thing in components(cells) if varying_axes(thing) in ([0, 1], [0, 2]) and len(thing) > 3
    ]


def squares(cells: Collection[Cell]) -> list[Thing]:
    """Rectangular structures, flat or upright, filled or hollow."""
    return [
        thing
        for thing, (a, b) in _flat_things(cells)
        if len(thing) in (a * b, a * b - max(0, a - 2) * max(0, b - 2))
    ]


def rings(cells: Collection[Cell]) -> list[Thing]:
    """Hollow rectangles, lying or upright."""
    return [
        thing
        for thing, (a, b) in _flat_things(cells)
        if min(a, b) > 2 and len(thing) == 2 * (a + b) - 4 and _is_outline(thing)
    ]


def _flat_things(cells: Collection[Cell]) -> Iterator[tuple[Thing, tuple[int, int]]]:
    """Structures that extend along two axes, and how far."""
    for thing in components(cells):
        low, high = box(thing)
        axes = varying_axes(thing)
        if len(axes) == 2:
            a, b = (high[axis] - low[axis] + 1 for axis in axes)
            yield thing, (a, b)


def _is_outline(thing: Thing) -> bool:
    """Whether each cell of a flat structure is at an end of one of its axes."""
    low, high = box(thing)
    axes = varying_axes(thing)
    return all(any(cell[axis] in (low[axis], high[axis]) for axis in axes) for cell in thing)


KINDS: dict[str, Callable[[Collection[Cell]], list[Thing]]] = {
    "block": blocks,
    "part": blocks,
    "tower": towers,
    "row": rows,
    "diagonal": diagonals,
    "layer": layers,
    "wall": walls,
    "square": squares,
    "ring": rings,
    "structure": components,
}
"""How each kind of thing is found among cells."""
