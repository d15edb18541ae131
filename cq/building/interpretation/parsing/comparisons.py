"""Parses comparisons with what stands: "twice as high as the red tower", "one block lower than it"."""

from __future__ import annotations

from collections.abc import Iterator

from cq.building.interpretation.parsing.parsers import Tokens, at, number_at
from cq.building.interpretation.parsing.references import references
from cq.building.interpretation.syntax import Ref

_SCALES = {"twice": (2, 1), "double": (2, 1), "thrice": (3, 1), "triple": (3, 1), "half": (1, 2)}
CELLS = frozenset("block blocks cube cubes square squares cell cells space spaces".split())
"""Nouns for one cell of a size or a distance."""


def comparison(tokens: Tokens, i: int) -> Iterator[tuple[tuple[int, int], int, Ref | None, int]]:
    """ "Twice as high as the red tower", "one block lower than it": the scale, how many blocks more, the
    thing that it is compared with (None if it is not said), and the position behind."""
    token, number = at(tokens, i), number_at(tokens, i)
    scale, j = (1, 1), i
    if token in _SCALES:
        scale, j = _SCALES[token], i + 1
    elif number is not None and at(tokens, i + 1) == "times":
        scale, j = (number, 1), i + 2
    if j > i and at(tokens, j) == "equal_size":
        yield scale, 0, None, j + 1
    if at(tokens, j) == "as_high_as":
        for other, end in references(tokens, j + 1):
            yield scale, 0, other, end + (at(tokens, end) in ("was", "is", "were", "are"))
    if j > i and at(tokens, j) in ("that", "this", "its") and at(tokens, j + 1) in ("height", "length"):
        yield scale, 0, None, j + 2
    if number is not None:
        k = i + 1 + (at(tokens, i + 1) in CELLS)
        sign = {"taller": 1, "higher": 1, "longer": 1, "shorter": -1, "lower": -1}.get(at(tokens, k))
        if sign is not None and at(tokens, k + 1) == "than":
            for other, end in references(tokens, k + 2):
                yield (1, 1), sign * number, other, end
