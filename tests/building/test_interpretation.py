"""Plain instructions are carried out exactly, or not at all."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.building.interpretation import interpret
from cq.building.training.recorded_builds import recorded_builds
from cq.world import rotate
from cq.world.directions import COMPASS, turn
from cq.world.grid import Grid
from eval.behaviours.notation import changed, parse_world

WORLDS = {
    "empty": "",
    "two": "red -2,0,1; blue 2,0,1",
    "three": "green -3,0,0 0,0,0 3,0,0; red 0,0,4",
    "towers": "purple -4,0..2,-2; orange 2,0..3,-2",
    "row": "yellow -1..2,0,3",
    "wall": "blue -1..1,0..2,-4",
    "square": "green -1..1,0,-1..1",
    "ring": "red 1..3,0,1 1..3,0,3 1,0,2 3,0,2",
    "pile": "red 1,0,1; yellow 1,1,1; blue 1,2,1",
    "floating": "purple 0,3,0; green 2,0,0",
}

CASES = {
    "put": [
        ("empty", "Put a red block in the middle of the grid", "", "red 0,0,0"),
        ("empty", "Build a tower of four blue blocks in the northeast corner", "", "blue 5,0..3,-5"),
        ("empty", "Please stack 3 orange blocks in the centre, thanks", "", "orange 0,0..2,0"),
        ("empty", "A green block belongs three squares west of the centre square", "", "green -3,0,0"),
        (
            "empty",
            "Place one yellow block in each corner of the map",
            "",
            "yellow -5,0,-5 -5,0,5 5,0,-5 5,0,5",
        ),
        ("empty", "Lay a row of green blocks along the southern edge", "", "green -5..5,0,5"),
        ("two", "Put a green block on top of the red block", "", "green -2,1,1"),
        ("two", "on the blue one, place two yellow blocks", "", "yellow 2,1..2,1"),
        ("two", "Put an orange block directly north of the blue block", "", "orange 2,0,0"),
        ("two", "Place three green blocks to the east of the blue block", "", "green 3..5,0,1"),
        ("two", "Stack three green blocks to the east of the blue block", "", "green 3,0..2,1"),
        ("towers", "Put a red block on top of the tallest tower", "", "red 2,4,-2"),
        ("floating", "Put a row of two red blocks to the west of the purple block", "", "red -2..-1,3,0"),
        ("floating", "Build a column of two blue blocks under the floating block", "", "blue 0,1..2,0"),
        ("floating", "Build a red column from the floor up to the purple block", "", "red 0,0..2,0"),
    ],
    "quantifiers": [
        ("three", "Put a red block on top of every green block", "", "red -3,1,0 0,1,0 3,1,0"),
        ("towers", "Cap each tower with a blue block", "", "blue -4,3,-2 2,4,-2"),
        ("three", "Remove all green blocks but the middle one", "green -3,0,0 3,0,0", ""),
        ("row", "Remove every second block of the row, starting from the west", "yellow -1,0,3 1,0,3", ""),
        ("two", "Remove both blocks", "red -2,0,1; blue 2,0,1", ""),
        ("three", "clear everything", "green -3,0,0 0,0,0 3,0,0; red 0,0,4", ""),
    ],
    "parts": [
        ("square", "Remove only the corners of the square", "green -1,0,-1 1,0,-1 -1,0,1 1,0,1", ""),
        ("square", "Put a blue block on the middle of the square", "", "blue 0,1,0"),
        ("row", "Put a red block on each end of the row", "", "red -1,1,3 2,1,3"),
        ("wall", "Remove the top layer of the wall", "blue -1..1,2,-4", ""),
        ("wall", "Remove the easternmost column of the wall", "blue 1,0..2,-4", ""),
        ("towers", "Destroy the second block from the bottom of the purple tower", "purple -4,1,-2", ""),
        ("towers", "Remove the top two blocks of the orange tower", "orange 2,2..3,-2", ""),
        ("ring", "Fill the hole in the ring with a purple block", "", "purple 2,0,2"),
    ],
    "changes": [
        (
            "three",
            "Turn all the green blocks purple",
            "green -3,0,0 0,0,0 3,0,0",
            "purple -3,0,0 0,0,0 3,0,0",
        ),
        (
            "towers",
            "Replace the orange tower with a red one of the same height",
            "orange 2,0..3,-2",
            "red 2,0..3,-2",
        ),
        ("two", "Swap the red block and the blue block", "red -2,0,1; blue 2,0,1", "red 2,0,1; blue -2,0,1"),
        ("two", "Move the red block one square to the north", "red -2,0,1", "red -2,0,0"),
        (
            "towers",
            "Move the top block of the purple tower onto the orange one",
            "purple -4,2,-2",
            "purple 2,4,-2",
        ),
        (
            "pile",
            "Take the blue block off the pile and put it on the ground, north of the pile",
            "blue 1,2,1",
            "blue 1,0,0",
        ),
        ("two", "Destroy the red block and put a yellow block in its place", "red -2,0,1", "yellow -2,0,1"),
    ],
    "extensions": [
        ("row", "Extend the row by two blocks to the east", "", "yellow 3..4,0,3"),
        ("towers", "Make the purple tower two blocks taller", "", "purple -4,3..4,-2"),
        ("row", "Make the row one block longer at each end, in red", "", "red -2,0,3 3,0,3"),
        ("two", "Fill the gap between the red and the blue block with green", "", "green -1..1,0,1"),
        ("towers", "Break the orange tower down to two blocks", "orange 2,2..3,-2", ""),
    ],
    "shapes": [
        (
            "empty",
            "Build a hollow 5 x 5 square of yellow blocks in the middle",
            "",
            "yellow -2..2,0,-2 -2..2,0,2 -2,0,-1..1 2,0,-1..1",
        ),
        ("empty", "Lay a 3 by 3 square of blue blocks in the southwest corner", "", "blue -5..-3,0,3..5"),
        (
            "empty",
            "Make a plus sign of five red blocks in the centre of the grid",
            "",
            "red 0,0,0 1,0,0 -1,0,0 0,0,1 0,0,-1",
        ),
    ],
    "clauses": [
        (
            "empty",
            "Put a red block in the centre, then a blue one on it. Put a green one west of the red one.",
            "",
            "red 0,0,0; blue 0,1,0; green -1,0,0",
        ),
        (
            "two",
            "Remove the blue block, put a green block on the red one and a yellow block on that one",
            "blue 2,0,1",
            "green -2,1,1; yellow -2,2,1",
        ),
        (
            "empty",
            "Place a red block in the middle of the grid. Then place a red block on every side of it.",
            "",
            "red 0,0..1,0 -1,0,0 1,0,0 0,0,-1 0,0,1",
        ),
    ],
    "spelling": [
        ("towers", "Put a gren blok on topp of the purpel towr", "", "green -4,3,-2"),
    ],
}

NONE = [
    ("empty", "Build a wall"),
    ("empty", "Build a tower of blue blocks in the middle"),
    ("empty", "Put a block in the middle"),
    ("empty", "Place a red block in the corner"),
    ("empty", "Remove the red block"),
    ("empty", "Lay a row of four red blocks in the middle"),
    ("empty", "Build a 4 x 4 square of red blocks in the middle"),
    ("empty", "Lay a 2 by 3 rectangle of red blocks in the northwest corner"),
    ("two", "Remove the green block"),
    ("two", "Put a green block next to the red block"),
    ("two", "Put a green block to the left of the red block"),
    ("two", "Put a green block on the block"),
    ("two", "Put a green block two blocks east of the red block"),
    ("two", "Remove the red blocks"),
    ("two", "Put ten green blocks to the east of the blue block"),
    ("two", "Put four red blocks in a heap"),
    ("three", "Remove the green block"),
    ("three", "Put two red blocks on the green blocks"),
    ("three", "Remove three red blocks"),
    ("pile", "Put a green block on the red block"),
    ("pile", "Take one block out of the pile"),
    ("row", "Put a blue block on the row"),
    ("row", "Extend the row by two blocks"),
    ("row", "Put a blue block at the end of the row"),
    ("towers", "Remove the tower"),
    ("towers", "Make the orange tower six blocks taller"),
    ("two", "What time is it?"),
    ("two", "Put a green block on it"),
]

FACING = [
    ("north", "Put a green block to the left of the red block", "green -3,0,1"),
    ("south", "Put a green block to the left of the red block", "green -1,0,1"),
    ("east", "Put a green block in front of the red block", "green -3,0,1"),
    (None, "Facing west, put a green block behind the red block", "green -3,0,1"),
    ("east", "While facing north, put a green block to the right of the red block", "green -1,0,1"),
]

ROWS = [(kind, *row) for kind, rows in CASES.items() for row in rows]


def grid_of(world: str) -> Grid:
    return parse_world(WORLDS[world]).grid


@pytest.mark.parametrize(("kind", "world", "text", "remove", "add"), ROWS, ids=[row[2] for row in ROWS])
def test_it_builds_exactly_what_is_said(kind: str, world: str, text: str, remove: str, add: str) -> None:
    start = grid_of(world)
    built = interpret(text, start)
    assert built is not None, kind
    assert built.dtype == np.int8
    np.testing.assert_array_equal(built, changed(start, remove, add))


@pytest.mark.parametrize(("world", "text"), NONE)
def test_what_is_open_absent_or_ambiguous_is_not_built(world: str, text: str) -> None:
    assert interpret(text, grid_of(world)) is None


@pytest.mark.parametrize(("facing", "text", "add"), FACING)
def test_left_and_right_are_the_builders(facing: str | None, text: str, add: str) -> None:
    start = grid_of("two")
    built = interpret(text, start, facing)
    assert built is not None
    np.testing.assert_array_equal(built, changed(start, "", add))


@pytest.mark.parametrize("row", ROWS, ids=[row[2] for row in ROWS])
def test_one_unknown_word_stops_it(row: tuple[str, ...]) -> None:
    _, world, text, *_ = row
    words = text.split()
    for i in (0, len(words) // 2, len(words)):
        assert interpret(" ".join([*words[:i], "zqxj", *words[i:]]), grid_of(world)) is None


def turned(text: str, quarter_turns: int) -> str:
    """The text with the compass words turned; English names north or south first."""

    def one(match: re.Match[str]) -> str:
        sides = [turn(side.casefold(), quarter_turns) for side in match[0].split(" ")[0:1]]
        return sides[0]

    def two(match: re.Match[str]) -> str:
        sides = sorted((turn(match[1], quarter_turns), turn(match[2], quarter_turns)), key=_ORDER.index)
        return "".join(sides)

    marked = re.sub(r"\b(north|south)(east|west)", lambda m: two(m).upper(), text)
    return re.sub(r"north|east|south|west", one, marked).casefold()


_ORDER = ("north", "south", "east", "west")


@pytest.mark.parametrize("row", ROWS, ids=[row[2] for row in ROWS])
def test_a_turned_world_and_turned_words_give_the_turned_build(row: tuple[str, ...]) -> None:
    _, world, text, *_ = row
    start = grid_of(world)
    built = interpret(text.casefold(), start)
    assert built is not None
    for turns in range(1, len(COMPASS)):
        there = interpret(turned(text, turns), np.ascontiguousarray(rotate(start, turns)))
        assert there is not None
        np.testing.assert_array_equal(there, rotate(built, turns))


WORDS = sorted(
    {word.strip(".,").casefold() for *_, text, _, _ in ROWS for word in text.split()} | {",", ".", "it"}
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.sampled_from(sorted(WORLDS)))
def test_any_order_of_known_words_is_carried_out_or_left(words: list[str], world: str) -> None:
    start = grid_of(world)
    text = " ".join(words)
    first, second = interpret(text, start, "north"), interpret(text, start, "north")
    np.testing.assert_array_equal(grid_of(world), start)
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        np.testing.assert_array_equal(first, second)
        assert first.shape == start.shape
        assert not np.array_equal(first, start)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert interpret(text, grid_of("empty")) is None


def test_it_is_mostly_exact_on_recorded_rows_where_it_is_sure(singleturn) -> None:
    rows = [row for row in recorded_builds(singleturn) if row.clear and row.fold == 4]
    found = [(row, interpret(row.instruction, row.start, row.facing)) for row in rows]
    exact = [np.array_equal(grid, row.target) for row, grid in found if grid is not None]
    assert len(exact) > len(rows) / 4
    assert np.mean(exact) > 0.9


def test_doing_nothing_is_understood() -> None:
    start = grid_of("two")
    for text in ("Do nothing", "Please leave everything exactly as it is.", "Don't change anything"):
        np.testing.assert_array_equal(interpret(text, start), start)


def test_it_is_the_block_that_was_placed_last() -> None:
    start = grid_of("two")
    built = interpret("Put a green block on top of it", start, recent=[(0, 3, 6)])
    np.testing.assert_array_equal(built, changed(start, "", "green -2,1,1"))


def test_a_sentence_takes_milliseconds() -> None:
    texts = [(world, text) for _, world, text, _, _ in ROWS]
    interpret(*[texts[0][1], grid_of(texts[0][0])])
    began = time.process_time()
    for world, text in texts:
        interpret(text, grid_of(world))
    assert (time.process_time() - began) / len(texts) < 0.05
