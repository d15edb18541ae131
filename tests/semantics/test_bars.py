"""The bars of flat figures: which there are, and where they go on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.semantics.line_segments import bars, crossbars, free_ends, stems
from cq.types import Cell

L = [(0, 63, -1), (0, 63, 0), (0, 63, 1), (1, 63, 1)]
T = [(-1, 63, 0), (0, 63, 0), (1, 63, 0), (0, 63, 1), (0, 63, 2)]


@given(st.integers(2, 5), st.integers(2, 5), st.integers(0, 3))
def test_an_l_has_two_bars_that_go_on_at_one_end_each(first: int, second: int, turns: int) -> None:
    cells = _turned([(0, i, 0) for i in range(first)] + [(0, 0, i) for i in range(1, second)], turns)
    found = bars(cells)
    assert sorted(map(len, found)) == sorted((first, second))
    assert [len(free_ends(bar, cells)) for bar in found] == [1, 1]
    assert stems(cells) == crossbars(cells) == []


@given(st.integers(1, 2), st.integers(2, 5), st.integers(0, 3))
def test_a_t_has_a_stem_and_a_crossbar(half: int, stem: int, turns: int) -> None:
    cells = _turned([(0, i, 0) for i in range(-half, half + 1)] + [(0, 0, i) for i in range(1, stem)], turns)
    assert list(map(len, stems(cells))) == [stem]
    assert list(map(len, crossbars(cells))) == [2 * half + 1]


@pytest.mark.parametrize(
    ("figure", "said", "new"),
    [
        (L, "Extend the longer side of the L by two blocks", {(0, -3), (0, -2)}),
        (L, "Add a block to the shorter side of the L", {(2, 1)}),
        (T, "While keeping the T shape, extend the stem of the T by one block", {(0, 3)}),
        (T, "Extend the base of the T by two blocks", {(0, 3), (0, 4)}),
        (T, "While maintaining the T shape, extend the top of the T by two blocks", {(-2, 0), (2, 0)}),
        (T, "Add a purple block to each end of the top of the T", {(-2, 0), (2, 0)}),
    ],
)
def test_parts_of_letters_grow_and_the_letter_keeps_its_shape(
    figure: list[tuple[int, int, int]], said: str, new: set[tuple[int, int]]
) -> None:
    world = cq.World.parse([(*cell, "purple") for cell in figure], facing="north")
    built = cq.build(said, world).grid
    assert {(x - 5, z - 5) for _, x, z in np.argwhere(built != world.grid).tolist()} == new


def _turned(cells: list[Cell], turns: int) -> list[Cell]:
    for _ in range(turns):
        cells = [(y, -z, x) for y, x, z in cells]
    return cells
