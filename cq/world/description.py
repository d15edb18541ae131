"""A world in words: how many blocks of which colour, at which height, and which block is highest."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cq.types import Grid
from cq.world.palette import IGLU_2022, Palette
from cq.world.pose import Pose
from cq.world.zone import Zone


def describe(grid: Grid, pose: Pose | None = None, palette: Palette = IGLU_2022) -> str:
    """Plain sentences: counts by colour, counts by height level, the highest block, where the builder is.

    `grid` is int8 (height, width, depth), [y, x, z], in the ids of `palette`. Levels are numbered from 1 (on
    the ground). Places are given in blocks from the centre.
    """
    if not grid.any():
        sentences = ["The world is empty."]
    else:
        sentences = [
            f"There {'is' if np.bincount(grid[grid > 0]).max() == 1 else 'are'} {_counts(grid, palette)}.",
            " ".join(
                f"Level {y + 1}: {_counts(grid[y], palette)}." for y in np.flatnonzero(grid.any(axis=(1, 2)))
            ),
            _highest(grid, palette),
        ]
    if pose is not None:
        x, _, z = pose.position
        sentences.append(f"The builder stands {_place(round(x), round(z))}, facing {pose.facing}.")
    return " ".join(sentences)


def _counts(cells: npt.NDArray[Any], palette: Palette) -> str:
    """`2 red blocks and 1 blue block`: most frequent colour first, ties in palette order."""
    numbers = np.bincount(cells[cells > 0], minlength=palette.highest + 1)
    order = sorted(palette.ids, key=lambda i: (-numbers[i], i))
    parts = [
        f"{numbers[i]} {palette.ids[i]} block{'' if numbers[i] == 1 else 's'}" for i in order if numbers[i]
    ]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _highest(grid: npt.NDArray[Any], palette: Palette) -> str:
    top = int(np.flatnonzero(grid.any(axis=(1, 2)))[-1])
    cells = np.argwhere(grid[top])
    if len(cells) > 1:
        return f"{len(cells)} blocks share the highest level, {top + 1}."
    x, z = (int(i) for i in cells[0])
    east, south, level = Zone.of(grid).coordinates((top, x, z))
    return (
        f"The highest block is {palette.ids[int(grid[top, x, z])]}, at level {level}, {_place(east, south)}."
    )


def _place(x: int, z: int) -> str:
    parts = [
        f"{abs(offset)} {word}"
        for offset, word in ((x, "east" if x > 0 else "west"), (z, "south" if z > 0 else "north"))
        if offset
    ]
    return " and ".join(parts) + " of the centre" if parts else "in the centre"
