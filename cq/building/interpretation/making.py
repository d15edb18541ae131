"""The cells of a new thing: a line, a tower, or a shape by name, before it has a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cq.building.interpretation.geometry import STEPS, Cell
from cq.building.interpretation.glyphs import GLYPHS
from cq.building.interpretation.strokes import letter
from cq.building.interpretation.syntax import New, Unclear
from cq.world.directions import OPPOSITE, turn

PATTERNS = {"square", "ring", "cube", "plus", "x", "wall", "arch", "pyramid", "staircase"}
"""Shapes that have a place as a whole, not a first cell."""


def size(new: New, *names: str) -> int | None:
    """The size that is said under one of the names; None if none is. Raises `Unclear` if two differ."""
    found = {value for name, value in new.sizes if name in names}
    if len(found) > 1:
        raise Unclear("two sizes")
    return next(iter(found), None)


def length_of(new: New) -> int | None:
    """How many blocks a row or tower has, None if that is not said."""
    if any(name == "wide" and value != 1 for name, value in new.sizes):
        raise Unclear("a wide line")
    names = ("high", "any", "blocks") if new.shape == "tower" else ("long", "any", "blocks")
    if new.dims:
        if sorted(new.dims)[:-1] != [1] * (len(new.dims) - 1):
            raise Unclear("a wide line")
        return max(new.dims)
    return size(new, *names)


def pattern(new: New) -> list[Cell]:
    """The cells of a shape as offsets (dy, dx, dz) from its lowest northwest corner.

    Raises `Unclear` if its size is not said.
    """
    build = _letter if new.shape.startswith("letter") else _BUILDERS.get(new.shape)
    if build is None:
        raise Unclear(f"no pattern of {new.shape}")
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
    side = new.dims[0] if new.dims else size(new, "any", "high", "wide", "side")
    if side is None and blocks is not None:
        side = round(blocks ** (1 / 3))
    if side is None or new.hollow or any(n != side for n in new.dims) or len(new.dims) not in (0, 3):
        raise Unclear("how large")
    return [(y, x, z) for y in range(side) for x in range(side) for z in range(side)]


def _plus(new: New) -> list[Cell]:
    blocks = size(new, "blocks")
    arm = size(new, "arm")
    width = new.dims[0] if new.dims else size(new, "wide", "any")
    width = width or (2 * arm + 1 if arm else (blocks + 1) // 2 if blocks else None)
    if (
        width is None
        or width % 2 == 0
        or width < 3
        or any(n != width for n in new.dims)
        or new.manner == "upright"
    ):
        raise Unclear("how large")
    half = width // 2
    if new.shape == "x":
        return [(0, x, z) for x in range(width) for z in range(width) if z in (x, width - 1 - x)]
    return [(0, x, z) for x in range(width) for z in range(width) if half in (x, z)]


def _pyramid(new: New) -> list[Cell]:
    base, high = new.dims[0] if len(set(new.dims)) == 1 else size(new, "wide", "side"), size(new, "high")
    if base is None and high is not None:
        base = 2 * high - 1
    if base is None or base % 2 == 0 or new.hollow or high not in (None, (base + 1) // 2):
        raise Unclear("how large")
    return [(y, x, z) for y in range((base + 1) // 2) for x in range(y, base - y) for z in range(y, base - y)]


def along_axis(new: New, axis: str, long: int | None = None) -> New:
    """The new thing, running along an axis, with a length where one is given."""
    sizes = (*new.sizes, ("long", long)) if long is not None else new.sizes
    return replace(new, axis=axis, sizes=sizes)


def _flat_size(new: New) -> tuple[int, int, tuple[int, int]]:
    """Length and height of something upright, and its direction (dx, dz)."""
    long, high = size(new, "long", "wide", "side"), size(new, "high", "side")
    dims = tuple(n for n in new.dims if n > 1) if len(new.dims) > 2 else new.dims
    if len(dims) == 2 and (long, high) == (None, None):
        long, high = dims
    for name, axes in (("east", ("east", "west")), ("south", ("north", "south"))):
        if long is None and (said := size(new, name)) is not None:
            long = said
            new = replace(new, axis=new.axis or axes[0])
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
    if steps is None or new.axis not in STEPS or new.manner not in ("filled", "single"):
        raise Unclear("how many steps, and what is below them")
    _, dx, dz = STEPS[new.axis]
    return [
        (y, dx * i, dz * i) for i in range(steps) for y in range(i + 1) if new.manner == "filled" or y == i
    ]


def _letter(new: New) -> list[Cell]:
    name = new.shape.removeprefix("letter ")
    wide, high = size(new, "wide", "east"), size(new, "high", "long", "south")
    if len(new.dims) == 2 and new.dims[0] <= new.dims[1] and (wide, high) == (None, None):
        wide, high = new.dims
    if wide is None or high is None:
        raise Unclear("how large")
    if name == "c" and new.opens == "east" and not new.seen:
        new = replace(new, seen="above")
    if name == "u" and new.opens == "north" and not new.seen:
        new = replace(new, seen="above")
    if name in ("o", "0") and not new.seen and size(new, "east") and size(new, "south"):
        new = replace(new, seen="above")
    if new.opens not in ("", {"c": "east", "u": "north"}.get(name)) or not new.seen:
        raise Unclear("turned how")
    drawn = letter(name, wide, high)
    if new.seen == "above":
        return [(0, column, row) for column, row in drawn]
    _, dx, dz = STEPS[turn(OPPOSITE[new.seen], 1)]
    return [(high - 1 - row, dx * column, dz * column) for column, row in drawn]


_BUILDERS: dict[str, Callable[[New], list[Cell]]] = {
    "square": _square,
    "ring": _ring,
    "cube": _cube,
    "plus": _plus,
    "x": _plus,
    "pyramid": _pyramid,
    "wall": _wall,
    "arch": _arch,
    "tower": _thick,
    "staircase": _staircase,
}


def glyph(name: str, right: Cell) -> list[Cell]:
    """The cells of an upright letter or digit as offsets from its lower left cell; `right` is one step to its
    right."""
    rows = GLYPHS[name]
    return [
        (len(rows) - 1 - i, right[1] * j, right[2] * j)
        for i, row in enumerate(rows)
        for j, mark in enumerate(row)
        if mark == "#"
    ]
