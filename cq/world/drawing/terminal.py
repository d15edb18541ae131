"""A world on a terminal: a map from above for each height level, in colour if the terminal has it."""

from __future__ import annotations

import numpy as np
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from cq.types import Grid
from cq.world.grid import HALF, WIDTH
from cq.world.palette import COLOURS, HEX

LETTERS = {"blue": "B", "green": "G", "red": "R", "orange": "O", "purple": "P", "yellow": "Y"}
MARGIN = 3
"""Characters for z to the left of a row."""

AXES = "north is up, + is the centre, x runs to the east and z to the south"
_X_LABELS = f"{-HALF:<{2 * HALF}}{0:<{2 * HALF}}{HALF}"


def draw(grid: Grid) -> RenderableType:
    """A `rich` renderable of a grid (9, 11, 11): maps of the non-empty levels, north up and
    west left, with x along the top, z down the side, and a legend. Equal levels on each other share a map.

    Print it with `rich.print` or a `rich.console.Console`; without colour (a pipe, `NO_COLOR`) each
    block shows as the first letter of its colour.
    """
    levels = np.flatnonzero(grid.any(axis=(1, 2))).tolist()
    if not levels:
        return Text("(an empty world)", style="dim")
    maps = [_level(grid, first, last) for first, last in _equal_levels(grid, levels)]
    return Group(Columns(maps, padding=(1, 2)), Text(AXES, style="dim"), _colours(grid))


def _equal_levels(grid: Grid, levels: list[int]) -> list[tuple[int, int]]:
    """The levels as runs of equal ones on each other, each as its first and its last."""
    runs: list[tuple[int, int]] = []
    for y in levels:
        if runs and runs[-1][1] == y - 1 and np.array_equal(grid[y], grid[y - 1]):
            runs[-1] = (runs[-1][0], y)
        else:
            runs.append((y, y))
    return runs


def _level(grid: Grid, y: int, last: int) -> Text:
    """The level y and its equals up to `last`: a title, then rows from north (z -5) to south, columns from
    west (x -5) to east.
    """
    first = f"{y + 1} (ground)" if y == 0 else f"{y + 1}"
    title = f"level {first}" if y == last else f"levels {first} to {last + 1}"
    text = Text(f"{title:^{MARGIN + 2 * WIDTH - 1}}\n", style="bold", no_wrap=True)
    text.append(f"{'':{MARGIN}}{_X_LABELS}\n", "not bold dim")
    for z in range(grid.shape[2]):
        text.append(f"{z - HALF:>{MARGIN - 1}} ", "not bold dim")
        for x in range(WIDTH):
            if x:
                text.append(" ")
            text.append(*_cell(int(grid[y, x, z]), centre=x == HALF == z))
        text.append("\n")
    return text


def _cell(colour: int, centre: bool) -> tuple[str, str]:
    if not colour:
        return ("+" if centre else "·"), "not bold dim"
    name = COLOURS[colour - 1]
    return LETTERS[name], f"bold white on {HEX[name]}"


def _colours(grid: Grid) -> Columns:
    """The letter, the name and the number of each colour. A line ends between two of them."""
    shown = []
    for colour in np.unique(grid[grid > 0]):
        name = COLOURS[colour - 1]
        count = np.count_nonzero(grid == colour)
        letter = (f" {LETTERS[name]} ", f"bold white on {HEX[name]}")
        shown.append(Text.assemble(letter, f" {name} × {count}"))
    return Columns(shown, padding=(0, 2))
