"""The cells of shapes with a place as a whole, as offsets (y, x, z) from their lowest northwest corner.

Each builder returns all turns of a shape that the words leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product

from cq.language.program import Size
from cq.language.program import Thing as NewThing
from cq.semantics.choices import Failure, unsaid
from cq.semantics.geometry import HORIZONTAL, STEPS
from cq.semantics.shapes.measures import said, unmade
from cq.types import Cell
from cq.world.directions import turn

Offsets = tuple[Cell, ...]


def outlines(new: NewThing) -> list[Offsets]:
    """The cells of a shape, in each possible turn. Raises `Failure` "open" if its size is missing."""
    build = _BUILDERS.get(new.shape)
    if build is None:
        raise unmade(new)
    found = [tuple(outline) for outline in build(new)]
    levels = said(new, "high") or 1
    if new.shape in ("square", "ring", "layer") and new.posture != "upright" and levels > 1:
        found = [tuple((y + i, x, z) for i in range(levels) for y, x, z in outline) for outline in found]
    if (width := said(new, "door wide")) is not None:
        found = [_opened(new, outline, width) for outline in found]
    blocks = said(new, "blocks") if new.shape != "corners" else None
    fitting = [outline for outline in dict.fromkeys(found) if blocks in (None, len(outline))]
    if not fitting:
        raise Failure("contradiction", f"it does not have {blocks} blocks", new)
    return fitting


def _opened(new: NewThing, cells: Offsets, width: int) -> Offsets:
    """A wall, or a side of a closed shape, with an opening in its middle that begins on the ground."""
    levels = max(y for y, _, _ in cells) + 1
    high = said(new, "door high") or levels
    high = high if high > 0 else min(2, levels)
    way = next((size.dimension[5:] for size in new.sizes if size.dimension[5:] in HORIZONTAL), "")
    side = cells
    if way:
        axis = 1 if way in ("east", "west") else 2
        outer = (max if way in ("east", "south") else min)(cell[axis] for cell in cells)
        side = tuple(cell for cell in cells if cell[axis] == outer)
    spans = [i for i in (1, 2) if len({cell[i] for cell in side}) > 1]
    if len(spans) != 1:
        raise unsaid("direction", "in which side the opening is is not said", new, "opens")
    along = sorted({cell[spans[0]] for cell in side})
    margin, left = divmod(len(along) - width, 2)
    if left or margin < 0 or high > levels:
        raise Failure("open", "where the opening is is not said", new)
    middle = along[margin : margin + width]
    gone = {cell for cell in side if cell[0] < high and cell[spans[0]] in middle}
    return tuple(cell for cell in cells if cell not in gone)


def _no_size(new: NewThing) -> Failure:
    return unsaid("size", f"the size of the {new.shape} is not said", new, "sizes")


def _two(new: NewThing) -> tuple[int, ...]:
    """The given extents of a flat thing."""
    return tuple(n for n in new.dims if n > 1) if len(new.dims) > 2 else new.dims


def _rectangles(new: NewThing) -> list[tuple[int, int]]:
    """Extents to the east and to the south, in each possible sense."""
    dims, blocks = _two(new), said(new, "blocks")
    if not dims and blocks is not None and not new.hollow and new.shape != "ring":
        if round(blocks**0.5) ** 2 != blocks:
            raise _no_size(new)
        dims = (round(blocks**0.5),) * 2
    if not dims and blocks is not None and blocks % 4 == 0:
        dims = (blocks // 4 + 1,) * 2
    if (across := said(new, "wide")) and (deep := said(new, "deep")):
        return [(across, deep)]  # As seen from the front.
    long, wide = said(new, "long"), said(new, "wide", "deep")
    if not dims and (side := said(new, "any", "side") or (None if long and wide else long or wide)):
        dims = (side, side)
    if not dims and long and wide:
        dims = (long, wide)
    if len(dims) != 2:
        raise _no_size(new)
    if new.axis in HORIZONTAL:
        # The longer side runs along the axis.
        return [(max(dims), min(dims)) if new.axis in ("east", "west") else (min(dims), max(dims))]
    return [dims, (dims[1], dims[0])]


def _upright(new: NewThing) -> list[tuple[int, int, int]]:
    """Height and extents to the east and to the south of an upright plane, in each possible sense."""
    long, high, side = said(new, "long", "wide"), said(new, "high"), said(new, "side", "any")
    dims, blocks = _two(new), said(new, "blocks")
    if len(dims) == 2 and (long, high) == (None, None):
        long, high = dims
    if long is None and high is not None and len(new.dims) == 1:
        long = new.dims[0]
    long, high = long or side, high or side
    if blocks is not None and not new.hollow and new.shape == "wall":
        if long and not high and not blocks % long:
            high = blocks // long
        elif high and not long and not blocks % high:
            long = blocks // high
    if long is None or high is None:
        raise _no_size(new)
    # A thing that faces north runs from west to east.
    axis = turn(new.faces, 1) if new.faces in STEPS and not new.axis else new.axis
    ways = [(high, long, 1), (high, 1, long)]
    return ways if axis not in HORIZONTAL else ways[:1] if axis in ("east", "west") else ways[1:]


Ends = tuple[bool, ...]
"""Whether a cell is at an end of a box along each axis: up, east, south."""


def _boxes(
    sizes: Iterable[tuple[int, int, int]], keep: Callable[[Cell, Ends], bool] = lambda cell, ends: True
) -> list[list[Cell]]:
    """The cells of boxes that are kept: all, the outer ones, the corners, ..."""

    def ends(cell: Cell, size: tuple[int, int, int]) -> Ends:
        return tuple(at in (0, n - 1) for at, n in zip(cell, size, strict=True))

    return [
        [cell for cell in product(range(a), range(b), range(c)) if keep(cell, ends(cell, (a, b, c)))]
        for a, b, c in sizes
    ]


def _square(new: NewThing) -> list[list[Cell]]:
    if new.posture == "upright":
        return _wall(new)
    outline = new.hollow or new.shape == "ring"
    sizes = [(1, a, b) for a, b in _rectangles(new)]
    return _boxes(sizes, lambda cell, ends: not outline or any(ends[1:]))


def _wall(new: NewThing) -> list[list[Cell]]:
    outline = new.hollow or new.shape == "ring"
    # Along the axis on which a plane has one cell, all of it is at an end.
    return _boxes(_upright(new), lambda cell, ends: not outline or ends[0] or all(ends[1:]))


def _cube(new: NewThing) -> list[list[Cell]]:
    blocks, dims = said(new, "blocks"), new.dims
    if len(dims) == 2 and (high := said(new, "high")):
        dims = (*dims, high)
    side = dims[0] if dims else said(new, "any", "high", "wide", "side", "base", "long")
    if side is None and blocks is not None:
        side = round(blocks ** (1 / 3))
    if side is None:
        raise _no_size(new)
    a, b, high = dims if len(dims) == 3 else (side, side, side)
    if dims and len(dims) == 2 and dims[0] != dims[1]:
        raise Failure("impossible", "a cube has equal sides", new)
    return _boxes([(high, a, b), (high, b, a)], lambda cell, ends: not new.hollow or any(ends))


def _thick(new: NewThing) -> list[list[Cell]]:
    """A tower on a base of several blocks."""
    high = said(new, "high")
    dims = (*new.dims, high) if len(new.dims) == 2 and high is not None else new.dims
    if len(dims) != 3:
        raise _no_size(new)
    return _cube(replace(new, dims=dims))


def _pyramid(new: NewThing) -> list[list[Cell]]:
    base, high = said(new, "wide", "side", "base", "long", "any"), said(new, "high", "steps")
    if len(set(new.dims)) == 1:
        base = new.dims[0]
    if base is None and high is not None:
        base = 2 * high - 1
    if base is None:
        raise _no_size(new)
    if high not in (None, (base + 1) // 2):
        raise Failure("contradiction", "a pyramid of that base has another height", new)
    levels = [
        _boxes([(1, n, n)], lambda cell, ends: not new.hollow or any(ends[1:])) for n in range(base, 0, -2)
    ]
    return [
        [
            (len(levels) - 1 - i if new.posture == "inverted" else i, x + i, z + i)
            for i, (level,) in enumerate(levels)
            for _, x, z in level
        ]
    ]


def _arch(new: NewThing) -> list[list[Cell]]:
    beam, leg = said(new, "bar", "base"), said(new, "arm")
    if beam is not None:
        new = replace(new, sizes=(*new.sizes, Size("long", beam)))
    if leg is not None and said(new, "high") is None:
        new = replace(new, sizes=(*new.sizes, Size("high", leg + 1)))
    if said(new, "high") and not (said(new, "long", "wide", "any") or new.dims):
        new = replace(new, sizes=(*new.sizes, Size("long", 3)))
    sizes = _upright(new)
    high, *spans = sizes[0]
    if max(spans) < 3 or high < 2:
        raise Failure("impossible", "it would have no opening", new)
    return _boxes(sizes, lambda cell, ends: cell[0] == high - 1 or all(ends[1:]))


def _staircase(new: NewThing) -> list[list[Cell]]:
    """Columns of 1, 2, 3 … blocks, from the lowest on; its first step is at (0, 0, 0)."""
    steps, blocks = said(new, "steps", "high", "any", "long"), said(new, "blocks")
    if steps is None and blocks is not None:
        steps = next((n for n in range(2, 10) if n * (n + 1) // 2 == blocks), None)
    if steps is None:
        raise _no_size(new)
    way = new.axis or new.heading
    return [
        [
            (y, STEPS[side][1] * i, STEPS[side][2] * i)
            for i in range(steps)
            for y in range(i if new.hollow else 0, i + 1)
        ]
        for side in ((way,) if way in HORIZONTAL else HORIZONTAL)
    ]


def _table(new: NewThing) -> list[list[Cell]]:
    """A plate on four legs."""
    a, b = new.dims[:2] if len(new.dims) > 1 else (said(new, "any", "wide", "side") or 0,) * 2
    if 0 in (a, b):
        raise _no_size(new)
    leg = said(new, "arm") or (said(new, "high") or 2) - 1
    if leg < 1:
        raise Failure("impossible", "it would have no legs", new)
    return _boxes([(leg + 1, a, b), (leg + 1, b, a)], lambda cell, ends: cell[0] == leg or all(ends[1:]))


def _corners(new: NewThing) -> list[list[Cell]]:
    """Pillars at the corners of a rectangle."""
    high = said(new, "high", "blocks", "arm", "any") or 1
    return _boxes(
        [(high, a, b) for a, b in _rectangles(replace(new, sizes=()))], lambda cell, ends: all(ends[1:])
    )


_BUILDERS: dict[str, Callable[[NewThing], list[list[Cell]]]] = {
    "square": _square,
    "layer": _square,
    "ring": _square,
    "cube": _cube,
    "pyramid": _pyramid,
    "wall": _wall,
    "arch": _arch,
    "tower": _thick,
    "staircase": _staircase,
    "table": _table,
    "corners": _corners,
}
SHAPES = frozenset(_BUILDERS) - {"tower"}
"""Shapes with a place as a whole."""
