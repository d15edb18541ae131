"""Pictures of a world, drawn with matplotlib's voxels."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError
from cq.files import replacing
from cq.types import Grid
from cq.world.grid import HALF, HEIGHT, WIDTH
from cq.world.palette import COLOURS, HEX

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot(grid: Grid, axes: Axes) -> None:
    """Draw the blocks of a grid (9, 11, 11) on 3D axes: x to the east, depth to the north."""
    faces = np.empty(grid.shape, dtype=object)
    for i, name in enumerate(COLOURS, start=1):
        faces[grid == i] = HEX[name]
    plot_voxels(faces, grid > 0, axes)


def plot_voxels(faces: npt.NDArray[Any], filled: npt.NDArray[np.bool_], axes: Axes) -> None:
    """Draw cells of the zone, `filled` (9, 11, 11), in the colours `faces` (9, 11, 11) or (9, 11, 11, 4)."""
    # Matplotlib's vertical axis is its third, and its second grows away from the viewer: north.
    faces, filled = (np.flip(np.moveaxis(a, 0, 2), axis=1) for a in (faces, filled))
    ax: Any = axes
    edges = np.arange(WIDTH + 1) - HALF - 0.5
    x, y, z = np.meshgrid(edges, edges, np.arange(HEIGHT + 1), indexing="ij")
    ax.voxels(x, y, z, filled, facecolors=faces, edgecolor="#33333380", linewidth=0.4)
    ax.set(xlim=edges[[0, -1]], ylim=edges[[0, -1]], zlim=(0, HEIGHT), box_aspect=(WIDTH, WIDTH, HEIGHT))
    ticks = range(-HALF, HALF + 1, HALF)
    ax.set_xticks(ticks, ["west", "", "east"])
    ax.set_yticks(ticks, ["south", "", "north"])
    ax.set_zticks(range(0, HEIGHT + 1, 3))
    ax.view_init(elev=28, azim=-62)


def save_picture(grid: Grid, out: str | os.PathLike[str], title: str | None = None) -> Path:
    """Write a picture of a grid (9, 11, 11) to `out`; its ending chooses the format (png, svg, pdf).

    Returns the path. Raises `InputError` for a format that matplotlib cannot write.
    """
    figure = new_figure(width=6, height=6)
    plot(grid, figure.add_subplot(projection="3d"))
    return save_figure(figure, out, title)


def new_figure(width: float, height: float) -> Figure:
    """A figure of `width` × `height` inches. Raises `InputError` if matplotlib is not installed."""
    # The object interface needs no display and leaves the caller's pyplot state alone.
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("pictures need matplotlib; run: pip install 'cq-clarify[demo]'") from None
    return Figure(figsize=(width, height), dpi=120, layout="constrained")


def _drawable(text: str) -> str:
    """The text without characters that no font has: control characters, which SVG forbids."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def save_figure(figure: Figure, out: str | os.PathLike[str], title: str | None = None) -> Path:
    """Write a figure; returns the path. Raises `InputError` for a format that matplotlib cannot write."""
    out = Path(out)
    if title:
        # Text is text: no formulas between dollars.
        figure.suptitle(_drawable(title), wrap=True, fontsize=11, parse_math=False)
    kind = out.suffix.lstrip(".").lower()
    if kind not in figure.canvas.get_supported_filetypes():
        raise InputError(f"cannot write a picture as {out.name!r}; end it in .png, .svg or .pdf")
    with replacing(out) as temporary:
        figure.savefig(temporary, format=kind)
    return out
