"""Every input form of `World.parse`, and every input it must refuse."""

from __future__ import annotations

import json
import math
import zipfile

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, needs_data
from grids import grids
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.world import (
    COLOURS,
    IGLU_2021,
    IGLU_2022,
    RECORDED,
    RECORDED_GROUND,
    SHAPE,
    TASK_GROUND,
    Pose,
    World,
    convert,
    rotate,
    to_dense,
    to_sparse,
)


@given(
    grids,
    st.sampled_from([IGLU_2022, IGLU_2021, RECORDED]),
    st.sampled_from([RECORDED_GROUND, TASK_GROUND, 0]),
)
def test_dense_and_sparse_are_inverse_in_every_palette_and_frame(grid, palette, ground):
    assert np.array_equal(to_dense(to_sparse(grid, palette, ground), palette, ground), grid)


@given(grids)
def test_axes_are_not_swapped(grid):
    for x, y, z, colour in World.parse(grid).blocks():
        assert grid[y - 63, x + 5, z + 5] == colour


def _objects(rows):
    """An array of the rows themselves."""
    array = np.empty(len(rows), object)
    for i, row in enumerate(rows):
        array[i] = row
    return array


@given(grids)
def test_every_form_of_one_world_parses_to_it(grid):
    world = World.parse(grid)
    forms = [
        world,
        grid.astype(np.int64),
        grid.tolist(),
        world.blocks(),
        world.blocks(RECORDED),
        [(x, y, z, COLOURS[c - 1]) for x, y, z, c in world.blocks()],
        world.to_recorded(),
    ]
    if len(world):
        named = [{"x": x, "level": y - 62, "z": z, "colour": COLOURS[c - 1]} for x, y, z, c in world.blocks()]
        columns = ["x", "y", "z", "color"]
        forms += [np.array(world.blocks()), named, pd.DataFrame(world.blocks(), columns=columns)]
        coloured = [(x, y, z, COLOURS[c - 1]) for x, y, z, c in world.blocks()]
        # Rows of one array, as `DataFrame.to_numpy` gives them, and an array of lists, of arrays, of dicts.
        forms += [np.array(coloured, object), _objects(coloured), _objects(named)]
        forms += [_objects([np.array(row, object) for row in coloured]), pd.Series(coloured)]
    forms += [json.dumps(world.to_recorded()), json.dumps(world.blocks())]
    for form in forms:
        assert np.array_equal(World.parse(form).grid, grid), type(form)
    assert np.array_equal(World.from_blocks(world.blocks()).grid, grid)


@given(grids)
def test_heights_of_goals_are_read_with_a_block_on_the_ground_and_refused_without(grid):
    """A block at y 0 is on the first level in one frame in use, and on the second in another."""
    goal = World.parse(grid).blocks(IGLU_2022, TASK_GROUND)
    assert np.array_equal(World.parse(goal, ground=TASK_GROUND).grid, grid)
    if not goal or grid[0].any():
        assert np.array_equal(World.parse(goal).grid, grid)
    else:
        with pytest.raises(cq.InputError, match="say which by ground=-1 or ground=0"):
            World.parse(goal)
        with pytest.raises(cq.InputError, match="say which by ground=-1 or ground=0"):
            World.parse([{"x": x, "y": y, "z": z, "colour": c} for x, y, z, c in goal])


@pytest.mark.parametrize("facing", ["north", "east", "south", "west"])
def test_the_builder_looks_where_it_is_told(facing):
    for world in (World.parse(facing=facing), World.from_blocks([(0, 63, 0, "red")], facing=facing)):
        assert world.pose.facing == facing
        assert World.parse(world.to_recorded()).pose == world.pose
        assert World.parse(facing=f" {facing.title()}").pose == world.pose
    with pytest.raises(cq.InputError, match="facing is 'up'"):
        World.parse(facing="up")


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_is_no_path(text):
    with pytest.raises(cq.InputError, match=r"empty text .* None for the empty world"):
        World.parse(text)


def test_the_builder_stands_where_it_is_told():
    pose = Pose((1.0, 64.0, -2.5), 0.1, 2.0)
    grid = World.parse([(0, 63, 0, "red")]).grid
    for world in (World.parse(grid.tolist(), pose=pose), World.from_blocks([(0, 63, 0, "red")], pose=pose)):
        assert world == World(grid, pose)
    assert World.parse(World(grid, pose)).pose == pose
    with pytest.raises(cq.InputError, match="both given"):
        World.parse(grid, pose=pose, facing="north")
    with pytest.raises(cq.InputError, match=r"pose is str 'north'; give a cq\.world\.Pose"):
        World.parse(grid, pose="north")


@pytest.mark.parametrize(
    ("position", "pitch", "yaw", "message"),
    [
        ((0, 63, 0), 0.0, math.inf, "the yaw of a pose is inf"),
        ((0, 63, 0), 0.0, -math.inf, "the yaw of a pose is -inf"),
        ((0, 63, 0), 0.0, math.nan, "the yaw of a pose is nan"),
        ((0, 63, 0), 0.0, np.float32("inf"), "the yaw of a pose is"),
        ((0, 63, 0), 0.0, 10**400, "the yaw of a pose is"),
        ((0, 63, 0), 0.0, "1", "the yaw of a pose is '1'"),
        ((0, 63, 0), 0.0, True, "the yaw of a pose is True"),
        ((0, 63, 0), math.nan, 0.0, "the pitch of a pose is nan"),
        ((0, 63, 0), None, 0.0, "the pitch of a pose is None"),
        ((0, math.inf, 0), 0.0, 0.0, "the position of a pose is .*inf"),
        ((0, 63), 0.0, 0.0, "the position of a pose is .* it must be 3 finite numbers"),
        ("abc", 0.0, 0.0, "the position of a pose is 'abc'"),
        (None, 0.0, 0.0, "the position of a pose is None"),
    ],
)
def test_a_pose_is_of_finite_numbers(position, pitch, yaw, message):
    with pytest.raises(cq.InputError, match=message):
        Pose(position, pitch, yaw)


def test_a_pose_of_numpy_is_one_of_python():
    pose = Pose(np.array([0, 63, 0]), np.float32(0.5), np.int64(2))
    assert pose == Pose((0.0, 63.0, 0.0), 0.5, 2.0)
    assert hash(pose) == hash(Pose((0.0, 63.0, 0.0), 0.5, 2.0))
    assert json.loads(json.dumps(pose.to_recorded())) == {"pos": [0.0, 63.0, 0.0], "look": [0.5, 2.0]}
    given = {"pos": np.array([0.0, 63.0, 0.0]), "look": (np.float32(0.5), np.float32(2.0))}
    assert Pose.parse(given) == pose


def test_a_world_of_a_list_names_the_remedy():
    with pytest.raises(cq.InputError, match=r"not list; cq\.World\.parse reads"):
        World([[[0] * 11] * 11] * 9)


@pytest.mark.parametrize("other", [None, World.parse(), "towers.json", {}, np.zeros(SHAPE, int), 3])
def test_from_blocks_takes_blocks_alone(other):
    with pytest.raises(cq.InputError):
        World.from_blocks(other)


@given(grids, st.integers(-4, 8))
def test_four_quarter_turns_are_the_identity(grid, turns):
    assert np.array_equal(rotate(rotate(grid, turns), 4 - turns), grid)


def test_a_quarter_turn_takes_east_to_south():
    east = World.parse([(5, 63, 0, "red")]).grid
    assert np.array_equal(rotate(east), World.parse([(0, 63, 5, "red")]).grid)


@given(grids)
def test_the_two_palettes_convert_into_each_other(grid):
    older = convert(grid, IGLU_2022, IGLU_2021)
    assert np.array_equal(convert(older, IGLU_2021, IGLU_2022), grid)
    assert np.array_equal(World.parse(older, palette="iglu-2021").grid, grid)
    same = np.isin(grid, [0, 1, 4, 5])
    assert np.array_equal(older == grid, same)


def test_none_is_the_empty_world_and_a_world_is_itself():
    empty = World.parse(None)
    assert not empty.grid.any()
    assert empty.pose is None
    assert World.parse(empty) is empty
    assert len(empty) == 0
    assert bool(empty)


def test_grids_are_read_only_copies():
    source = np.zeros(SHAPE, dtype=np.int64)
    world = World.parse(source)
    source[0, 0, 0] = 3
    assert not world.grid.any()
    with pytest.raises(ValueError, match="read-only"):
        world.grid[0, 0, 0] = 1


def _in_itself():
    array = np.empty(1, object)
    array[0] = array
    return array


BAD = {
    "unknown colour": (
        [(0, 63, 2, 99)],
        r"colour id 99 at \(0, 63, 2\) is not a known block; known ids are 1 blue",
    ),
    "negative colour": ([(0, 63, 2, -1)], "colour id -1"),
    "air in a sparse list": ([(0, 63, 2, 0)], "colour id 0"),
    "unknown colour name": ([(0, 63, 2, "pink")], "'pink'.*is not one of blue, green"),
    "outside, east": ([(6, 63, 0, 57)], r"\(6, 63, 0\) is outside"),
    "outside, above": ([(0, 72, 0, 57)], r"\(0, 72, 0\) is outside.*63 to 71"),
    "outside, below": ([(0, 62, 0, 57)], "outside"),
    "mixed frames": ([(0, 63, 0, 57), (0, 0, 0, 57)], "outside"),
    "mixed numberings": (
        [(0, 63, 0, 57), (1, 63, 0, 3)],
        r"mix recorded ids \[57\] with IGLU 2022 ids \[3\]",
    ),
    "one cell twice": ([(0, 63, 0, 57), (0, 63, 0, 60)], r"two blocks at \(0, 63, 0\): blue and red"),
    "three numbers": ([(0, 63, 0)], "block 0"),
    "fractional": ([(0.5, 63, 0, 57)], "0.5 is not a whole number"),
    "not a number": ([(math.nan, 63, 0, 57)], "not a whole number"),
    "boolean": ([(True, 63, 0, 57)], "not a whole number"),
    "a list of text": (["red"], "block 0"),
    "wrong shape": (np.zeros((11, 9, 11), int), r"\(9, 11, 11\).*height comes first"),
    "wrong rank": (np.zeros((9, 11), int), "shape"),
    "ragged nested list": ([[[1, 2], [3]], [[1]]], "ragged"),
    "wrong dtype": (np.zeros(SHAPE), "integer dtype; got float64"),
    "boolean grid": (np.zeros(SHAPE, bool), "integer dtype; got bool"),
    "unknown id in a grid": (np.full(SHAPE, 7), r"colour id 7 at grid\[0, 0, 0\]"),
    "state without blocks": ({"avatarInfo": {}}, r"worldEndingState.blocks.*\['avatarInfo'\]"),
    "state of null blocks": ({"worldEndingState": {"blocks": None}}, "worldEndingState.blocks"),
    "pose of two numbers": (
        {"worldEndingState": {"blocks": []}, "avatarInfo": {"pos": [0, 63], "look": [0, 0]}},
        "avatarInfo.pos",
    ),
    "pose not finite": (
        {"worldEndingState": {"blocks": []}, "avatarInfo": {"pos": [0, 63, math.inf], "look": [0, 0]}},
        "avatarInfo.pos",
    ),
    "level 0": ([{"x": 0, "level": 0, "z": 0, "colour": "red"}], "level 0 is not a number from 1 to 9"),
    "level and y": ([{"x": 0, "level": 1, "y": 63, "z": 0, "colour": "red"}], "either y or level"),
    "a nameless colour": ([{"x": 0, "level": 1, "z": 0}], "block 0"),
    "objects, unknown colour name": (
        np.array([[0, 63, 2, "pink"]], object),
        r"'pink' at \(0, 63, 2\) is not one of blue, green",
    ),
    "objects, fractional": (np.array([[0.5, 63, 2, "red"]], object), "0.5 is not a whole number"),
    "objects, three values": (np.array([[0, 63, "red"]], object), "a block is"),
    "objects, no colour": (np.array([[0, 63, 0, None]], object), "None is not a whole number"),
    "an array in itself": (_in_itself(), "block 0"),
    "texts": (np.array([[0, 63, 2, "red"]]), "dtype <U21: .*give a list of blocks, or .* dtype=object"),
    "JSON cut off": ('[[0, 63, 0, "red"', "given as JSON is not valid JSON"),
    "a number": (3, "cannot read a world from int"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_worlds_are_refused_by_name(name):
    value, message = BAD[name]
    with pytest.raises(cq.InputError, match=message):
        World.parse(value)


@pytest.mark.parametrize("colour", ["pink", 99, -3])
@pytest.mark.parametrize(
    "blocks",
    {
        "outside": [(99, 63, 0, "?")],
        "far outside": [(10**9, 63, 0, "?")],
        "no frame": [(0, 0, 0, "?")],
        "mixed frames": [(0, 63, 0, "red"), (0, 0, 0, "?")],
        "a fraction": [(0.5, 63, 0, "?")],
        "no number": [("x", 63, 0, "?")],
        "behind a block outside": [(0, 99, 0, "red"), (0, 63, 0, "?")],
        "a level too high": [{"x": 0, "level": 12, "z": 0, "colour": "?"}],
        "behind a level too high": [
            {"x": 0, "level": 12, "z": 0, "colour": "red"},
            {"x": 0, "level": 1, "z": 0, "colour": "?"},
        ],
        "by name, outside": [{"x": 77, "y": 63, "z": 0, "color": "?"}],
    }.values(),
)
def test_a_wrong_place_does_not_hide_an_unknown_colour(blocks, colour):
    def coloured(block):
        if isinstance(block, dict):
            return {name: colour if value == "?" else value for name, value in block.items()}
        return tuple(colour if value == "?" else value for value in block)

    with pytest.raises(cq.InputError, match=rf"colour.* '?{colour}'? .*(is not one of blue|is not a known)"):
        World.parse(list(map(coloured, blocks)))


def test_bad_files_are_refused_by_name(tmp_path):
    with pytest.raises(cq.MissingFileError, match=r"nowhere\.json"):
        World.parse(tmp_path / "nowhere.json")
    broken = tmp_path / "broken.json"
    for content, message in [("{", "not valid JSON"), ("3", "holds 3"), ("", "not valid JSON")]:
        broken.write_text(content)
        with pytest.raises(cq.InputError, match=message):
            World.parse(str(broken))
    broken.write_text('{"worldEndingState": {"blocks": [[0, 63, 2, 99]]}}')
    with pytest.raises(cq.InputError, match=r"broken\.json.*colour id 99"):
        World.parse(broken)
    broken.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(cq.InputError, match="cannot read"):
        World.parse(broken)
    with pytest.raises(cq.InputError, match="is a folder"):
        World.parse(tmp_path)


@pytest.mark.parametrize("ground", [10**400, 63.0, "63", True])
@pytest.mark.parametrize("block", [(0, 63, 0, "red"), {"x": 0, "level": 1, "z": 0, "colour": "red"}])
def test_a_ground_is_a_whole_number(ground, block):
    with pytest.raises(cq.InputError, match="ground is"):
        World.parse([block], ground=ground)


@pytest.mark.parametrize("palette", [7, True, 2**70, 0.5, "red", b"red", {"red": None}, [1, 2], [[1]]])
def test_a_palette_of_another_form_is_refused(palette):
    with pytest.raises(cq.InputError, match=r"palette|colour"):
        World.parse({"blocks": [[0, 63, 0, 1]], "palette": palette})


@pytest.mark.parametrize("facing", [7, ["north"], {"a": 1}, np.array([1, 2]), np.array(["north"])])
def test_a_direction_of_another_form_is_refused(facing):
    with pytest.raises(cq.InputError, match="facing is"):
        World.parse([(0, 63, 0, "red")], facing=facing)


def test_a_path_that_is_too_long_is_named_in_a_line():
    with pytest.raises(cq.InputError) as refused:
        World.parse("a" * 5000)
    assert len(str(refused.value)) < 700


def test_an_unknown_palette_is_refused():
    with pytest.raises(cq.InputError, match=r"iglu-2020.*iglu-2022"):
        World.parse([(0, 63, 0, 1)], palette="iglu-2020")
    with pytest.raises(cq.InputError, match="colour id 57"):
        World.parse([(0, 63, 0, 57)], palette="iglu-2021")


@needs_data
def test_both_recorded_id_sets_and_the_pose_are_read_from_untouched_recordings():
    ids = set()
    with zipfile.ZipFile(DATA / "iglu_raw_sample.zip") as archive:
        for name in archive.namelist():
            state = json.loads(archive.read(name))
            world = World.parse(state)
            recorded = {tuple(b[:3]): RECORDED.ids[b[3]] for b in state["worldEndingState"]["blocks"]}
            assert {(x, y, z): COLOURS[c - 1] for x, y, z, c in world.blocks()} == recorded
            assert world.pose is not None
            assert list(world.pose.position) == state["avatarInfo"]["pos"]
            ids |= {b[3] for b in state["worldEndingState"]["blocks"]}
    assert ids & set(range(86, 92))
    assert ids & set(range(47, 61))


@needs_data
def test_the_recorded_look_agrees_with_the_recorded_view_ray():
    """A click on a block records its view ray after the cell and the camera; yaw and pitch must give it."""
    errors = []
    with zipfile.ZipFile(DATA / "iglu_raw_sample.zip") as archive:
        for name in archive.namelist():
            look = None
            for line in json.loads(archive.read(name))["tape"].splitlines():
                words = line.replace("(", " ").replace(")", " ").replace(",", " ").split()
                if words[1:2] == ["set_look"]:
                    look = Pose((0, 63, 0), float(words[2]), float(words[3]))
                elif words[1:3] == ["action", "break"] and look is not None:
                    ray = np.array(words[-3:], dtype=float)
                    errors.append(np.abs(ray / np.linalg.norm(ray) - look.direction).max())
    assert len(errors) > 50
    # The look is sampled a little before the click, so a few turn in between.
    assert np.median(errors) < 0.02


@pytest.mark.parametrize(
    ("yaw", "word"),
    [(0, "north"), (math.pi / 2, "west"), (math.pi, "south"), (-math.pi / 2, "east"), (7, "north")],
)
def test_facing(yaw, word):
    assert Pose((0, 63, 0), 0, yaw).facing == word


def test_a_grid_out_of_a_data_frame_is_read():
    """There a grid is an array of arrays of arrays."""
    grid = np.zeros(SHAPE, dtype=np.int8)
    grid[2, 3, 4] = 5
    nested = np.empty(SHAPE[0], dtype=object)
    for y in range(SHAPE[0]):
        nested[y] = np.empty(SHAPE[1], dtype=object)
        for x in range(SHAPE[1]):
            nested[y][x] = grid[y, x]
    assert np.array_equal(cq.World.parse(nested).grid, grid)
    nested[3] = nested[3][:4]
    with pytest.raises(cq.InputError):
        cq.World.parse(nested)


def _masked(values, cell):
    array = np.ma.array(values)
    array[cell] = np.ma.masked
    return array


DENSE = np.zeros(SHAPE, int)
DENSE[0, 5, 5] = 1
BLOCKS = np.array([[0, 63, 0, 57]])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (_masked(DENSE, (0, 5, 5)), r"masked cell at \[0, 5, 5\]"),
        (_masked(DENSE.astype(object), (0, 5, 5)), r"masked cell at \[0, 5, 5\]"),
        (_objects(list(_masked(DENSE, (0, 5, 5)))), r"masked cell at \[5, 5\]"),
        (_masked(BLOCKS, (0, 3)), r"masked cell at \[0, 3\]"),
        ([[0, 63, 0, np.ma.masked]], "masked is not a whole number"),
        (DENSE.astype("m8[s]"), "timedelta64"),
        (DENSE.astype("m8"), "timedelta64"),
        (DENSE.astype("M8[ns]"), "datetime64"),
        (DENSE.astype(complex), "complex128"),
        (BLOCKS.astype("m8[ns]"), "timedelta64"),
        (BLOCKS.astype("M8[ns]"), "datetime64"),
        ([[0, 63, np.timedelta64(0), 57]], "not a whole number"),
        (DENSE.astype("u8") * (2**64 - 1), "18446744073709551615"),
    ],
    ids=str,
)
def test_no_value_under_a_mask_and_no_time_is_a_block(given, message):
    with pytest.raises(cq.InputError, match=message):
        World.parse(given)
    whole = (np.ma.array(DENSE), np.ma.array(BLOCKS), DENSE.astype("u8"), BLOCKS.astype(float))
    assert len({World.parse(form) for form in whole}) == 1


@pytest.mark.parametrize("side", [np.timedelta64(3), np.timedelta64(3, "s")])
def test_a_time_span_is_no_side_of_a_zone_and_no_ground(side):
    with pytest.raises(cq.InputError, match="the width of a zone is"):
        cq.Zone(side, 3, 3)
    with pytest.raises(cq.InputError, match="ground is"):
        World.parse([(0, 3, 0, "red")], ground=side)
    assert cq.Zone(np.uint64(3), np.int8(3), 3) == cq.Zone(3, 3, 3)


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (
            np.zeros((11, 11), int),
            r"takes integers \(height, width, depth\), not int64 of the shape \(11, 11\)",
        ),
        (np.zeros((2, 9, 11, 11), int), "takes integers"),
        (np.zeros((9, 11, 11)), "takes integers .*, not float64"),
        (np.zeros((9, 11, 11), bool), "takes integers .*, not bool"),
        (np.zeros((0, 11, 11), int), "takes integers"),
        (np.full((9, 11, 11), 7), "holds the colour 7; give ids from 0"),
        (np.full((9, 11, 11), -1), "holds the colour -1"),
    ],
)
def test_a_grid_given_as_it_is_is_checked(grid, message):
    with pytest.raises(cq.InputError, match=message):
        cq.World(grid)
    assert cq.World(np.full((9, 11, 11), 6)).grid.max() == 6
