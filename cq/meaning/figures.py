"""Figures: what letters and signs look like, whatever their size, turned or mirrored as they may stand.

A figure is drawn with as few cells as show it; longer arms and thicker lines are the same figure.
"""

from __future__ import annotations

from functools import cache

from cq.meaning.geometry import Thing, box, varying_axes

Drawing = tuple[str, ...]
"""Rows of "#" and " ", no two neighbouring rows or columns alike."""

_DRAWN = {
    "letter T": "###/ # ",
    "letter L": "# /##",
    "letter U": "# #/###",
    "letter C": "##/# /##",
    "letter H": "# #/###/# #",
    "letter I": "#;###/ # /###",
    "letter F": "##/# /##/# ;###/#  /## /#  ",
    "letter E": "##/# /##/# /##;###/#  /## /#  /###",
    "letter O": "###/# #/###",
    "letter S": " ##/##/## ; ##/ # /## ;##/# /##/ #/##",
    "letter Z": "## / # / ##;## / ##",
    "letter P": "###/# #/###/#  ",
    "letter X": "# #/ # /# #",
    "letter Y": "# #/ # / # ;# #/###/ # ;# #/ # ",
    "letter V": "# #/ # ",
    "plus": " # /###/ # ",
    "x": "# #/ # /# #",
    "square": "#;###/# #/###",
    "ring": "###/# #/###",
    "row": "#",
    "tower": "#",
    "wall": "#",
    "arch": "###/# #",
    "staircase": "#  /## /###;#  / # /  #;# /##",
    "diagonal": "# / #;#  / # /  #",
}


def compressed(rows: list[str]) -> Drawing:
    """A drawing without rows and columns that repeat their neighbour."""
    rows = [row for i, row in enumerate(rows) if i == 0 or row != rows[i - 1]]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    columns = [one for i, one in enumerate(columns) if i == 0 or one != columns[i - 1]]
    return tuple("".join(row) for row in zip(*columns, strict=True))


def normal(drawing: Drawing) -> Drawing:
    """The least of a drawing and its turned and mirrored forms: one for all of them."""
    forms = []
    for _ in range(4):
        drawing = tuple("".join(row) for row in zip(*drawing[::-1], strict=True))
        forms += [drawing, drawing[::-1]]
    return min(forms)


@cache
def figure_of(thing: Thing) -> Drawing:
    """The figure that a flat thing is, in its normal form; () if it is not flat."""
    low, high = box(thing)
    axes = varying_axes(thing)
    if len(axes) > 2:
        return ()
    a, b = (axes + [i for i in (0, 1, 2) if i not in axes])[:2]
    cells = {(cell[a], cell[b]) for cell in thing}
    rows = [
        "".join("#" if (i, j) in cells else " " for j in range(low[b], high[b] + 1))
        for i in range(low[a], high[a] + 1)
    ]
    return normal(compressed(rows))


FIGURES: dict[str, frozenset[Drawing]] = {
    name: frozenset(normal(compressed(_padded)) for _padded in [
        [row.ljust(max(map(len, form.split("/")))) for row in form.split("/")] for form in drawn.split(";")
    ])
    for name, drawn in _DRAWN.items()
}
"""The figures of each name."""
