"""Figures: the shapes of letters and signs in any size, also turned or mirrored.

A figure is drawn with as few cells as possible; longer arms and thicker lines are the same figure.
"""

from __future__ import annotations

from functools import cache

from cq.semantics.choices import Failure
from cq.semantics.geometry import Thing, box, varying_axes
from cq.semantics.glyphs import GLYPHS
from cq.semantics.strokes import drawings

Drawing = tuple[str, ...]
"""Rows of "#" and " ", no two neighbouring rows or columns alike."""

_DRAWN = {
    "letter t": "###/ # ",
    "letter l": "# /##",
    "letter u": "# #/###",
    "letter c": "##/# /##",
    "letter h": "# #/###/# #",
    "letter 0": "###/# #/###",
    "letter 1": "#",
    "letter j": "# /##",
    "letter i": "#;###/ # /###",
    "letter f": "##/# /##/# ;###/#  /## /#  ",
    "letter e": "##/# /##/# /##;###/#  /## /#  /###",
    "letter o": "###/# #/###",
    "letter s": " ##/##/## ; ##/ # /## ;##/# /##/ #/##",
    "letter z": "## / # / ##;## / ##",
    "letter p": "###/# #/###/#  ",
    "letter x": "# #/ # /# #",
    "letter y": "# #/ # / # ;# #/###/ # ;# #/ # ",
    "letter v": "# #/ # ",
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
    "diamond": " # /# #/ # ",
    "cube": "#",
}


def compressed(rows: list[str]) -> Drawing:
    """A drawing without rows and columns that repeat their neighbour."""
    rows = [row for i, row in enumerate(rows) if i == 0 or row != rows[i - 1]]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    columns = [column for i, column in enumerate(columns) if i == 0 or column != columns[i - 1]]
    return tuple("".join(row) for row in zip(*columns, strict=True))


def normal(drawing: Drawing) -> Drawing:
    """The least of a drawing and its turned and mirrored forms: the same for all of them."""
    forms = []
    for _ in range(4):
        drawing = tuple("".join(row) for row in zip(*drawing[::-1], strict=True))
        forms += [drawing, drawing[::-1]]
    return min(forms)


@cache
def figure_of(thing: Thing) -> Drawing:
    """The figure of a flat thing, in its normal form; () if it is not flat."""
    return normal(compressed(list(drawing_of(thing))))


def drawing_of(thing: Thing) -> Drawing:
    """A flat thing as a drawing; () if it is not flat."""
    low, high = box(thing)
    axes = varying_axes(thing)
    if len(axes) > 2:
        return ()
    a, b = (axes + [i for i in (0, 1, 2) if i not in axes])[:2]
    cells = {(cell[a], cell[b]) for cell in thing}
    return tuple(
        "".join("#" if (i, j) in cells else " " for j in range(low[b], high[b] + 1))
        for i in range(low[a], high[a] + 1)
    )


def is_drawn(thing: Thing, name: str) -> bool:
    """Whether a flat thing is a letter or a sign as it is drawn in its size, also turned or mirrored."""
    rows = drawing_of(thing)
    if not rows:
        return False
    for wide, high in {(len(rows), len(rows[0])), (len(rows[0]), len(rows))}:
        try:
            drawn = list(map(set, drawings(name.removeprefix("letter "), wide, high)))
        except Failure:
            continue
        for cells in drawn:
            form = tuple("".join("#" if (c, r) in cells else " " for c in range(wide)) for r in range(high))
            if normal(form) == normal(rows):
                return True
    return False


def is_symmetrical(thing: Thing) -> bool:
    """Whether a thing is its own mirror image, from side to side or from front to back."""
    low, high = box(thing)
    return any(
        low[i] < high[i]
        and {(y, low[1] + high[1] - x, z) if i == 1 else (y, x, low[2] + high[2] - z) for y, x, z in thing}
        == thing
        for i in (1, 2)
    )


for _sign, _rows in GLYPHS.items():
    _glyph = "/".join(_rows).replace(".", " ")
    _DRAWN[f"letter {_sign}"] = ";".join(filter(None, (_DRAWN.get(f"letter {_sign}"), _glyph)))
FIGURES: dict[str, frozenset[Drawing]] = {
    name: frozenset(
        normal(compressed(_padded))
        for _padded in [
            [row.ljust(max(map(len, form.split("/")))) for row in form.split("/")]
            for form in drawn.split(";")
        ]
    )
    for name, drawn in _DRAWN.items()
}
"""The figures of each name."""
