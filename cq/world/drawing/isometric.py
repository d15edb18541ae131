"""A world as a small isometric picture (SVG), for notebooks: seen from the south-east, without scripts."""

from __future__ import annotations

from html import escape

import numpy as np
import numpy.typing as npt

from cq.types import Grid
from cq.world.palette import IGLU_2022, Palette, hex_of
from cq.world.zone import Zone

HALF_WIDTH, HALF_DEPTH, RISE = 14, 8, 16
"""Half a cell across, half a cell in depth, and a cell's height, in the picture's units."""

SHADES = {"top": 1.0, "south": 0.82, "east": 0.66}
FACES = {
    "top": ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
    "south": ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)),
    "east": ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
}
"""The visible faces of a block, each with its corners (x, y, z) relative to its lowest north-west corner."""

HIDING = {"top": (1, 0, 0), "south": (0, 0, 1), "east": (0, 1, 0)}
"""The neighbour [y, x, z] that hides a face."""


def draw_svg(
    grid: Grid,
    title: str,
    width: int = 360,
    opacity: npt.NDArray[np.floating] | None = None,
    palette: Palette = IGLU_2022,
) -> str:
    """The blocks of a grid, int8 [y, x, z] in the ids of `palette`, on their ground. `title` is the text for
    screen readers. `width` is in pixels. `opacity`, of the grid's shape, in [0, 1], is that of each block, by
    default 1.
    """
    zone = Zone.of(grid)
    levels = int(np.flatnonzero(grid.any(axis=(1, 2)))[-1]) + 1 if grid.any() else 1
    left, top = -(zone.depth + 1) * HALF_WIDTH, -(min(levels, zone.height) + 1) * RISE
    wide = (zone.width + zone.depth + 2) * HALF_WIDTH
    high = (zone.width + zone.depth + 2) * HALF_DEPTH - top
    shapes = [_line(i, 0, i, zone.depth) for i in range(zone.width + 1)]
    shapes += [_line(0, i, zone.width, i) for i in range(zone.depth + 1)]
    # Farther blocks first, so that nearer ones cover them.
    cells = sorted(np.argwhere(grid).tolist(), key=sum)
    shapes += [
        _face(hex_of(palette.ids[int(grid[tuple(cell)])]), cell, name, _opacity(opacity, cell))
        for cell in cells
        for name in FACES
        if opacity is not None or not _is_hidden(grid, cell, name)
    ]
    shapes += [_letter(*place) for place in _sides(zone)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
        f'viewBox="{left} {top} {wide} {high}" style="max-width: 100%">'
        f"<title>{escape(title)}</title>{''.join(shapes)}</svg>"
    )


def _opacity(opacity: npt.NDArray[np.floating] | None, cell: list[int]) -> float:
    return 1.0 if opacity is None else float(opacity[tuple(cell)])


def _project(x: float, y: float, z: float) -> str:
    """A point of the grid on the picture."""
    return f"{(x - z) * HALF_WIDTH:g},{(x + z) * HALF_DEPTH - y * RISE:g}"


def _is_hidden(grid: Grid, cell: list[int], name: str) -> bool:
    beside = tuple(i + step for i, step in zip(cell, HIDING[name], strict=True))
    return all(i < n for i, n in zip(beside, grid.shape, strict=True)) and bool(grid[beside])


def _face(code: str, cell: list[int], name: str, opacity: float) -> str:
    y, x, z = cell
    points = " ".join(_project(x + dx, y + dy, z + dz) for dx, dy, dz in FACES[name])
    shade = "".join(f"{int(int(code[i : i + 2], 16) * SHADES[name]):02x}" for i in (1, 3, 5))
    see_through = "" if opacity == 1 else f' opacity="{opacity:.2f}"'
    return f'<polygon points="{points}" fill="#{shade}" stroke="#0004" stroke-width="0.6"{see_through}/>'


def _line(x1: float, z1: float, x2: float, z2: float) -> str:
    points = f"{_project(x1, 0, z1)} {_project(x2, 0, z2)}"
    return f'<polyline points="{points}" fill="none" stroke="#8886" stroke-width="0.8"/>'


def _sides(zone: Zone) -> list[tuple[str, float, float]]:
    x, z = zone.width / 2, zone.depth / 2
    return [("N", x, -1), ("S", x, zone.depth + 1), ("E", zone.width + 1, z), ("W", -1, z)]


def _letter(text: str, x: float, z: float) -> str:
    across, down = _project(x, 0, z).split(",")
    return (
        f'<text x="{across}" y="{down}" font-size="12" font-family="sans-serif" text-anchor="middle" '
        f'dominant-baseline="middle" fill="#888">{text}</text>'
    )
