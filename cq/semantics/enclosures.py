"""Things that go around others: rings, also several above each other, and houses."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cq.semantics.geometry import Thing, at_ends, box, components, layers, spans, varying_axes
from cq.types import Cell

_OPENING = 0.2
"""The largest share of a ring that its openings may take."""


def rings(cells: Collection[Cell]) -> list[Thing]:
    """Hollow rectangles, lying or upright, those stacked on each other as one. If there are none, those with
    an opening in a side, then those that are parts of larger things.
    """
    things = components(cells)
    outlines = [thing for thing, (a, b) in flat_things(things) if min(a, b) > 2 and _is_outline(thing)]
    stacks = [stack for thing in things if len(varying_axes(thing)) == 3 for stack in _stacked_rings(thing)]
    whole = [*outlines, *(stack for stack in stacks if stack in things)]
    for kind in (whole, stacks):
        missing = {thing: 1 - len(thing) / _around(thing) for thing in kind}
        if found := [thing for thing in kind if not missing[thing]] or [
            thing for thing in kind if missing[thing] < _OPENING
        ]:
            return found
    return []


def houses(cells: Collection[Cell]) -> list[Thing]:
    """Things with walls on all sides; if there are none, things that extend along all axes."""
    solid = [thing for thing in components(cells) if len(varying_axes(thing)) == 3]
    return [thing for thing in solid if _stacked_rings(thing)] or solid


def _around(thing: Thing) -> int:
    """The number of cells in the outline of a ring, on all its levels."""
    axes, sizes = varying_axes(thing), spans(thing)
    a, b = (sizes[axis] for axis in axes[-2:])
    return (2 * (a + b) - 4) * (sizes[0] if len(axes) == 3 else 1)


def _stacked_rings(thing: Thing) -> list[Thing]:
    """The outlines of rectangles in a thing; those of the same size and place on adjoining levels are one."""
    stacks: list[Thing] = []
    for layer in layers(thing):
        low, high = box(layer)
        if min(high[1] - low[1], high[2] - low[2]) < 2 or not _is_outline(layer):
            continue
        below = stacks[-1] if stacks else frozenset()
        is_on_it = below and box(below)[1] == (low[0] - 1, *high[1:]) and box(below)[0][1:] == low[1:]
        stacks[-1:] = [below | layer] if is_on_it else [*stacks[-1:], layer]
    return stacks


def flat_things(things: Collection[Thing] | Iterator[Thing]) -> Iterator[tuple[Thing, tuple[int, int]]]:
    """The things that extend along two axes, and how far."""
    for thing in things:
        axes = varying_axes(thing)
        if len(axes) == 2:
            a, b = (spans(thing)[axis] for axis in axes)
            yield thing, (a, b)


def _is_outline(thing: Thing) -> bool:
    """Whether each cell of a flat structure is at an end of one of its axes."""
    return all(map(any, map(at_ends(thing), thing)))
