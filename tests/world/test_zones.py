"""Zones of any size: their coordinates, their worlds in every form, and what is refused."""

from __future__ import annotations

import copy
import json
import pickle

import numpy as np
import pytest
from grids import grid_in, zones
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

import cq
from cq.world import RECORDED, World, Zone
from cq.world.difference import Difference
from cq.world.drawing.isometric import draw_svg
from cq.world.drawing.terminal import draw
from cq.world.palette import Palette, hex_of

small = zones(most=Zone(14, 14, 10))
EIGHT = {"red": 1, "blue": 2, "white": 3, "black": 4, "teal": 5, "pink": 6, "brown": 7, "dark green": 8}


@given(zones())
def test_cells_and_coordinates_are_inverse(zone):
    assert len(zone.xs) == zone.width
    assert len(zone.zs) == zone.depth
    assert 0 in zone.xs
    assert 0 in zone.zs
    assert zone.xs[0] in (-zone.xs[-1], -zone.xs[-1] - 1)
    for cell in ((0, 0, 0), zone.middle, zone.last):
        assert zone.holds(cell)
        assert zone.cell(*zone.coordinates(cell)) == cell
    assert not any(map(zone.holds, [(-1, 0, 0), (0, zone.width, 0), (0, 0, zone.depth), (zone.height, 0, 0)]))
    assert Zone.of(np.zeros(zone.shape)) == zone
    assert Zone.parse(zone.to_dict()) == Zone.parse([zone.width, zone.depth, zone.height]) == zone


def test_eleven_cells_run_from_minus_five_to_five_and_twenty_from_minus_ten_to_nine():
    assert Zone() == Zone(11, 11, 9)
    assert (Zone().xs, Zone(20).xs) == (range(-5, 6), range(-10, 10))


@settings(deadline=None)
@given(small.flatmap(lambda zone: grid_in(zone, colours=6)))
def test_every_form_of_a_world_of_a_zone_parses_to_it(grid):
    zone = Zone.of(grid)
    world = World.parse(grid, zone=zone)
    assert world.zone == zone
    named = [{"x": x, "level": y - 62, "z": z, "colour": c} for x, y, z, c in world.blocks()]
    forms = [grid.tolist(), world.blocks(), world.blocks(RECORDED), named, world.to_recorded(), world]
    for form in forms:
        assert World.parse(form, zone=zone) == world
    assert World.parse(json.dumps(world.to_recorded())) == World.parse(world) == world
    assert pickle.loads(pickle.dumps(world)) == copy.deepcopy(world) == world
    assert hash(World.parse(world.to_recorded())) == hash(world)
    goal = world.blocks(ground=-1)
    if not goal or grid[0].any():
        assert World.parse(goal, zone=zone) == world


@given(grid_in(Zone(), colours=6))
def test_a_world_in_a_larger_zone_keeps_its_coordinates(grid):
    world = World.parse(grid)
    larger = World.parse(world, zone=Zone(20, 16, 12))
    assert larger.zone == Zone(20, 16, 12)
    assert larger.blocks() == world.blocks()
    assert World.parse(larger, zone=Zone()) == world


@settings(deadline=None, max_examples=30)
@given(small.flatmap(lambda zone: grid_in(zone, colours=6)))
def test_every_zone_is_described_and_drawn(grid):
    world = World.parse(grid, zone=Zone.of(grid))
    text = world.describe()
    assert ("empty" in text) == (len(world) == 0)
    console = Console(width=200, no_color=True)
    with console.capture() as capture:
        console.print(draw(world.grid, world.palette))
    shown = capture.get()
    assert str(world.zone.xs[0]) in shown or not len(world)
    assert draw_svg(grid, "a world").count("<polyline") == grid.shape[1] + grid.shape[2] + 2


def test_a_world_of_a_zone_is_drawn_as_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    world = World.parse([(0, 63, 0, "teal"), (-2, 63, 1, "red")], zone=Zone(4, 3, 2), palette=EIGHT)
    for ending in ("png", "svg"):
        world.draw(tmp_path / f"world.{ending}")
        assert (tmp_path / f"world.{ending}").stat().st_size > 1000


def test_changes_are_found_in_every_zone():
    before = World.parse(zone=Zone(20, 20))
    after = World.parse([(9, 63, 9, "red"), (8, 63, 9, "red")], zone=Zone(20, 20))
    (part,) = Difference.between(before, after).placed
    assert part.cells == ((0, 18, 19), (0, 19, 19))
    with pytest.raises(cq.InputError, match="of one zone"):
        Difference.between(None, after)


@given(st.dictionaries(st.sampled_from(sorted(EIGHT)), st.integers(1, 127), min_size=1, max_size=8))
def test_a_palette_of_ones_own(ids):
    if len(set(ids.values())) < len(ids):
        with pytest.raises(cq.InputError, match="give each its own"):
            World.parse(palette=ids)
        return
    blocks = [(x, 63, 0, name) for x, name in enumerate(ids, start=-4)]
    world = World.parse(blocks, palette=ids)
    assert world.palette.to_dict() == ids
    assert sorted(world.grid[world.grid > 0].tolist()) == sorted(ids.values())
    assert World.parse(world.blocks(), palette=ids) == world
    assert World.parse(world.grid, palette=ids) == world
    assert World.parse(json.dumps(world.to_recorded())) == world
    assert pickle.loads(pickle.dumps(world)) == world
    assert all(name in world.describe() for name in ids)
    assert all(len(hex_of(name)) == 7 for name in ids)


BAD = {
    "no cells": ({"zone": (0, 11, 9)}, "the width of a zone is 0; give a whole number from 1 to 64"),
    "too many": ({"zone": (11, 65, 9)}, "the depth of a zone is 65"),
    "too high": ({"zone": (11, 11, 33)}, "the height of a zone is 33; give a whole number from 1 to 32"),
    "half a cell": ({"zone": (11, 11.5, 9)}, "the depth of a zone is 11.5"),
    "a truth": ({"zone": (True, 11, 9)}, "the width of a zone is True"),
    "a word": ({"zone": "large"}, r"zone is 'large'; give a cq.Zone\(width, depth, height\)"),
    "outside": (
        {"x": [(10, 63, 0, 1)], "zone": (20, 9, 9)},
        r"\(10, 63, 0\) is outside .* x runs from -10 to 9",
    ),
    "level": ({"x": [{"x": 0, "z": 0, "level": 6, "colour": "red"}], "zone": (9, 9, 5)}, "from 1 to 5"),
    "shape": ({"x": np.zeros((9, 20, 20), int)}, r"got \(9, 20, 20\): give zone=cq.Zone"),
    "two zones": (
        {"x": {"worldEndingState": {"blocks": []}, "zone": {"width": 9}}, "zone": (20, 20, 9)},
        "the state has a zone of 9 × 11 cells",
    ),
    "bad zone of a state": ({"x": {"worldEndingState": {"blocks": []}, "zone": {"wide": 9}}}, "zone is"),
    "name twice": ({"palette": {"Red": 1, "red": 2}}, "colour 'red' is in the palette twice"),
    "pair twice": ({"palette": [("red", 1), ("red", 1)]}, "colour 'red' is in the palette twice"),
    "id twice": ({"palette": {"red": 1, "teal": 1}}, "id 1 is that of 'red' and 'teal'"),
    "no colours": ({"palette": {}}, "the palette has no colours"),
    "air": ({"palette": {"teal": 0}}, "the id of colour 'teal' is 0; ids are 1 to 127"),
    "large id": ({"palette": {"teal": 128}}, "is 128"),
    "no name": ({"palette": {"": 1}}, "colour name ''"),
    "a number": ({"palette": {"7": 1}}, "colour name '7'"),
    "no palette": ({"palette": 7}, "palette 7 is not known"),
    "not in it": ({"x": [(0, 63, 0, "red")], "palette": {"teal": 1}}, "'red' at .* is not one of teal"),
    "two palettes": (
        {"x": {"worldEndingState": {"blocks": []}, "palette": {"teal": 1}}, "palette": {"pink": 1}},
        "the state has the palette",
    ),
    "a world of another": ({"x": World.parse(), "palette": {"teal": 1}}, "another palette"),
    "no longer inside": ({"x": World.parse([(5, 63, 0, 1)]), "zone": (9, 9, 9)}, "outside the building zone"),
}


@pytest.mark.parametrize(("given_arguments", "message"), BAD.values(), ids=BAD)
def test_bad_zones_and_palettes_are_refused(given_arguments, message):
    with pytest.raises(cq.InputError, match=message):
        World.parse(given_arguments.pop("x", None), **given_arguments)


def test_a_palette_is_named_or_numbered_in_order():
    assert Palette.own(["White", "dark  green"]).to_dict() == {"white": 1, "dark green": 2}
    assert World.parse(palette=EIGHT).palette == World.parse(palette=list(EIGHT)).palette
