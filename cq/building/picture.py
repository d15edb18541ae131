"""A picture of a build: the world before, the target if it is known, the build, and its plan."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.building.plan_changes import MIN_DRAWN_PROBABILITY
from cq.types import Floats, Grid
from cq.world import IGLU_2022, Palette, World
from cq.world.drawing.picture import new_figure, plot, plot_voxels, save_figure
from cq.world.palette import HEX, hex_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KEPT = (0.6, 0.6, 0.6, 0.25)
"""The shade of blocks that stay."""


def save_build_picture(
    start: Grid | None,
    built: Grid,
    plan: Floats,
    out: str | os.PathLike[str],
    title: str | None = None,
    target: World | None = None,
    palette: Palette = IGLU_2022,
) -> Path:
    """Write a picture of a build to `out` and return the path. The file's ending chooses the format (png,
    svg, pdf).

    The picture shows side by side the start, the target if it is given, the build, and the plan as a heat
    map: blocks that stay are grey, blocks to break are white, and likelier changes are more opaque, as its
    legend says. Without a start, the plan shows changes to the built world. Raises `InputError` for an ending
    that matplotlib cannot write.
    """
    grids = {"before": start, "target": None if target is None else target.grid, "built": built}
    shown = {name: grid for name, grid in grids.items() if grid is not None}
    figure: Any = new_figure(width=4.5 * (len(shown) + 1), height=5)
    axes = [figure.add_subplot(1, len(shown) + 1, i + 1, projection="3d") for i in range(len(shown) + 1)]
    for ax, (name, grid) in zip(axes, shown.items(), strict=False):
        plot(grid, ax, palette)
        ax.set_title(name)
    plot_plan(built if start is None else start, plan, axes[-1], palette)
    axes[-1].set_title("plan")
    _add_legend(figure)
    return save_figure(figure, out, title)


def plot_plan(start: Grid, plan: Floats, axes: Axes, palette: Palette = IGLU_2022) -> None:
    """Draw the probability of each change on 3D matplotlib axes."""
    shades = np.zeros((*start.shape, 4))
    stays = np.take_along_axis(plan, start[None].astype(np.int64), axis=0)[0]
    placed = np.array(plan)
    np.put_along_axis(placed, start[None].astype(np.int64), 0.0, axis=0)
    likeliest = placed.argmax(axis=0)
    changes = 1 - stays
    tones = np.ones((len(plan), 3))
    for i, name in palette.ids.items():
        tones[i] = _rgb(hex_of(name))
    shades[..., :3], shades[..., 3] = tones[likeliest], changes
    kept = (start > 0) & (changes < 0.5)
    shades[kept] = KEPT
    plot_voxels(shades, kept | (changes > MIN_DRAWN_PROBABILITY), axes)


def _add_legend(figure: Figure) -> None:
    """Explain the shades of a plan."""
    from matplotlib.patches import Patch

    placed = HEX["blue"]
    figure.legend(
        handles=[
            Patch(facecolor=(*KEPT[:3], 0.5), edgecolor="#333333", label="plan: stays"),
            Patch(facecolor="#ffffff", edgecolor="#333333", label="to break"),
            Patch(facecolor=placed, edgecolor="#333333", label="to place, in its colour: certain"),
            Patch(facecolor=(*_rgb(placed), 0.3), edgecolor="#333333", label="the same: probability 0.3"),
        ],
        loc="outside lower right",
        ncols=4,
        fontsize=9,
        frameon=False,
    )


def _rgb(code: str) -> tuple[float, ...]:
    return tuple(int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
