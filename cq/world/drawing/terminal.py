"""A world on a terminal: a map from above for each height level, in colour if the terminal has it."""

from __future__ import annotations

import string
from functools import cache

import numpy as np
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from cq.types import Grid
from cq.world.palette import IGLU_2022, Palette, hex_of
from cq.world.zone import Zone

MARGIN = 3
"""Characters for z to the left of a row, at least."""

AXES = "north is up, + is the centre, x runs to the east and z to the south"


@cache
def letters(palette: Palette) -> dict[str, str]:
    """A letter or mark for each colour of a palette: from its name, if no earlier colour has that."""
    found: dict[str, str] = {}
    for name in palette.colours:
        wanted = (*name.replace(" ", "").upper(), *string.ascii_uppercase, *string.digits, "#")
        found[name] = next((letter for letter in wanted if letter not in found.values()), "#")
    return found


def draw(grid: Grid, palette: Palette = IGLU_2022) -> RenderableType:
    """A `rich` renderable of a grid, [y, x, z]: maps of the non-empty levels, north up and
    west left, with x along the top, z down the side, and a legend. Equal levels on each other share a map.

    Print it with `rich.print` or a `rich.console.Console`; without colour (a pipe, `NO_COLOR`) each
    block shows as a letter of its colour, mostly the first.
    """
    levels = np.flatnonzero(grid.any(axis=(1, 2))).tolist()
    if not levels:
        return Text("(an empty world)", style="dim")
    maps = [_level(grid, first, last, palette) for first, last in _equal_levels(grid, levels)]
    return Group(Columns(maps, padding=(1, 2)), Text(AXES, style="dim"), _colours(grid, palette))


def _equal_levels(grid: Grid, levels: list[int]) -> list[tuple[int, int]]:
    """The levels as runs of equal ones on each other, each as its first and its last."""
    runs: list[tuple[int, int]] = []
    for y in levels:
        if runs and runs[-1][1] == y - 1 and np.array_equal(grid[y], grid[y - 1]):
            runs[-1] = (runs[-1][0], y)
        else:
            runs.append((y, y))
    return runs


def _level(grid: Grid, y: int, last: int, palette: Palette) -> Text:
    """The level y and its equals up to `last`: a title, then rows from north to south, columns from west to
    east.
    """
    zone = Zone.of(grid)
    margin = max(MARGIN, 1 + max(len(str(z)) for z in (zone.zs[0], zone.zs[-1])))
    first = f"{y + 1} (ground)" if y == 0 else f"{y + 1}"
    title = f"level {first}" if y == last else f"levels {first} to {last + 1}"
    text = Text(f"{title:^{margin + 2 * zone.width - 1}}\n", style="bold", no_wrap=True)
    text.append(f"{'':{margin}}{_x_labels(zone)}\n", "not bold dim")
    for z in range(zone.depth):
        text.append(f"{zone.zs[z]:>{margin - 1}} ", "not bold dim")
        for x in range(zone.width):
            if x:
                text.append(" ")
            text.append(*_cell(int(grid[y, x, z]), zone.middle == (0, x, z), palette))
        text.append("\n")
    return text


def _x_labels(zone: Zone) -> str:
    """The first x, 0 and the last x above their columns, as far as there is room."""
    text = ""
    for x in dict.fromkeys((zone.xs[0], 0, zone.xs[-1])):
        at = 2 * (x - zone.xs[0])
        text = f"{text:<{at}}{x}" if len(text) < at or not at else text
    return text


def _cell(colour: int, centre: bool, palette: Palette) -> tuple[str, str]:
    if not colour:
        return ("+" if centre else "·"), "not bold dim"
    name = palette.ids[colour]
    return letters(palette)[name], f"bold white on {hex_of(name)}"


def _colours(grid: Grid, palette: Palette) -> Columns:
    """The letter, the name and the number of each colour. A line ends between two of them."""
    shown = []
    for colour in np.unique(grid[grid > 0]).tolist():
        name = palette.ids[colour]
        count = np.count_nonzero(grid == colour)
        letter = (f" {letters(palette)[name]} ", f"bold white on {hex_of(name)}")
        shown.append(Text.assemble(letter, f" {name} × {count}"))
    return Columns(shown, padding=(0, 2))
