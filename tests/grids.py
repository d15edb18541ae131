"""Strategies and samples of grids that several test files draw from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from cq.world import SHAPE, World, Zone

Grid = npt.NDArray[np.int8]

cells = st.tuples(*(st.integers(0, n - 1) for n in SHAPE))
near_cells = st.tuples(st.integers(0, 2), st.integers(3, 6), st.integers(4, 8))


def filled(blocks: dict[tuple[int, int, int], int]) -> Grid:
    """The grid of blocks given as grid index → colour."""
    grid = np.zeros(SHAPE, dtype=np.int8)
    for cell, colour in blocks.items():
        grid[cell] = colour
    return grid


def grid_of(
    places: st.SearchStrategy[tuple[int, int, int]], most: int, colours: int = 6
) -> st.SearchStrategy[Grid]:
    """Grids of up to `most` blocks at some places."""
    return st.dictionaries(places, st.integers(1, colours), max_size=most).map(filled)


grids = grid_of(cells, 40)
"""Any grid of up to 40 blocks."""

near_grids = grid_of(near_cells, 25, colours=2)
"""Crowded grids of two colours, where many shifts match."""


def permuted(world: World, permutation: list[int]) -> World:
    """The world with each block's colour replaced: see `cq.world.augmentation`."""
    new = np.array([0, *(colour + 1 for colour in permutation)], dtype=np.int8)
    return World.parse(new[world.grid])


LARGEST = Zone(64, 64, 32)


@st.composite
def zones(draw: st.DrawFn, most: Zone = LARGEST) -> Zone:
    """Zones of up to so many cells each way."""
    return Zone(*(draw(st.integers(1, getattr(most, name))) for name in ("width", "depth", "height")))


@st.composite
def grid_in(draw: st.DrawFn, zone: Zone, most: int = 25, colours: int = 3) -> Grid:
    """Grids of a zone."""
    places = st.tuples(*(st.integers(0, n) for n in zone.last))
    grid = np.zeros(zone.shape, dtype=np.int8)
    for cell, colour in draw(st.dictionaries(places, st.integers(1, colours), max_size=most)).items():
        grid[cell] = colour
    return grid


@st.composite
def pairs_of_a_zone(draw: st.DrawFn, some: st.SearchStrategy[Zone]) -> tuple[Grid, Grid]:
    """Two grids of one zone."""
    zone = draw(some)
    return draw(grid_in(zone, colours=2)), draw(grid_in(zone, colours=2))
