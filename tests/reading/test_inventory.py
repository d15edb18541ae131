"""What stands, as the network reads it."""

from __future__ import annotations

from meaning_worlds import world

from cq.reading.inventory import MOST_BLOCKS, inventory
from cq.world import World


def test_things_are_named_the_largest_first():
    grid = world("red -4,0,1..4", "yellow -1..1,-4,1", "blue 4,4,1", "blue 4,3,3")
    assert inventory(World(grid)) == (
        "red tower 4 west; yellow row 3 north; blue block south east; blue block up south east"
    )


def test_equal_things_are_counted():
    assert inventory(World(world("green -1,0,1", "green 1,0,1"))) == "2 green block middle"


def test_it_is_what_was_placed_last():
    grid = world("red 0,0,1..2", "blue 3,0,1")
    assert inventory(World(grid, recent=((0, 8, 5),))).startswith("red tower 2 middle; it: blue block")


def test_what_hangs_together_without_a_shape_is_told_by_colour():
    grid = world("red 0,0,1..3", "blue 1,0,1", "blue 1,1,1..2", "green 1,-1,1", "purple 2,0,1")
    assert set(inventory(World(grid)).replace("middle", "").split("; ")) >= {"red tower 3 ", "green block "}


def test_nothing_and_too_much_are_not_told():
    assert inventory(World(world())) == ""
    assert inventory(World(world("red -5..5,-5..5,1..9"))) == ""
    assert MOST_BLOCKS < 9 * 11 * 11
