"""Pictures of a world, drawn with matplotlib's voxels."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, needing
from cq.files import replacing
from cq.types import Grid
from cq.world.palette import IGLU_2022, Palette, hex_of
from cq.world.zone import Zone

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot(grid: Grid, axes: Axes, palette: Palette = IGLU_2022) -> None:
    """Draw the blocks of a grid, [y, x, z], on 3D axes: x to the east, depth to the north."""
    faces = np.empty(grid.shape, dtype=object)
    for i, name in palette.ids.items():
        faces[grid == i] = hex_of(name)
    plot_voxels(faces, grid > 0, axes)


def plot_voxels(faces: npt.NDArray[Any], filled: npt.NDArray[np.bool_], axes: Axes) -> None:
    """Draw cells of a zone, `filled` of its shape, in the colours `faces`, of this shape or with four parts
    for each cell.
    """
    zone = Zone(filled.shape[1], filled.shape[2], filled.shape[0])
    # Matplotlib's vertical axis is its third, and its second grows away from the viewer: north.
    faces, filled = (np.flip(np.moveaxis(a, 0, 2), axis=1) for a in (faces, filled))
    ax: Any = axes
    # Matplotlib's y grows to the north, where z falls.
    east, north = np.arange(zone.width + 1) + zone.xs[0] - 0.5, np.arange(zone.depth + 1) - zone.zs[-1] - 0.5
    x, y, z = np.meshgrid(east, north, np.arange(zone.height + 1), indexing="ij")
    ax.voxels(x, y, z, filled, facecolors=faces, edgecolor="#33333380", linewidth=0.4)
    ax.set(xlim=east[[0, -1]], ylim=north[[0, -1]], zlim=(0, zone.height))
    ax.set(box_aspect=(zone.width, zone.depth, zone.height))
    ax.set_xticks([zone.xs[0], 0, zone.xs[-1]], ["west", "", "east"])
    ax.set_yticks([-zone.zs[-1], 0, -zone.zs[0]], ["south", "", "north"])
    ax.set_zticks(range(0, zone.height + 1, 3))
    ax.view_init(elev=28, azim=-62)


def save_picture(
    grid: Grid, out: str | os.PathLike[str], title: str | None = None, palette: Palette = IGLU_2022
) -> Path:
    """Write a picture of a grid, [y, x, z], to `out`; its ending chooses the format (png, svg, pdf).

    Returns the path. Raises `InputError` for a format that matplotlib cannot write.
    """
    figure = new_figure(width=6, height=6)
    plot(grid, figure.add_subplot(projection="3d"), palette)
    return save_figure(figure, out, title)


def new_figure(width: float, height: float) -> Figure:
    """A figure of `width` × `height` inches. Raises `InputError` if matplotlib is not installed."""
    # The object interface needs no display and leaves the caller's pyplot state alone.
    with needing("demo", "pictures need matplotlib"):
        from matplotlib.figure import Figure
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
