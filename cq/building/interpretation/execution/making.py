"""The cells of a new thing: a line, a tower, or a shape by name, before it has a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.building.interpretation.shapes.sizes import check_fits, size
from cq.building.interpretation.syntax import New, Unclear
from cq.meaning.geometry import STEPS, Cell
from cq.world.directions import turn

PATTERNS = {"square", "ring", "cube", "plus", "x", "diamond", "wall", "arch", "pyramid", "staircase"}
"""Shapes that have a place as a whole, not a first cell."""


def pattern(new: New) -> list[Cell]:
    """The cells of a shape as offsets (dy, dx, dz) from its lowest northwest corner.

    Raises `Unclear` if its size is not said.
    """
    build = _BUILDERS.get(new.shape)
    if build is None:
        raise Unclear(f"no pattern of {new.shape}")
    check_fits(new)
    cells = build(new)
    blocks = size(new, "blocks")
    if blocks is not None and blocks != len(cells):
        raise Unclear("another number of blocks")
    return cells


def _rectangle(new: New) -> tuple[int, int]:
    dims = tuple(n for n in new.dims if n > 1) if len(new.dims) > 2 else new.dims
    blocks = size(new, "blocks")
    if not dims and blocks is not None and not new.hollow and round(blocks**0.5) ** 2 == blocks:
        dims = (round(blocks**0.5),) * 2
    east, south = size(new, "east"), size(new, "south")
    if east is not None and south is not None and not dims:
        return east, south
    long, wide = size(new, "long"), size(new, "wide")
    if not dims and long and wide:
        dims = (long, wide)
    if not dims and (wide := size(new, "wide", "any", "long", "side")):
        dims = (wide, wide)
    if len(dims) == 2 and dims[0] != dims[1] and new.axis:
        # Its longer side runs along the axis.
        return (max(dims), min(dims)) if new.axis in ("east", "west") else (min(dims), max(dims))
    if len(dims) != 2 or dims[0] != dims[1]:
        # Nobody says which side runs east.
        raise Unclear("how large, or turned how")
    return dims[0], dims[1]


def _square(new: New) -> list[Cell]:
    if new.manner == "upright":
        return _wall(new)
    if new.hollow:
        return _ring(new)
    a, b = _rectangle(new)
    return [(0, x, z) for x in range(a) for z in range(b)]


def _ring(new: New) -> list[Cell]:
    if new.manner == "upright":
        return _wall(replace(new, hollow=True))
    blocks = size(new, "blocks")
    if not new.dims and blocks is not None and blocks % 4 == 0:
        n = blocks // 4 + 1
        a = b = n
    else:
        a, b = _rectangle(new)
    return [(0, x, z) for x in range(a) for z in range(b) if x in (0, a - 1) or z in (0, b - 1)]


def _cube(new: New) -> list[Cell]:
    blocks = size(new, "blocks")
    if len(new.dims) == 3 and not new.hollow and new.dims[0] == new.dims[1]:
        a, b, high = new.dims
        return [(y, x, z) for y in range(high) for x in range(a) for z in range(b)]
    if not new.dims and len(new.sizes) == 3:
        dims = size(new, "long", "east"), size(new, "wide", "deep", "south"), size(new, "high")
        side = dims[0] if len(set(dims)) == 1 else None
    else:
        side = new.dims[0] if new.dims else size(new, "any", "high", "wide", "side", "base", "long")
    if side is None and blocks is not None:
        side = round(blocks ** (1 / 3))
    if side is None or any(n != side for n in new.dims) or len(new.dims) not in (0, 3):
        raise Unclear("how large")
    faces = (0, side - 1)
    return [
        (y, x, z)
        for y in range(side)
        for x in range(side)
        for z in range(side)
        if not new.hollow or y in faces or x in faces or z in faces
    ]


def _pyramid(new: New) -> list[Cell]:
    base, high = size(new, "wide", "side", "base", "long"), size(new, "high")
    if len(set(new.dims)) == 1:
        base = new.dims[0]
    if base is None and high is not None:
        base = 2 * high - 1
    if base is None or base % 2 == 0 or new.hollow or high not in (None, (base + 1) // 2):
        raise Unclear("how large")
    levels = range((base + 1) // 2)
    return [
        (levels[-1] - y if new.manner == "inverted" else y, x, z)
        for y in levels
        for x in range(y, base - y)
        for z in range(y, base - y)
    ]


def along_axis(new: New, axis: str, long: int | None = None) -> New:
    """The new thing, running along an axis, with a length where one is given."""
    sizes = (*new.sizes, ("long", long)) if long is not None else new.sizes
    return replace(new, axis=axis, sizes=sizes)


def _flat_size(new: New) -> tuple[int, int, tuple[int, int]]:
    """Length and height of something upright, and its direction (dx, dz)."""
    long, high = size(new, "long", "wide", "side", "any"), size(new, "high", "side", "any")
    dims = tuple(n for n in new.dims if n > 1) if len(new.dims) > 2 else new.dims
    if len(dims) == 2 and (long, high) == (None, None):
        long, high = dims
    for name, axes in (("east", ("east", "west")), ("south", ("north", "south"))):
        if long is None and (said := size(new, name)) is not None:
            long = said
            new = replace(new, axis=new.axis or axes[0])
    if new.seen in STEPS and not new.axis:
        new = replace(new, axis=turn(new.seen, 1))  # What faces north runs from west to east.
    if long is None or high is None or new.axis not in ("north", "east", "south", "west"):
        raise Unclear("how large, or turned how")
    return long, high, (1, 0) if new.axis in ("east", "west") else (0, 1)


def _wall(new: New) -> list[Cell]:
    long, high, (dx, dz) = _flat_size(new)
    return [
        (y, dx * i, dz * i)
        for y in range(high)
        for i in range(long)
        if not new.hollow or i in (0, long - 1) or y in (0, high - 1)
    ]


def _arch(new: New) -> list[Cell]:
    beam, leg = size(new, "bar", "base"), size(new, "arm")
    if beam is not None:
        new = replace(new, sizes=(*new.sizes, ("long", beam)))
    if leg is not None and size(new, "high") is None:
        new = replace(new, sizes=(*new.sizes, ("high", leg + 1)))
    long, high, (dx, dz) = _flat_size(new)
    if long < 3 or high < 2:
        raise Unclear("too small")
    return [
        (y, dx * i, dz * i) for y in range(high) for i in range(long) if i in (0, long - 1) or y == high - 1
    ]


def _thick(new: New) -> list[Cell]:
    """A tower on a square base."""
    high = size(new, "high")
    dims = (*new.dims, high) if len(new.dims) == 2 and high is not None else new.dims
    if len(dims) != 3 or dims[0] != dims[1]:
        raise Unclear("how large")
    return [(y, x, z) for y in range(dims[2]) for x in range(dims[0]) for z in range(dims[1])]


def _staircase(new: New) -> list[Cell]:
    """Columns of 1, 2, 3 ... blocks, or single steps, from the lowest on; its first step is at (0, 0, 0)."""
    steps = size(new, "steps", "high", "any", "long")
    blocks = size(new, "blocks")
    if steps is None and blocks is not None:
        steps = next((n for n in range(2, 10) if n * (n + 1) // 2 == blocks), None)
    if steps is None or new.axis not in STEPS:
        raise Unclear("how many steps, and where they lead")
    _, dx, dz = STEPS[new.axis]
    # Most stairs are solid; one that is not says so.
    return [
        (y, dx * i, dz * i) for i in range(steps) for y in range(i + 1) if new.manner != "single" or y == i
    ]


_BUILDERS: dict[str, Callable[[New], list[Cell]]] = {
    "square": _square,
    "ring": _ring,
    "cube": _cube,
    "pyramid": _pyramid,
    "wall": _wall,
    "arch": _arch,
    "tower": _thick,
    "staircase": _staircase,
}
