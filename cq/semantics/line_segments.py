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
    """The straight runs of at least two cells, each as long as possible; slanted ones in what is joined at
    edges alone.
    """
    ways = ("southeast", "southwest") if _is_slanted(cells) else ("east", "south", "up")
    return [run for way in ways for run in runs(cells, way)]


def _is_slanted(cells: Collection[Cell]) -> bool:
    return len(components(cells)) > 1


def free_ends(bar: Thing, cells: Collection[Cell]) -> list[str]:
    """The directions in which a bar can go on and the figure of the cells keeps its shape: nothing else
    meets the bar at that end. One block goes on away from the only other that it meets.
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
    """The bars that stand with one end on the inside of another."""
    every = bars(cells)
    inner = {cell for bar in every for cell in _inside(bar)}
    return [bar for bar in every if len(free_ends(bar, cells)) == 1 and bar & inner - _inside(bar)]


def arms(cells: Collection[Cell]) -> list[Thing]:
    """The parts of a figure of bars that end freely: the four of a cross or an H, the two of an L or a U,
    those of a T or an E without the bar from which they come.
    """
    every = bars(cells)
    trunks = [one for one in every if all(one & other for other in every)] if len(every) > 2 else stems(cells)
    found = []
    for bar in every:
        free = len(free_ends(bar, cells)) if bar not in trunks else 0
        met = trunks if free == 1 else [one for one in every if one != bar]
        found += joined(bar.difference(*met)) if free else []
    return found


def crossbars(cells: Collection[Cell]) -> list[Thing]:
    """The bars that go on at both ends, and on which another stands."""
    every = bars(cells) if is_flat(cells) else []
    return [
        bar
        for bar in every
        if len(free_ends(bar, cells)) == 2 and any(_inside(bar) & one for one in every if one != bar)
    ]


def _inside(bar: Thing) -> Thing:
    ordered = sorted(bar)
    return frozenset(ordered[1:-1])


def standing(cells: Collection[Cell]) -> bool:
    """Whether the cells form an upright figure in one plane."""
    axes = varying_axes(cells)
    return len(axes) == 2 and 0 in axes


def uprights(cells: Collection[Cell]) -> list[Thing]:
    """The upright runs of an upright figure that are as high as its highest ones."""
    found = runs(cells, "up") if standing(cells) else []
    most = max(map(len, found), default=0)
    return [one for one in found if len(one) == most]


def branches(cells: Collection[Cell]) -> list[Thing]:
    """What sticks out of the uprights of an upright figure to a side."""
    return components(set(cells).difference(*uprights(cells))) if standing(cells) else []


def lintels(cells: Collection[Cell]) -> list[Thing]:
    """The bar of a T or an H: the only level of an upright figure that reaches from side to side, between
    what goes on above and below it.
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
