"""Letters, digits and signs as drawings of any size: which cells of a rectangle belong to each.

Digits and letters of straight strokes are those of a seven-segment display; the rest are formulas, and in 3
by 5 blocks the font (`glyphs.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from cq.semantics.choices import Failure
from cq.semantics.glyphs import GLYPHS

Drawing = list[tuple[int, int]]
"""Cells as (column, row), counted from the upper left corner."""

_SEGMENTS = {
    "0": "abcdef",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "c": "afed",
    "e": "afged",
    "f": "afge",
    "h": "fegbc",
    "l": "fed",
    "o": "abcdef",
    "p": "abfge",
    "s": "afgcd",
    "u": "fedcb",
}
"""The segments of each sign: a above, g in the middle, d below; f and b upper, e and c lower."""


@cache
def _spiral(size: int) -> frozenset[tuple[int, int]]:
    """A line from the upper left corner inwards, which turns to the right before what it has drawn."""
    cells, (column, row), (across, down) = {(0, 0)}, (0, 0), (1, 0)
    turned = 0
    while turned < 2:
        ahead = [(column + across * i, row + down * i) for i in (1, 2)]
        is_inside = all(0 <= coordinate < size for coordinate in ahead[0])
        if is_inside and cells.isdisjoint(ahead):
            column, row = ahead[0]
            cells.add(ahead[0])
            turned = 0
        else:
            across, down = -down, across
            turned += 1
    return frozenset(cells)


_FORMULAS: dict[str, Callable[[int, int, int, int], bool]] = {
    "t": lambda column, row, right, bottom: 2 * column == right or row == 0,
    "i": lambda column, row, right, bottom: 2 * column == right or row in (0, bottom),
    "j": lambda column, row, right, bottom: (
        column == right or row == bottom or (column == 0 and row == bottom - 1)
    ),
    "x": lambda column, row, right, bottom: column in (row, right - row),
    "v": lambda column, row, right, bottom: row in (column, right - column),
    "m": lambda column, row, right, bottom: column in (0, right) or row == min(column, right - column),
    "n": lambda column, row, right, bottom: column in (0, right) or column == row,
    "z": lambda column, row, right, bottom: row in (0, bottom) or column == right - row,
    "plus": lambda column, row, right, bottom: 2 * column == right or 2 * row == bottom,
    "diamond": lambda column, row, right, bottom: abs(2 * column - right) + abs(2 * row - bottom) == right,
    "spiral": lambda column, row, right, bottom: (column, row) in _spiral(right + 1),
    "triangle": lambda column, row, right, bottom: abs(2 * column - right) <= 2 * row,
    "heart": lambda column, row, right, bottom: (
        2 * column not in (0, right, 2 * right)
        if row == 0
        else abs(2 * column - right) <= right + 4 - 2 * row
    ),
}
_OTHERWISE: dict[str, Callable[[int, int, int, int], bool]] = {
    "diamond": lambda column, row, right, bottom: abs(2 * column - right) + abs(2 * row - bottom) <= right,
    "triangle": lambda column, row, right, bottom: abs(2 * column - right) == 2 * row or row == bottom,
}
"""Signs with two ways of drawing, filled and hollow: one by default, the other if the text says so."""
SIGNS = frozenset({"plus", "x", "diamond", "spiral", "triangle", "heart"})
"""Signs that are not letters."""
SQUARE = frozenset({"n", "z"})
_ODD_WIDTH = frozenset({"m", "t", "i", "x", "v", "plus", "diamond", "triangle", "heart"})
_HEIGHTS: dict[str, Callable[[int], int]] = {
    "triangle": lambda wide: (wide + 1) // 2,
    "heart": lambda wide: wide // 2 + 3,
}
"""The heights of signs by their widths; the others are as high as wide."""


def height_of(sign: str, wide: int) -> int:
    """The height of a sign of a width."""
    return _HEIGHTS.get(sign, int)(wide)


def draw(name: str, wide: int, high: int, otherwise: bool = False) -> Drawing:
    """The cells of a sign; with `otherwise`, a triangle is hollow and a diamond filled. Raises `Failure` if
    it has no such size.
    """
    if (wide, high) == (3, 5) and name in GLYPHS:
        return [(c, r) for r, row in enumerate(GLYPHS[name]) for c, mark in enumerate(row) if mark == "#"]
    if name in ("1", "i") and wide == 1:
        return [(0, row) for row in range(high)]
    if name in _SEGMENTS:
        return _lit(_SEGMENTS[name], name, wide, high)
    if name not in _FORMULAS:
        raise Failure("impossible", f"{name} in this size")
    least = 2 if name in "tj" else 3
    if min(wide, high) < least or (name in _ODD_WIDTH and wide % 2 == 0):
        raise Failure("impossible", "it has no middle, or is too small to be read")
    is_other = high != height_of(name, wide) if name in SIGNS else name in SQUARE and wide != high
    if is_other or (name == "v" and wide != 2 * high - 1):
        raise Failure("impossible", "it has another size")
    drawn = _OTHERWISE.get(name, _FORMULAS[name]) if otherwise else _FORMULAS[name]
    return [(c, r) for r in range(high) for c in range(wide) if drawn(c, r, wide - 1, high - 1)]


def drawings(name: str, wide: int, high: int) -> Iterator[Drawing]:
    """A sign as usually drawn, then the other way if there are two. Raises `Failure` as `draw` does."""
    yield draw(name, wide, high)
    if name in _OTHERWISE:
        yield draw(name, wide, high, otherwise=True)


def _lit(segments: str, name: str, wide: int, high: int) -> Drawing:
    """The cells of the lit segments."""
    right, bottom, middle = wide - 1, high - 1, (high - 1) // 2
    if min(wide, high) < (2 if name in "l7" else 3):
        raise Failure("impossible", "too small to be read")
    if "g" in segments and (bottom % 2 or (high < 5 and set("ad") & set(segments))):
        raise Failure("impossible", "it has no middle stroke")
    lit = {
        "a": [(c, 0) for c in range(wide)],
        "d": [(c, bottom) for c in range(wide)],
        "g": [(c, middle) for c in range(wide)],
        "f": [(0, r) for r in range(middle + 1)],
        "b": [(right, r) for r in range(middle + 1)],
        "e": [(0, r) for r in range(middle, high)],
        "c": [(right, r) for r in range(middle, high)],
    }
    return sorted(
        {cell for segment in segments for cell in lit[segment]}, key=lambda cell: (cell[1], cell[0])
    )
