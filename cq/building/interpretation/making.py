"""The cells of a new thing: a line, a tower, or a shape by name, before it has a place."""

from __future__ import annotations

from cq.building.interpretation.geometry import Cell
from cq.building.interpretation.glyphs import GLYPHS
from cq.building.interpretation.syntax import New, Unclear

PATTERNS = {"square", "ring", "cube", "plus", "wall", "pyramid"}
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
    build = {"square": _square, "ring": _ring, "cube": _cube, "plus": _plus, "pyramid": _pyramid}.get(
        new.shape
    )
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
    if not dims and (wide := size(new, "wide", "any", "long")):
        dims = (wide, wide)
    if len(dims) != 2 or dims[0] != dims[1]:
        # Nobody says which side runs east.
        raise Unclear("how large, or turned how")
    return dims[0], dims[1]


def _square(new: New) -> list[Cell]:
    if new.hollow:
        return _ring(new)
    if new.manner == "upright":
        raise Unclear("turned how")
    a, b = _rectangle(new)
    return [(0, x, z) for x in range(a) for z in range(b)]


def _ring(new: New) -> list[Cell]:
    blocks = size(new, "blocks")
    if not new.dims and blocks is not None and blocks % 4 == 0:
        n = blocks // 4 + 1
        a = b = n
    else:
        a, b = _rectangle(new)
    return [(0, x, z) for x in range(a) for z in range(b) if x in (0, a - 1) or z in (0, b - 1)]


def _cube(new: New) -> list[Cell]:
    blocks = size(new, "blocks")
    side = new.dims[0] if new.dims else size(new, "any", "high", "wide")
    if side is None and blocks is not None:
        side = round(blocks ** (1 / 3))
    if side is None or new.hollow or any(n != side for n in new.dims) or len(new.dims) not in (0, 3):
        raise Unclear("how large")
    return [(y, x, z) for y in range(side) for x in range(side) for z in range(side)]


def _plus(new: New) -> list[Cell]:
    blocks = size(new, "blocks")
    width = new.dims[0] if new.dims else size(new, "wide", "any") or (blocks + 1) // 2 if blocks else None
    if (
        width is None
        or width % 2 == 0
        or width < 3
        or any(n != width for n in new.dims)
        or new.manner == "upright"
    ):
        raise Unclear("how large")
    half = width // 2
    return [(0, x, z) for x in range(width) for z in range(width) if half in (x, z)]


def _pyramid(new: New) -> list[Cell]:
    base = new.dims[0] if len(set(new.dims)) == 1 else size(new, "wide")
    if base is None or base % 2 == 0 or new.hollow:
        raise Unclear("how large")
    return [(y, x, z) for y in range((base + 1) // 2) for x in range(y, base - y) for z in range(y, base - y)]


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
