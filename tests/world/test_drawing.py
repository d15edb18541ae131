"""Describing and drawing worlds."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import cq
from cq.world import World
from cq.world.drawing.picture import save_picture
from cq.world.drawing.terminal import draw


def _printed(world: World, colour: bool = False) -> str:
    out = io.StringIO()
    Console(file=out, width=100, force_terminal=colour, color_system="truecolor" if colour else None).print(
        draw(world.grid)
    )
    return out.getvalue()


def test_description_counts_by_colour_and_height_and_names_the_highest_block(towers):
    text = World.parse(towers).describe()
    assert text == (
        "There are 4 red blocks, 4 yellow blocks and 2 blue blocks. "
        "Level 1: 4 yellow blocks, 1 blue block and 1 red block. Level 2: 1 blue block and 1 red block. "
        "Level 3: 1 red block. Level 4: 1 red block. "
        "The highest block is red, at level 4, 3 west and 2 north of the centre. "
        "The builder stands 5 south of the centre, facing north."
    )


def test_description_of_little():
    assert World.parse().describe() == "The world is empty."
    one = World.parse([(0, 63, 0, "red")])
    assert one.describe().startswith("There is 1 red block. ")
    assert repr(one) == "World(1 block, pose=None)"
    two = World.parse([(0, 63, 0, "red"), (0, 64, 0, "blue")])
    assert two.describe().startswith("There is 1 blue block and 1 red block. ")
    assert "The highest block is red, at level 1, in the centre." in one.describe()
    assert (
        "2 blocks share the highest level, 1."
        in World.parse([(0, 63, 0, "red"), (1, 63, 0, "red")]).describe()
    )


def test_the_map_has_north_up_and_west_left():
    lines = _printed(World.parse([(-5, 63, -5, "red"), (5, 63, 5, "blue")])).splitlines()
    rows = [line.split() for line in lines if "·" in line]
    assert rows[0][:2] == ["-5", "R"]
    assert rows[-1][-1] == "B"
    assert len(rows) == len(rows[0][1:]) == 11


def test_equal_levels_on_each_other_share_a_map():
    tower = [(0, 63 + y, 0, "red") for y in range(4)]
    printed = _printed(World.parse([*tower, (1, 65, 0, "blue"), (0, 70, 0, "red")]))
    assert re.findall(r"levels? \d[^l]*?(?=  |\n)", printed) == [
        "levels 1 (ground) to 2", "level 3", "level 4", "level 8"
    ]  # fmt: skip


def test_the_map_tells_x_and_z_of_each_block():
    world = World.parse([(3, 63, -2, "red")])
    lines = _printed(world).splitlines()
    (row,) = [line for line in lines if "R" in line and "·" in line]
    (top,) = [line for line in lines if line.split() == ["-5", "0", "5"]]
    assert int(row.split()[0]) == -2
    # Two columns of text for each step in x; the label of 0 stands over x 0.
    assert (row.index("R") - top.index("0")) // 2 == 3


def test_three_levels_fit_beside_each_other_in_80_columns(towers):
    out = io.StringIO()
    Console(file=out, width=80).print(draw(World.parse(towers).grid))
    assert "levels 3 to 4" in out.getvalue().splitlines()[0]
    assert max(len(line.rstrip()) for line in out.getvalue().splitlines()) <= 80
    # The legend's lines end between colours.
    for words in ("B  blue × 2", "R  red × 4", "Y  yellow × 4"):
        assert words in out.getvalue()


def test_a_world_draws_itself(capsys, tmp_path, towers):
    world = World.parse(towers)
    world.draw()
    assert "levels 3 to 4" in capsys.readouterr().out
    world.draw(tmp_path / "towers.svg")
    assert (tmp_path / "towers.svg").stat().st_size


def test_colour_is_for_terminals_and_letters_for_pipes():
    world = World.parse([(0, 64, 0, "green")])
    assert "\x1b[" in _printed(world, colour=True)
    assert "\x1b[" not in _printed(world)
    assert "G  green × 1" in _printed(world)
    assert "empty world" in _printed(World.parse())


def test_pictures_are_written_whole_or_not_at_all(tmp_path, towers):
    world = World.parse(towers)
    assert save_picture(world.grid, tmp_path / "new" / "w.png").read_bytes().startswith(b"\x89PNG")
    save_picture(World.parse().grid, tmp_path / "w.svg")
    with pytest.raises(cq.InputError, match=r"\.png"):
        save_picture(world.grid, tmp_path / "w.doc")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["new", "w.svg"]
