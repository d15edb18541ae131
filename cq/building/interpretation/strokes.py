"""Letters and digits of straight strokes in any size, for readers who are told how large and how turned."""

from __future__ import annotations

from collections.abc import Callable

from cq.building.interpretation.syntax import Unclear

_STROKES: dict[str, Callable[[int, int, int, int], bool]] = {
    "l": lambda column, row, right, bottom: column == 0 or row == bottom,
    "t": lambda column, row, right, bottom: 2 * column == right or row == 0,
    "u": lambda column, row, right, bottom: column in (0, right) or row == bottom,
    "c": lambda column, row, right, bottom: row in (0, bottom) or column == 0,
    "h": lambda column, row, right, bottom: column in (0, right) or 2 * row == bottom,
    "o": lambda column, row, right, bottom: column in (0, right) or row in (0, bottom),
    "0": lambda column, row, right, bottom: column in (0, right) or row in (0, bottom),
    "e": lambda column, row, right, bottom: column == 0 or row in (0, bottom) or 2 * row == bottom,
    "7": lambda column, row, right, bottom: column == right or row == 0,
}
_EVEN_STEPS = {"t": (True, False), "h": (False, True), "e": (False, True)}
"""Letters with a stroke in the middle of their width, and of their height."""

LETTERS = frozenset(_STROKES)
"""Letters and digits that are known."""


def letter(name: str, wide: int, high: int) -> list[tuple[int, int]]:
    """The blocks of a letter as (column, row) from its upper left corner.

    Raises `Unclear` if it has no middle where it needs one, or is too small to be read.
    """
    middle_column, middle_row = _EVEN_STEPS.get(name, (False, False))
    if min(wide, high) < 2 or (name not in "l7" and min(wide, high) < 3):
        raise Unclear("too small to be read")
    if (middle_column and wide % 2 == 0) or (middle_row and (high % 2 == 0 or high < 5)):
        raise Unclear("it has no middle stroke")
    drawn = _STROKES[name]
    return [
        (column, row)
        for row in range(high)
        for column in range(wide)
        if drawn(column, row, wide - 1, high - 1)
    ]
