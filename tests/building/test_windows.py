"""What the networks see of zones of other sizes, and what becomes of what they build there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from grids import grid_in, zones
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.building.actions import Action, replay
from cq.building.decoding.meanings import alone
from cq.building.decoding.windows import Window, sampled_in_zones
from cq.building.example import BuildingExample
from cq.building.plan_changes import certain
from cq.world import IGLU_2022, Palette, Zone
from cq.world.zone import IGLU


@settings(deadline=None, max_examples=60)
@given(zones(most=Zone(24, 24, 12)).flatmap(lambda zone: grid_in(zone, most=6)))
def test_a_window_holds_all_blocks_and_puts_them_back(grid):
    window = Window.of(grid)
    if window is None:
        extents = np.ptp(np.argwhere(grid), axis=0) + 1
        assert extents[1] > 11 or extents[2] > 11 or np.argwhere(grid)[:, 0].max() > 8
        return
    seen = window.seen(grid)
    assert seen.shape == IGLU.shape
    assert np.count_nonzero(seen) == np.count_nonzero(grid)
    found = alone(seen, [seen], certain(seen), 1.0)
    restored = window.restored(found, grid)
    assert np.array_equal(restored.grids[0], grid)
    assert np.array_equal(restored.network_plan, certain(grid))


@given(grid_in(IGLU))
def test_the_zone_of_the_recordings_is_seen_as_it_is(grid):
    window = Window.of(grid)
    assert window is not None
    assert (window.name, window.origin) == ("zone", (0, 0, 0))
    assert np.array_equal(window.seen(grid), grid)


def test_a_smaller_zone_keeps_its_coordinates():
    world = cq.World.parse([(2, 63, -1, "red")], zone=Zone(5, 4, 3))
    window = Window.of(world.grid)
    assert window.name == "padded"
    assert np.argwhere(window.seen(world.grid)).tolist() == [[0, 5 + 2, 5 - 1]]


def test_builds_outside_the_zone_are_none():
    start = cq.World.parse(zone=Zone(5, 5, 3)).grid
    window = Window.of(start)
    seen = window.seen(start)
    ways = [(Action("place", (0, 5, 5), 3),), (Action("place", (0, 0, 0), 3),)]
    found = alone(seen, [replay(seen, way) for way in ways], certain(seen), 1.0)
    found = replace(found, probabilities=np.array([0.25, 0.75]))
    restored = window.restored(found, start)
    assert restored.probabilities.tolist() == [1.0]
    assert restored.actions[0][0].zone == Zone(5, 5, 3)
    assert np.array_equal(replay(start, restored.actions[0]), restored.grids[0])
    alone_outside = window.restored(alone(seen, [replay(seen, ways[1])], certain(seen), 1.0), start)
    assert np.array_equal(alone_outside.grids[0], start)


@pytest.mark.parametrize(
    ("zone", "blocks", "palette", "saw"),
    [
        (IGLU, [(0, 63, 0, "red")], None, "zone"),
        (Zone(9, 9, 5), [(0, 63, 0, "red")], None, "padded"),
        (Zone(20, 20), [(9, 63, 9, "red"), (0, 63, 0, "red")], None, "window"),
        (Zone(20, 20), [(9, 63, 9, "red"), (-10, 63, -10, "red")], None, "nothing"),
        (IGLU, [(0, 63, 0, "teal")], {"teal": 1}, "nothing"),
    ],
)
def test_it_is_said_what_was_seen(zone, blocks, palette, saw):
    world = cq.World.parse(blocks, zone=zone, palette=palette)
    asked: list[BuildingExample] = []

    def sample(examples):
        asked.extend(examples)
        return [alone(one.start, [one.start], certain(one.start), 1.0) for one in examples]

    example = BuildingExample("Build it", world.grid, recent=((0, 0, 0),))
    (found,) = sampled_in_zones(sample, [example], [world.palette])
    assert found.networks_saw == saw
    assert found.start.shape == world.grid.shape
    assert [one.start.shape for one in asked] == [IGLU.shape] * (saw != "nothing")


@settings(deadline=None, max_examples=5)
@given(st.sampled_from([Zone(6, 7, 4), Zone(15, 12, 9), Zone(30, 30, 12)]))
def test_the_bundled_builder_builds_in_every_zone(zone):
    """Words that nobody reads: the networks are asked."""
    world = cq.World.parse([(0, 63, 0, "red"), (1, 63, 0, "blue")], zone=zone)
    build = cq.build("Extend the red and blue pattern in a wossname spiral up to the fizz", world)
    assert build.grid.shape == zone.shape
    assert build.networks_saw in ("padded", "window")
    assert np.array_equal(replay(world.grid, build.actions), build.grid)
    assert np.allclose(build.plan.sum(0), 1.0, atol=1e-4)


def test_colours_of_ones_own_are_built_by_the_words_alone():
    palette = Palette.own(["teal", "pink"])
    world = cq.World.parse([(0, 63, 0, "teal")], palette=palette)
    turn = cq.ask("Put a pink block glorb wossname the teal one somewhere fizz", world)
    build = cq.build("Put a pink block glorb wossname the teal one somewhere fizz", world)
    assert build.networks_saw == "nothing"
    assert build.palette == palette != IGLU_2022
    assert set(np.unique(build.grid)) <= {0, 1, 2}
    assert turn.action in ("ask", "build", "refuse")
