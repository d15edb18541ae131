"""What is said of a zone is right in every zone, and orders that name no part of it are the same in all."""

from __future__ import annotations

import numpy as np
import pytest
from grids import grid_in, zones
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import cq
from cq.reading.instruction import meant, sure_build
from cq.semantics.telling import Telling
from cq.types import Grid
from cq.world import World, Zone
from cq.world.palette import COLOURS

some_zones = st.one_of(zones(most=Zone(5, 5, 4)), zones(most=Zone(24, 24, 12)), st.just(Zone(64, 64, 32)))


def built(text: str, zone: Zone, *blocks: tuple[int, int, int, str]) -> dict[tuple[int, int, int], str]:
    """What an order that is sure changes: cells (y, x, z) with their new colours, "" for air."""
    start = World.parse([(x, 62 + level, z, c) for x, z, level, c in blocks], zone=zone).grid
    grid = sure_build(text, start, "north")
    assert grid is not None, f"{text!r} is not sure in {zone}"
    return {
        (y, x, z): COLOURS[grid[y, x, z] - 1] if grid[y, x, z] else ""
        for y, x, z in np.argwhere(grid != start).tolist()
    }


@settings(deadline=None, max_examples=25)
@given(some_zones, st.sampled_from(COLOURS))
def test_corners_edges_and_the_middle_are_those_of_the_zone(zone, colour):
    _, east, south = zone.last
    for way, x, z in (
        ("northwest", 0, 0),
        ("northeast", east, 0),
        ("southwest", 0, south),
        ("southeast", east, south),
    ):
        assert built(f"Put a {colour} block in the {way} corner", zone) == {(0, x, z): colour}
    four = {(0, x, z) for x in (0, east) for z in (0, south)}
    assert built(f"Put a {colour} block in each corner", zone) == dict.fromkeys(four, colour)
    assert built(f"Put a {colour} block in the middle", zone) == {zone.middle: colour}
    assert built(f"Put a {colour} block in the middle of the north edge", zone) == {
        (0, zone.middle[1], 0): colour
    }
    row = {(0, x, south) for x in range(zone.width)}
    if zone.width > 1:
        said = f"Build a {colour} row along the whole south edge"
        assert built(said, zone) == dict.fromkeys(row, colour)


@settings(deadline=None, max_examples=25)
@given(some_zones, st.data())
def test_coordinates_levels_and_rows_count_from_their_own_ends(zone, data):
    x, z = data.draw(st.sampled_from(zone.xs)), data.draw(st.sampled_from(zone.zs))
    cell = zone.cell(x, z)
    assert built(f"Put a red block at x {x}, z {z}", zone) == {cell: "red"}
    row, column = (min(3, n) for n in (zone.depth, zone.width))
    named = ("first", "second", "third")
    said = f"Put a red block in the {named[row - 1]} row from the north, the {named[column - 1]} column "
    assert built(f"{said} from the east", zone) == {(0, zone.width - column, row - 1): "red"}
    assert (
        built("Put a blue block on top of the red block", zone, (x, z, 1, "red"))
        == ({(1, *cell[1:]): "blue"})
        if zone.height > 1
        else True
    )


ORDERS = (
    "Put a red block on top of the blue block",
    "Put two red blocks east of the blue block",
    "Build a green tower of four blocks north of the blue block",
    "Build a row of three red blocks west of the yellow block",
    "Remove the blue block",
    "Paint the blue block red",
    "Move the yellow block two cells north",
    "Connect the blue block and the yellow block with red blocks",
    "Put a red block two spaces south of the yellow block",
    "Surround the blue block with red blocks",
    "Place an orange block between the blue block and the yellow block",
    "Stack three blocks on the yellow block",
)


@settings(deadline=None, max_examples=12)
@given(st.integers(13, 30), st.integers(13, 30), st.integers(9, 16), st.data())
def test_an_order_in_a_larger_zone_is_the_same_order_translated(width, depth, height, data):
    """No edge and no corner is named, and nothing reaches one."""
    zone = Zone(width, depth, height)
    blocks = {(0, 5, 4): 1, (0, 5, 7): 6}
    dx, dz = data.draw(st.integers(0, width - 11)), data.draw(st.integers(0, depth - 11))
    start, moved = np.zeros(Zone().shape, np.int8), np.zeros(zone.shape, np.int8)
    for (y, x, z), colour in blocks.items():
        start[y, x, z] = moved[y, x + dx, z + dz] = colour
    for text in ORDERS:
        here, there = (meant(text, (), one, "north") for one in (start, moved))
        assert here is not None
        assert there is not None
        assert len(here.results) == len(there.results) > 0, text
        for a, b in zip(here.results, there.results, strict=True):
            assert a.probability == pytest.approx(b.probability)
            assert np.array_equal(_placed(a.grid, zone, dx, dz), b.grid), text


def _placed(grid: Grid, zone: Zone, dx: int, dz: int) -> Grid:
    whole = np.zeros(zone.shape, np.int8)
    whole[: grid.shape[0], dx : dx + grid.shape[1], dz : dz + grid.shape[2]] = grid
    return whole


@settings(deadline=None, max_examples=15)
@given(zones(most=Zone(16, 16, 9)).flatmap(lambda zone: st.tuples(grid_in(zone, 4), grid_in(zone, 4))))
@example((np.array([[[1, 0]]], np.int8), np.array([[[2, 2]]], np.int8)))
@example((np.array([[[1, 0]]], np.int8), np.array([[[2, 1]]], np.int8)))
def test_what_is_told_of_a_change_is_read_back_in_its_zone(pair):
    start, target = pair
    assume((start != target).any())
    order = Telling(start, target).order()
    if order is not None:
        understanding = meant(order, (), start, "north")
        assert understanding is not None
        assert understanding.results
        assert np.array_equal(understanding.results[0].grid, target), order


@pytest.mark.parametrize("wide", [8, 9, 20, 21])
def test_what_fits_into_the_very_middle_of_a_zone_lies_there(wide):
    """Of an even number of cells two are in the middle, of an odd number one."""
    zone, even = Zone(wide, wide, 5), 2 if wide % 2 == 0 else 3
    for size in (even, even + 2):
        changed = built(f"Build a {size} by {size} red square in the middle", zone)
        low, high = (wide - size) // 2, (wide + size) // 2
        assert set(changed) == {(0, x, z) for x in range(low, high) for z in range(low, high)}


def test_large_numbers_are_read_in_words():
    zone = Zone(40, 40, 32)
    assert len(built("Build a tower of twenty-five red blocks in the northeast corner", zone)) == 25
    assert built(
        "Put a red block in the 15th row from the north, the twelfth column from the west", zone
    ) == {(0, 11, 14): "red"}
    assert len(built("Fill the whole floor with blue blocks", zone)) == 1600


def test_what_lies_outside_a_zone_is_impossible():
    zone = Zone(9, 9, 5)
    for text in ("Put a red block at x 5, z 0", "Build a red tower of six blocks in the middle"):
        understanding = meant(text, (), World.parse(zone=zone).grid, "north")
        assert understanding is not None
        assert not understanding.results
        assert understanding.failures[0].kind == "impossible"


def test_an_explanation_tells_coordinates_of_the_zone():
    world = World.parse([(-10, 63, 9, "red")], zone=Zone(20, 20))
    found = cq.explain("Remove the red block", world)
    (block,) = found.outcomes[0].removed
    assert (block.x, block.z, block.level) == (-10, 9, 1)
