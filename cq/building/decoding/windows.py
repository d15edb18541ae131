"""Zones of other sizes for the networks, which read 11 × 11 cells and 9 levels.

A smaller zone is padded with cells that stay empty; its coordinates stay. Of a larger one they read the
window around its blocks, if these fit into one. Their builds outside the zone are dropped. Elsewhere, and
with colours of a user's own, they read nothing, and only the words count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cq.building.actions import Action
from cq.building.decoding.candidates import Candidates
from cq.building.decoding.meanings import alone
from cq.building.example import BuildingExample
from cq.building.plan_changes import certain
from cq.types import Cell, Grid
from cq.world import IGLU_2022, Palette, Zone
from cq.world.zone import IGLU

Sample = Callable[[Sequence[BuildingExample]], list[Candidates]]


@dataclass(frozen=True)
class Window:
    """The cells of a zone that the networks read: those from `origin` on, which may lie outside it."""

    zone: Zone
    origin: Cell

    @classmethod
    def of(cls, grid: Grid) -> Window | None:
        """The window of a grid; None if its blocks do not fit into one."""
        zone = Zone.of(grid)
        cells = np.argwhere(grid)
        origin = []
        for axis, (length, most) in enumerate(zip(zone.shape, IGLU.shape, strict=True)):
            places = cells[:, axis] if len(cells) else np.array([zone.middle[axis]])
            low, high = int(places.min()), int(places.max())
            if axis == 0:
                if high >= most:
                    return None
                origin.append(0)
            elif length <= most:
                origin.append(zone.middle[axis] - IGLU.middle[axis])
            elif high - low >= most:
                return None
            else:
                origin.append(min(max((low + high + 1) // 2 - most // 2, 0), length - most))
        return cls(zone, (origin[0], origin[1], origin[2]))

    @property
    def name(self) -> str:
        """ "zone" for all of it, "padded" if cells were added, "window" for a part of a larger zone."""
        if self.zone == IGLU:
            return "zone"
        fits = all(a <= b for a, b in zip(self.zone.shape, IGLU.shape, strict=True))
        return "padded" if fits else "window"

    def seen(self, grid: Grid) -> Grid:
        """The window of a grid of the zone."""
        inside = np.zeros(IGLU.shape, dtype=grid.dtype)
        theirs, own = self._overlap()
        inside[theirs] = grid[own]
        return inside

    def cell(self, own: Cell) -> Cell:
        """A cell of the zone in the window, perhaps outside it."""
        y, x, z = (a - b for a, b in zip(own, self.origin, strict=True))
        return y, x, z

    def restored(self, found: Candidates, start: Grid) -> Candidates:
        """The networks' candidates in the zone, without builds that leave it."""
        theirs, own = self._overlap()
        kept, actions, grids = [], [], []
        for i, steps in enumerate(found.actions):
            moved = tuple(map(self._moved, steps))
            if all(self.zone.holds(action.cell) for action in moved):
                grid = start.copy()
                grid[own] = found.grids[i][theirs]
                kept.append(i)
                actions.append(moved)
                grids.append(grid)
        if not kept:
            return nothing_seen(start, IGLU_2022)
        plan = certain(start)
        plan[(slice(None), *own)] = found.network_plan[(slice(None), *theirs)]
        shares = found.probabilities[kept]
        return replace(
            found,
            start=start,
            grids=np.stack(grids),
            actions=tuple(actions),
            probabilities=shares / shares.sum(),
            log_probabilities=found.log_probabilities[kept],
            network_plan=plan,
            agreement=found.agreement[kept],
        )

    def _moved(self, action: Action) -> Action:
        y, x, z = (a + b for a, b in zip(action.cell, self.origin, strict=True))
        return replace(action, cell=(y, x, z), zone=self.zone)

    def _overlap(self) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
        """The shared cells: in the window, and in the zone."""
        theirs, own = [], []
        for first, length, most in zip(self.origin, self.zone.shape, IGLU.shape, strict=True):
            low, high = max(first, 0), min(first + most, length)
            own.append(slice(low, high))
            theirs.append(slice(low - first, high - first))
        return tuple(theirs), tuple(own)


def nothing_seen(start: Grid, palette: Palette) -> Candidates:
    """The candidates of networks that read nothing: no change."""
    return replace(alone(start, [start], certain(start, palette), 1.0, palette), networks_saw="nothing")


def sampled_in_zones(
    sample: Sample, examples: Sequence[BuildingExample], palettes: Sequence[Palette]
) -> list[Candidates]:
    """The networks' candidates for examples in any zone; `sample` takes the examples that they can read."""
    windows = [
        Window.of(example.start) if palette == IGLU_2022 else None
        for example, palette in zip(examples, palettes, strict=True)
    ]
    seen = [
        example if window.zone == IGLU else _seen(example, window)
        for example, window in zip(examples, windows, strict=True)
        if window is not None
    ]
    found = iter(sample(seen) if seen else ())
    candidates = []
    for example, window, palette in zip(examples, windows, palettes, strict=True):
        if window is None:
            candidates.append(nothing_seen(example.start, palette))
            continue
        builds = next(found)
        if window.zone != IGLU:
            builds = window.restored(builds, example.start)
        candidates.append(replace(builds, networks_saw=window.name))
    return candidates


def _seen(example: BuildingExample, window: Window) -> BuildingExample:
    recent = tuple(cell for cell in map(window.cell, example.recent) if IGLU.holds(cell))
    return replace(example, start=window.seen(example.start), recent=recent, target=None, pose=None)
