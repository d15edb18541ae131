"""A picture of a build: the world before, the target if it is known, the build, and its plan."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.types import Floats, Grid, PathLike
from cq.world import COLOURS, World
from cq.world.drawing.picture import new_figure, plot, plot_voxels, save_figure
from cq.world.palette import HEX

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MIN_DRAWN_PROBABILITY = 0.02
"""Less likely changes are not drawn."""
KEPT = (0.6, 0.6, 0.6, 0.25)
"""The shade of blocks that stay."""


def save_build_picture(
    start: Grid | None,
    built: Grid,
    plan: Floats,
    out: PathLike,
    title: str | None = None,
    target: World | None = None,
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
        plot(grid, ax)
        ax.set_title(name)
    plot_plan(built if start is None else start, plan, axes[-1])
    axes[-1].set_title("plan")
    _add_legend(figure)
    return save_figure(figure, out, title)


def likeliest_changes(plan: Floats, start: Grid) -> tuple[Grid, Floats]:
    """The likeliest new content of each cell, int8 (9, 11, 11), and the probability that it changes at all.

    A block that is likely broken has its colour. Cells that hardly change are air.
    """
    likeliest, changes = _changes(plan, start)
    likeliest = np.where(likeliest == 0, start, likeliest)
    return np.where(changes > MIN_DRAWN_PROBABILITY, likeliest, 0).astype(np.int8), changes


def _changes(plan: Floats, start: Grid) -> tuple[Grid, Floats]:
    """The likeliest other content of each cell, and the probability that it changes."""
    index = start[None].astype(np.int64)
    changes = 1 - np.take_along_axis(plan, index, axis=0)[0]
    others = np.array(plan)
    np.put_along_axis(others, index, 0.0, axis=0)
    return others.argmax(axis=0).astype(np.int8), changes


def plot_plan(start: Grid, plan: Floats, axes: Axes) -> None:
    """Draw the probability of each change on 3D matplotlib axes."""
    from matplotlib.colors import to_rgb

    shades = np.zeros((*start.shape, 4))
    likeliest, changes = _changes(plan, start)
    palette = np.array([to_rgb(code) for code in ("#ffffff", *(HEX[name] for name in COLOURS))])
    shades[..., :3], shades[..., 3] = palette[likeliest], changes
    kept = (start > 0) & (changes < 0.5)
    shades[kept] = KEPT
    plot_voxels(shades, kept | (changes > MIN_DRAWN_PROBABILITY), axes)


def _add_legend(figure: Figure) -> None:
    """Say what the shades of a plan mean."""
    from matplotlib.patches import Patch

    placed = HEX["blue"]
    figure.legend(
        handles=[
            Patch(facecolor=(*KEPT[:3], 0.5), edgecolor="#333333", label="plan: stays"),
            Patch(facecolor="#ffffff", edgecolor="#333333", label="to break"),
            Patch(facecolor=placed, edgecolor="#333333", label="to place, in its colour: certain"),
            Patch(facecolor=(placed, 0.3), edgecolor="#333333", label="the same: probability 0.3"),
        ],
        loc="outside lower right",
        ncols=4,
        fontsize=9,
        frameon=False,
    )
