"""The straight bars of a flat figure: the two sides of an L, the stem and the crossbar of a T."""

from __future__ import annotations

from collections.abc import Collection

from cq.semantics.geometry import DIAGONALS, Thing, along, components, layers, runs, spans, step, varying_axes
from cq.semantics.structures import joined
from cq.types import Cell
from cq.world.directions import OFFSETS


def is_flat(cells: Collection[Cell]) -> bool:
    """Whether all cells lie on one level."""
    return len({cell[0] for cell in cells}) == 1


def bars(cells: Collection[Cell]) -> list[Thing]:
    """The straight runs of at least two cells, each as long as possible; slanted ones if the cells are
    joined only at edges.
    """
    ways = ("southeast", "southwest") if _is_slanted(cells) else ("east", "south", "up")
    return [run for way in ways for run in runs(cells, way)]


def _is_slanted(cells: Collection[Cell]) -> bool:
    return len(components(cells)) > 1


def free_ends(bar: Thing, cells: Collection[Cell]) -> list[str]:
    """The directions in which a bar can grow while the figure of the cells keeps its shape: nothing else
    meets the bar at that end. A single block grows away from the only other that it meets.
    """
    rest = set(cells) - bar
    sides = DIAGONALS if _is_slanted(cells) else OFFSETS
    found = []
    for way in sides:
        tip = max(bar, key=along(way))
        back = step(tip, way, -1)
        met = {step(tip, side) for side in sides} & rest
        if met == {back} if len(bar) == 1 else back in bar and not met:
            found.append(way)
    return found


def stems(cells: Collection[Cell]) -> list[Thing]:
    """The bars with one end on the inside of another."""
    every = bars(cells)
    inner = {cell for bar in every for cell in _inside(bar)}
    return [bar for bar in every if len(free_ends(bar, cells)) == 1 and bar & inner - _inside(bar)]


def arms(cells: Collection[Cell]) -> list[Thing]:
    """The parts of a figure of bars with a free end: the four of a cross or an H, the two of an L or a U,
    those of a T or an E without the bar from which they come.
    """
    every = bars(cells)
    trunks = [bar for bar in every if all(bar & other for other in every)] if len(every) > 2 else stems(cells)
    found = []
    for bar in every:
        free = len(free_ends(bar, cells)) if bar not in trunks else 0
        met = trunks if free == 1 else [other for other in every if other != bar]
        found += joined(bar.difference(*met)) if free else []
    return found


def crossbars(cells: Collection[Cell]) -> list[Thing]:
    """The bars with two free ends and another bar on their inside."""
    every = bars(cells) if is_flat(cells) else []
    return [
        bar
        for bar in every
        if len(free_ends(bar, cells)) == 2 and any(_inside(bar) & other for other in every if other != bar)
    ]


def _inside(bar: Thing) -> Thing:
    ordered = sorted(bar)
    return frozenset(ordered[1:-1])


def standing(cells: Collection[Cell]) -> bool:
    """Whether the cells form an upright figure in one plane."""
    axes = varying_axes(cells)
    return len(axes) == 2 and 0 in axes


def uprights(cells: Collection[Cell]) -> list[Thing]:
    """The longest upright runs of an upright figure."""
    found = runs(cells, "up") if standing(cells) else []
    most = max(map(len, found), default=0)
    return [run for run in found if len(run) == most]


def branches(cells: Collection[Cell]) -> list[Thing]:
    """The parts of an upright figure beside its uprights."""
    return components(set(cells).difference(*uprights(cells))) if standing(cells) else []


def lintels(cells: Collection[Cell]) -> list[Thing]:
    """The bar of a T or an H: the only level of an upright figure that reaches from side to side, without
    its cells that have blocks both above and below.
    """
    if not standing(cells):
        return []
    wide, all_cells = max(spans(cells)[1:]), set(cells)
    across = [layer for layer in layers(cells) if len(layer) == wide]
    if len(across) != 1:
        return []
    through = {cell for cell in across[0] if {step(cell, "up"), step(cell, "down")} <= all_cells}
    return [across[0] - through]


def bent(every: Collection[Thing]) -> set[Thing]:
    """The cells in which one bar ends and another begins: the corners of an L or a ring."""
    ends = [{frozenset({min(bar)}), frozenset({max(bar)})} for bar in every]
    return {cell for i, some in enumerate(ends) for other in ends[i + 1 :] for cell in some & other}
